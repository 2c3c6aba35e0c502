package eval

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// These are the rules by which the oracles' lines and ours are brought
// together: which line declares a name, which reference looks like a call.
// They read lines alone, as a person would, and are the same for every tool
// that is measured.

func language(file string) string {
	switch path.Ext(file) {
	case ".py", ".pyi":
		return "py"
	case ".go":
		return "go"
	case ".java":
		return "java"
	case ".c", ".h":
		return "c"
	}
	return "ts"
}

const (
	word     = `[\pL\pN_]`
	nameWord = `[\pL\pN_$]`
	javaMods = `^(\s*)((?:@[\pL\pN_.]+(?:\([^()]*\))?\s+|(?:public|protected|private|static|final|abstract|synchronized|native|default|strictfp)\s+)*)(?:<[^()]*?>\s+)?`
)

var (
	pyDef      = regexp.MustCompile(`^\s*(?:async\s+)?def\s+(` + word + `+)`)
	goDef      = regexp.MustCompile(`^func\s+(?:\([^)]*\)\s*)?(` + word + `+)`)
	tsFunction = regexp.MustCompile(`^\s*(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:async\s+)?function\s*\*?\s*(` + nameWord + `+)`)
	tsMethod   = regexp.MustCompile(`^\s+(?:(?:public|private|protected|static|abstract|override|readonly|async|get|set)\s+)*\*?(?:"([^"]+)"|'([^']+)'|(#?` + nameWord + `+)|\[([\pL\pN_.$]+)\])\??\s*[(<]`)
	notDef     = regexp.MustCompile(`^\s*(?:(?:if|for|while|switch)\b|(?:return|catch|await|throw|new|typeof|else|do|yield|delete|void|case)\s)`)
	tsType     = regexp.MustCompile(`^\s*(?:export\s+)?(?:default\s+)?(?:abstract\s+)?(?:class|interface|type|namespace)\b`)
	javaDef    = regexp.MustCompile(javaMods + `((?:[A-Za-z_$]` + nameWord + `*(?:\.[A-Za-z_$]` + nameWord + `*)*(?:<[^()]*>)?(?:\.[A-Za-z_$]` + nameWord + `*)*(?:\s*\[\])*\s+)?)([A-Za-z_$]` + nameWord + `*)\s*\(`)
	javaNot    = regexp.MustCompile(`^\s*(?:(?:return|new|throw|else|case|yield|assert|if|for|while|switch|catch|try|do|super|this)\b|synchronized\s*\()`)
	javaOpens  = regexp.MustCompile(`\{\s*(?://.*|\}\s*)?$`)
	goesOn     = regexp.MustCompile(`[(,]\s*$`)
	cDef       = regexp.MustCompile(`^(?:\s*[A-Za-z_]` + word + `*(?:[\s*]+[A-Za-z_]` + word + `*)*?[\s*]+)?([A-Za-z_]` + word + `*)\s*\((\s*\*)?`)
	cNot       = regexp.MustCompile(`^\s*(?:if|for|while|switch|return|else|do|case|goto|typedef|sizeof|defined)\b|;\s*(?://.*)?$|^\s*#`)
	callEnd    = regexp.MustCompile(`\)\s*;?\s*$`)
	modified   = regexp.MustCompile(`^\s*(get|set|static|async|public|private|protected|abstract)\s`)
	comment    = regexp.MustCompile(`/\*.*?\*/ ?`)
	bodyOpens  = regexp.MustCompile(`\)\s*(?::[^=]*)?\{\s*$`)
	functional = regexp.MustCompile(`\bfunction\b|=>`)
	function   = regexp.MustCompile(`\bfunction\b`)
	isDef      = regexp.MustCompile(`^\s*(?:async\s+)?def\s`)
	isImport   = regexp.MustCompile(`^\s*(?:from|import)\b`)
	delegates  = regexp.MustCompile(`\b(?:this|super)\s*\(`)
	called     = regexp.MustCompile("^\\s*(?:\\?\\.|!)?\\s*(?:<.*>|\\[[\\pL\\pN_\\s,.*\\[\\]]*\\])?\\s*[(`]")
	openParen  = regexp.MustCompile(`^\s*\(`)
	openType   = regexp.MustCompile(`^\s*<[^()]*$`)
	afterNew   = regexp.MustCompile(`\bnew\s+(?:` + nameWord + `+\.)*$`)
	afterType  = regexp.MustCompile(`\b(?:interface|type|namespace|class)\s+$`)
)

