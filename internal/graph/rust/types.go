package rust

import "strings"

// typ is a written type and the module that its names are looked up in.
type typ struct {
	text string
	at   loc
}

// transparent types give access to the methods of their first argument.
var transparent = map[string]bool{"Box": true, "Arc": true, "Rc": true, "Pin": true, "Ref": true, "RefMut": true, "MutexGuard": true, "Cow": true}

// bare takes references, lifetimes and words before a type away.
func bare(t string) string {
	for {
		was := t
		t = strings.TrimSpace(t)
		t = strings.TrimLeft(t, "&*")
		for _, word := range []string{"mut ", "const ", "dyn ", "impl "} {
			t = strings.TrimPrefix(t, word)
		}
		if strings.HasPrefix(t, "'") {
			if _, rest, ok := strings.Cut(t, " "); ok {
				t = rest
			}
		}
		if strings.HasPrefix(t, "(") && strings.HasSuffix(t, ")") && !strings.Contains(t, ",") {
			t = t[1 : len(t)-1]
		}
		if t == was {
			break
		}
	}
	if i := topLevel(t, '+'); i >= 0 {
		t = strings.TrimSpace(t[:i])
	}
	return t
}

// topLevel is the first place of a byte outside brackets, -1 for none.
func topLevel(t string, c byte) int {
	depth := 0
	for i := range len(t) {
		switch t[i] {
		case '<', '(', '[':
			depth++
		case ')', ']':
			depth--
		case '>':
			if i == 0 || t[i-1] != '-' {
				depth--
			}
		}
		if t[i] == c && depth == 0 {
			return i
		}
	}
	return -1
}

// head is a type's path as text, without arguments.
func head(t string) string {
	t = bare(t)
	if i := strings.IndexByte(t, '<'); i >= 0 {
		t = strings.TrimSuffix(t[:i], "::")
	}
	return strings.TrimSpace(t)
}

func typePath(t string) []string { return strings.Split(head(t), "::") }

func lastName(t string) string {
	h := head(t)
	return h[strings.LastIndexByte(h, ':')+1:]
}

// arguments are a type's arguments, lifetimes left out.
func arguments(t string) []string {
	t = bare(t)
	i := strings.IndexByte(t, '<')
	if i < 0 || !strings.HasSuffix(t, ">") {
		return nil
	}
	rest := t[i+1 : len(t)-1]
	var out []string
	for rest != "" {
		end := topLevel(rest, ',')
		one := rest
		if end >= 0 {
			one, rest = rest[:end], rest[end+1:]
		} else {
			rest = ""
		}
		if one = strings.TrimSpace(one); one != "" && one[0] != '\'' {
			out = append(out, one)
		}
	}
	return out
}

// inner is the first argument of a type of one of the names, or "".
func inner(t string, names ...string) string {
	name := lastName(t)
	for _, n := range names {
		if args := arguments(t); n == name && len(args) > 0 {
			return args[0]
		}
	}
	return ""
}
