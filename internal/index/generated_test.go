package index_test

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// project is the files of a made-up repository in several languages, whose
// parts call each other across files.
type project struct {
	random *rand.Rand
	files  map[string]string
}

func newProject(seed uint64) *project {
	p := &project{rand.New(rand.NewPCG(seed, 7)), map[string]string{
		"go.mod":           "module example.com/shop\n\ngo 1.22\n",
		"py/__init__.py":   "from .base import Base\n",
		"py/base.py":       "class Base:\n    def run(self):\n        return 1\n",
		"package.json":     `{"name": "shop", "workspaces": ["web"]}` + "\n",
		"web/package.json": `{"name": "@shop/web", "main": "index.ts"}` + "\n",
		"tsconfig.json":    `{"compilerOptions": {"baseUrl": ".", "paths": {"@/*": ["web/*"]}}}` + "\n",
		"web/index.ts":     "export * from './lib0';\n",
		"web/lib0.ts":      "export class Lib0 { make(): Lib0 { return this; } }\nexport function help0(): Lib0 { return new Lib0(); }\n",
	}}
	for range 12 {
		p.add()
	}
	return p
}

func (p *project) pick(n int) int { return p.random.IntN(n) }

// add writes a file of a random language, perhaps over another.
func (p *project) add() {
	n, other := p.pick(8), p.pick(8)
	switch p.pick(4) {
	case 0:
		p.files[fmt.Sprintf("py/m%d.py", n)] = p.python(n, other)
	case 1:
		dir := []string{"store", "web/api"}[p.pick(2)]
		p.files[fmt.Sprintf("%s/f%d.go", dir, n)] = p.golang(dir, n, other)
	case 2:
		p.files[fmt.Sprintf("web/lib%d.ts", n)] = p.typescript(n, other)
	default:
		pkg := []string{"shop", "shop.core"}[p.pick(2)]
		p.files[fmt.Sprintf("src/main/java/%s/C%d.java", strings.ReplaceAll(pkg, ".", "/"), n)] = p.java(pkg, n, other)
	}
}

func (p *project) python(n, other int) string {
	imports := []string{"from . import Base", fmt.Sprintf("from .m%d import C%d, f%d", other, other, other),
		fmt.Sprintf("from py import m%d", other), fmt.Sprintf("from .m%d import *", other)}
	base := []string{"Base", fmt.Sprintf("C%d", other), "object"}[p.pick(3)]
	returns := []string{"", " -> Base", fmt.Sprintf(" -> 'C%d'", other)}[p.pick(3)]
	return fmt.Sprintf("%s\n%s\n\nclass C%d(%s):\n    def run(self):\n        self.x = f%d()\n        return self.x.run()\n\ndef f%d()%s:\n    return C%d()\n\nvalue = f%d().run()\n",
		imports[0], imports[1+p.pick(3)], n, base, other, n, returns, []int{n, other}[p.pick(2)], n)
}

func (p *project) golang(dir string, n, other int) string {
	pkg := dir[strings.LastIndexByte(dir, '/')+1:]
	field := []string{"string", "int", fmt.Sprintf("*T%d", other)}[p.pick(3)]
	extra, call := "", ""
	if dir != "store" {
		extra, call = "import \"example.com/shop/store\"\n\n", fmt.Sprintf("\tstore.New%d().Do()\n", other)
	}
	return fmt.Sprintf("package %s\n\n%stype T%d struct{ next %s }\n\ntype I%d interface{ Do() }\n\nfunc New%d() *T%d { return &T%d{} }\n\nfunc (t *T%d) Do() {\n%s\tvar i I%d = New%d()\n\ti.Do()\n}\n",
		pkg, extra, n, field, n, n, n, n, n, call, other, other)
}

func (p *project) typescript(n, other int) string {
	from := []string{fmt.Sprintf("./lib%d", other), fmt.Sprintf("@/lib%d", other), "@shop/web"}[p.pick(3)]
	base := []string{"", fmt.Sprintf(" extends Lib%d", other)}[p.pick(2)]
	returns := []string{"", fmt.Sprintf(": Lib%d", other), fmt.Sprintf(": Lib%d", n)}[p.pick(3)]
	return fmt.Sprintf("import { Lib%d, help%d } from '%s';\nexport class Lib%d%s {\n  make() { return help%d().make(); }\n}\nexport function help%d()%s { return new Lib%d(); }\nexport { help%d as again%d } from './lib%d';\n",
		other, other, from, n, base, other, n, returns, []int{n, other}[p.pick(2)], other, n, other)
}

