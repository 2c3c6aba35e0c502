package localhub

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-github/v60/github"
)

// visit is what a browser gets.
func (b bundle) visit(t *testing.T, path string) (status int, body string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, b.URL()+path, nil)
	check(t, err)
	resp, err := http.DefaultClient.Do(req)
	check(t, err)
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	check(t, err)
	return resp.StatusCode, string(text)
}

// submit posts a form as a page of that origin.
func (b bundle) submit(t *testing.T, path, origin string, form url.Values) int {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, b.URL()+path, strings.NewReader(form.Encode()))
	check(t, err)
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Origin", origin)
	resp, err := http.DefaultClient.Do(req)
	check(t, err)
	check(t, resp.Body.Close())
	return resp.StatusCode
}

func TestAPersonAsksOnThePage(t *testing.T) {
	t.Parallel()
	b := setup(t)
	form := url.Values{"as": {Writer}, "title": {"Refunds"}, "body": {"how?"}}
	if got := b.submit(t, "/acme/shop/issues", b.URL(), form); got != 200 {
		t.Fatalf("new issue: %d", got)
	}
	form = url.Values{"as": {Writer}, "body": {"/ask who\r\nrefunds?"}}
	if got := b.submit(t, "/acme/shop/issues/1/comments", b.URL(), form); got != 200 {
		t.Fatalf("comment: %d", got)
	}
	if list := b.Comments(1); len(list) != 1 || list[0].Body != "/ask who\nrefunds?" || list[0].Author != Writer {
		t.Errorf("comments: %v", list)
	}
	if got := b.submit(t, "/acme/shop/issues/1/comments", "http://evil.example", form); got != 403 {
		t.Errorf("from another site: %d", got)
	}
	_, _, err := b.client(t).Issues.CreateComment(t.Context(), "acme", "shop", 1, &github.IssueComment{
		Body: github.String("**`Refund`** does.\n\n<!-- plumbline:secret --><script>alert(1)</script>"),
	})
	check(t, err)
	_, page := b.visit(t, "/acme/shop/issues/1?fragment")
	if !strings.Contains(page, "<strong><code>Refund</code></strong> does.") || !strings.Contains(page, "plumbline[bot]") {
		t.Errorf("the answer is not on the page:\n%s", page)
	}
	if strings.Contains(page, "alert(1)") || strings.Contains(page, "secret") {
		t.Errorf("the page lets through what GitHub hides:\n%s", page)
	}
}

func TestPages(t *testing.T) {
	t.Parallel()
	b := setup(t)
	issue := must[int](t)(b.OpenIssue("Refunds", "how?", Maintainer))
	pull := must[int](t)(b.OpenPull("Change refund", "", "main", "feature", Writer))
	must[Comment](t)(b.ReviewComment(pull, "src/shop.go", 0, 3, "/ask why?", Maintainer))
	c := must[Comment](t)(b.Comment(issue, "hello", Writer))
	check(t, b.React(c.ID, "eyes", Maintainer))
	main, err := b.git.commit("main")
	check(t, err)
	for _, tc := range []struct {
		path   string
		status int
		want   string
	}{
		{"/", 200, "Issues and pull requests"},
		{"/acme/shop", 200, "Change refund"},
		{"/acme/shop/issues/1", 200, "👀 1"},
		{"/acme/shop/pull/2", 200, "func Refund(all bool) {}"},
		{"/acme/shop/pull/2/files", 200, `<tr class="added"><td class="line">&#43;func Refund(all bool) {}`},
		{"/acme/shop/issues/99", 404, "no issue or pull request"},
		{"/acme/shop/issues/x", 404, "no issue or pull request"},
		{"/acme/other", 404, "no such repository"},
		{"/acme/shop/blob/" + main + "/src/shop.go", 200, `<tr id="L5"><td class="n"><a href="#L5">5</a></td><td class="line">func Pay() {}</td></tr>`},
		{"/acme/shop/blob/main/src/odd%20%23dir/a%20%5B1%5D%3F.txt", 200, "two"},
		{"/acme/shop/tree/main", 200, ">src</a>"},
		{"/acme/shop/blob/main/src/gone.go", 404, "Nothing stands"},
		{"/acme/shop/blob/main/../../etc/passwd", 404, ""},
		{"/acme/shop/blob/--help/x", 404, "Nothing stands"},
		{"/acme/shop/commit/feature", 200, "change refund"},
		{"/acme/shop/raw/main/src/shop.go", 200, "package shop\n"},
		{"/_control/", 200, "issues.opened"},
		{"/_static/style.css", 200, "prefers-color-scheme"},
		{"/_avatar/102", 200, ">M</text>"},
	} {
		b.flush(t)
		status, body := b.visit(t, tc.path)
		if status != tc.status || !strings.Contains(body, tc.want) {
			t.Errorf("%s: %d, want %d with %q:\n%s", tc.path, status, tc.status, tc.want, body[:min(len(body), 1500)])
		}
	}
}

