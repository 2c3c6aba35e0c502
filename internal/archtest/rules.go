package archtest

// rule: packages under from may import of the module's packages only those
// under may, and themselves.
type rule struct {
	from string
	may  []string
}

var pure = []string{"internal/code", "internal/syntax", "internal/graph", "internal/render"}

var rules = []rule{
	{"cmd", []string{"webhook", "jobs", "internal", "migrations"}},
	{"webhook", []string{"jobs", "internal/code", "internal/obs"}},
	{"jobs", append([]string{"internal/config", "internal/obs"}, pure...)},
	{"migrations", nil},
	{"deploy", nil},
	// The use cases: the words, and what is pure.
	{"internal/index", pure},
	{"internal/retrieve", pure},
	{"internal/answer", pure},
	{"internal/impact", pure},
	// What is pure.
	{"internal/code", nil},
	{"internal/syntax", []string{"internal/code"}},
	{"internal/graph", []string{"internal/code", "internal/syntax"}},
	{"internal/render", []string{"internal/code"}},
	// Adapters: the words alone, never each other.
	{"internal/gitrepo", []string{"internal/code"}},
	{"internal/embed", []string{"internal/code"}},
	{"internal/llm", []string{"internal/code"}},
	{"internal/store/storetest", []string{"internal/store", "internal/localpg", "internal/config", "migrations"}},
	{"internal/store", []string{"internal/code"}},
	{"internal/github", []string{"internal/code"}},
	{"internal/localhub", []string{"internal/code"}},
	{"internal/localpg", []string{"internal/code"}},
	{"internal/config", nil},
	{"internal/obs", nil},
	{"internal/web", append([]string{"internal/index", "internal/retrieve", "internal/answer", "internal/impact"}, pure...)},
	{"internal/eval", append([]string{"internal/index", "internal/retrieve", "internal/answer", "internal/impact"}, pure...)},
	{"internal/archtest", nil},
}

// keeper: a library that only some packages import.
type keeper struct {
	library string
	by      []string
}

var keepers = []keeper{
	{"github.com/smacker/go-tree-sitter", []string{"internal/syntax"}},
	{"github.com/jackc/pgx", []string{"internal/store", "cmd", "jobs"}},
	{"github.com/pgvector/pgvector-go", []string{"internal/store", "cmd"}},
	{"github.com/riverqueue/river", []string{"jobs", "cmd"}},
	{"github.com/google/go-github", []string{"internal/github", "webhook", "internal/localhub"}},
	{"github.com/yalue/onnxruntime_go", []string{"internal/embed"}},
	{"github.com/openai/openai-go", []string{"internal/embed", "internal/llm"}},
}

// exception: an import that the rules forbid and that is right all the same.
type exception struct{ from, to, reason string }

var exceptions = []exception{
	{"migrations", "github.com/jackc/pgx", "it applies the files on a connection"},
	{"jobs", "internal/github", "jobs speak of repositories, pulls and comments in its types; the calls stand behind interfaces"},
	{"jobs", "internal/store", "a delivery and its job are one transaction, and jobs own the rows of their own doing"},
	{"webhook", "internal/github", "payloads become its types"},
	{"webhook", "internal/store", "a delivery row's type"},
	{"internal/graph/declared", "internal/config", "the settings' file is read in one place"},
	{"internal/localpg", "github.com/jackc/pgx", "it makes the database and the extension in a new cluster"},
}
