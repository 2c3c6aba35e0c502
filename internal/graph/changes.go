package graph

import "bytes"

// Version names what binding makes; a change of it rebinds everything.
const Version = "3"

// Answers are the questions that f answers, none for a nil file or one that
// no binder claims.
func (f *File) Answers() []Answer {
	if f == nil || f.model == nil {
		return nil
	}
	return f.model.Answers()
}

// ChangedKeys adds to keys the hashes of the questions about a path that are
// answered otherwise after a change. before or after is nil where there is no
// such file. Folders are not among them: see DirKey.
func ChangedKeys(keys map[uint64]struct{}, path string, before, after *File) {
	if (before == nil) != (after == nil) {
		keys[KeyHash(existsKey(path))] = struct{}{}
	}
	if before == nil || after == nil || !bytes.Equal(before.Source, after.Source) {
		keys[KeyHash(contentKey(path))] = struct{}{}
	}
	was := hashes(before)
	for key, hash := range hashes(after) {
		if old, ok := was[key]; !ok || old != hash {
			keys[key] = struct{}{}
		}
		delete(was, key)
	}
	for key := range was {
		keys[key] = struct{}{}
	}
}

// hashes are a file's answers by key. A key that it answers several times has
// all its answers summed, whatever their order.
func hashes(f *File) map[uint64]uint64 {
	out := map[uint64]uint64{}
	for _, a := range f.Answers() {
		out[KeyHash(a.Key)] += a.Hash*0x9e3779b97f4a7c15 + 1
	}
	return out
}

// DirKey is the hash of the question which names lie in a folder.
func DirKey(dir string) uint64 { return KeyHash(dirKey(dir)) }