func (p *project) java(pkg string, n, other int) string {
	imports := []string{"", "import shop.*;\n", fmt.Sprintf("import shop.core.C%d;\n", other)}[p.pick(3)]
	base := []string{"", fmt.Sprintf(" extends C%d", other)}[p.pick(2)]
	arg := []string{"int", "String", fmt.Sprintf("C%d", other)}[p.pick(3)]
	return fmt.Sprintf("package %s;\n%s\npublic class C%d%s {\n  C%d next;\n  public C%d make(%s a) { return next; }\n  public void run() { new C%d().make(null).run(); make(null); }\n}\n",
		pkg, imports, n, base, other, other, arg, other)
}

// step changes the project as a commit might.
func (p *project) step() {
	paths := slices.Sorted(maps.Keys(p.files))
	path := paths[p.pick(len(paths))]
	switch p.pick(9) {
	case 0, 1, 2:
		p.add()
	case 3: // a line above everything
		p.files[path] = "\n" + p.files[path]
	case 4:
		delete(p.files, path)
	case 5: // a file that stops parsing
		p.files[path] += "\n((( = def class {\n"
	case 6: // moved
		p.files[strings.Replace(path, "m", "moved", 1)] = p.files[path]
		delete(p.files, path)
	case 7: // a name that shadows, a build file
		p.files["py/__init__.py"] = []string{"from .base import Base\n", "from .m1 import C1 as Base\n", ""}[p.pick(3)]
		p.files["go.mod"] = []string{"module example.com/shop\n", "module example.com/other\n"}[p.pick(2)]
		p.files["web/index.ts"] = fmt.Sprintf("export * from './lib%d';\n", p.pick(8))
	default: // two at once
		p.add()
		p.add()
	}
}

// history writes states of a project as commits of a new repository, each the
// parent of the next, and returns their hashes.
func history(t *testing.T, states []map[string]string) (dir string, shas []string) {
	t.Helper()
	dir = t.TempDir()
	var stream bytes.Buffer
	for i, files := range states {
		fmt.Fprintf(&stream, "commit refs/heads/main\nmark :%d\ncommitter A <a@example.com> %d +0000\ndata 1\nx\ndeleteall\n", i+1, 1_700_000_000+i)
		for _, path := range slices.Sorted(maps.Keys(files)) {
			fmt.Fprintf(&stream, "M 100644 inline %s\ndata %d\n%s\n", path, len(files[path]), files[path])
		}
	}
	runGit(t, dir, nil, "init", "--quiet", "--bare", "--initial-branch=main", ".")
	runGit(t, dir, &stream, "fast-import", "--quiet", "--export-marks=marks")
	marks, err := os.ReadFile(dir + "/marks")
	if err != nil {
		t.Fatal(err)
	}
	shas = make([]string, len(states))
	for line := range strings.Lines(string(marks)) {
		mark, sha, _ := strings.Cut(strings.TrimSpace(line), " ")
		i, err := strconv.Atoi(strings.TrimPrefix(mark, ":"))
		if err != nil {
			t.Fatal(err)
		}
		shas[i-1] = sha
	}
	return dir, shas
}

func runGit(t *testing.T, dir string, in *bytes.Buffer, args ...string) {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	if in != nil {
		cmd.Stdin = in
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %s: %v\n%s", args[0], err, out)
	}
}

// TestGeneratedHistory grows an index through random commits, jumps back and
// forth as force-pushes do, and looks beside the trunk. PLUMBLINE_SEEDS is how
// many histories; PLUMBLINE_HISTORY how long they are.
func TestGeneratedHistory(t *testing.T) {
	seeds, length := fromEnv("PLUMBLINE_SEEDS", 3), fromEnv("PLUMBLINE_HISTORY", 12)
	for seed := range seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			p := newProject(uint64(seed))
			var states []map[string]string
			for range length {
				states = append(states, maps.Clone(p.files))
				p.step()
			}
			dir, shas := history(t, states)
			w := newWorld(t, dir)
			for i, sha := range shas {
				s := w.index(w.grow, grown, sha, true)
				if i%2 == 1 {
					w.check(fmt.Sprintf("commit %d", i), s)
				}
			}
			if s := w.index(w.grow, grown, shas[length-1], true); s.Coverage.Bound < 20 {
				t.Fatalf("only %d references were bound: the project proves nothing", s.Coverage.Bound)
			}
			for range 3 {
				w.check("overlay", w.index(w.grow, grown, shas[p.pick(length)], false))
				w.check("force-push", w.index(w.grow, grown, shas[p.pick(length)], true))
			}
		})
	}
}

func fromEnv(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}
