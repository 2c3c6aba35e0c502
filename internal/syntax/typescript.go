package syntax

func typescriptSymbols(b *builder) {}

func typescriptTestPath(filePath string) bool { return false }
