package golang

import (
	"bytes"
	"go/build/constraint"
	"path"
	"slices"
	"strconv"
	"strings"
)

// platform is the set of build tags that hold.
type platform map[string]bool

var defaultPlatform = platform{"linux": true, "amd64": true, "unix": true, "cgo": true, "gc": true}

// buildTags is the constraint that a file states before its package clause.
func buildTags(source []byte) constraint.Expr {
	var plus []constraint.Expr
	for line := range bytes.Lines(source) {
		text := strings.TrimSpace(string(line))
		if constraint.IsGoBuild(text) {
			if x, err := constraint.Parse(text); err == nil {
				return x
			}
		}
		if constraint.IsPlusBuild(text) {
			if x, err := constraint.Parse(text); err == nil {
				plus = append(plus, x)
			}
		}
		if strings.HasPrefix(text, "package ") {
			break
		}
	}
	if len(plus) == 0 {
		return nil
	}
	all := plus[0]
	for _, x := range plus[1:] {
		all = &constraint.AndExpr{X: all, Y: x}
	}
	return all
}

// holds reports whether the file is built on a platform.
func (m *model) holds(p platform) bool {
	goos, goarch := suffixTags(m.path)
	if goos != "" && !p.has(goos) || goarch != "" && !p.has(goarch) {
		return false
	}
	return m.tags == nil || m.tags.Eval(p.has)
}

func (p platform) has(tag string) bool {
	if minor, ok := strings.CutPrefix(tag, "go1."); ok {
		_, err := strconv.Atoi(minor)
		return err == nil
	}
	return p[tag]
}

// platformOf is the default platform where m is built there, else a near one
// that m is built on.
func platformOf(m *model) platform {
	if m.holds(defaultPlatform) {
		return defaultPlatform
	}
	goos, goarch := suffixTags(m.path)
	var tags []string
	if m.tags != nil {
		tags = tagsOf(m.tags)
	}
	for _, os := range preferred(goos, tags, knownOS, "linux") {
		for _, arch := range preferred(goarch, tags, knownArch, "amd64") {
			if p := withTags(m, os, arch, tags); p != nil {
				return p
			}
		}
	}
	return defaultPlatform
}

// preferred are the values of one dimension to try, the default first.
func preferred(fixed string, tags []string, known map[string]bool, usual string) []string {
	if fixed != "" {
		return []string{fixed}
	}
	out := []string{usual}
	for _, t := range tags {
		if known[t] && t != usual {
			out = append(out, t)
		}
	}
	if usual == "linux" && !slices.Contains(out, "windows") {
		out = append(out, "windows", "darwin")
	}
	if usual == "amd64" && !slices.Contains(out, "arm64") {
		out = append(out, "arm64")
	}
	return out
}

// maxFreeTags bounds the tags whose every combination is tried.
const maxFreeTags = 6

// withTags finds which of a file's own tags must hold for it to be built.
func withTags(m *model, os, arch string, tags []string) platform {
	var free []string
	for _, t := range tags {
		if !knownOS[t] && !knownArch[t] && t != "unix" {
			free = append(free, t)
		}
	}
	free = free[:min(len(free), maxFreeTags)]
	for set := range 1 << len(free) {
		p := platform{os: true, arch: true, "gc": true, "cgo": true, "unix": os != "windows" && os != "plan9" && os != "js" && os != "wasip1"}
		for i, t := range free {
			p[t] = set>>i&1 == 1
		}
		if m.holds(p) {
			return p
		}
	}
	return nil
}

func tagsOf(x constraint.Expr) []string {
	switch x := x.(type) {
	case *constraint.TagExpr:
		return []string{x.Tag}
	case *constraint.NotExpr:
		return tagsOf(x.X)
	case *constraint.AndExpr:
		return append(tagsOf(x.X), tagsOf(x.Y)...)
	case *constraint.OrExpr:
		return append(tagsOf(x.X), tagsOf(x.Y)...)
	}
	return nil
}

// suffixTags are the GOOS and GOARCH of a file's name ("go help
// buildconstraint").
func suffixTags(p string) (goos, goarch string) {
	name := strings.TrimSuffix(strings.TrimSuffix(path.Base(p), ".go"), "_test")
	parts := strings.Split(name, "_")[1:]
	if n := len(parts); n > 0 && knownArch[parts[n-1]] {
		goarch = parts[n-1]
		parts = parts[:n-1]
	}
	if n := len(parts); n > 0 && knownOS[parts[n-1]] {
		goos = parts[n-1]
	}
	return goos, goarch
}

var (
	knownOS   = set("aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris wasip1 windows zos")
	knownArch = set("386 amd64 amd64p32 arm armbe arm64 arm64be loong64 mips mipsle mips64 mips64le mips64p32 mips64p32le ppc ppc64 ppc64le riscv riscv64 s390 s390x sparc sparc64 wasm")
)

func set(words string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		out[w] = true
	}
	return out
}