// declares is the function or method that a line declares, "" for none.
func declares(file, line string) string {
	line = comment.ReplaceAllString(line, "")
	switch language(file) {
	case "py":
		return group(pyDef, line, 1)
	case "go":
		return group(goDef, line, 1)
	case "java":
		return javaDeclares(line)
	case "c":
		if m := cDef.FindStringSubmatch(line); m != nil && m[2] == "" && !cNot.MatchString(line) {
			return m[1]
		}
		return ""
	}
	if name := group(tsFunction, line, 1); name != "" {
		return name
	}
	m := tsMethod.FindStringSubmatch(line)
	// A call statement has the same first line as a signature: what ends it
	// decides.
	if m == nil || notDef.MatchString(line) || callEnd.MatchString(line) && !modified.MatchString(line) {
		return ""
	}
	return m[1] + m[2] + m[3] + m[4]
}

func javaDeclares(line string) string {
	m := javaDef.FindStringSubmatch(line)
	if m == nil || javaNot.MatchString(line) {
		return ""
	}
	if m[2] == "" && m[3] == "" {
		open := strings.Count(line, "(") != strings.Count(line, ")") || !javaOpens.MatchString(line)
		upper := m[4][0] >= 'A' && m[4][0] <= 'Z'
		if open && (!upper || !goesOn.MatchString(line)) {
			return ""
		}
	}
	return m[4]
}

func group(re *regexp.Regexp, s string, n int) string {
	if m := re.FindStringSubmatch(s); m != nil {
		return m[n]
	}
	return ""
}

// occurrences are the places after which a name ends, where it stands by
// itself.
func occurrences(line, name string) (ends []int) {
	for from := 0; name != ""; {
		i := strings.Index(line[from:], name)
		if i < 0 {
			break
		}
		start, end := from+i, from+i+len(name)
		if !endsInWord(line[:start]) && !beginsWithWord(line[end:]) {
			ends = append(ends, end)
		}
		from = start + 1
	}
	return ends
}

var (
	wordAtEnd   = regexp.MustCompile(nameWord + `$`)
	wordAtStart = regexp.MustCompile(`^` + nameWord)
)

func endsInWord(s string) bool     { return wordAtEnd.MatchString(s) }
func beginsWithWord(s string) bool { return wordAtStart.MatchString(s) }

// callLike: the reference to a name in a line looks like a call.
func (s *source) callLike(file string, n int, name string) bool {
	line, lang := s.line(file, n), language(file)
	ends := occurrences(line, name)
	followed := func(re *regexp.Regexp) (n int) {
		for _, end := range ends {
			if re.MatchString(line[end:]) {
				n++
			}
		}
		return n
	}
	if declares(file, line) == name {
		// A method of an object literal is a reference to the interface's.
		if lang == "ts" && bodyOpens.MatchString(line) && !functional.MatchString(line) {
			return false
		}
		if (lang == "java" || lang == "c") && followed(openParen) == 1 {
			return false
		}
	}
	if lang == "java" && slices.ContainsFunc(ends, func(end int) bool {
		return openType.MatchString(line[end:]) && afterNew.MatchString(line[:end-len(name)])
	}) {
		return true
	}
	switch {
	case followed(called) > 0:
		return !isDef.MatchString(line)
	case len(ends) > 0:
		return strings.HasSuffix(strings.TrimSpace(line), name) && strings.HasPrefix(strings.TrimSpace(s.line(file, n+1)), "(")
	}
	return strings.Contains(line, "(") && !isImport.MatchString(line) // bound under another name
}

func precededBy(line, name string, re *regexp.Regexp) bool {
	return slices.ContainsFunc(occurrences(line, name), func(end int) bool { return re.MatchString(line[:end-len(name)]) })
}
