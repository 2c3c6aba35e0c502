package nominal_test

import (
	"context"
	"testing"

	"github.com/plumbline/plumbline/internal/graph"
	"github.com/plumbline/plumbline/internal/graph/graphtest"
	"github.com/plumbline/plumbline/internal/graph/nominal"
)

var binders = []graph.Binder{nominal.CSharp(), nominal.Kotlin(), nominal.Scala(), nominal.Swift()}

var cases = []struct{ name, archive, want string }{
	{"C#: namespaces, partial classes, properties, extensions", `
-- Models/Order.cs --
namespace Shop.Models;
public partial class Order : IPriced {
  public Line First { get; set; }
  private int count;
  public Order(int n) { count = n; }
  public decimal Total() => First.Price();
}
public interface IPriced { decimal Total(); }
-- Models/OrderMore.cs --
namespace Shop.Models;
public partial class Order { public Order Copy(int n = 1) { return new Order(n); } }
public class Line { public decimal Price() { return 1; } }
-- Use.cs --
using System;
using Shop.Models;
using M = Shop.Models.Line;
namespace Shop {
  static class Ext { public static void Ship(this Order o, int days) { } }
  class Use {
    Order held = new Order(1);
    void Run(Order o, object x, List<Line> lines) {
      o.Copy().Total();
      o.Ship(3);
      held.First.Price();
      var c = o.Copy();
      c?.Total();
      Console.WriteLine(x.ToString());
      foreach (var l in lines) l.Price();
      if (x is Order p) p.Total();
      Helper(); Unknown();
      lines.Add(null);
    }
    void Helper() { M m = new(); m.Price(); }
  }
}
`, `
IMPLEMENTS Models/Order.cs:2 IPriced -> Models/Order.cs#IPriced exact
WRITES Models/Order.cs:5 count -> Models/Order.cs#Order.count exact
IMPLEMENTS Models/Order.cs:6 Total -> Models/Order.cs#IPriced.Total exact
READS Models/Order.cs:6 First -> Models/Order.cs#Order.First exact
CALLS Models/Order.cs:6 Price -> Models/OrderMore.cs#Line.Price exact
CALLS Models/OrderMore.cs:2 Order -> Models/Order.cs#Order.Order exact
IMPORTS Use.cs:1 System -> external System
IMPORTS Use.cs:3 Line -> Models/OrderMore.cs#Line exact
CALLS Use.cs:7 Order -> Models/Order.cs#Order.Order exact
CALLS Use.cs:9 Copy -> Models/OrderMore.cs#Order.Copy exact
CALLS Use.cs:9 Total -> Models/Order.cs#Order.Total exact
CALLS Use.cs:10 Ship -> Use.cs#Ext.Ship exact
CALLS Use.cs:11 Price -> Models/OrderMore.cs#Line.Price exact
READS Use.cs:11 First -> Models/Order.cs#Order.First exact
READS Use.cs:11 held -> Use.cs#Use.held exact
CALLS Use.cs:12 Copy -> Models/OrderMore.cs#Order.Copy exact
CALLS Use.cs:13 Total -> Models/Order.cs#Order.Total exact
CALLS Use.cs:14 WriteLine -> unknown
CALLS Use.cs:14 ToString -> external object.ToString
CALLS Use.cs:15 Price -> Models/OrderMore.cs#Line.Price exact
CALLS Use.cs:16 Total -> Models/Order.cs#Order.Total exact
CALLS Use.cs:17 Helper -> Use.cs#Use.Helper exact
CALLS Use.cs:17 Unknown -> external
CALLS Use.cs:18 Add -> external List.Add
CALLS Use.cs:20 Price -> Models/OrderMore.cs#Line.Price exact
`},
	{"Kotlin: imports, companions, extensions, constructors", `
-- a/Order.kt --
package shop.model
open class Base(val id: Int) { open fun ship() {} }
class Order(id: Int, val line: Line) : Base(id) {
  override fun ship() { super.ship() }
  fun copy(n: Int = 1): Order = Order(n, line)
  companion object { fun make(): Order = Order(1, Line()) }
}
class Line { fun price(): Int = 1 }
fun Order.late(days: Int) = ship()
fun topLevel(): Order = Order.make()
-- b/Use.kt --
package shop.use
import shop.model.Order
import shop.model.late
import shop.model.topLevel as top
import kotlin.math.max
class Use(private val held: Order) {
  fun run(os: List<Order>, x: Any) {
    held.line.price()
    val c = held.copy()
    c.late(2)
    for (o in os) o.ship()
    top().copy(2).ship()
    x.ship()
    max(1, 2)
    os.add(c)
    helper()
  }
  private fun helper() { Order.make() }
}
`, `
EXTENDS a/Order.kt:3 Base -> a/Order.kt#Base exact
CALLS a/Order.kt:3 Base -> a/Order.kt#Base exact
OVERRIDES a/Order.kt:4 ship -> a/Order.kt#Base.ship exact
CALLS a/Order.kt:4 ship -> a/Order.kt#Base.ship exact
CALLS a/Order.kt:5 Order -> a/Order.kt#Order exact
READS a/Order.kt:5 line -> a/Order.kt#Order.line exact
CALLS a/Order.kt:6 Order -> a/Order.kt#Order exact
CALLS a/Order.kt:6 Line -> a/Order.kt#Line exact
CALLS a/Order.kt:9 ship -> a/Order.kt#Order.ship exact
CALLS a/Order.kt:10 make -> a/Order.kt#Order.Companion.make exact
IMPORTS b/Use.kt:2 Order -> a/Order.kt#Order exact
IMPORTS b/Use.kt:3 late -> a/Order.kt#late exact
IMPORTS b/Use.kt:4 topLevel -> a/Order.kt#topLevel exact
IMPORTS b/Use.kt:5 max -> external kotlin.math.max
READS b/Use.kt:8 held -> b/Use.kt#Use.held exact
READS b/Use.kt:8 line -> a/Order.kt#Order.line exact
CALLS b/Use.kt:8 price -> a/Order.kt#Line.price exact
READS b/Use.kt:9 held -> b/Use.kt#Use.held exact
CALLS b/Use.kt:9 copy -> a/Order.kt#Order.copy exact
CALLS b/Use.kt:10 late -> a/Order.kt#late exact
CALLS b/Use.kt:11 ship -> a/Order.kt#Order.ship exact
CALLS b/Use.kt:12 top -> a/Order.kt#topLevel exact
CALLS b/Use.kt:12 copy -> a/Order.kt#Order.copy exact
CALLS b/Use.kt:12 ship -> a/Order.kt#Order.ship exact
CALLS b/Use.kt:13 ship -> external Any.ship
CALLS b/Use.kt:14 max -> external
CALLS b/Use.kt:15 add -> external List.add
CALLS b/Use.kt:16 helper -> b/Use.kt#Use.helper exact
CALLS b/Use.kt:18 make -> a/Order.kt#Order.Companion.make exact
`},
	{"Scala: packages, companions, case classes, renamed imports", `
-- Order.scala --
package shop.model
trait Priced { def total: Int }
class Order(val line: Line) extends Priced {
  def total: Int = line.price(1)
  def copyOf(): Order = new Order(line)
}
object Order { def apply(n: Int): Order = new Order(Line(n)) }
case class Line(n: Int) { def price(k: Int): Int = n }
-- Use.scala --
package shop.use
import shop.model.{Order, Line => L}
import java.util.List
class Use(o: Order) {
  val made = Order(1)
  def run(p: L, x: Any): Unit = {
    made.copyOf().total
    p.price(2)
    val l = new L(3)
    l.price(4)
    x.price(5)
    helper()
  }
  def helper(): Unit = {}
}
`, `
IMPLEMENTS Order.scala:3 Priced -> Order.scala#Priced exact
READS Order.scala:4 line -> Order.scala#Order.line exact
CALLS Order.scala:4 price -> Order.scala#Line.price exact
IMPLEMENTS Order.scala:4 total -> Order.scala#Priced.total exact
CALLS Order.scala:5 Order -> Order.scala#Order exact
READS Order.scala:5 line -> Order.scala#Order.line exact
CALLS Order.scala:7 Order -> Order.scala#Order exact
CALLS Order.scala:7 Line -> Order.scala#Line exact
READS Order.scala:8 n -> Order.scala#Line.n exact
IMPORTS Use.scala:2 Order -> ambiguous Order.scala#Order Order.scala#Order~2
IMPORTS Use.scala:2 Line -> Order.scala#Line exact
IMPORTS Use.scala:3 List -> external java.util.List
CALLS Use.scala:5 Order -> Order.scala#Order~2.apply exact
READS Use.scala:7 made -> Use.scala#Use.made exact
CALLS Use.scala:7 copyOf -> Order.scala#Order.copyOf exact
CALLS Use.scala:7 total -> Order.scala#Order.total exact
CALLS Use.scala:8 price -> Order.scala#Line.price exact
CALLS Use.scala:9 L -> Order.scala#Line exact
CALLS Use.scala:10 price -> Order.scala#Line.price exact
CALLS Use.scala:11 price -> external Any.price
CALLS Use.scala:12 helper -> Use.scala#Use.helper exact
`},
	{"Swift: extensions, protocols, initialisers, optional binding", `
-- Sources/Shop/Order.swift --
protocol Priced { func total() -> Int }
class Base { init() {} func ship() {} }
class Order: Base, Priced {
  let line: Line
  var next: Order?
  init(line: Line) { self.line = line; super.init() }
  func total() -> Int { return line.price() }
  override func ship() { super.ship() }
}
struct Line { func price() -> Int { return 1 } }
-- Sources/Shop/More.swift --
import Foundation
extension Order { func late() -> Order { ship(); return self } }
func use(o: Order, os: [Order]) {
  let c = Order(line: Line())
  c.late().total()
  if let n = o.next { n.ship() }
  for x in os { x.late() }
  print("x")
  o.missing()
}
`, `
EXTENDS Sources/Shop/Order.swift:3 Base -> Sources/Shop/Order.swift#Base exact
IMPLEMENTS Sources/Shop/Order.swift:3 Priced -> Sources/Shop/Order.swift#Priced exact
WRITES Sources/Shop/Order.swift:6 line -> Sources/Shop/Order.swift#Order.line exact
CALLS Sources/Shop/Order.swift:6 init -> Sources/Shop/Order.swift#Base.init exact
CALLS Sources/Shop/Order.swift:7 price -> Sources/Shop/Order.swift#Line.price exact
READS Sources/Shop/Order.swift:7 line -> Sources/Shop/Order.swift#Order.line exact
IMPLEMENTS Sources/Shop/Order.swift:7 total -> Sources/Shop/Order.swift#Priced.total exact
CALLS Sources/Shop/Order.swift:8 ship -> Sources/Shop/Order.swift#Base.ship exact
OVERRIDES Sources/Shop/Order.swift:8 ship -> Sources/Shop/Order.swift#Base.ship exact
IMPORTS Sources/Shop/More.swift:1 Foundation -> external Foundation
CALLS Sources/Shop/More.swift:2 ship -> Sources/Shop/Order.swift#Order.ship exact
CALLS Sources/Shop/More.swift:4 Order -> Sources/Shop/Order.swift#Order.init exact
CALLS Sources/Shop/More.swift:4 Line -> Sources/Shop/Order.swift#Line exact
CALLS Sources/Shop/More.swift:5 late -> Sources/Shop/More.swift#Order.late exact
CALLS Sources/Shop/More.swift:5 total -> Sources/Shop/Order.swift#Order.total exact
READS Sources/Shop/More.swift:6 next -> Sources/Shop/Order.swift#Order.next exact
CALLS Sources/Shop/More.swift:6 ship -> Sources/Shop/Order.swift#Order.ship exact
CALLS Sources/Shop/More.swift:7 late -> Sources/Shop/More.swift#Order.late exact
CALLS Sources/Shop/More.swift:8 print -> external
CALLS Sources/Shop/More.swift:9 missing -> unknown
`},
}

