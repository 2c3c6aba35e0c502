// Package wire holds what passes between a stand-in and those who watch it. It
// is apart so that both sides can know it.
package wire

import "net/http"

// Exchange is an API request with its answer, before any fault cut it off.
type Exchange struct {
	// Method, Path (escaped, without /api/v3) and Query as they came.
	Method, Path, Query string
	Request             []byte
	Status              int
	Header              http.Header
	Answer              []byte
}

// Event is a webhook before it is sent.
type Event struct {
	Name    string
	Payload []byte
}
