package syntax

import (
	"path"
	"strings"
	"sync"

	sitter "github.com/smacker/go-tree-sitter"
	"github.com/smacker/go-tree-sitter/bash"
	"github.com/smacker/go-tree-sitter/c"
	"github.com/smacker/go-tree-sitter/cpp"
	"github.com/smacker/go-tree-sitter/csharp"
	"github.com/smacker/go-tree-sitter/golang"
	"github.com/smacker/go-tree-sitter/java"
	"github.com/smacker/go-tree-sitter/javascript"
	"github.com/smacker/go-tree-sitter/kotlin"
	"github.com/smacker/go-tree-sitter/php"
	"github.com/smacker/go-tree-sitter/python"
	"github.com/smacker/go-tree-sitter/ruby"
	"github.com/smacker/go-tree-sitter/rust"
	"github.com/smacker/go-tree-sitter/scala"
	"github.com/smacker/go-tree-sitter/swift"
	"github.com/smacker/go-tree-sitter/typescript/tsx"
	"github.com/smacker/go-tree-sitter/typescript/typescript"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
)

// language is what one dialect brings.
type language struct {
	grammar func() *sitter.Language
	// symbols adds the file's definitions below the module.
	symbols func(b *builder)
	// pkg is the package or namespace that the file declares, "" for none.
	pkg func(b *builder) string
	// prefix is what stands before a local name in a qualified one; nil means
	// the path without its extension.
	prefix func(filePath, pkg string) string
	// testPath reports whether the file at a path holds tests.
	testPath func(filePath string) bool
	// prepare changes the text for the parser, never its length or lines.
	prepare func([]byte) []byte
	// repair counts the definitions that a tree with errors lost, and changes
	// its text, never the length, so that the next parse may lose fewer.
	repair func(tree *cst.Tree, text []byte) (next []byte, lost int)

	once  sync.Once
	cache *nodeNames
}

func (l *language) names() *nodeNames {
	l.once.Do(func() { l.cache = readNames(l.grammar()) })
	return l.cache
}

var languages = map[string]*language{
	"python":     {grammar: python.GetLanguage, symbols: pythonSymbols, prefix: pythonPrefix, testPath: pythonTestPath, repair: pythonRepair},
	"go":         {grammar: golang.GetLanguage, symbols: goSymbols, pkg: goPackage, prefix: packagePrefix, testPath: goTestPath, prepare: goPrepare},
	"typescript": {grammar: typescript.GetLanguage, symbols: typescriptSymbols, testPath: typescriptTestPath, prepare: typescriptPrepare},
	"tsx":        {grammar: tsx.GetLanguage, symbols: typescriptSymbols, testPath: typescriptTestPath, prepare: typescriptPrepare},
	"javascript": {grammar: javascript.GetLanguage, symbols: typescriptSymbols, testPath: typescriptTestPath},
	"java":       {grammar: java.GetLanguage, symbols: javaSymbols, pkg: javaPackage, prefix: packagePrefix, testPath: javaTestPath, prepare: javaPrepare},
	"c":          {grammar: c.GetLanguage, symbols: cSymbols, testPath: cTestPath, prepare: cPrepare},
	"cpp":        {grammar: cpp.GetLanguage, symbols: cppSymbols, testPath: cTestPath, prepare: cppPrepare},
	"rust":       {grammar: rust.GetLanguage, symbols: rustSymbols, prefix: rustPrefix},
	"csharp":     {grammar: csharp.GetLanguage, symbols: csharpSymbols, pkg: csharpPackage, testPath: csharpTestPath},
	"ruby":       {grammar: ruby.GetLanguage, symbols: rubySymbols, testPath: rubyTestPath},
	"php":        {grammar: php.GetLanguage, symbols: phpSymbols, pkg: phpPackage, prefix: phpPrefix, testPath: phpTestPath},
	"kotlin":     {grammar: kotlin.GetLanguage, symbols: kotlinSymbols, pkg: kotlinPackage, testPath: javaTestPath},
	"swift":      {grammar: swift.GetLanguage, symbols: swiftSymbols, testPath: swiftTestPath},
	"scala":      {grammar: scala.GetLanguage, symbols: scalaSymbols, pkg: scalaPackage, testPath: scalaTestPath},
	"bash":       {grammar: bash.GetLanguage, symbols: bashSymbols},
}

