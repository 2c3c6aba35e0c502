package clang

import (
	"context"
	"testing"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/graph"
	"github.com/plumbline/plumbline/internal/graph/graphtest"
)

func binders() []graph.Binder { return []graph.Binder{New()} }

const program = `
-- src/main.c --
#include <stdio.h>
#include "util.h"

static int helper(void) { return 1; }
typedef int (*callback)(int);
struct ops { callback run; };

int main(int argc, char **argv) {
	int shadow = 0;
	shadow(1);
	helper();
	util(ADD(1, 2));
	printf("x");
	fopen("x", "r");
	struct ops o = { util };
	o.run(3);
	each(argc, i) {
		helper();
	}
	return MAX;
}
-- src/util.h --
#define ADD(a, b) ((a) + helper2(b))
#define MAX 3
#define each(n, i) for (int i = 0; i < (n); i++)
int util(int x) ATTRIBUTE(1);
int helper2(int x);
int missing(int x);
-- src/util.c --
#include "util.h"
static int helper(void) { return 2; }
#ifdef _WIN32
int util(int x) { return missing(x); }
#else
int util(int x) { return helper(); }
#endif
int helper2(int x) { return x; }
-- src/win.c --
#ifdef WIN32
void *fopen(const char *a, const char *b) { return 0; }
#endif
-- other/util.c --
int shadow(int x) { return x; }
`

func TestCCalls(t *testing.T) {
	graphtest.Expect(t, binders(), program, `
CALLS src/main.c:10 shadow -> unknown
CALLS src/main.c:11 helper -> src/main.c#helper exact
CALLS src/main.c:12 util -> src/util.c#util~2 exact
CALLS src/main.c:12 ADD -> src/util.h#ADD exact
CALLS src/main.c:13 printf -> external printf
CALLS src/main.c:14 fopen -> external fopen
CALLS src/main.c:16 run -> unknown
CALLS src/main.c:17 each -> src/util.h#each exact
CALLS src/main.c:18 helper -> src/main.c#helper exact
CALLS src/util.c:4 missing -> src/util.h#missing exact
CALLS src/util.c:6 helper -> src/util.c#helper exact
`, code.Calls)
}

func TestCReads(t *testing.T) {
	graphtest.Has(t, binders(), program, `
IMPORTS src/main.c:1 stdio.h -> external stdio.h
IMPORTS src/main.c:2 util.h -> src/util.h# exact
READS src/main.c:15 util -> src/util.c#util~2 exact
READS src/main.c:20 MAX -> src/util.h#MAX exact
READS src/util.h:1 helper2 -> src/util.c#helper2 inferred
`)
}

func TestCpp(t *testing.T) {
	graphtest.Expect(t, binders(), `
-- a.hpp --
namespace app {
class Base {
 public:
  virtual int area() const = 0;
  void log();
};
class Shape : public Base {
 public:
  Shape(int n);
  int area() const override;
  int area(int scale);
  Base* next_;
};
Shape make();
}
-- a.cpp --
#include "a.hpp"
namespace app {
void Base::log() {}
Shape::Shape(int n) {}
int Shape::area() const { log(); return next_->area(); }
int Shape::area(int scale) { return this->area() * scale; }
Shape make() { return Shape(1); }
}
int main() {
  app::Shape s(1);
  s.area(2);
  s.log();
  auto t = app::make();
  t.area();
  std::unique_ptr<app::Shape> p;
  p->area();
  std::sort(1);
  auto q = new app::Shape(3);
  q->unknown();
}
`, `
CALLS a.cpp:5 log -> a.cpp#app.Base.log exact
CALLS a.cpp:5 area -> a.hpp#app.Base.area exact
CALLS a.cpp:6 area -> a.cpp#app.Shape.area exact
CALLS a.cpp:7 Shape -> a.cpp#app.Shape.Shape exact
CALLS a.cpp:11 area -> a.cpp#app.Shape.area~2 exact
CALLS a.cpp:12 log -> a.cpp#app.Base.log exact
CALLS a.cpp:13 make -> a.cpp#app.make exact
CALLS a.cpp:14 area -> a.cpp#app.Shape.area inferred
CALLS a.cpp:16 area -> a.cpp#app.Shape.area exact
CALLS a.cpp:17 sort -> external std.sort
CALLS a.cpp:18 app::Shape -> a.cpp#app.Shape.Shape exact
CALLS a.cpp:19 unknown -> unknown
EXTENDS a.hpp:7 Shape -> a.hpp#app.Base exact
OVERRIDES a.hpp:10 area -> a.hpp#app.Base.area exact
OVERRIDES a.cpp:5 area -> a.hpp#app.Base.area exact
`, code.Calls, code.Extends, code.Overrides)
}

func TestLaw(t *testing.T) {
	graphtest.CheckEdits(t, binders(), program, map[string]string{
		"src/util.h":  "int util(int x);\n",
		"src/util.c":  "int other(void) { return 1; }\n",
		"src/more.c":  "int missing(int x) { return x; }\n",
		"src/stdio.h": "int printf(char *);\n",
		"util.h":      "int fopen(char *, char *);\n",
		"src/win.c":   "void *fopen(const char *a, const char *b) { return 0; }\n",
	})
}

func FuzzBind(f *testing.F) {
	f.Add("#define X(a) a\nint f(void) { X(1) { } }\n#if A\n")
	f.Add("class A : A { A a; void f() { a.f(); } };")
	f.Fuzz(func(t *testing.T, source string) {
		for _, p := range []string{"a.c", "a.cpp"} {
			file := graph.NewFile(context.Background(), binders(), p, []byte(source))
			if _, _, err := graph.BindFile(graph.NewMemory([]*graph.File{file}), file); err != nil {
				t.Fatal(err)
			}
		}
	})
}
