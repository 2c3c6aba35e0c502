package syntax

import (
	"context"
	"fmt"
	"sort"
	"strings"
	"testing"
)

// outline shows the symbols of a file: kind, local name, lines, then "test",
// "hidden" where it is not exported, and its properties.
func outline(t *testing.T, dialect, source string) string {
	t.Helper()
	facts, _, err := Extract(context.Background(), dialect, []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for _, s := range facts.Symbols[1:] {
		fmt.Fprintf(&out, "%s %s %d-%d", s.Kind, s.Local, s.Span.Start.Line, s.Span.End.Line)
		if s.Test {
			out.WriteString(" test")
		}
		if !s.Exported {
			out.WriteString(" hidden")
		}
		var words []string
		for k := range s.Properties {
			words = append(words, k)
		}
		sort.Strings(words)
		out.WriteString(strings.TrimRight(" "+strings.Join(words, " "), " ") + "\n")
	}
	return out.String()
}

func TestOutlines(t *testing.T) {
	for _, c := range []struct{ name, dialect, source, want string }{
		{"go", "go", `package a

func (t *T) M() {}
func (o other) N() {}

type T struct {
	base
	x, y int
}
type I interface{ Do() error }
type A = T

const c = 1

var f = func() {}

func TestX(t *testing.T) {}
func testless() { type inner struct{ z int } }
`, `class T 6-9
field T.base 7-7 hidden embedded
field T.x 8-8 hidden
field T.y 8-8 hidden
interface I 10-10
method I.Do 10-10 abstract
class A 11-11 alias
method T.M 3-3
method other.N 4-4
field c 13-13 hidden const
function f 15-15 hidden variable
function TestX 17-17 test
function testless 18-18 hidden
class testless.inner 18-18 hidden
field testless.inner.z 18-18 hidden
`},
		{"c", "c", `#define MAX 3
#define ADD(a, b) ((a) + (b))
typedef struct node { int v; struct { int w; } in; } node_t;
enum e { E1 };
static int helper(int a);
static int helper(int a) { return a; }
int print(const char *f, ...) PRINTF_LIKE(1, 2);
DECLARE(x)
int main(void) {
  for_each(a, i) {
    helper(i);
  }
#ifdef _WIN32
  if (1) {
#else
  if (2) {
#endif
  }
}
int last;
`, `field MAX 1-2 macro
function ADD 2-3 macro
class node 3-3
field node.v 3-3
field node.in 3-3
field node.in.w 3-3
class node_t 3-3 alias
enum e 4-4
field e.E1 4-4 const
function helper 5-5 hidden prototype static
function helper~2 6-6 hidden static
function print 7-7 prototype
function main 9-19
field last 20-20
`},
		{"cpp", "cpp", `namespace a { class B : public C {
  int x_;
 public:
  B();
  virtual void m() = 0;
}; }
void a::B::n() {}
`, `module a 1-6
class a.B 1-6
field a.B.x_ 2-2 hidden
method a.B.B 4-4 prototype
method a.B.m 5-5 abstract virtual
method a.B.n 7-7
`},
		{"rust", "rust", `/// Doc.
#[derive(Debug)]
pub struct P { pub a: i32 }
pub trait T { fn req(&self); }
impl T for P { fn req(&self) {} }
impl Elsewhere { pub async fn go() {} }
#[cfg(test)]
mod tests {
  #[test]
  fn works() {}
}
`, `class P 2-3
field P.a 3-3
interface T 4-4
method T.req 4-4 abstract
module tests 7-11 hidden
function tests.works 9-10 test hidden
method P.req 5-5 trait
method Elsewhere.go 6-6 async static
`},
		{"ruby", "ruby", `module A
  class B < C
    attr_reader :x
    K = 1
    def m?; end
    def self.c; end
    private
    def p; end
  end
end
describe "B" do
  it "works" do
  end
end
`, `class A 1-10 module
class A.B 2-9
field A.B.x 3-3 accessor
field A.B.K 4-4
method A.B.m? 5-5
method A.B.c 6-6 static
method A.B.p 8-8 hidden
class describe B 11-14 test example
function describe B.it works 12-13 test example
`},
		{"php", "php", `<?php
namespace A;
final class B extends C {
  const K = 1;
  private int $x;
  public function __construct(protected D $d) {}
}
function f() {}
`, `class B 3-7 final
field B.K 4-4 const
field B.x 5-5 hidden
method B.__construct 6-6
field B.d 6-6 hidden
function f 8-8
`},
		{"bash", "bash", "X=1\nf() { local y=2; }\nfunction g { :; }\n", `field X 1-1
function f 2-2
function g 3-3
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := outline(t, c.dialect, c.source); got != c.want {
				t.Errorf("outline is\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestInactiveLines(t *testing.T) {
	source := `#ifdef _WIN32
a
#elif defined(HAVE_X) && !defined(Y)
b
#else
c
#endif
#define V 3
#if V >= 2 /* yes */
d
#else
e
#endif
#if 0
f
#endif
`
	if got, want := fmt.Sprint(InactiveLines([]byte(source))), "[[2 2] [6 6] [12 12] [15 15]]"; got != want {
		t.Errorf("inactive lines %s, want %s", got, want)
	}
}

func FuzzPrepare(f *testing.F) {
	f.Add("#if A\nint f(\n#else\nx) {\n#endif\n")
	f.Add("M(1)\nint f() { each(a) { } }\n#define A /* \\\n*/")
	f.Fuzz(func(t *testing.T, source string) {
		got := cPrepare([]byte(source))
		if len(got) != len(source) || strings.Count(string(got), "\n") != strings.Count(source, "\n") {
			t.Errorf("length or lines changed: %q became %q", source, got)
		}
		InactiveLines([]byte(source))
	})
}
