package typescript_test

import (
	"testing"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/graph"
	"github.com/plumbline/plumbline/internal/graph/graphtest"
	"github.com/plumbline/plumbline/internal/graph/typescript"
)

var binders = []graph.Binder{typescript.New()}

// calls are archives with the calls that must come out of them, and no other.
var calls = map[string]struct{ archive, want string }{
	"scopes and shadowing": {`
-- a.ts --
function run() {}
function outer() {
  run();
  function run() {}
  { const run = () => 1; run(); }
}
run();
`, `
CALLS a.ts:3 run -> a.ts#outer.run exact
CALLS a.ts:5 run -> a.ts#outer.run~2 exact
CALLS a.ts:7 run -> a.ts#run exact
`},
	"imports, aliases, defaults and namespaces": {`
-- a.ts --
import def, { one as uno } from "./b.js";
import * as ns from "./b";
def(); uno(); ns.one(); ns.deep.two();
-- b.ts --
export function one() {}
export default function main() {}
export * as deep from "./c/index.js";
-- c/index.ts --
export * from "./two";
-- c/two.ts --
export const two = () => 2;
`, `
CALLS a.ts:3 def -> b.ts#main exact
CALLS a.ts:3 uno -> b.ts#one exact
CALLS a.ts:3 one -> b.ts#one exact
CALLS a.ts:3 two -> c/two.ts#two exact
`},
	"a third party's or a builtin's name is never ours": {`
-- a.ts --
import { get } from "lodash";
import { list } from "./b";
get(); list.push(1); list.map((x) => x); JSON.parse(""); parseInt("1"); unknown.get();
-- b.ts --
export const list: number[] = [];
export function get() {}
export function push() {}
export class Parser { parse() {} map() {} }
`, `
CALLS a.ts:3 get -> external lodash.get
CALLS a.ts:3 push -> external Array.push
CALLS a.ts:3 map -> external ReadonlyArray.map
CALLS a.ts:3 parse -> external JSON.parse
CALLS a.ts:3 parseInt -> external parseInt
CALLS a.ts:3 get -> external unknown.get
`},
	"an untyped receiver is unknown, not the only namesake": {`
-- a.ts --
export class Only { refund() {} }
export function f(x) { x.refund(); }
export function g(x: any) { x.refund(); }
`, `
CALLS a.ts:2 refund -> unknown
CALLS a.ts:3 refund -> unknown
`},
	"chains, this types and generics": {`
-- a.ts --
import * as z from "./z";
z.string().optional().parse(1);
z.object({ a: z.string() }).optional().unwrap().shape.a.parse(1);
-- z.ts --
export interface Type<out O = unknown> { parse(x: unknown): O; optional(): Optional<this>; }
export interface Str extends Type<string> { min(n: number): this; }
export interface Obj<out S> extends Type<S> { shape: S; }
export interface Optional<T> extends Type<T | undefined> { unwrap(): T; }
export declare function string(): Str;
export declare function object<T extends Record<string, Type>>(shape: T): Obj<T>;
`, `
CALLS a.ts:2 string -> z.ts#string exact
CALLS a.ts:2 optional -> z.ts#Type.optional exact
CALLS a.ts:2 parse -> z.ts#Type.parse exact
CALLS a.ts:3 object -> z.ts#object exact
CALLS a.ts:3 string -> z.ts#string exact
CALLS a.ts:3 optional -> z.ts#Type.optional exact
CALLS a.ts:3 unwrap -> z.ts#Optional.unwrap exact
CALLS a.ts:3 parse -> z.ts#Type.parse exact
`},
	"classes: constructors, super, this, fields, statics": {`
-- a.ts --
class Base { constructor() {} go() {} static make() { return new this.Inner(); } }
class Sub extends Base {
  helper = new Helper();
  constructor(private other: Helper) { super(); this.go(); }
  go() { super.go(); this.helper.help(); this.other.help(); }
}
class Helper { help(): this { return this; } }
new Sub(new Helper()).go();
new Helper().help().help();
`, `
CALLS a.ts:1 Inner -> unknown
CALLS a.ts:3 Helper -> a.ts#Helper exact
CALLS a.ts:4 super -> a.ts#Base.constructor exact
CALLS a.ts:4 go -> a.ts#Sub.go exact
CALLS a.ts:5 go -> a.ts#Base.go exact
CALLS a.ts:5 help -> a.ts#Helper.help exact
CALLS a.ts:5 help -> a.ts#Helper.help exact
CALLS a.ts:8 Sub -> a.ts#Sub.constructor exact
CALLS a.ts:8 Helper -> a.ts#Helper exact
CALLS a.ts:8 go -> a.ts#Sub.go exact
CALLS a.ts:9 Helper -> a.ts#Helper exact
CALLS a.ts:9 help -> a.ts#Helper.help exact
CALLS a.ts:9 help -> a.ts#Helper.help exact
`},
	"elements, destructuring, await and callbacks": {`
-- a.ts --
class A { run() {} child: A; }
declare function load(): Promise<A[]>;
declare function each<T>(xs: T[], f: (x: T) => void): void;
async function main({ a, ...rest }: { a: A; b: A }) {
  a.run(); rest.b.run();
  for (const x of await load()) x.run();
  const [first] = await load();
  first.run();
  (await load()).filter((x) => x.child).map((x) => x.child).forEach((c) => c.run());
  each(await load(), (x) => x.run());
  new Map<string, A>().get("k")?.run();
  load().then((xs) => xs[0]!.run());
}
`, `
CALLS a.ts:5 run -> a.ts#A.run exact
CALLS a.ts:5 run -> a.ts#A.run exact
CALLS a.ts:6 load -> a.ts#load exact
CALLS a.ts:6 run -> a.ts#A.run exact
CALLS a.ts:7 load -> a.ts#load exact
CALLS a.ts:8 run -> a.ts#A.run exact
CALLS a.ts:9 load -> a.ts#load exact
CALLS a.ts:9 filter -> external ReadonlyArray.filter
CALLS a.ts:9 map -> external ReadonlyArray.map
CALLS a.ts:9 forEach -> external ReadonlyArray.forEach
CALLS a.ts:9 run -> a.ts#A.run exact
CALLS a.ts:10 each -> a.ts#each exact
CALLS a.ts:10 load -> a.ts#load exact
CALLS a.ts:10 run -> a.ts#A.run exact
CALLS a.ts:11 Map -> external Map
CALLS a.ts:11 get -> external ReadonlyMap.get
CALLS a.ts:11 run -> a.ts#A.run exact
CALLS a.ts:12 load -> a.ts#load exact
CALLS a.ts:12 then -> external Promise.then
CALLS a.ts:12 run -> a.ts#A.run exact
`},
	"unions are inferred, narrowing tells them apart": {`
-- a.ts --
class A { kind = "a" as const; run() {} }
class B { kind = "b" as const; run() {} only() {} }
function isB(x: A | B): x is B { return true; }
function f(x: A | B) {
  x.run();
  if (x instanceof A) x.run();
  if (x.kind === "b") { x.run(); }
  if (isB(x)) x.only();
  if (x instanceof A) return;
  x.run();
}
`, `
CALLS a.ts:5 run -> a.ts#A.run inferred
CALLS a.ts:5 run -> a.ts#B.run inferred
CALLS a.ts:6 run -> a.ts#A.run exact
CALLS a.ts:7 run -> a.ts#B.run exact
CALLS a.ts:8 isB -> a.ts#isB exact
CALLS a.ts:8 only -> a.ts#B.only exact
CALLS a.ts:10 run -> a.ts#B.run exact
`},
	"mapped, conditional and indexed types": {`
-- a.ts --
class A { run() {} }
interface Box { a: A; make(): A }
type Elem<T> = T extends (infer U)[] ? U : never;
declare const p: Partial<Box>; declare const r: ReturnType<Box["make"]>; declare const e: Elem<A[]>;
declare const rec: Record<string, A>; declare const pick: Pick<Box, "a">; declare const i: Box["a"];
p.a?.run(); r.run(); e.run(); rec.x.run(); pick.a.run(); i.run();
`, `
CALLS a.ts:6 run -> a.ts#A.run exact
CALLS a.ts:6 run -> a.ts#A.run exact
CALLS a.ts:6 run -> a.ts#A.run exact
CALLS a.ts:6 run -> a.ts#A.run exact
CALLS a.ts:6 run -> a.ts#A.run exact
CALLS a.ts:6 run -> a.ts#A.run exact
`},
	"factories typed by an annotation give their callbacks types": {`
-- a.ts --
interface Ctor<T> { new (def: string): T; init(inst: T, def: string): void; }
declare function ctor<T>(name: string, f: (inst: T, def: string) => void): Ctor<T>;
interface Foo { bar(): void }
const Base: Ctor<Foo> = ctor("Base", (inst) => { inst.bar(); });
const Foo: Ctor<Foo> = ctor("Foo", (inst, def) => { Base.init(inst, def); inst.bar(); });
new Foo("x").bar();
`, `
CALLS a.ts:4 ctor -> a.ts#ctor exact
CALLS a.ts:4 bar -> a.ts#Foo.bar exact
CALLS a.ts:5 ctor -> a.ts#ctor exact
CALLS a.ts:5 init -> a.ts#Ctor.init exact
CALLS a.ts:5 bar -> a.ts#Foo.bar exact
CALLS a.ts:6 Foo -> a.ts#Foo~2 exact
CALLS a.ts:6 bar -> a.ts#Foo.bar exact
`},
	"CommonJS, prototypes, mixins": {`
-- index.js --
module.exports = require("./lib/main");
-- lib/main.js --
var mixin = require("merge-descriptors");
var proto = require("./app");
exports = module.exports = create;
function create() { var app = function () {}; mixin(app, proto, false); return app; }
exports.helper = function () {};
-- lib/app.js --
var app = exports = module.exports = {};
app.use = function use() { return this; };
app.get = function get() { this.use(); };
-- use.js --
var main = require(".");
var { helper } = require("./lib/main");
var app = main();
app.use(); helper(); main.helper();
function View() { this.lookup(); }
View.prototype.lookup = function lookup() { this.render(); };
View.prototype.render = function () {};
new View().render();
`, `
CALLS lib/main.js:4 mixin -> external merge-descriptors.*
CALLS lib/app.js:3 use -> lib/app.js#app.use exact
CALLS use.js:3 main -> lib/main.js#create exact
CALLS use.js:4 use -> lib/app.js#app.use inferred
CALLS use.js:4 helper -> lib/main.js#helper exact
CALLS use.js:4 helper -> lib/main.js#helper exact
CALLS use.js:5 lookup -> use.js#View.lookup exact
CALLS use.js:6 render -> use.js#View.render exact
CALLS use.js:8 View -> use.js#View exact
CALLS use.js:8 render -> use.js#View.render exact
`},
	"workspaces, exports with conditions, paths, imports": {`
-- package.json --
{"name": "root", "workspaces": ["packages/*"]}
-- tsconfig.json --
{ // comment
  "extends": "./base.json", "compilerOptions": {"customConditions": ["@me/source"]},}
-- base.json --
{"compilerOptions": {"baseUrl": ".", "paths": {"@lib/*": ["packages/lib/src/*"]}}}
-- packages/lib/package.json --
{"name": "@me/lib", "exports": {".": {"@me/source": "./src/index.ts", "types": "./dist/index.d.ts"}, "./sub/*": {"import": "./dist/sub/*.js"}}, "imports": {"#in": "./src/inner.ts"}}
-- packages/lib/src/index.ts --
import { inner } from "#in";
import { self } from "@me/lib/sub/self";
export function lib() { inner(); self(); }
-- packages/lib/src/inner.ts --
export function inner() {}
-- packages/lib/src/sub/self.ts --
export function self() {}
-- packages/app/a.ts --
import { lib } from "@me/lib";
import { inner } from "@lib/inner";
lib(); inner();
`, `
CALLS packages/app/a.ts:3 lib -> packages/lib/src/index.ts#lib exact
CALLS packages/app/a.ts:3 inner -> packages/lib/src/inner.ts#inner exact
CALLS packages/lib/src/index.ts:3 inner -> packages/lib/src/inner.ts#inner exact
CALLS packages/lib/src/index.ts:3 self -> packages/lib/src/sub/self.ts#self exact
`},
	"names around an error are kept": {`
-- a.ts --
class A { run() {} }
const broken = = 1;
function after() { new A().run(); }
`, `
CALLS a.ts:3 A -> a.ts#A exact
CALLS a.ts:3 run -> a.ts#A.run exact
`},
	"components of JSX": {`
-- a.tsx --
import { Button } from "./b";
export const App = () => <div><Button on={() => 1}>x</Button></div>;
-- b.tsx --
export function Button(props) { return <b/>; }
`, `
CALLS a.tsx:2 Button -> b.tsx#Button exact
`},
	"overloads choose by the arguments": {`
-- a.ts --
class A { a() {} }
class B { b() {} }
function make(x: string): A;
function make(x: number): B;
function make(x: any): any {}
make("").a(); make(1).b();
`, `
CALLS a.ts:6 make -> a.ts#make~3 exact
CALLS a.ts:6 a -> a.ts#A.a exact
CALLS a.ts:6 make -> a.ts#make~3 exact
CALLS a.ts:6 b -> a.ts#B.b exact
`},
}

