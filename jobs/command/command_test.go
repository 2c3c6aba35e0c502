package command

import (
	"bytes"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestQuestions(t *testing.T) {
	for _, c := range []struct {
		name, comment string
		want          []string
	}{
		{"plain", "/ask where is the login?", []string{"where is the login?"}},
		{"none", "where is the login?", nil},
		{"in the middle of a line", "please /ask where", nil},
		{"case", "/ASK where", []string{"where"}},
		{"colon", "/ask: where", []string{"where"}},
		{"another word", "/asks where", nil},
		{"another word with a dash", "/ask-me where", nil},
		{"alone", "/ask", []string{""}},
		{"alone with spaces", "/ask  \n\n", []string{""}},
		{"leading blank lines", "\n\n  /ask where", []string{"where"}},
		{"windows line ends", "hello\r\n\r\n/ask a\r\nb\r\n", []string{"a\nb"}},
		{"below prose, same paragraph", "thanks!\n/ask where", []string{"where"}},
		{"code span", "`/ask where`", nil},
		{"code span over lines", "`a\n/ask where\nb`", nil},
		{"fence", "```\n/ask where\n```", nil},
		{"open fence", "~~~\n/ask where", nil},
		{"indented", "    /ask where", nil},
		{"quote", "> /ask where", nil},
		{"quote that goes on", "> text\n/ask where", nil},
		{"html comment", "<!-- \n/ask where\n-->", nil},
		{"html comment in a paragraph", "text <!--\n/ask where\n--> text", nil},
		{"html block", "<details>\n/ask where\n</details>", nil},
		{"list", "- /ask where", nil},
		{"heading", "# /ask where", nil},
		{"dashes below", "/ask where\n---\nRegards", []string{"where\n---\nRegards"}},
		{"quote-reply", "> /ask old\n\nold answer\n\n/ask new", []string{"new"}},
		{"word for word", "/ask why does #12 say \"x\\n\" --force @bob?\n\n```go\nf(`/ask no`)\n/ask no\n```\n> quoted",
			[]string{"why does #12 say \"x\\n\" --force @bob?\n\n```go\nf(`/ask no`)\n/ask no\n```\n> quoted"}},
		{"several", "/ask one\n/ask two\n\n/ask three", []string{"one", "two", "three"}},
		{"too many", strings.Repeat("/ask a\n", 9), []string{"a", "a", "a", "a", "a"}},
		{"text that is not UTF-8", "/ask \xff", []string{"\xff"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Questions(c.comment); !slices.Equal(got, c.want) {
				t.Errorf("Questions(%q)\n got %q\nwant %q", c.comment, got, c.want)
			}
		})
	}
}

// What takes a Markdown parser long, as long as GitHub lets it be.
func TestLongCommentsAreQuick(t *testing.T) {
	for _, piece := range []string{"[", "![", "[a](", "[](", "*a_ ", "**x ", "<a href=\"", "<!--", "<x y='", "> ", ">", "- ", "1. ", "* + ", "\t", "`", "[a](<b", "[a]: b\n", "/ask a\n", "> - ", "    > "} {
		comment := strings.Repeat(piece, 65_000/len(piece)) + "\n\n/ask a"
		before := processorTime(t)
		questions := Questions(comment)
		if took := processorTime(t) - before; took > 5*time.Second { // a second with -race on a common machine
			t.Errorf("%q took %s", piece, took)
		}
		hides := piece == "<!--" || piece == "`" // never closed
		if hides != (len(questions) == 0) {
			t.Errorf("%q: asks %.20q", piece, questions)
		}
	}
}

// processorTime is what this process has used: unlike the clock it does not
// run on while other processes have the processor.
func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		t.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

func TestHashTellsQuestionsApart(t *testing.T) {
	if bytes.Equal(Hash([]string{"a", "b"}), Hash([]string{"ab"})) || bytes.Equal(Hash([]string{"a"}), Hash(nil)) {
		t.Error("different questions have the same hash")
	}
	if !bytes.Equal(Hash(Questions("/ask a")), Hash(Questions("> q\n\n/ask  a \n"))) {
		t.Error("the same question has different hashes")
	}
}

func FuzzQuestions(f *testing.F) {
	for _, seed := range []string{"/ask a", "> /ask", "```\n/ask", "/ask `a\n/ask b`", "<!--/ask-->", "/ask [a]: /ask\n/ask", "\t/ask", "/ask\r\n/ask"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, comment string) {
		questions := Questions(comment)
		if len(questions) > MaxQuestions {
			t.Fatalf("%d questions", len(questions))
		}
		for _, q := range questions {
			if !strings.Contains(strings.ReplaceAll(comment, "\r\n", "\n"), q) || strings.TrimSpace(q) != q {
				t.Errorf("question %q is not in the comment word for word", q)
			}
		}
		var quoted strings.Builder
		for line := range strings.Lines(strings.ReplaceAll(comment, "\r", "\n")) {
			quoted.WriteString("> " + strings.TrimRight(line, "\n") + "\n")
		}
		if Questions(quoted.String()) != nil {
			t.Errorf("a quoted comment asks: %q", quoted.String())
		}
	})
}
