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
	"ContextVar": "ContextVar", "Queue": "Queue", "SimpleQueue": "Queue", "LifoQueue": "Queue", "PriorityQueue": "Queue", "Future": "Future", "Task": "Future",
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

func argument(n *cst.Node, i int) *cst.Node {
	if n == nil {
		return nil
	}
	a := at(arguments(n), i)
	if a.Is("keyword_argument") {
		return a.Child("value")
	}
	return a
}

// arguments are what a call passes; a generator may stand for the whole list.
func arguments(call *cst.Node) []*cst.Node {
	list := call.Child("arguments")
	if list.Is("generator_expression") {
		return []*cst.Node{list}
	}
	return plain(list)
}

// plain are the children that are no comments.
func plain(n *cst.Node) []*cst.Node {
	var out []*cst.Node
	for c := range n.NamedChildren() {
		if c.Type != "comment" {
			out = append(out, c)
		}
	}
	return out
}

func at(list []*cst.Node, i int) *cst.Node {
	if i < len(list) {
		return list[i]
	}
	return nil
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
			for _, a := range arguments(n) {
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
	case "ref", "proxy":
		if strings.HasPrefix(v.name, "weakref.") {
			if name == "proxy" {
				return e.expr(first)
			}
			return known("Callable", nil, e.expr(first))
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
