package syntax

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/plumbline/plumbline/internal/code"
)

// outline lists the symbols of a source as "kind local @line", with "-" before
// those that other files cannot name, and with what is said of them.
func tsOutline(t *testing.T, dialect, source string) string {
	t.Helper()
	facts, _, err := Extract(context.Background(), dialect, []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, s := range facts.Symbols[1:] {
		hidden := ""
		if !s.Exported {
			hidden = "-"
		}
		fmt.Fprintf(&b, "%s%s %s @%d", hidden, s.Kind, s.Local, s.NamePos.Line)
		for _, p := range []string{"abstract", "alias", "async", "getter", "namespace", "private", "setter", "static"} {
			if s.Properties[p] != "" {
				b.WriteString(" " + p)
			}
		}
		if s.Test {
			b.WriteString(" test")
		}
		b.WriteString("\n")
	}
	return b.String()
}

func TestTypescriptSymbols(t *testing.T) {
	for name, c := range map[string]struct{ dialect, source, want string }{
		"functions, variables and overloads": {"typescript", `export function f(a: string): void;
export function f(a: any) { function inner() {} const local = 1; const g = () => 2; }
export const arrow = async () => 1, plain = 3;
const { a, b: [c] } = plain;
export default function () {}
`, `
function f @1
function f~2 @2
-function f~2.inner @2
-function f~2.g @2
function arrow @3 async
field plain @3
-field a @4
-field c @4
function default @5`},
		"classes": {"typescript", `export abstract class A<T> extends B {
  static make = () => new A();
  #hidden = 1;
  constructor(private readonly q: Q, plain: P) { super(); }
  get size(): number { return 1; }
  set size(v) {}
  private p(): void;
  private p(x?: any) {}
  abstract m(): void;
  handler = async () => {};
}
`, `
class A @1 abstract
method A.make @2 static
-field A.#hidden @3
method A.constructor @4
-field A.q @4 private
method A.size @5 getter
method A.size~2 @6 setter
-method A.p @7 private
-method A.p~2 @8 private
method A.m @9 abstract
method A.handler @10 async`},
		"types": {"typescript", `export interface I<out T> { run(x: T): void; new (x: T): I<T>; _zod: { deep(): void }; "quo-ted"?: string }
type Alias = { a: string; go(): void } & Other;
enum E { One, Two = 2 }
namespace N.M { export const x = 1; export function y() {} }
declare module "m" { export function q(): void }
`, `
interface I @1
method I.run @1
field I._zod @1
method I._zod.deep @1
field I.quo-ted @1
-class Alias @2 alias
-field Alias.a @2
-method Alias.go @2
-enum E @3
-field E.One @3
-field E.Two @3
-class N.M @4 namespace
-field N.M.x @4
-function N.M.y @4
function q @5`},
		"assignments in JavaScript": {"javascript", `var app = exports = module.exports = {};
app.use = function use() { this.x = 1; };
function View() { this.name = 1; this.go = function () {}; }
View.prototype.lookup = function () {};
exports.helper = (a) => a;
exports.app = app;
module.exports.obj = { run() {}, nested: { deep: () => 1 }, plain: 1 };
`, `
field app @1
method app.use @2
-function View @3
-field View.name @3
-method View.go @3
-method View.lookup @4
function helper @5
field obj @7
method obj.run @7
field obj.nested @7
method obj.nested.deep @7`},
		"tests have their titles": {"typescript", `describe("a.b", () => { it("works", async () => {}); it.skip('no', function () {}); });
it("without a body");
`, `
-function a b @1 test
-function a b.works @1 test
-function a b.no @1 test`},
		"around an error": {"typescript", `export class A { m() {} }
const x = = 1;
export function after() {}
`, `
class A @1
method A.m @1
-field x @2
function after @3`},
	} {
		t.Run(name, func(t *testing.T) {
			if got, want := strings.TrimSpace(tsOutline(t, c.dialect, c.source)), strings.TrimSpace(c.want); got != want {
				t.Errorf("symbols:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

func TestTypescriptSpansAndDocs(t *testing.T) {
	source := "/** Says hello. */\nexport const hello = (name: string): string => {\n  return name;\n};\n"
	facts, _, err := Extract(context.Background(), "typescript", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	s := facts.Symbols[1]
	if s.Doc != "Says hello." || s.Signature != "export const hello = (name: string): string =>" {
		t.Errorf("doc %q, signature %q", s.Doc, s.Signature)
	}
	if want := (code.Span{Start: code.Pos{Line: 2}, End: code.Pos{Line: 4, Col: 2}}); s.Span != want {
		t.Errorf("span %v, want %v", s.Span, want)
	}
}

func TestWordsThatTheGrammarLacksAreNoError(t *testing.T) {
	source := "interface A<in T, /* c */ // d\n out U extends B = C, in out V> { x: T }\nexport type * from 'b';\nfor (const k in o) if (a < b, k in o) f();\n"
	tree, err := Parse(context.Background(), "typescript", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	if tree.Errors != 0 || string(tree.Source) != source {
		t.Errorf("%d errors, source %q", tree.Errors, tree.Source)
	}
}

func TestTypescriptTestPath(t *testing.T) {
	for path, want := range map[string]bool{"a.test.ts": true, "b.spec.jsx": true, "a/latest.ts": false, "x/__tests__/a.js": true, "contest.ts": false} {
		if got := TestPath("typescript", path); got != want {
			t.Errorf("TestPath(%q) = %v", path, got)
		}
	}
}

func TestCallSignaturesWithoutSemicolons(t *testing.T) {
	source := "interface Get {\n  <K extends string>(k: K): Map<K>\n  // one more\n  <T>(k: T): T[]\n  name: string\n}\nconst less = a\n  < b;\n"
	tree, err := Parse(context.Background(), "typescript", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	var signatures int
	for m := range tree.Root.NamedChild(0).Child("body").NamedChildren() {
		if m.Type == "call_signature" {
			signatures++
		}
	}
	if tree.Errors != 0 || signatures != 2 {
		t.Errorf("%d errors, %d call signatures of 2", tree.Errors, signatures)
	}
}
