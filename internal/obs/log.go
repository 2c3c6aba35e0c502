// Package obs is how Plumbline shows what it does: its logger and its counts.
//
// It owns their form. A log line names things by id, never by content: no
// question, no code, no token. Counts are cheap and kept by the process.
package obs

import (
	"fmt"
	"io"
	"log/slog"
	"strings"
)

// Logger writes to w in a format ("text" or "json"; "" is text) from a level
// on ("debug", "info", "warn" or "error"; "" is info).
func Logger(w io.Writer, format, level string) (*slog.Logger, error) {
	options := &slog.HandlerOptions{}
	if level != "" {
		var l slog.Level
		if err := l.UnmarshalText([]byte(level)); err != nil {
			return nil, fmt.Errorf("log level %q is unknown: use debug, info, warn or error", level)
		}
		options.Level = l
	}
	switch strings.ToLower(format) {
	case "", "text":
		return slog.New(slog.NewTextHandler(w, options)), nil
	case "json":
		return slog.New(slog.NewJSONHandler(w, options)), nil
	}
	return nil, fmt.Errorf("log format %q is unknown: use text or json", format)
}
