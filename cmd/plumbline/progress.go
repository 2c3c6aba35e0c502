package main

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// progress shows long work on a terminal, on one line that it rewrites, and
// nothing elsewhere.
type progress struct {
	mu    sync.Mutex
	out   io.Writer
	shown time.Time
	dirty bool
}

func newProgress(w io.Writer) *progress {
	if !isTerminal(w) {
		return &progress{}
	}
	return &progress{out: w}
}

func (p *progress) step(stage string, done, total int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.out == nil || time.Since(p.shown) < 100*time.Millisecond {
		return
	}
	p.shown, p.dirty = time.Now(), true
	fmt.Fprintf(p.out, "\r\033[K%s %d of %d", stage, done, total)
}

func (p *progress) done() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.dirty {
		fmt.Fprint(p.out, "\r\033[K")
		p.dirty = false
	}
}
