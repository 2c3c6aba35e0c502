package nominal

import "testing"

func TestLabelsFit(t *testing.T) {
	with := func(labels ...string) []argument {
		var out []argument
		for _, l := range labels {
			out = append(out, argument{label: l, trailing: l == "{}"})
		}
		return out
	}
	params := []param{{label: "url"}, {label: "method", optional: true}, {label: "", variadic: true}, {label: "then"}}
	for _, c := range []struct {
		args []argument
		want bool
	}{
		{with("url", "then"), true},
		{with("url", "method", "", "", "then"), true},
		{with("url", "{}"), true},
		{with("method", "then"), false},
		{with("url", "other"), false},
		{with("url", "then", "then"), false},
	} {
		if got := labelsFit(params, c.args); got != c.want {
			t.Errorf("labels %v fit = %v, want %v", c.args, got, c.want)
		}
	}
}
