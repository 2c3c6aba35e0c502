package store

import (
	"encoding/json"
	"strings"
)

// clean makes text that PostgreSQL takes of bytes from a repository: no NUL,
// valid UTF-8.
func clean(s string) string {
	if strings.IndexByte(s, 0) >= 0 {
		s = strings.ReplaceAll(s, "\x00", "")
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}

// properties are stored as JSON, or NULL for none.
func properties(m map[string]string) any {
	if len(m) == 0 {
		return nil
	}
	cleaned := make(map[string]string, len(m))
	for k, v := range m {
		cleaned[clean(k)] = clean(v)
	}
	out, err := json.Marshal(cleaned)
	if err != nil {
		return nil
	}
	return string(out)
}
