package syntax

func pythonSymbols(b *builder) {}

func pythonPrefix(filePath, pkg string) string { return filePath }
func pythonTestPath(filePath string) bool      { return false }
