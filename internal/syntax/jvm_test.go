package syntax

import (
	"strings"
	"testing"
)

func TestOutlinesOfTypedLanguages(t *testing.T) {
	for _, c := range []struct{ dialect, source, want string }{
		{"java", `package p;
/** Doc. */
@Deprecated
public abstract class A<T> extends B {
  private final int a, b = 1;
  static { run(); }
  A() { this(1); }
  A(int x) { }
  @Test <U> void m(@N final T t) { Object o = new Object() { void g() {} }; class Loc { } }
  int broken( { }
  enum Q { X(1) { void h() {} }, Y; Q(int i) {} }
  record P(int x, String @Nullable [] y) { P { check(); } }
  @interface Ann { int v() default 1; }
  interface I { default void x() {} int K = 1; }
}
`, `class A 3-15 test abstract
field A.a 5-5 hidden final
field A.b 5-5 hidden final
method A.A 7-7 constructor
method A.A~2 8-8 constructor
method A.m 9-9 test
class A.m.anonymous 9-9 hidden
method A.m.anonymous.g 9-9 hidden
class A.m.Loc 9-9 hidden
method A.broken 10-10
enum A.Q 11-11
field A.Q.X 11-11 static
method A.Q.X.h 11-11
field A.Q.Y 11-11 static
method A.Q.Q 11-11 constructor
class A.P 12-12 record
field A.P.x 12-12
field A.P.y 12-12
method A.P.P 12-12 hidden constructor
interface A.Ann 13-13 annotation
method A.Ann.v 13-13
interface A.I 14-14
method A.I.x 14-14 default
field A.I.K 14-14
`},
		{"kotlin", `package p
open class Foo<T>(private val x: Int, y: String) : Bar(x) {
  constructor(a: Int) : this(a, "b") { run() }
  val p: String = "x"
  val q get() = compute()
  companion object { fun make() = Foo(1) }
  @Test fun m() { val local = 1; fun nested() {} }
}
fun String.ext(n: Int): Int = length
enum class Color(val rgb: Int) { RED(1) { override fun f() {} }, BLUE(2); abstract fun f() }
object Sing : I { override fun f() = 1 }
typealias TA = Map<String, Int>
val r = object : I { fun g() {} }
`, `class Foo 2-8 test open
field Foo.x 2-2 hidden
method Foo.Foo 3-3 constructor
field Foo.p 4-4
method Foo.q 5-5 getter
class Foo.Companion 6-6 companion object
method Foo.Companion.make 6-6
method Foo.m 7-7 test
function Foo.m.nested 7-7 hidden
function ext 9-9 receiver
enum Color 10-10
field Color.rgb 10-10
field Color.RED 10-10
method Color.RED.f 10-10 override
field Color.BLUE 10-10
method Color.f 10-10 abstract
class Sing 11-11 object
method Sing.f 11-11 override
class TA 12-12 alias
field r 13-13
class r.anonymous 13-13 hidden
method r.anonymous.g 13-13 hidden
`},
		{"scala", `package p
class Foo[T](val x: Int, y: String) extends Bar(x) {
  def this(a: Int) = this(a, "b")
  private val p = 1
  type TA = Map[String, Int]
  def m(a: Int): Int = { val local = 1; local }
}
object Foo { def apply(x: Int): Foo = new Foo(x) }
trait Tr { def f(): Int }
case class D(a: Int) extends Tr
object Main { val r = new Tr { def f() = 1 } }
class FooSpec extends AnyFlatSpec {}
`, `class Foo 2-7
field Foo.x 2-2
method Foo.Foo 3-3 constructor
field Foo.p 4-4 hidden
class Foo.TA 5-5 alias
method Foo.m 6-6
class Foo~2 8-8 object
method Foo~2.apply 8-8
interface Tr 9-9
method Tr.f 9-9
class D 10-10 case
field D.a 10-10
class Main 11-11 object
field Main.r 11-11
class Main.r.anonymous 11-11 hidden
method Main.r.anonymous.f 11-11 hidden
class FooSpec 12-12 test
`},
		{"swift", `import Foundation
@objc public final class Foo<T: Bar>: Base, Proto {
  public let x: Int = 1, y = 2
  var z: String { return make() }
  init(a: Int) { super.init() }
  deinit { stop() }
  private func m(_ a: Int) async throws -> Int { let local = 1; return local }
  enum Color { case red, green; case blue(Int) }
  subscript(i: Int) -> Int { return 1 }
}
protocol Proto { func f() -> Int; var v: Int { get } }
extension Foo: Codable { static func ext() {} }
class FooTests: XCTestCase { func testX() {} }
`, `class Foo 2-10 final
field Foo.x 3-3
field Foo.y 3-3
method Foo.z 4-4 getter
method Foo.init 5-5 constructor
method Foo.deinit 6-6
method Foo.m 7-7 hidden async
enum Foo.Color 8-8
field Foo.Color.red 8-8
field Foo.Color.green 8-8
field Foo.Color.blue 8-8
method Foo.subscript 9-9
interface Proto 11-11
method Proto.f 11-11
field Proto.v 11-11
class Foo~2 12-12 extension
method Foo~2.ext 12-12 static
class FooTests 13-13 test
method FooTests.testX 13-13 test
`},
		{"csharp", `namespace A.B {
  [Attr] public abstract class Foo<T> : Bar, IBaz<T> {
    private readonly int a, b = 1;
    public Foo(int x) : base(x) { }
    ~Foo() { }
    [Fact] public async Task M() { int L(int q) => q; }
    public int P { get; set; }
    public int Q => P + 1;
    public int this[int i] { get { return i; } }
    public static Foo operator +(Foo a, Foo b) => a;
    enum Color { Red }
    record R(int A);
    delegate void D(int x);
  }
}
`, `class Foo 2-14 test abstract
field Foo.a 3-3 hidden readonly
field Foo.b 3-3 hidden readonly
method Foo.Foo 4-4 constructor
method Foo.Finalize 5-5
method Foo.M 6-6 test async
function Foo.M.L 6-6 hidden
field Foo.P 7-7
method Foo.Q 8-8 getter
method Foo.this[] 9-9
method Foo.operator + 10-10 static
enum Foo.Color 11-11
field Foo.Color.Red 11-11 static
class Foo.R 12-12
field Foo.R.A 12-12
interface Foo.D 13-13 delegate
`},
	} {
		if got := outline(t, c.dialect, c.source); got != c.want {
			t.Errorf("%s: got\n%swant\n%s", c.dialect, got, c.want)
		}
	}
}