func TestControlTakesJSON(t *testing.T) {
	t.Parallel()
	b := setup(t)
	post := func(path, body string) int {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, b.URL()+"/_control/"+path, strings.NewReader(body))
		check(t, err)
		req.Header.Set("Content-Type", "application/json")
		resp, err := http.DefaultClient.Do(req)
		check(t, err)
		check(t, resp.Body.Close())
		return resp.StatusCode
	}
	for body, want := range map[string]int{
		`{"kind":"server-error","times":1,"path":"/repos/acme/shop"}`: 204,
		`{"kind":"meteorite"}`:           422,
		`{"kind":"slow","delay":"soon"}`: 422,
		`["kind"]`:                       422,
	} {
		if got := post("faults", body); got != want {
			t.Errorf("%s: %d, want %d", body, got, want)
		}
	}
	if f := b.Faults(); len(f) != 1 || f[0].Kind != ServerError {
		t.Fatalf("faults: %v", f)
	}
	_, resp, err := b.client(t).Repositories.Get(t.Context(), "acme", "shop")
	if err == nil || resp.StatusCode != 500 {
		t.Errorf("the asked-for failure: %v", err)
	}
	if got := post("push", `{"branch":"release","rev":"main"}`); got != 204 {
		t.Errorf("push: %d", got)
	}
	if got := post("push", `{"branch":"release","rev":"nowhere"}`); got != 422 {
		t.Errorf("push of nothing: %d", got)
	}
	b.flush(t)
	if got := b.in.events(t); len(got) != 1 || got[0] != "push" {
		t.Errorf("events: %v", got)
	}
}

func TestMarkdown(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ in, want string }{
		{"a\nb", "<p>a<br>\nb</p>\n"},
		{"| a |\n|---|\n| b |", "<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>b</td>\n</tr>\n</tbody>\n</table>\n"},
		{"- [x] done", "<ul>\n<li><input checked=\"\" disabled=\"\" type=\"checkbox\"> done</li>\n</ul>\n"},
		{"<details><summary>s</summary>\n\nx\n</details>", "<details><summary>s</summary>\n<p>x</p>\n</details>"},
		{"[x](javascript:alert(1))", "<p>x</p>\n"},
		{"<img src=x onerror=alert(1)>", "<img src=\"x\">"},
		{"```go\nx\n```", "<pre><code class=\"language-go\">x\n</code></pre>\n"},
		{"thanks @mira-maintains, see #12 and `@code`, a@b.example", "<p>thanks <strong>@mira-maintains</strong>, see <a href=\"/acme/shop/issues/12\">#12</a> and <code>@code</code>, <a href=\"mailto:a@b.example\" rel=\"nofollow\">a@b.example</a></p>\n"},
		{"<b>@wes-writes</b> it&#39;s `#1` [#2](x) b/c#3 @", "<p><b><strong>@wes-writes</strong></b> it&#39;s <code>#1</code> <a href=\"x\" rel=\"nofollow\">#2</a> <a href=\"/b/c/issues/3\">b/c#3</a> @</p>\n"},
		{"> [!NOTE]\n> careful", "<blockquote>\n<p><strong>Note</strong></p>\n<p>careful</p>\n</blockquote>\n"},
	} {
		if got := string(renderComment("acme/shop", tc.in)); got != tc.want {
			t.Errorf("%q:\n%q, want\n%q", tc.in, got, tc.want)
		}
	}
}

