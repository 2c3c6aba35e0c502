package python

import (
	"strings"

	"github.com/plumbline/plumbline/internal/code/cst"
)

// containerName are the builtin and typing names of values whose elements are
// followed, by the container that they are like.
var containerName = map[string]string{
	"list": "list", "List": "list", "Sequence": "list", "MutableSequence": "list", "Collection": "list", "deque": "list", "Deque": "list",
	"Iterable": "Iterator", "Iterator": "Iterator", "Generator": "Iterator", "Reversible": "Iterator",
	"AsyncIterator": "Iterator", "AsyncIterable": "Iterator", "AsyncGenerator": "Iterator",
	"set": "set", "Set": "set", "frozenset": "set", "FrozenSet": "set", "AbstractSet": "set", "MutableSet": "set",
	"dict": "dict", "Dict": "dict", "Mapping": "dict", "MutableMapping": "dict", "defaultdict": "dict", "DefaultDict": "dict", "OrderedDict": "dict", "ChainMap": "dict",
	"tuple": "tuple", "Tuple": "tuple", "str": "str", "bytes": "bytes", "int": "int", "float": "float", "bool": "bool",
	"Awaitable": "Coroutine", "Coroutine": "Coroutine", "ContextManager": "Manager", "AbstractContextManager": "Manager",
	"AsyncContextManager": "Manager", "AbstractAsyncContextManager": "Manager", "Callable": "Callable",
}

// builtin is a name that no scope of the file binds.
func (e *evaluator) builtin(name string) Type {
	switch name {
	case "__file__", "__name__", "__doc__", "__qualname__", "__module__":
		return known("str")
	}
	if builtinNames[name] {
		return outside("builtins." + name)
	}
	return nil
}

var builtinNames = func() map[string]bool {
	out := map[string]bool{}
	for _, n := range strings.Fields(`abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex
		copyright credits delattr dict dir divmod enumerate eval exec exit filter float format frozenset getattr globals hasattr hash help hex id input int
		isinstance issubclass iter len license list locals map max memoryview min next object oct open ord pow print property quit range repr reversed
		round set setattr slice sorted staticmethod str sum super tuple type vars zip __import__ __build_class__ __debug__ Ellipsis NotImplemented
		ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError BrokenPipeError BufferError BytesWarning
		ChildProcessError ConnectionAbortedError ConnectionError ConnectionRefusedError ConnectionResetError DeprecationWarning EOFError EncodingWarning
		EnvironmentError Exception ExceptionGroup FileExistsError FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError ImportError
		ImportWarning IndentationError IndexError InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError ModuleNotFoundError
		NameError NotADirectoryError NotImplementedError OSError OverflowError PendingDeprecationWarning PermissionError ProcessLookupError RecursionError
		ReferenceError ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration StopIteration SyntaxError SyntaxWarning SystemError SystemExit TabError
		TimeoutError TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning UserWarning
		ValueError Warning ZeroDivisionError unicode basestring long xrange raw_input unichr reduce file cmp execfile reload`) {
		out[n] = true
	}
	return out
}()

// iterated is the type of the elements that a loop over t gives.
func (e *evaluator) iterated(t Type) Type {
	var out Type
	for _, v := range t {
		switch v.kind {
		case container:
			switch v.name {
			case "tuple", "tuple*":
				out = union(out, union(v.args...))
			case "str":
				out = union(out, known("str"))
			default:
				if len(v.args) > 0 {
					out = union(out, v.args[0])
				}
			}
		case instance:
			if m, _ := e.find(v.scope, nil, "__iter__"); m != nil {
				got := e.results(e.bindMember(m, v), nil)
				if len(got) == 1 && got[0].kind == instance {
					if next, _ := e.find(got[0].scope, nil, "__next__"); next != nil {
						out = union(out, e.results(e.bindMember(next, got[0]), nil))
						continue
					}
				}
				out = union(out, e.iterated(got))
			} else if args := e.outsideArgs(v); len(args) > 0 {
				out = union(out, args[0])
			}
		case class:
			if e.isEnum(v.scope) {
				out = union(out, Type{{kind: instance, scope: v.scope}})
			}
		case external:
			out = union(out, outside(v.name+"[]"))
		case typeVar:
			if len(v.args) > 0 {
				out = union(out, e.iterated(v.args[0]))
			}
		}
	}
	return out.asSureAs(t)
}

// outsideArgs are the arguments of the container that a class derives from.
func (e *evaluator) outsideArgs(v value) []Type {
	for _, base := range e.mro(v.scope) {
		if base.kind != class {
			continue
		}
		for b := range base.scope.node.Child("superclasses").NamedChildren() {
			if b.Type != "subscript" {
				continue
			}
			for _, t := range e.annotation(b) {
				if t.kind == container {
					return t.args
				}
			}
		}
	}
	return nil
}

func (e *evaluator) isEnum(c *scope) bool {
	for _, v := range e.mro(c) {
		if v.kind == external && strings.HasPrefix(v.name, "enum.") {
			return true
		}
	}
	return false
}

