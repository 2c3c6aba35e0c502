package typescript_test

import (
	"context"
	"testing"

	"github.com/plumbline/plumbline/internal/graph"
	"github.com/plumbline/plumbline/internal/graph/graphtest"
)

const lawArchive = `
-- tsconfig.json --
{"compilerOptions": {"paths": {"~/*": ["./src/*"]}}}
-- package.json --
{"name": "root"}
-- packages/lib/package.json --
{"name": "lib", "exports": {".": "./index.ts"}}
-- packages/lib/index.ts --
export * from "./inner";
-- packages/lib/inner.ts --
import { A } from "./types";
export const make = () => new A();
export function typed(): A { return new A(); }
-- packages/lib/types.ts --
export class Base { run() {} }
export class A extends Base { own() { return this; } field = new Base(); }
-- src/util.ts --
export function util() {}
-- src/old.js --
var app = module.exports = {};
app.use = function () {};
-- main.ts --
import { make, typed } from "lib";
import { util } from "~/util";
make().run(); make().own().run(); typed().field.run(); util();
-- second.js --
const app = require("./src/old");
app.use();
app.later();
`

// TestLaw: files that asked nothing that changed keep their links.
func TestLaw(t *testing.T) {
	for name, edits := range map[string]map[string]string{
		"a return type":         {"packages/lib/inner.ts": "import { Base } from \"./types\";\nexport const make = () => new Base();\nexport function typed(): Base { return new Base(); }\n"},
		"a base":                {"packages/lib/types.ts": "export class Base { run() {} }\nexport class A { own() { return this; } field = 1; run() {} }\n"},
		"lines above":           {"packages/lib/types.ts": "// one\n\n\nexport class Base { run() {} }\nexport class A extends Base { own() { return this; } field = new Base(); }\n"},
		"a re-export":           {"packages/lib/index.ts": "export { make } from \"./inner\";\n"},
		"a shadowing module":    {"packages/lib/inner.tsx": "export const make = 1;\n", "packages/lib/inner/index.ts": "export const make = 2;\n"},
		"a shadowed module":     {"packages/lib/inner.ts": ""},
		"tsconfig":              {"tsconfig.json": "{}"},
		"a nearer tsconfig":     {"packages/tsconfig.json": "{}"},
		"a package's name":      {"packages/lib/package.json": "{\"name\": \"other\"}"},
		"a second package":      {"packages/a/package.json": "{\"name\": \"lib\"}", "packages/a/index.ts": "export function make() {}\n"},
		"a member by assigning": {"src/old.js": "var app = module.exports = {};\napp.later = function () {};\napp.use = function () {};\n"},
		"the whole exports":     {"src/old.js": "exports.use = function () {};\n"},
		"a global":              {"types.d.ts": "export {};\ndeclare global { function util2(): void }\n"},
		"no parse":              {"packages/lib/types.ts": "export class {{{ A extends\n"},
	} {
		t.Run(name, func(t *testing.T) { graphtest.CheckEdits(t, binders, lawArchive, edits) })
	}
}

// FuzzBind: any text is bound without a panic, and twice to the same end.
func FuzzBind(f *testing.F) {
	for _, c := range calls {
		f.Add([]byte(c.archive), true)
	}
	f.Add([]byte("type A<T> = A<A<T>>; let x: A<1>; x.y(); class C extends C { [k]: this } interface I extends I {} export * from './a'; import a = require('./a')"), true)
	f.Add([]byte("exports = module.exports = a; a.b = a; var a = a.b; a(a)(a).a = this; for (x of x) x()"), false)
	f.Fuzz(func(t *testing.T, source []byte, typed bool) {
		name := "a.js"
		if typed {
			name = "a.ts"
		}
		file := graph.NewFile(context.Background(), binders, name, source)
		m := graph.NewMemory([]*graph.File{file})
		first, _, err := graph.BindFile(m, file)
		if err != nil {
			t.Fatal(err)
		}
		second, _, _ := graph.BindFile(m, file)
		if len(first) != len(second) {
			t.Errorf("%d links, then %d", len(first), len(second))
		}
	})
}