func TestBinding(t *testing.T) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) { graphtest.Expect(t, binders, c.archive, c.want) })
	}
}

func TestControllersExposeRoutes(t *testing.T) {
	graphtest.ExpectFrom(t, binders, `
-- U.cs --
[Route("api/[controller]")]
class UsersController { [HttpGet("{id}")] public string One(int id) { return ""; } }
`, `
U.cs#UsersController.One EXPOSES U.cs:2 GET /api/users/{id} -> U.cs#GET /api/users/{id} exact
`, "EXPOSES")
}

func TestLawOfBinding(t *testing.T) {
	edits := []map[string]string{
		{"Models/Order.cs": "namespace Shop.Models;\npublic class Order { public Order Copy() { return this; } }\n", "Models/OrderMore.cs": "", "New.cs": "namespace Shop;\nclass Order { public void Total() {} }\n"},
		{"a/Order.kt": "package shop.model\nclass Order { fun copy(): Line = Line() }\nclass Line { fun ship() {} }\n", "c/Other.kt": "package shop.use\nfun helper() {}\n"},
		{"Order.scala": "package shop.model\nclass Order { def copyOf(): Line = null }\ntrait Line\n"},
		{"Sources/Shop/Order.swift": "class Order { func total() {} }\n", "Sources/Shop/Third.swift": "extension Order { func missing() {} }\n"},
	}
	for i, c := range cases {
		graphtest.CheckEdits(t, binders, c.archive, edits[i])
	}
}

func TestBrokenFilesBind(t *testing.T) {
	for i, path := range []string{"A.cs", "a.kt", "A.scala", "a.swift"} {
		text := cases[i].archive
		for cut := 0; cut < len(text); cut += 61 {
			f := graph.NewFile(context.Background(), binders, path, []byte(text[cut/3:cut]))
			links, _, err := graph.BindFile(graph.NewMemory([]*graph.File{f}), f)
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range links {
				if f.Symbol(l.From) == nil {
					t.Fatalf("%s cut at %d: link %+v comes from no symbol", path, cut, l)
				}
			}
		}
	}
}
