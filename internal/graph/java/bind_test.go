package java_test

import (
	"testing"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/graph"
	"github.com/plumbline/plumbline/internal/graph/graphtest"
	"github.com/plumbline/plumbline/internal/graph/java"
)

var binders = []graph.Binder{java.New()}

// Each case binds the CALLS (or other links) of small files.
var cases = []struct {
	name, archive, want string
	types               []code.EdgeType
}{
	{"overloads by type, boxing, varargs and arity", `
-- A.java --
class A {
  void f(int x) {}
  void f(Integer x) {}
  void f(Object x) {}
  void f(int x, int... rest) {}
  void g(long x) {}
  void g(Object x) {}
  void run(String s, Integer i, byte b, Object[] os) {
    f(1); f(i); f(s); f(1, 2); f(1, 2, 3); f(b); f('c'); f(2L);
    g(1); g(os);
  }
}
`, `
CALLS A.java:9 f -> A.java#A.f exact
CALLS A.java:9 f -> A.java#A.f~2 exact
CALLS A.java:9 f -> A.java#A.f~3 exact
CALLS A.java:9 f -> A.java#A.f~4 exact
CALLS A.java:9 f -> A.java#A.f~4 exact
CALLS A.java:9 f -> A.java#A.f exact
CALLS A.java:9 f -> A.java#A.f exact
CALLS A.java:9 f -> A.java#A.f~3 exact
CALLS A.java:10 g -> A.java#A.g exact
CALLS A.java:10 g -> A.java#A.g~2 exact
`, calls},
	{"most specific by subtyping", `
-- A.java --
interface Shape {}
class Round implements Shape {}
class Ball extends Round {}
class A {
  void f(Shape s) {}
  void f(Round r) {}
  void f(String s) {}
  void run(Shape s, Ball b, Round r, boolean c) { f(s); f(b); f(c ? b : r); f(c ? "x" : null); }
}
`, `
CALLS A.java:8 f -> A.java#A.f exact
CALLS A.java:8 f -> A.java#A.f~2 exact
CALLS A.java:8 f -> A.java#A.f~2 exact
CALLS A.java:8 f -> A.java#A.f~3 exact
`, calls},
	{"constructors: declared, absent, this, super, anonymous, enum", `
-- A.java --
class Base { Base(int x) {} }
class A extends Base {
  A() { this("a"); }
  A(String s) { super(1); }
  Object run() { new A(); new Plain(); new Plain() { }; return new Runnable() { public void run() {} }; }
}
class Plain {}
enum E { ONE(1), TWO; E() {} E(int i) {} }
`, `
CALLS A.java:3 this -> A.java#A.A~2 exact
CALLS A.java:4 super -> A.java#Base.Base exact
CALLS A.java:5 A -> A.java#A.A exact
CALLS A.java:5 Plain -> A.java#Plain exact
CALLS A.java:5 Plain -> A.java#Plain exact
CALLS A.java:5 Runnable -> external java.lang.Object
CALLS A.java:8 ONE -> A.java#E.E~2 exact
CALLS A.java:8 TWO -> A.java#E.E exact
`, calls},
	{"imports, packages, nested types", `
-- src/main/java/p/Top.java --
package p;
public class Top { public static class In { public void go() {} } public static void stat() {} public static final int K = 1; }
-- src/main/java/q/Use.java --
package q;
import p.Top;
import p.Top.In;
import static p.Top.stat;
import static p.Top.*;
import java.util.List;
class Use { void run(In a, Top.In b, p.Top.In c, List<In> l) { a.go(); b.go(); c.go(); stat(); l.get(0).go(); int x = K; } }
`, `
IMPORTS src/main/java/q/Use.java:2 Top -> src/main/java/p/Top.java#Top exact
IMPORTS src/main/java/q/Use.java:3 In -> src/main/java/p/Top.java#Top.In exact
IMPORTS src/main/java/q/Use.java:4 stat -> src/main/java/p/Top.java#Top.stat exact
IMPORTS src/main/java/q/Use.java:5 Top -> src/main/java/p/Top.java#Top exact
IMPORTS src/main/java/q/Use.java:6 List -> external java.util.List
CALLS src/main/java/q/Use.java:7 go -> src/main/java/p/Top.java#Top.In.go exact
CALLS src/main/java/q/Use.java:7 go -> src/main/java/p/Top.java#Top.In.go exact
CALLS src/main/java/q/Use.java:7 go -> src/main/java/p/Top.java#Top.In.go exact
CALLS src/main/java/q/Use.java:7 stat -> src/main/java/p/Top.java#Top.stat exact
CALLS src/main/java/q/Use.java:7 get -> external java.util.List.get
CALLS src/main/java/q/Use.java:7 go -> src/main/java/p/Top.java#Top.In.go exact
READS src/main/java/q/Use.java:7 K -> src/main/java/p/Top.java#Top.K exact
`, nil},
	{"a platform or foreign name is never ours", `
-- A.java --
import com.other.Thing;
import java.util.*;
class A {
  void add(Object o) {}
  void get(int i) {}
  void run(List<String> l, Thing t, Map<String, A> m) { l.add("x"); t.get(1); t.make().get(1); m.get("a").get(2); String.valueOf(1).length(); }
}
`, `
CALLS A.java:6 add -> external java.util.Collection.add
CALLS A.java:6 get -> external com.other.Thing.get
CALLS A.java:6 make -> external com.other.Thing.make
CALLS A.java:6 get -> unknown
CALLS A.java:6 get -> external java.util.Map.get
CALLS A.java:6 get -> A.java#A.get exact
CALLS A.java:6 valueOf -> external java.lang.String.valueOf
CALLS A.java:6 length -> external java.lang.CharSequence.length
`, calls},
	{"lambdas, streams, method references, generic methods", `
-- A.java --
import java.util.*;
import java.util.function.*;
import java.util.stream.*;
class B { String name() { return ""; } static B of(String s) { return null; } boolean ok() { return true; } }
class A {
  <T> T pick(List<T> from) { return null; }
  static <T, R> R map(T t, Function<? super T, ? extends R> f) { return null; }
  void run(List<B> bs, Map<String, List<B>> m) {
    bs.forEach(b -> b.name());
    bs.stream().filter(b -> b.ok()).map(B::name).map(s -> B.of(s)).findFirst().get().ok();
    pick(bs).ok();
    map(bs, l -> l.get(0)).ok();
    for (Map.Entry<String, List<B>> e : m.entrySet()) for (B b : e.getValue()) b.ok();
    m.values().stream().flatMap(Collection::stream).collect(Collectors.toList()).get(0).ok();
    Supplier<B> s = () -> B.of("");
    s.get().ok();
    var v = new ArrayList<B>();
    v.iterator().next().ok();
  }
}
`, `
CALLS A.java:9 name -> A.java#B.name exact
CALLS A.java:10 ok -> A.java#B.ok exact
READS A.java:10 name -> A.java#B.name exact
CALLS A.java:10 of -> A.java#B.of exact
CALLS A.java:10 ok -> A.java#B.ok exact
CALLS A.java:11 pick -> A.java#A.pick exact
CALLS A.java:11 ok -> A.java#B.ok exact
CALLS A.java:12 map -> A.java#A.map exact
CALLS A.java:12 ok -> A.java#B.ok exact
CALLS A.java:13 ok -> A.java#B.ok exact
CALLS A.java:14 ok -> A.java#B.ok exact
CALLS A.java:15 of -> A.java#B.of exact
CALLS A.java:16 ok -> A.java#B.ok exact
CALLS A.java:18 ok -> A.java#B.ok exact
`, ours},
	{"patterns, records, switch, scopes", `
-- A.java --
record Point(int x, B b) { Point { check(); } static void check() {} }
class B { void go() {} int f; }
enum Color { RED, BLUE }
class A {
  B go;
  void go() {}
  void run(Object o, Color c) {
    if (o instanceof B b && b.f > 1) b.go();
    if (!(o instanceof B n)) return;
    n.go();
    switch (o) { case Point(int x, var y) -> y.go(); case B z when z.f == 0 -> z.go(); default -> go(); }
    switch (c) { case RED: break; default: }
    go.go();
    new Point(1, go).b().go();
    Runnable r = new Runnable() { int go; public void run() { A.this.go(); go = 2; } };
  }
}
`, `
CALLS A.java:1 check -> A.java#Point.check exact
READS A.java:8 f -> A.java#B.f exact
CALLS A.java:8 go -> A.java#B.go exact
CALLS A.java:10 go -> A.java#B.go exact
CALLS A.java:11 go -> A.java#B.go exact
READS A.java:11 f -> A.java#B.f exact
CALLS A.java:11 go -> A.java#B.go exact
CALLS A.java:11 go -> A.java#A.go~2 exact
READS A.java:12 RED -> A.java#Color.RED exact
READS A.java:13 go -> A.java#A.go exact
CALLS A.java:13 go -> A.java#B.go exact
CALLS A.java:14 Point -> A.java#Point.Point exact
READS A.java:14 go -> A.java#A.go exact
CALLS A.java:14 b -> A.java#Point.b exact
CALLS A.java:14 go -> A.java#B.go exact
CALLS A.java:15 go -> A.java#A.go~2 exact
WRITES A.java:15 go -> A.java#A.run.anonymous.go exact
`, ours},
	{"hierarchy: overriding, default methods, super, bounds", `
-- A.java --
interface I { default void hello() {} void must(); }
interface J extends I { void must(); }
abstract class Base<T extends I> implements J { T held; public void hello() { J.super.hello(); } void only(T t) { t.must(); held.hello(); } }
class Leaf extends Base<Leaf> { public void must() { only(this); super.hello(); held.must(); } public void hello() {} }
`, `
IMPLEMENTS A.java:3 J -> A.java#J exact
IMPLEMENTS A.java:3 hello -> A.java#I.hello exact
CALLS A.java:3 hello -> A.java#I.hello exact
CALLS A.java:3 must -> A.java#I.must exact
READS A.java:3 held -> A.java#Base.held exact
CALLS A.java:3 hello -> A.java#I.hello exact
EXTENDS A.java:2 I -> A.java#I exact
OVERRIDES A.java:2 must -> A.java#I.must exact
EXTENDS A.java:4 Base -> A.java#Base exact
CALLS A.java:4 only -> A.java#Base.only exact
CALLS A.java:4 hello -> A.java#Base.hello exact
READS A.java:4 held -> A.java#Base.held exact
CALLS A.java:4 must -> A.java#Leaf.must exact
IMPLEMENTS A.java:4 must -> A.java#J.must exact
OVERRIDES A.java:4 hello -> A.java#Base.hello exact
`, nil},
}

