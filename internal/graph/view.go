package graph

import (
	"hash/fnv"
)

// Snapshot is the set of files that binding sees. Paths are sorted where
// there are several. It is safe for concurrent use.
type Snapshot interface {
	// File is the file at a path with its model made, nil if there is none.
	File(path string) (*File, error)
	// Dir lists the names directly in a folder ("" is the root): files, and
	// folders with a '/' at their end.
	Dir(dir string) ([]string, error)
	// Providers are the paths of the files that answer a Provided key.
	Providers(key string) ([]string, error)
}

// View is what one file's binding may see of the snapshot. It records every
// question, misses included.
type View struct {
	snapshot Snapshot
	asked    map[uint64]struct{}
	err      error
}

// NewView makes an empty record over a snapshot.
func NewView(s Snapshot) *View { return &View{snapshot: s, asked: map[uint64]struct{}{}} }

// Ask records that the file being bound depends on the answer to key: one of
// the keys that Models answer. Asking is needed before anything is read from
// another file's model; which key covers what is the language's own affair.
func (v *View) Ask(key string) { v.asked[KeyHash(key)] = struct{}{} }

// File is the file at a path, nil if there is none. It records only whether
// the file is there: Ask before reading its model.
func (v *View) File(p string) *File {
	v.Ask(existsKey(p))
	f, err := v.snapshot.File(p)
	v.note(err)
	return f
}

// Has reports whether there is a file at a path.
func (v *View) Has(p string) bool { return v.File(p) != nil }

// Dir lists the names directly in a folder, folders with a '/' at their end.
func (v *View) Dir(dir string) []string {
	v.Ask(dirKey(dir))
	names, err := v.snapshot.Dir(dir)
	v.note(err)
	return names
}

// Providers are the paths, sorted, of the files that answer a Provided key.
func (v *View) Providers(key string) []string {
	v.Ask(key)
	paths, err := v.snapshot.Providers(key)
	v.note(err)
	return paths
}

// Read is the whole content of a file, nil if there is none; for build files
// and the like, where any change may matter.
func (v *View) Read(p string) []byte {
	v.Ask(contentKey(p))
	f := v.File(p)
	if f == nil {
		return nil
	}
	return f.Source
}

// Asked are the hashes of the keys that were asked.
func (v *View) Asked() map[uint64]struct{} { return v.asked }

// Err is the first error of the snapshot behind the view. What was bound with
// an error is void.
func (v *View) Err() error { return v.err }

func (v *View) note(err error) {
	if v.err == nil {
		v.err = err
	}
}

func existsKey(p string) string  { return "exists:" + p }
func dirKey(dir string) string   { return "dir:" + dir }
func contentKey(p string) string { return "content:" + p }

// KeyHash is a key as it is stored: 64 bits of FNV-1a.
func KeyHash(key string) uint64 { return Hash(key) }

// Hash joins parts, each told apart from the next, into an answer's hash.
func Hash(parts ...string) uint64 {
	h := fnv.New64a()
	for i, p := range parts {
		if i > 0 {
			h.Write([]byte{0})
		}
		h.Write([]byte(p))
	}
	return h.Sum64()
}
