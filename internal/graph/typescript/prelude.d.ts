// The library's types as far as binding follows them. Names alone matter here:
// nothing of it becomes a symbol.
interface Object { toString(): string; toLocaleString(): string; valueOf(): Object; hasOwnProperty(v: any): boolean; isPrototypeOf(v: any): boolean; propertyIsEnumerable(v: any): boolean; constructor: Function; }
interface ObjectConstructor {
  new (v?: any): any; (v?: any): any;
  readonly prototype: Object;
  keys(o: any): string[];
  values<T>(o: { [k: string]: T }): T[];
  entries<T>(o: { [k: string]: T }): [string, T][];
  fromEntries<T>(e: Iterable<readonly [any, T]>): { [k: string]: T };
  getPrototypeOf(o: any): any; getOwnPropertyNames(o: any): string[]; getOwnPropertyDescriptor(o: any, p: any): any; getOwnPropertyDescriptors(o: any): any; getOwnPropertySymbols(o: any): symbol[];
  is(a: any, b: any): boolean; isFrozen(o: any): boolean; isSealed(o: any): boolean; isExtensible(o: any): boolean; hasOwn(o: any, k: any): boolean; preventExtensions<T>(o: T): T;
  create(o: any, p?: any): any; assign(a: any, ...b: any[]): any; freeze<T>(o: T): T; seal<T>(o: T): T; defineProperty<T>(o: T, k: any, d: any): T; defineProperties<T>(o: T, d: any): T; setPrototypeOf(o: any, p: any): any;
}
declare const Object: ObjectConstructor;
interface Function { apply(t: any, a?: any): any; call(t: any, ...a: any[]): any; bind(t: any, ...a: any[]): any; toString(): string; prototype: any; length: number; name: string; }
interface FunctionConstructor { new (...a: string[]): Function; (...a: string[]): Function; readonly prototype: Function; }
declare const Function: FunctionConstructor;
interface Boolean { valueOf(): boolean; }
interface BooleanConstructor { new (v?: any): Boolean; (v?: any): boolean; readonly prototype: Boolean; }
declare const Boolean: BooleanConstructor;
interface Symbol { toString(): string; valueOf(): symbol; description: string | undefined; }
interface SymbolConstructor { (d?: any): symbol; for(k: string): symbol; keyFor(s: symbol): string; iterator: symbol; asyncIterator: symbol; hasInstance: symbol; toPrimitive: symbol; toStringTag: symbol; dispose: symbol; asyncDispose: symbol; species: symbol; }
declare const Symbol: SymbolConstructor;
interface BigInt { toString(r?: number): string; toLocaleString(): string; valueOf(): bigint; }
interface BigIntConstructor { (v: any): bigint; asIntN(b: number, i: bigint): bigint; asUintN(b: number, i: bigint): bigint; }
declare const BigInt: BigIntConstructor;
interface Number { toFixed(d?: number): string; toExponential(d?: number): string; toPrecision(d?: number): string; toString(r?: number): string; toLocaleString(l?: any, o?: any): string; valueOf(): number; }
interface NumberConstructor { new (v?: any): Number; (v?: any): number; MAX_SAFE_INTEGER: number; MIN_SAFE_INTEGER: number; MAX_VALUE: number; MIN_VALUE: number; EPSILON: number; NaN: number; POSITIVE_INFINITY: number; NEGATIVE_INFINITY: number; isFinite(n: any): boolean; isInteger(n: any): boolean; isNaN(n: any): boolean; isSafeInteger(n: any): boolean; parseFloat(s: string): number; parseInt(s: string, r?: number): number; }
declare const Number: NumberConstructor;
interface String extends Iterable<string> {
  charAt(i: number): string; charCodeAt(i: number): number; codePointAt(i: number): number; concat(...s: string[]): string; indexOf(s: string, p?: number): number; lastIndexOf(s: string, p?: number): number;
  localeCompare(s: string, l?: any, o?: any): number; match(r: any): RegExpMatchArray | null; matchAll(r: RegExp): Iterable<RegExpMatchArray>; replace(a: any, b: (m: string, ...a: any[]) => string): string; replace(a: any, b: string): string; replaceAll(a: any, b: any): string; search(r: any): number;
  slice(a?: number, b?: number): string; split(s: any, n?: number): string[]; substring(a: number, b?: number): string; substr(a: number, b?: number): string; toLowerCase(): string; toLocaleLowerCase(): string; toUpperCase(): string; toLocaleUpperCase(): string;
  trim(): string; trimStart(): string; trimEnd(): string; padStart(n: number, s?: string): string; padEnd(n: number, s?: string): string; repeat(n: number): string; startsWith(s: string, p?: number): boolean; endsWith(s: string, p?: number): boolean; includes(s: string, p?: number): boolean; normalize(f?: string): string; at(i: number): string | undefined; toString(): string; valueOf(): string; isWellFormed(): boolean; toWellFormed(): string; length: number; readonly [i: number]: string;
}
interface StringConstructor { new (v?: any): String; (v?: any): string; readonly prototype: String; fromCharCode(...c: number[]): string; fromCodePoint(...c: number[]): string; raw(t: any, ...s: any[]): string; }
declare const String: StringConstructor;
interface Iterator<T, R = any, N = any> { next(v?: any): IteratorResult<T>; return?(v?: any): IteratorResult<T>; throw?(e?: any): IteratorResult<T>; }
interface IteratorResult<T> { done?: boolean; value: T; }
interface Iterable<T> { [Symbol.iterator](): Iterator<T>; }
interface IterableIterator<T> extends Iterable<T>, Iterator<T> { map<U>(f: (v: T, i: number) => U): IterableIterator<U>; filter(f: (v: T, i: number) => any): IterableIterator<T>; toArray(): T[]; forEach(f: (v: T, i: number) => void): void; }
interface AsyncIterator<T, R = any, N = any> { next(v?: any): Promise<IteratorResult<T>>; return?(v?: any): Promise<IteratorResult<T>>; throw?(e?: any): Promise<IteratorResult<T>>; }
interface AsyncIterable<T> { [Symbol.asyncIterator](): AsyncIterator<T>; }
interface AsyncIterableIterator<T> extends AsyncIterable<T>, AsyncIterator<T> { }
interface Generator<T = any, R = any, N = any> extends IterableIterator<T> { next(v?: any): IteratorResult<T>; return(v: any): IteratorResult<T>; throw(e: any): IteratorResult<T>; }
interface AsyncGenerator<T = any, R = any, N = any> extends AsyncIterableIterator<T> { next(v?: any): Promise<IteratorResult<T>>; return(v: any): Promise<IteratorResult<T>>; throw(e: any): Promise<IteratorResult<T>>; }
interface ArrayLike<T> { readonly length: number; readonly [n: number]: T; }
interface ConcatArray<T> extends ArrayLike<T> { }
interface ReadonlyArray<T> extends Iterable<T> {
  length: number; toString(): string; toLocaleString(): string; concat(...items: any[]): T[]; join(s?: string): string; slice(a?: number, b?: number): T[]; indexOf(v: T, i?: number): number; lastIndexOf(v: T, i?: number): number;
  every(f: (v: T, i: number, a: T[]) => unknown, t?: any): boolean; some(f: (v: T, i: number, a: T[]) => unknown, t?: any): boolean; forEach(f: (v: T, i: number, a: T[]) => void, t?: any): void; map<U>(f: (v: T, i: number, a: T[]) => U, t?: any): U[];
  filter<S extends T>(f: (v: T, i: number, a: T[]) => v is S, t?: any): T[]; reduce<U>(f: (p: U, v: T, i: number, a: T[]) => U, init: U): U; reduce(f: (p: T, v: T, i: number, a: T[]) => T): T; reduceRight<U>(f: (p: U, v: T, i: number, a: T[]) => U, init: U): U;
  find(f: (v: T, i: number, a: T[]) => unknown, t?: any): T | undefined; findIndex(f: (v: T, i: number, a: T[]) => unknown, t?: any): number; findLast(f: (v: T, i: number, a: T[]) => unknown, t?: any): T | undefined; findLastIndex(f: (v: T, i: number, a: T[]) => unknown, t?: any): number;
  entries(): IterableIterator<[number, T]>; keys(): IterableIterator<number>; values(): IterableIterator<T>; includes(v: T, i?: number): boolean; flatMap<U>(f: (v: T, i: number, a: T[]) => U | readonly U[], t?: any): U[]; flat(d?: number): any[]; at(i: number): T | undefined; toReversed(): T[]; toSorted(f?: (a: T, b: T) => number): T[]; toSpliced(i: number, n?: number, ...v: T[]): T[]; with(i: number, v: T): T[];
}
interface Array<T> extends ReadonlyArray<T> {
  push(...v: T[]): number; pop(): T | undefined; shift(): T | undefined; unshift(...v: T[]): number; reverse(): T[]; sort(f?: (a: T, b: T) => number): this; splice(i: number, n?: number, ...v: T[]): T[]; fill(v: T, a?: number, b?: number): this; copyWithin(a: number, b: number, c?: number): this;
}
interface ArrayConstructor { new <T>(...v: T[]): T[]; <T>(...v: T[]): T[]; readonly prototype: Array<any>; isArray(v: any): v is any[]; from<T>(i: Iterable<T>): T[]; from<T, U>(i: Iterable<T>, f: (v: T, k: number) => U, t?: any): U[]; from<T, U>(i: ArrayLike<T>, f: (v: T, k: number) => U, t?: any): U[]; of<T>(...v: T[]): T[]; }
declare const Array: ArrayConstructor;
interface RegExpMatchArray extends Array<string> { index?: number; input?: string; groups?: { [k: string]: string }; }
interface RegExpExecArray extends Array<string> { index: number; input: string; groups?: { [k: string]: string }; }
interface RegExp { exec(s: string): RegExpExecArray | null; test(s: string): boolean; toString(): string; source: string; flags: string; global: boolean; lastIndex: number; compile(): this; }
interface RegExpConstructor { new (p: any, f?: string): RegExp; (p: any, f?: string): RegExp; readonly prototype: RegExp; escape(s: string): string; }
declare const RegExp: RegExpConstructor;
interface Date { getTime(): number; getFullYear(): number; getUTCFullYear(): number; getMonth(): number; getUTCMonth(): number; getDate(): number; getUTCDate(): number; getDay(): number; getHours(): number; getMinutes(): number; getSeconds(): number; getMilliseconds(): number; getTimezoneOffset(): number; setTime(n: number): number; setFullYear(n: number): number; setMonth(n: number): number; setDate(n: number): number; setHours(n: number): number; setMinutes(n: number): number; setSeconds(n: number): number; setMilliseconds(n: number): number; toISOString(): string; toUTCString(): string; toJSON(k?: any): string; toDateString(): string; toTimeString(): string; toLocaleDateString(l?: any, o?: any): string; toLocaleTimeString(l?: any, o?: any): string; toLocaleString(l?: any, o?: any): string; toString(): string; valueOf(): number; }
interface DateConstructor { new (...v: any[]): Date; (): string; readonly prototype: Date; now(): number; parse(s: string): number; UTC(...n: number[]): number; }
declare const Date: DateConstructor;
interface Error { name: string; message: string; stack?: string; cause?: unknown; }
interface ErrorConstructor { new (m?: string, o?: any): Error; (m?: string, o?: any): Error; readonly prototype: Error; captureStackTrace(t: any, c?: any): void; stackTraceLimit: number; isError(e: any): e is Error; }
declare const Error: ErrorConstructor;
interface TypeError extends Error { }
declare const TypeError: ErrorConstructor;
interface RangeError extends Error { }
declare const RangeError: ErrorConstructor;
interface SyntaxError extends Error { }
declare const SyntaxError: ErrorConstructor;
interface ReferenceError extends Error { }
declare const ReferenceError: ErrorConstructor;
interface AggregateError extends Error { errors: any[]; }
declare const AggregateError: { new (e: Iterable<any>, m?: string): AggregateError; };
interface PromiseLike<T> { then<A = T, B = never>(f?: ((v: T) => A | PromiseLike<A>) | undefined | null, r?: ((e: any) => B | PromiseLike<B>) | undefined | null): PromiseLike<A | B>; }
interface Promise<T> { then<A = T, B = never>(f?: ((v: T) => A | PromiseLike<A>) | undefined | null, r?: ((e: any) => B | PromiseLike<B>) | undefined | null): Promise<A | B>; catch<B = never>(r?: ((e: any) => B | PromiseLike<B>) | undefined | null): Promise<T | B>; finally(f?: (() => void) | undefined | null): Promise<T>; }
interface PromiseConstructor { new <T>(f: (resolve: (v: T | PromiseLike<T>) => void, reject: (e?: any) => void) => void): Promise<T>; readonly prototype: Promise<any>; all<T extends readonly unknown[] | []>(v: T): Promise<{ -readonly [P in keyof T]: Awaited<T[P]> }>; all<T>(v: Iterable<T | PromiseLike<T>>): Promise<Awaited<T>[]>; race<T>(v: Iterable<T | PromiseLike<T>>): Promise<Awaited<T>>; any<T>(v: Iterable<T | PromiseLike<T>>): Promise<Awaited<T>>; allSettled<T>(v: Iterable<T | PromiseLike<T>>): Promise<PromiseSettledResult<Awaited<T>>[]>; resolve<T>(v: T | PromiseLike<T>): Promise<Awaited<T>>; resolve(): Promise<void>; reject<T = never>(e?: any): Promise<T>; withResolvers<T>(): { promise: Promise<T>; resolve: (v: T) => void; reject: (e?: any) => void }; try<T>(f: () => T): Promise<T>; }
interface PromiseSettledResult<T> { status: string; value: T; reason: any; }
declare const Promise: PromiseConstructor;
interface ReadonlyMap<K, V> extends Iterable<[K, V]> { get(k: K): V | undefined; has(k: K): boolean; size: number; forEach(f: (v: V, k: K, m: Map<K, V>) => void, t?: any): void; entries(): IterableIterator<[K, V]>; keys(): IterableIterator<K>; values(): IterableIterator<V>; }
interface Map<K, V> extends ReadonlyMap<K, V> { set(k: K, v: V): this; delete(k: K): boolean; clear(): void; }
interface MapConstructor { new <K, V>(i?: Iterable<readonly [K, V]> | null): Map<K, V>; readonly prototype: Map<any, any>; groupBy<K, T>(i: Iterable<T>, f: (v: T) => K): Map<K, T[]>; }
declare const Map: MapConstructor;
interface WeakMap<K, V> { get(k: K): V | undefined; has(k: K): boolean; set(k: K, v: V): this; delete(k: K): boolean; }
interface WeakMapConstructor { new <K, V>(i?: Iterable<readonly [K, V]> | null): WeakMap<K, V>; }
declare const WeakMap: WeakMapConstructor;
interface ReadonlySet<T> extends Iterable<T> { has(v: T): boolean; size: number; forEach(f: (v: T, k: T, s: Set<T>) => void, t?: any): void; entries(): IterableIterator<[T, T]>; keys(): IterableIterator<T>; values(): IterableIterator<T>; }
interface Set<T> extends ReadonlySet<T> { add(v: T): this; delete(v: T): boolean; clear(): void; union(s: any): Set<T>; intersection(s: any): Set<T>; difference(s: any): Set<T>; isSubsetOf(s: any): boolean; isSupersetOf(s: any): boolean; }
interface SetConstructor { new <T>(i?: Iterable<T> | null): Set<T>; readonly prototype: Set<any>; }
declare const Set: SetConstructor;
interface WeakSet<T> { add(v: T): this; has(v: T): boolean; delete(v: T): boolean; }
declare const WeakSet: { new <T>(i?: Iterable<T> | null): WeakSet<T>; };
interface WeakRef<T> { deref(): T | undefined; }
declare const WeakRef: { new <T>(v: T): WeakRef<T>; };
interface JSON { parse(s: string, r?: (k: string, v: any) => any): any; stringify(v: any, r?: any, s?: any): string; }
declare const JSON: JSON;
interface TemplateStringsArray extends ReadonlyArray<string> { raw: readonly string[]; }
interface PropertyDescriptor { configurable?: boolean; enumerable?: boolean; value?: any; writable?: boolean; get?(): any; set?(v: any): void; }
interface ThisType<T> { }
interface TypedArray extends ReadonlyArray<number> { set(a: any, o?: number): void; subarray(a?: number, b?: number): this; fill(v: number, a?: number, b?: number): this; byteLength: number; byteOffset: number; buffer: any; sort(f?: any): this; reverse(): this; }
interface Uint8Array extends TypedArray { toString(e?: string): string; }
interface Buffer extends Uint8Array { toString(e?: string, a?: number, b?: number): string; write(...a: any[]): number; equals(b: any): boolean; copy(...a: any[]): number; toJSON(): any; }
type PropertyKey = string | number | symbol;
type Partial<T> = { [P in keyof T]?: T[P] };
type Required<T> = { [P in keyof T]-?: T[P] };
type Readonly<T> = { readonly [P in keyof T]: T[P] };
type Pick<T, K extends keyof T> = { [P in K]: T[P] };
type Record<K extends keyof any, T> = { [P in K]: T };
type Exclude<T, U> = T extends U ? never : T;
type Extract<T, U> = T extends U ? T : never;
type Omit<T, K extends keyof any> = { [P in keyof T]: T[P] };
type NonNullable<T> = T & {};
type Parameters<T> = T extends (...args: infer P) => any ? P : never;
type ConstructorParameters<T> = T extends abstract new (...args: infer P) => any ? P : never;
type ReturnType<T> = T extends (...args: any) => infer R ? R : any;
type InstanceType<T> = T extends abstract new (...args: any) => infer R ? R : any;
type ThisParameterType<T> = T extends (this: infer U, ...args: never) => any ? U : unknown;
type OmitThisParameter<T> = T;
type Awaited<T> = T;
type NoInfer<T> = T;
type Uppercase<T> = T;
type Lowercase<T> = T;
type Capitalize<T> = T;
type Uncapitalize<T> = T;