func TestEndpointsOfTypedLanguages(t *testing.T) {
	for _, c := range []struct{ dialect, source, want string }{
		{"java", `@RequestMapping("/api/users")
class Users {
  @GetMapping("/{id}") User one() { return null; }
  @PostMapping User add() { return null; }
  @RequestMapping(path = {"/a", "/b"}, method = RequestMethod.PUT) void both() { }
}
@Path("things") class Things { @GET @Path("{id}") void get() { } }
@FeignClient("users") interface Client { @GetMapping("/x") void call(); }
`, "GET /api/users/{id},POST /api/users,PUT /api/users/a,PUT /api/users/b,GET /things/{id}"},
		{"csharp", `[Route("api/[controller]")]
class UsersController { [HttpGet("{id}")] public void One() { } [HttpPost] public void Add() { } public void No() { } }
`, "GET /api/users/{id},POST /api/users"},
	} {
		facts, _, err := Extract(t.Context(), c.dialect, []byte(c.source))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, s := range facts.Symbols {
			if s.Kind == "endpoint" {
				got = append(got, s.Local)
			}
		}
		if strings.Join(got, ",") != c.want {
			t.Errorf("%s: endpoints %q, want %s", c.dialect, got, c.want)
		}
	}
}

func TestPackagesOfTypedLanguages(t *testing.T) {
	for _, c := range []struct{ dialect, source, want string }{
		{"java", "package a . b;\nclass A {}\n", "a.b"},
		{"java", "class A {}\n", ""},
		{"kotlin", "package a.b\nclass A\n", "a.b"},
		{"scala", "package a\npackage b\nclass A\n", "a.b"},
		{"csharp", "namespace A.B;\nclass C {}\n", "A.B"},
		{"csharp", "namespace A { namespace B { class C {} } }\n", "A.B"},
	} {
		facts, _, err := Extract(t.Context(), c.dialect, []byte(c.source))
		if err != nil || facts.Package != c.want {
			t.Errorf("%s: package of %q = %q, want %q (%v)", c.dialect, strings.TrimSpace(c.source), facts.Package, c.want, err)
		}
	}
}

func TestJavaPrepareKeepsLength(t *testing.T) {
	in := "void f(String @Nullable [] a, T @p.NonNull ... rest) { @A int[] x; }"
	got := string(javaPrepare([]byte(in)))
	if want := "void f(String           [] a, T            ... rest) { @A int[] x; }"; got != want {
		t.Errorf("prepared\n%s, want\n%s", got, want)
	}
}
