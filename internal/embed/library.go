package embed

import (
	"fmt"
	"os"
	"sync"

	ort "github.com/yalue/onnxruntime_go"
)

// The library can be loaded once a process, from one path.
var library struct {
	sync.Mutex
	path string
}

// loadLibrary makes ONNX Runtime ready, from the shared library at path.
func loadLibrary(path string) error {
	library.Lock()
	defer library.Unlock()
	if library.path == path {
		return nil
	}
	if _, err := os.Stat(path); err != nil {
		return fmt.Errorf("%w: ONNX Runtime is missing (%w); run `make setup`, or name its shared library in PLUMBLINE_ONNXRUNTIME", ErrNotSetUp, err)
	}
	if library.path != "" {
		return fmt.Errorf("ONNX Runtime was already loaded from %s", library.path)
	}
	ort.SetSharedLibraryPath(path)
	if err := ort.InitializeEnvironment(ort.WithLogLevelError()); err != nil {
		return fmt.Errorf("loading ONNX Runtime from %s: %w; it must be version 1.24 or later for this machine", path, err)
	}
	library.path = path
	return nil
}
