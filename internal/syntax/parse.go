package syntax

// #cgo LDFLAGS: -Wl,--unresolved-symbols=ignore-all
// #include <stdlib.h>
// #include "flatten.h"
import "C"

import (
	"context"
	"errors"
	"fmt"
	"time"
	"unsafe"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/plumbline/plumbline/internal/code/cst"
)

// ErrTooSlow is returned for a file that its parser did not finish within
// ParseLimit. Its text stays searchable.
var ErrTooSlow = errors.New("the parser did not finish within its limit")

// ParseLimit bounds the parsing of one file.
const ParseLimit = 5 * time.Second

// Parse parses source, UTF-8 of the given dialect. The tree refers to source,
// which must not change afterwards. A file with errors has a tree all the
// same: Tree.Errors counts them.
func Parse(ctx context.Context, dialect string, source []byte) (*cst.Tree, error) {
	l := languages[dialect]
	if l == nil || l.grammar == nil {
		return nil, fmt.Errorf("no grammar for dialect %q", dialect)
	}
	text := source
	if l.prepare != nil {
		text = l.prepare(source)
	}
	tree, err := parseAs(ctx, l, dialect, source, text)
	if err != nil || tree.Errors == 0 || l.repair == nil {
		return tree, err
	}
	return repaired(ctx, l, tree, text)
}

// Bounds on how often a file with errors is parsed again: in all, and without
// getting better.
const (
	maxRepairs = 10
	maxVain    = 3
)

// repaired is the tree that loses the fewest definitions after some repairs.
// It counts the errors of the text as it is.
func repaired(ctx context.Context, l *language, tree *cst.Tree, text []byte) (*cst.Tree, error) {
	text, least := l.repair(tree, text)
	vain, errs := 0, tree.Errors
	for try := 0; try < maxRepairs && least > 0 && vain < maxVain; try++ {
		next, err := parseAs(ctx, l, tree.Dialect, tree.Source, text)
		if err != nil {
			return tree, ctx.Err()
		}
		var lost int
		vain++
		if text, lost = l.repair(next, text); lost < least {
			tree, least, vain = next, lost, 0
			tree.Errors = errs
		}
	}
	return tree, nil
}

// parseAs parses text, which stands for source and is as long.
func parseAs(ctx context.Context, l *language, dialect string, source, text []byte) (*cst.Tree, error) {
	p := sitter.NewParser()
	defer p.Close()
	p.SetLanguage(l.grammar())
	p.SetOperationLimit(int(ParseLimit.Microseconds()))
	parsed, err := p.ParseCtx(ctx, nil, text)
	if errors.Is(err, sitter.ErrOperationLimit) {
		return nil, ErrTooSlow
	}
	if err != nil {
		return nil, fmt.Errorf("parse: %w", err)
	}
	defer parsed.Close()
	tree := cst.NewTree(dialect, source)
	return tree, grow(tree, parsed.RootNode(), l.names())
}

// grow copies the nodes under root into tree, in one call to C: a call a node
// would cost more than the parsing.
func grow(tree *cst.Tree, root *sitter.Node, names *nodeNames) error {
	// A sitter.Node begins with tree-sitter's own node.
	flat := C.plumb_flatten(*(*C.plumb_node)(unsafe.Pointer(root)), C.uint32_t(cst.MaxDepth))
	defer C.free(unsafe.Pointer(flat.nodes))
	if flat.failed != 0 {
		return errors.New("parse: out of memory for the tree")
	}
	tree.Nodes, tree.Errors, tree.Cut = int(flat.count), int(flat.errors), int(flat.cut)
	nodes := make([]cst.Node, flat.count)
	var open, last []*cst.Node // the path to the current node, and each one's last child
	for i, f := range unsafe.Slice(flat.nodes, int(flat.count)) {
		n := &nodes[i]
		*n = cst.Node{Type: names.typ(uint16(f.symbol)), Field: names.field(uint16(f.field)),
			Start: uint32(f.start), End: uint32(f.end), Named: f.flags&1 != 0, Error: f.flags&2 != 0}
		tree.Own(n)
		depth := int(f.depth)
		open, last = append(open[:depth], n), append(last[:depth], nil)
		if depth == 0 {
			tree.Root = n
			continue
		}
		n.Parent = open[depth-1]
		if before := last[depth-1]; before == nil {
			n.Parent.First = n
		} else {
			before.Next = n
		}
		last[depth-1] = n
	}
	return nil
}

// nodeNames are a grammar's names, read once: each read from C is a copy.
type nodeNames struct{ types, fields []string }

func (n *nodeNames) typ(id uint16) string {
	if int(id) < len(n.types) {
		return n.types[id]
	}
	return "ERROR"
}

func (n *nodeNames) field(id uint16) string {
	if int(id) < len(n.fields) {
		return n.fields[id]
	}
	return ""
}

func readNames(l *sitter.Language) *nodeNames {
	n := &nodeNames{fields: []string{""}}
	for i := range l.SymbolCount() {
		n.types = append(n.types, l.SymbolName(sitter.Symbol(i)))
	}
	for i := 1; ; i++ {
		name := l.FieldName(i)
		if name == "" {
			return n
		}
		n.fields = append(n.fields, name)
	}
}
