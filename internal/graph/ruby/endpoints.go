package ruby

import (
	"strings"

	"github.com/plumbline/plumbline/internal/code"
)

// routes links the file's routes to the controllers' actions that they name;
// a block that serves one belongs to the file.
func (w *walker) routes() {
	for i := range w.file.Facts.Symbols {
		s := &w.file.Facts.Symbols[i]
		if s.Kind != code.Endpoint {
			continue
		}
		l := code.Link{Type: code.Exposes, Name: s.Name, Pos: s.NamePos, Target: code.SymbolRef{Path: w.file.Path, Local: s.Local}, Resolution: code.Exact}
		if controller, action, ok := strings.Cut(s.Properties["handler"], "#"); ok {
			l.Name = action
			if f, ok := w.world.method(controller, action, false, false); ok {
				l = l.FromSymbol(f.ref(f.local), w.file.Path)
			}
		}
		w.links = append(w.links, l)
	}
}
