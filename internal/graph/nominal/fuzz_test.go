package nominal_test

import (
	"testing"

	"github.com/plumbline/plumbline/internal/graph"
)

func FuzzBind(f *testing.F) {
	paths := []string{"A.cs", "a.kt", "A.scala", "a.swift"}
	for i, c := range cases {
		f.Add(uint8(i), []byte(c.archive))
	}
	f.Add(uint8(1), []byte("class A : A.B { class B : A() } fun A.f() = f().f { it.f { it.f() } }"))
	f.Fuzz(func(t *testing.T, language uint8, source []byte) {
		file := graph.NewFile(t.Context(), binders, paths[int(language)%len(paths)], source)
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