func TestMentions(t *testing.T) {
	t.Parallel()
	b := setup(t)
	n := must[int](t)(b.OpenIssue("Refunds", "", Maintainer))
	for text, want := range map[string]string{
		"fixes #1, @sam-stranger!":                     "#1 @sam-stranger",
		"<table><tr><td>@x org/repo#7</td></table>":    "@x org/repo#7",
		"`@x` ```#1``` a@b.example \n\n    @x\n":       "",
		"@\u2060x #\u20601 <!-- @x -->":                "",
		"&#64;x":                                       "@x",
		"[`a.go:1-2`](http://h/o/r/blob/s/a.go#L1-L2)": "",
	} {
		c := must[Comment](t)(b.Comment(n, text, Writer))
		if got := strings.Join(b.Mentions(c.ID), " "); got != want {
			t.Errorf("%q names %q, want %q", text, got, want)
		}
	}
}

func FuzzMarkdownIsHarmless(f *testing.F) {
	for _, seed := range []string{"<script>alert(1)</script>", "[a](JaVaScript:x)", "<svg onload=x>", "@a #1 `", "> [!NOTE]\n", "<details open ontoggle=x>"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		out := strings.ToLower(string(renderComment("acme/shop", text)))
		for _, bad := range []string{"<script", "<iframe", "<svg", "<style", "<form", "href=\"javascript:", "src=\"javascript:"} {
			if strings.Contains(out, bad) {
				t.Errorf("%q became %q", text, out)
			}
		}
	})
}

func FuzzAddressesAndBodies(f *testing.F) {
	dir := newRepository(f)
	h, err := New(Options{GitDir: dir})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { h.Close() }) //nolint:errcheck // the test has ended
	number, err := h.OpenIssue("Refunds", "", Maintainer)
	if err != nil {
		f.Fatal(err)
	}
	h.mu.Lock()
	token := h.mint(defaultPermissions()).value
	h.mu.Unlock()
	for _, seed := range [][2]string{
		{"blob/main/src/shop.go", `{"body":"x"}`}, {"blob/main/../x", `{"body":null}`}, {"blob/main%00/x", `{"body":`},
		{"raw/HEAD@{1}/src", `[]`}, {"tree//", `"x"`}, {"commit/main:src", `{"body":"` + "\xff" + `"}`}, {"blob/:(glob)**/x", ``},
	} {
		f.Add(seed[0], seed[1])
	}
	handler := h.handler()
	f.Fuzz(func(t *testing.T, path, body string) {
		w := newRecorder()
		address := &url.URL{Path: "/acme/shop/" + path}
		r := (&http.Request{Method: http.MethodGet, URL: address, Header: http.Header{}, Body: http.NoBody}).WithContext(context.Background())
		handler.ServeHTTP(w, r)
		if w.status >= 500 {
			t.Errorf("GET %q: %d %s", path, w.status, w.body.String())
		}
		w = newRecorder()
		r = &http.Request{
			Method: http.MethodPost, URL: &url.URL{Path: "/repos/acme/shop/issues/1/comments"},
			Header: http.Header{"Authorization": {"token " + token}}, Body: io.NopCloser(strings.NewReader(body)),
		}
		before := len(h.Comments(number))
		handler.ServeHTTP(w, r.WithContext(context.Background()))
		made := len(h.Comments(number)) - before
		if w.status >= 500 || (w.status == http.StatusCreated) != (made == 1) {
			t.Errorf("POST %q: %d, %d comments", body, w.status, made)
		}
	})
}
