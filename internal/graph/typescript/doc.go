// Package typescript binds references in TypeScript, TSX and JavaScript. It
// owns the languages' scopes, their modules (relative paths, package.json,
// tsconfig.json, workspaces) and as much of TypeScript's type system as
// telling the receiver of a call needs: declared and inferred types, generics,
// contextual typing and narrowing. It promises that what it cannot type is
// unknown, and it never runs a compiler or looks into node_modules.
package typescript