// entered is what `with t as x` gives x.
func (e *evaluator) entered(t Type, item *cst.Node) Type {
	var out Type
	for _, v := range t {
		switch v.kind {
		case container:
			if v.name == "Manager" && len(v.args) > 0 {
				out = union(out, v.args[0])
			}
		case instance:
			m, leaves := e.find(v.scope, nil, "__enter__")
			if m == nil {
				if m, _ = e.find(v.scope, nil, "__aenter__"); m != nil {
					out = union(out, e.awaited(e.results(e.bindMember(m, v), nil)))
					continue
				}
			}
			if m != nil {
				out = union(out, e.results(e.bindMember(m, v), nil))
			} else if leaves {
				out = union(out, Type{v}.guessed())
			}
		case external:
			out = union(out, outside(v.name+".__enter__"))
		}
	}
	return out.asSureAs(t)
}

func (e *evaluator) awaited(t Type) Type {
	var out Type
	for _, v := range t {
		switch {
		case v.kind == container && v.name == "Coroutine" && len(v.args) > 0:
			out = union(out, v.args[len(v.args)-1])
		case v.kind == external:
			out = union(out, Type{v})
		}
	}
	return out.asSureAs(t)
}

func (e *evaluator) subscript(n *cst.Node) Type {
	var out Type
	index := n.Child("subscript")
	for _, v := range e.expr(n.Child("value")) {
		switch v.kind {
		case container:
			out = union(out, e.item(v, index))
		case instance:
			if m, _ := e.find(v.scope, nil, "__getitem__"); m != nil {
				out = union(out, e.results(e.bindMember(m, v), nil))
			} else if args := e.outsideArgs(v); len(args) > 0 {
				out = union(out, args[len(args)-1])
			}
		case class:
			if e.isEnum(v.scope) {
				out = union(out, Type{{kind: instance, scope: v.scope}})
				continue
			}
			var args []Type
			for _, s := range n.All("subscript") {
				args = append(args, e.annotation(s))
			}
			out = union(out, Type{value{kind: class, scope: v.scope}.with(args...)})
		case external:
			if typeForm[lastPart(v.name)] || containerName[lastPart(v.name)] != "" {
				out = union(out, e.generic(n.Child("value"), n.All("subscript")))
			} else {
				out = union(out, outside(v.name+"[]"))
			}
		}
	}
	return out.asSureAs(e.expr(n.Child("value")))
}

var typeForm = map[string]bool{"Optional": true, "Union": true, "Type": true, "Annotated": true, "ClassVar": true, "Final": true}

func (e *evaluator) item(v value, index *cst.Node) Type {
	switch {
	case index.Is("slice"):
		return Type{v}
	case v.name == "tuple" && index.Is("integer"):
		i := 0
		for _, r := range index.Text() {
			i = i*10 + int(r-'0')
		}
		if i >= 0 && i < len(v.args) {
			return v.args[i]
		}
	case v.name == "tuple" || v.name == "tuple*":
		return union(v.args...)
	case v.name == "dict" && len(v.args) > 1:
		return v.args[1]
	case v.name == "str":
		return known("str")
	case len(v.args) > 0:
		return v.args[0]
	}
	return nil
}

// operatorMethod are the methods behind binary operators.
var operatorMethod = map[string]string{"+": "__add__", "-": "__sub__", "*": "__mul__", "/": "__truediv__", "//": "__floordiv__",
	"%": "__mod__", "|": "__or__", "&": "__and__", "^": "__xor__", "@": "__matmul__", ">>": "__rshift__", "<<": "__lshift__"}

func (e *evaluator) operator(n *cst.Node) Type {
	op := n.Child("operator").Text()
	var out Type
	for _, v := range e.expr(n.Child("left")) {
		switch v.kind {
		case container, external:
			out = union(out, Type{v})
		case instance:
			if m, _ := e.find(v.scope, nil, operatorMethod[op]); m != nil {
				out = union(out, e.results(e.bindMember(m, v), n))
			}
		case class:
			if op == "|" {
				out = union(out, Type{v}, e.expr(n.Child("right")))
			}
		}
	}
	return out
}

func argument(n *cst.Node, i int) *cst.Node {
	if n == nil {
		return nil
	}
	a := n.Child("arguments").NamedChild(i)
	if a.Is("keyword_argument") {
		return a.Child("value")
	}
	return a
}