var byExtension = map[string]string{
	".py": "python", ".pyi": "python", ".pyw": "python",
	".go": "go",
	".ts": "typescript", ".mts": "typescript", ".cts": "typescript",
	".tsx": "tsx",
	".js":  "javascript", ".mjs": "javascript", ".cjs": "javascript", ".jsx": "javascript",
	".java": "java",
	".c":    "c", ".h": "c",
	".cc": "cpp", ".cpp": "cpp", ".cxx": "cpp", ".hh": "cpp", ".hpp": "cpp", ".hxx": "cpp", ".ipp": "cpp",
	".rs": "rust",
	".cs": "csharp",
	".rb": "ruby", ".rake": "ruby", ".gemspec": "ruby", ".ru": "ruby",
	".php": "php",
	".kt":  "kotlin", ".kts": "kotlin",
	".swift": "swift",
	".scala": "scala", ".sc": "scala",
	".sh": "bash", ".bash": "bash",
	".md": "markdown", ".markdown": "markdown",
}

var byName = map[string]string{"Rakefile": "ruby", "Gemfile": "ruby", "SConstruct": "python", "SConscript": "python"}

var byInterpreter = map[string]string{"python": "python", "node": "javascript", "ruby": "ruby", "sh": "bash", "bash": "bash", "php": "php"}

// Dialect names the language of the file at a path with this content: one of
// the grammars', "markdown", or "text".
func Dialect(filePath string, content []byte) string {
	if d := byName[path.Base(filePath)]; d != "" {
		return d
	}
	ext := strings.ToLower(path.Ext(filePath))
	if d := byExtension[ext]; d != "" {
		if ext == ".h" && looksLikeCpp(content) {
			return "cpp"
		}
		return d
	}
	if ext == "" {
		if d := interpreter(content); d != "" {
			return d
		}
	}
	return "text"
}

// HasGrammar reports whether files of a dialect are parsed.
func HasGrammar(dialect string) bool { return languages[dialect] != nil }

func interpreter(content []byte) string {
	if len(content) < 2 || content[0] != '#' || content[1] != '!' {
		return ""
	}
	line, _, _ := strings.Cut(string(content[:min(len(content), 200)]), "\n")
	for _, word := range strings.FieldsFunc(line[2:], func(r rune) bool { return r == ' ' || r == '/' || r == '\r' }) {
		if d := byInterpreter[strings.TrimRight(word, "0123456789.")]; d != "" {
			return d
		}
	}
	return ""
}

func looksLikeCpp(content []byte) bool {
	text := string(content[:min(len(content), 64<<10)])
	for _, sign := range []string{"\nclass ", "\nnamespace ", "\ntemplate <", "\ntemplate<", "\nusing ", "\npublic:", "\nprivate:"} {
		if strings.Contains(text, sign) && !strings.Contains(text, "extern \"C\"") {
			return true
		}
	}
	return false
}

// Prefix is what stands before the local names of the file at a path in their
// qualified names; pkg is the package that the file declares.
func Prefix(dialect, filePath, pkg string) string {
	if l := languages[dialect]; l != nil && l.prefix != nil {
		return l.prefix(filePath, pkg)
	}
	if pkg != "" {
		return pkg
	}
	return strings.TrimSuffix(filePath, path.Ext(filePath))
}

// Qualify joins a prefix and a local name. Namesakes in a file have one
// qualified name: the "~2" that tells them apart belongs to the id alone.
func Qualify(prefix, local string) string { return code.Qualify(prefix, local) }

func packagePrefix(_, pkg string) string { return pkg }

// TestPath reports whether the file at a path holds tests: by the language's
// own rule, or in a folder that says so.
func TestPath(dialect, filePath string) bool {
	if l := languages[dialect]; l != nil && l.testPath != nil && l.testPath(filePath) {
		return true
	}
	for _, part := range strings.Split(path.Dir(filePath), "/") {
		switch part {
		case "test", "tests", "__tests__", "testing", "testdata", "spec", "specs", "e2e":
			return true
		}
	}
	return false
}
