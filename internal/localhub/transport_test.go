package localhub

import (
	"net/http"
	"os/exec"
	"strings"
	"testing"
)

func TestGitOverHTTP(t *testing.T) {
	t.Parallel()
	b := setup(t)
	n := must[int](t)(b.OpenPull("Change refund", "", "main", "feature~0", Writer))
	tok, _, err := b.apps(t).Apps.CreateInstallationToken(t.Context(), b.InstallationID(), nil)
	check(t, err)
	for _, protocol := range []string{"0", "2"} {
		dir := t.TempDir()
		git := func(token string, args ...string) (string, error) {
			cmd := exec.CommandContext(t.Context(), "git", append([]string{"-c", "protocol.version=" + protocol}, args...)...)
			cmd.Dir = dir
			cmd.Env = append(cmd.Environ(), "GIT_TERMINAL_PROMPT=0", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_COUNT=1",
				"GIT_CONFIG_KEY_0=http.extraHeader", "GIT_CONFIG_VALUE_0=Authorization: "+basic(token))
			out, err := cmd.CombinedOutput()
			return string(out), err
		}
		if out, err := git("ghs_wrong", "clone", "--bare", b.CloneURL(), "no.git"); err == nil {
			t.Errorf("cloned with a wrong token: %s", out)
		}
		if out, err := git(tok.GetToken(), "clone", "--quiet", "--bare", "--filter=blob:none", b.CloneURL(), "yes.git"); err != nil {
			t.Fatalf("protocol %s: %v\n%s", protocol, err, out)
		}
		refs, err := git(tok.GetToken(), "ls-remote", b.CloneURL())
		check(t, err)
		if !strings.Contains(refs, "refs/pull/1/head") || !strings.Contains(refs, "refs/heads/main") {
			t.Errorf("refs of pull request %d: %s", n, refs)
		}
		if out, err := git(tok.GetToken(), "-C", "yes.git", "push", b.CloneURL(), "main:other"); err == nil {
			t.Errorf("pushed: %s", out)
		}
	}
	out, err := exec.CommandContext(t.Context(), "git", "-C", b.repo, "for-each-ref").Output()
	check(t, err)
	if strings.Contains(string(out), "pull/") || strings.Count(string(out), "\n") != 2 {
		t.Errorf("the local repository was written to: %s", out)
	}
}

func basic(token string) string {
	r := http.Request{Header: http.Header{}}
	r.SetBasicAuth("x-access-token", token)
	return r.Header.Get("Authorization")
}

func TestGitFailsOnDemand(t *testing.T) {
	t.Parallel()
	b := setup(t)
	header := "http.extraHeader=Authorization: " + basic(b.token(t))
	list := func() error {
		return exec.CommandContext(t.Context(), "git", "-c", header, "ls-remote", b.CloneURL()).Run()
	}
	b.Fail(Fault{Kind: ServerError, Path: "/repos/"})
	check(t, list())
	for _, kind := range []FaultKind{ServerError, DropBefore, DropAfter, NotFound} {
		b.Fail(Fault{Kind: kind, Path: "shop.git/info/refs", Times: 1})
		if list() == nil {
			t.Errorf("%s did not strike", kind)
		}
		check(t, list())
	}
}
