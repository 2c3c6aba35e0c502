package java_test

import (
	"context"
	"testing"

	"github.com/plumbline/plumbline/internal/graph"
	"github.com/plumbline/plumbline/internal/graph/graphtest"
)

const lawArchive = `
-- p/Base.java --
package p;
public class Base<T> { protected T held; public T get() { return held; } public static class In { public void go() {} } public void f(Object o) {} }
-- p/Fn.java --
package p;
public interface Fn { Sink apply(String s); }
-- p/Sink.java --
package p;
public class Sink { public void f(int i) {} public void f(Object o) {} public Sink next() { return this; } }
-- q/Mid.java --
package q;
import p.*;
public class Mid extends Base<Sink> { static Sink run(Fn fn) { return fn.apply("x"); } }
-- q/Use.java --
package q;
import p.Sink;
class Use extends Mid {
  In in;
  void a(Sink s) { s.next().f(1); get().f("x"); in.go(); f(s); held.next(); Mid.run(x -> s.next()).next(); helper(); }
}
`

func TestLawOfBinding(t *testing.T) {
	edits := map[string]string{
		"p/Base.java": "package p;\npublic class Base<T> { protected T held; public String get() { return null; } public static class In { public int go() { return 1; } public void go(int i) {} } }\n",
		"p/Fn.java":   "package p;\npublic interface Fn { Sink apply(String s); int other(); }\n",
		"p/Sink.java": "package p;\npublic class Sink { public void f(int i) {} public Use2 next() { return null; } }\n",
		"q/Mid.java":  "package q;\nimport p.Base;\nimport p.Fn;\npublic class Mid extends Base<String> { static String run(Fn fn) { return null; } void helper() {} }\n",
		"q/Sink.java": "package q;\npublic class Sink { public void f(int i) {} }\n",
		"q/In.java":   "package q;\npublic class In { public void go() {} }\n",
		"p/Mid.java":  "",
		"p/Late.java": "package p;\nclass Late {}\n",
	}
	graphtest.CheckEdits(t, binders, lawArchive, edits)
	for name := range map[string]bool{"p/Base.java": true, "p/Sink.java": true, "q/Mid.java": true, "p/Fn.java": true} {
		graphtest.CheckEdits(t, binders, lawArchive, map[string]string{name: ""})
	}
}

func TestPlacesDoNotMatterToOthers(t *testing.T) {
	f := func(source string) map[string]uint64 {
		out := map[string]uint64{}
		for _, a := range graph.NewFile(context.Background(), binders, "A.java", []byte(source)).Answers() {
			out[a.Key] = a.Hash
		}
		return out
	}
	a := f("package p;\nclass A { int x; void f(int a, String b) { } }\n")
	b := f("package p;\n\n// moved\nclass  A {\n  int x;\n  /** doc */\n  void f( int  a,String b) { g(); }\n}\n")
	if len(a) != len(b) {
		t.Fatalf("answers %v and %v", a, b)
	}
	for k, h := range a {
		if b[k] != h {
			t.Errorf("%s changed though nothing that others see did", k)
		}
	}
}

func FuzzBind(f *testing.F) {
	for _, c := range cases {
		f.Add([]byte(c.archive))
	}
	f.Add([]byte("class A extends A.B { class B extends A {} } interface I<T extends I<T>> extends I<I<T>> { I f(I i); }"))
	f.Add([]byte("class A<T extends T> { T t; { var x = x; t.f(t.f(y -> y.f(z -> z))); } enum { A() { int"))
	f.Fuzz(func(t *testing.T, source []byte) {
		file := graph.NewFile(context.Background(), binders, "A.java", source)
		links, _, err := graph.BindFile(graph.NewMemory([]*graph.File{file}), file)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range links {
			if file.Symbol(l.From) == nil {
				t.Errorf("link %+v comes from no symbol", l)
			}
		}
	})
}