const endpointsArchive = `
-- Users.java --
@RestController @RequestMapping("/users")
class Users { @GetMapping("/{id}") String one() { return ""; } }
-- Client.java --
import org.springframework.web.client.RestTemplate;
@FeignClient("u") interface Client { @GetMapping("/users/{id}") String one(); @GetMapping("/other") String two(); }
class Direct { String run(RestTemplate t) { return t.getForObject("http://users/users/{id}", String.class, 1); } }
`

func TestEndpoints(t *testing.T) {
	graphtest.ExpectFrom(t, binders, endpointsArchive, `
Users.java#Users.one EXPOSES Users.java:2 GET /users/{id} -> Users.java#GET /users/{id} exact
Client.java#Client.one REQUESTS Client.java:2 GetMapping -> Users.java#GET /users/{id} inferred
Client.java#Client.two REQUESTS Client.java:2 GetMapping -> external
Client.java#Direct.run REQUESTS Client.java:3 getForObject -> Users.java#GET /users/{id} inferred
`, code.Exposes, code.Requests)
}

// TestBrokenFilesBind cuts files anywhere: nothing panics, and every link
// still comes from a symbol.
func TestBrokenFilesBind(t *testing.T) {
	for _, c := range cases {
		for cut := 0; cut < len(c.archive); cut += 41 {
			f := graph.NewFile(t.Context(), binders, "A.java", []byte(c.archive[cut/3:cut]))
			links, _, err := graph.BindFile(graph.NewMemory([]*graph.File{f}), f)
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range links {
				if f.Symbol(l.From) == nil {
					t.Fatalf("cut at %d: link %+v comes from no symbol", cut, l)
				}
			}
		}
	}
}

var (
	calls = []code.EdgeType{code.Calls}
	ours  = []code.EdgeType{"ours"}
)

func TestBinding(t *testing.T) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if len(c.types) == 1 && c.types[0] == "ours" {
				expectOurs(t, c.archive, c.want)
				return
			}
			graphtest.Expect(t, binders, c.archive, c.want, c.types...)
		})
	}
}
