package syntax

func cPrepare(source []byte) []byte { return source }
