package code

// Mode is a git tree entry's mode.
type Mode uint32

// The modes of git's tree entries (git-fast-import(1), "Modes").
const (
	ModeTree       Mode = 0o040000
	ModeFile       Mode = 0o100644
	ModeExecutable Mode = 0o100755
	ModeSymlink    Mode = 0o120000
	ModeSubmodule  Mode = 0o160000
)

// Regular reports whether the entry is a plain file.
func (m Mode) Regular() bool { return m&0o170000 == 0o100000 }

// TreeEntry is a file in a tree: its path, byte for byte as git has it, its
// mode and the hash of its blob.
type TreeEntry struct {
	Path string
	Mode Mode
	Hash string
}

// TreeChange is a path at which two trees differ. Old or New is zero where
// the path is absent.
type TreeChange struct {
	Path     string
	Old, New TreeEntry
}