func TestCalls(t *testing.T) {
	for name, c := range calls {
		t.Run(name, func(t *testing.T) {
			graphtest.Expect(t, binders, c.archive, c.want, code.Calls)
		})
	}
}

func TestTypesAndImports(t *testing.T) {
	graphtest.Expect(t, binders, `
-- a.ts --
import { Base as B, type Shape } from "./b";
import fs from "fs";
export class Sub extends B implements Shape { area() { return 1; } go() {} }
export interface More extends Shape { area(): number }
-- b.ts --
export class Base { go() {} }
export interface Shape { area(): number }
`, `
IMPORTS a.ts:1 Base -> b.ts#Base exact
IMPORTS a.ts:1 Shape -> b.ts#Shape exact
IMPORTS a.ts:2 fs -> external fs
EXTENDS a.ts:3 B -> b.ts#Base exact
IMPLEMENTS a.ts:3 Shape -> b.ts#Shape exact
IMPLEMENTS a.ts:3 area -> b.ts#Shape.area exact
OVERRIDES a.ts:3 go -> b.ts#Base.go exact
EXTENDS a.ts:4 Shape -> b.ts#Shape exact
OVERRIDES a.ts:4 area -> b.ts#Shape.area exact
`)
}

func TestReadsAndWrites(t *testing.T) {
	graphtest.Expect(t, binders, `
-- a.ts --
import { limit, state } from "./b";
state.count = limit;
export function use(f = handler) { state.count++; return f; }
function handler() {}
-- b.ts --
class State { count = 0; }
export const limit = 3;
export const state = new State();
`, `
READS a.ts:2 state -> b.ts#state exact
WRITES a.ts:2 count -> b.ts#State.count exact
READS a.ts:2 limit -> b.ts#limit exact
READS a.ts:3 handler -> a.ts#handler exact
READS a.ts:3 state -> b.ts#state exact
WRITES a.ts:3 count -> b.ts#State.count exact
`, code.Reads, code.Writes)
}

func TestCallsComeFromTheInnermostFunction(t *testing.T) {
	graphtest.ExpectFrom(t, binders, `
-- a.ts --
function f() {}
class A { m() { [1].map(() => f()); const g = () => f(); } x = f(); }
f();
`, `
a.ts#A.m CALLS a.ts:2 map -> external ReadonlyArray.map
a.ts#A.m CALLS a.ts:2 f -> a.ts#f exact
a.ts#A.m.g CALLS a.ts:2 f -> a.ts#f exact
a.ts# CALLS a.ts:2 f -> a.ts#f exact
a.ts# CALLS a.ts:3 f -> a.ts#f exact
`, code.Calls)
}
