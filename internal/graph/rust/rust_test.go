package rust

import (
	"context"
	"testing"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/graph"
	"github.com/plumbline/plumbline/internal/graph/graphtest"
)

func binders() []graph.Binder { return []graph.Binder{New()} }

const workspace = `
-- Cargo.toml --
[workspace]
members = ["app", "lib-core"]
-- app/Cargo.toml --
[package]
name = "app"
-- app/src/main.rs --
mod store;
use crate::store::{Store, open as open_store};
use lib_core::shapes::*;

fn main() {
    let s = open_store().unwrap();
    s.get();
    Store::new().get();
    let c = Circle { r: 1 };
    c.area();
    c.twice();
    println!("{}", helper());
    String::new().len();
    unknown.get();
    s.inner.area();
    let boxed: Box<dyn Shape> = make();
    boxed.area();
}

fn helper() -> i32 { 1 }
-- app/src/store.rs --
use lib_core::shapes::Circle;

pub struct Store { pub inner: Circle }

impl Store {
    pub fn new() -> Self { Store { inner: Circle { r: 1 } } }
    pub fn get(&self) { self.check(); super::helper(); }
    fn check(&self) {}
}

pub fn open() -> Option<Store> { Some(Store::new()) }
-- lib-core/Cargo.toml --
[package]
name = "lib-core"
-- lib-core/src/lib.rs --
pub mod shapes;
pub fn make<T: shapes::Shape>(t: T) -> T { t.area(); t }
-- lib-core/src/shapes.rs --
pub trait Shape {
    fn area(&self) -> i32;
    fn twice(&self) -> i32 { self.area() * 2 }
}
pub struct Circle { pub r: i32 }
impl Shape for Circle {
    fn area(&self) -> i32 { self.r }
}
`

func TestCalls(t *testing.T) {
	graphtest.Expect(t, binders(), workspace, `
CALLS app/src/main.rs:6 open_store -> app/src/store.rs#open exact
CALLS app/src/main.rs:6 unwrap -> external
CALLS app/src/main.rs:7 get -> app/src/store.rs#Store.get inferred
CALLS app/src/main.rs:8 new -> app/src/store.rs#Store.new exact
CALLS app/src/main.rs:8 get -> app/src/store.rs#Store.get exact
CALLS app/src/main.rs:10 area -> lib-core/src/shapes.rs#Circle.area inferred
CALLS app/src/main.rs:11 twice -> lib-core/src/shapes.rs#Shape.twice inferred
CALLS app/src/main.rs:12 println -> external println!
CALLS app/src/main.rs:12 helper -> app/src/main.rs#helper inferred
CALLS app/src/main.rs:13 new -> external String::new
CALLS app/src/main.rs:13 len -> external
CALLS app/src/main.rs:14 get -> unknown
CALLS app/src/main.rs:15 area -> lib-core/src/shapes.rs#Circle.area inferred
CALLS app/src/main.rs:16 make -> external make
CALLS app/src/main.rs:17 area -> lib-core/src/shapes.rs#Shape.area exact
CALLS app/src/store.rs:7 check -> app/src/store.rs#Store.check exact
CALLS app/src/store.rs:7 helper -> app/src/main.rs#helper exact
CALLS app/src/store.rs:11 Some -> external Some
CALLS app/src/store.rs:11 new -> app/src/store.rs#Store.new exact
CALLS lib-core/src/lib.rs:2 area -> lib-core/src/shapes.rs#Shape.area exact
CALLS lib-core/src/shapes.rs:3 area -> lib-core/src/shapes.rs#Shape.area exact
IMPLEMENTS lib-core/src/shapes.rs:6 Shape -> lib-core/src/shapes.rs#Shape exact
IMPLEMENTS lib-core/src/shapes.rs:7 area -> lib-core/src/shapes.rs#Shape.area exact
`, code.Calls, code.Implements)
}

func TestLoopVariables(t *testing.T) {
	graphtest.Expect(t, binders(), `
-- Cargo.toml --
[package]
name = "a"
-- src/lib.rs --
pub struct Item {}
impl Item { pub fn run(&self) {} }
pub struct Bag { items: Vec<Item> }
impl Bag {
    fn all(&self, others: &[Item]) {
        for one in &self.items { one.run(); }
        for one in self.items.iter() { one.run(); }
        for one in others { one.run(); }
        for n in 0..3 { n.run(); }
    }
}
`, `
CALLS src/lib.rs:6 run -> src/lib.rs#Item.run inferred
CALLS src/lib.rs:7 iter -> external
CALLS src/lib.rs:7 run -> src/lib.rs#Item.run inferred
CALLS src/lib.rs:8 run -> src/lib.rs#Item.run inferred
CALLS src/lib.rs:9 run -> unknown
`, code.Calls)
}

func TestLaw(t *testing.T) {
	graphtest.CheckEdits(t, binders(), workspace, map[string]string{
		"app/src/store.rs":       "pub fn open() -> i32 { 1 }\n",
		"app/src/store/mod.rs":   "pub fn open() {}\n",
		"lib-core/src/more.rs":   "impl crate::shapes::Circle { pub fn area(&self) {} }\n",
		"lib-core/src/shapes.rs": "pub struct Circle {}\n",
		"lib-core/Cargo.toml":    "[package]\nname = \"renamed\"\n",
		"app/Cargo.toml":         "",
	})
}

func FuzzBind(f *testing.F) {
	f.Add("use self::*; use a as a; mod a { use super::*; } impl A for A { fn f(&self) { self.f().f() } }")
	f.Add("use*")
	f.Add("type A = B; type B = A; fn f(a: A) { a.x.y(); let b = b; b.c() }")
	f.Fuzz(func(t *testing.T, source string) {
		file := graph.NewFile(context.Background(), binders(), "src/lib.rs", []byte(source))
		if _, _, err := graph.BindFile(graph.NewMemory([]*graph.File{file}), file); err != nil {
			t.Fatal(err)
		}
	})
}

func TestEndpoints(t *testing.T) {
	graphtest.ExpectFrom(t, binders(), `
-- Cargo.toml --
[package]
name = "m"
-- src/lib.rs --
mod users;
use axum::{routing::{self, get}, Router};
async fn show() {}
fn api() -> Router {
    Router::new().route("/orders/:id", get(show).post(users::add))
}
pub fn app() -> Router {
    let inner = Router::new().route("/x", routing::delete(|| async {}));
    Router::new().nest("/api", api()).nest("/in", inner).nest("/here", Router::new().route("/y", get(show)))
}
#[get("/attr/{id}")]
async fn attr() {}
#[cfg(test)]
mod tests {
    fn never() { Router::new().route("/never", get(show)); }
}
-- src/users.rs --
pub async fn add() {}
`, `
src/lib.rs#show EXPOSES src/lib.rs:5 show -> src/lib.rs#GET /api/orders/{id} exact
src/users.rs#add EXPOSES src/lib.rs:5 add -> src/lib.rs#POST /api/orders/{id} exact
src/lib.rs#app EXPOSES src/lib.rs:8 delete -> src/lib.rs#DELETE /in/x exact
src/lib.rs#show EXPOSES src/lib.rs:9 show -> src/lib.rs#GET /here/y exact
src/lib.rs#attr EXPOSES src/lib.rs:12 attr -> src/lib.rs#GET /attr/{id} exact
`, code.Exposes)
}