// outsideCall is what a call of something outside the repository gives: known
// for the builtins that hand their arguments on, else outside too.
func (e *evaluator) outsideCall(v value, n *cst.Node) Type {
	name := lastPart(v.name)
	if v.self != nil {
		return e.containerCall(*v.self, name, n)
	}
	first := argument(n, 0)
	switch name {
	case "list", "set", "frozenset", "deque":
		return known(containerName[name], e.iterated(e.expr(first)))
	case "sorted":
		return known("list", e.iterated(e.expr(first)))
	case "tuple":
		return known("tuple*", e.iterated(e.expr(first)))
	case "iter", "reversed", "chain", "from_iterable", "islice", "cycle", "takewhile", "dropwhile":
		return known("Iterator", e.iterated(e.expr(first)))
	case "next", "min", "max":
		if second := argument(n, 1); second != nil && name != "next" && !n.Child("arguments").Has("keyword_argument") {
			return union(e.expr(first), e.expr(second))
		}
		return e.iterated(e.expr(first))
	case "enumerate":
		return known("Iterator", known("tuple", known("int"), e.iterated(e.expr(first))))
	case "zip", "zip_longest", "product":
		var parts []Type
		if n != nil {
			for a := range n.Child("arguments").NamedChildren() {
				parts = append(parts, e.iterated(e.expr(a)))
			}
		}
		return known("Iterator", known("tuple", parts...))
	case "filter":
		return known("Iterator", e.iterated(e.expr(argument(n, 1))))
	case "map":
		return known("Iterator", e.results(e.expr(first), nil))
	case "range":
		return known("list", known("int"))
	case "copy", "deepcopy", "replace":
		if strings.HasPrefix(v.name, "copy.") || strings.HasPrefix(v.name, "dataclasses.") {
			return e.expr(first)
		}
	case "cast":
		return e.annotation(first)
	case "type":
		return e.classOf(e.expr(first))
	case "dict", "OrderedDict":
		if name == "dict" && first == nil {
			return known("dict")
		}
		return e.expr(first)
	case "defaultdict":
		return known("dict", nil, e.results(e.expr(first), nil))
	case "str", "repr", "format", "chr":
		return known("str")
	case "int", "len", "ord", "hash", "id", "sum":
		return known("int")
	case "bool", "isinstance", "callable", "hasattr", "any", "all":
		return known("bool")
	case "bytes", "float":
		return known(name)
	case "TypeVar":
		return e.newTypeVar(n)
	case "NewType":
		return e.expr(argument(n, 1))
	case "partial":
		return e.expr(first)
	case "field":
		return e.dataField(n)
	case "getattr":
		if first != nil {
			if s := argument(n, 1).ChildOfType("string_content"); s != nil {
				return e.access(e.expr(first), s.Text(), nil).guessed()
			}
		}
		return nil
	case "lru_cache", "cache", "wraps", "contextmanager":
		return outside(v.name + "()")
	}
	return outside(v.name + "()")
}

func (e *evaluator) classOf(t Type) Type {
	var out Type
	for _, v := range t {
		if v.kind == instance {
			out = union(out, Type{{kind: class, scope: v.scope, guess: v.guess}})
		}
	}
	return out
}

func (e *evaluator) newTypeVar(n *cst.Node) Type {
	v := value{kind: typeVar, name: argument(n, 0).ChildOfType("string_content").Text()}
	var limits Type
	for a := range n.Child("arguments").NamedChildren() {
		switch {
		case a.Type == "keyword_argument" && a.Child("name").Text() == "bound":
			limits = union(limits, e.annotation(a.Child("value")))
		}
	}
	if len(limits) > 0 {
		v = v.with(limits)
	}
	return Type{v}
}

func (e *evaluator) dataField(n *cst.Node) Type {
	for a := range n.Child("arguments").NamedChildren() {
		if a.Type != "keyword_argument" {
			continue
		}
		switch a.Child("name").Text() {
		case "default_factory":
			return e.results(e.expr(a.Child("value")), nil)
		case "default":
			return e.expr(a.Child("value"))
		}
	}
	return nil
}

// containerCall is what a method of a builtin container gives.
func (e *evaluator) containerCall(v value, method string, n *cst.Node) Type {
	elem := func(i int) Type {
		if i < len(v.args) {
			return v.args[i]
		}
		return nil
	}
	switch v.name {
	case "str", "bytes":
		switch method {
		case "split", "rsplit", "splitlines":
			return known("list", known(v.name))
		case "partition", "rpartition":
			return known("tuple", known(v.name), known(v.name), known(v.name))
		case "encode":
			return known("bytes")
		case "decode", "hex":
			return known("str")
		}
		return known(v.name)
	case "dict":
		switch method {
		case "get", "pop", "setdefault":
			out := elem(1)
			if method == "get" && argument(n, 1) == nil {
				out = union(out, Type{{kind: none}})
			} else if d := argument(n, 1); d != nil {
				out = union(out, e.expr(d))
			}
			return out
		case "items":
			return known("list", known("tuple", elem(0), elem(1)))
		case "values":
			return known("list", elem(1))
		case "keys":
			return known("list", elem(0))
		case "copy":
			return Type{v}
		case "popitem":
			return known("tuple", elem(0), elem(1))
		}
	case "list", "set", "Iterator":
		switch method {
		case "pop", "popleft", "__next__", "send":
			return elem(0)
		case "copy", "union", "intersection", "difference", "symmetric_difference":
			return Type{v}
		case "index", "count":
			return known("int")
		}
	}
	return outside("builtins." + v.name + "." + method + "()")
}
