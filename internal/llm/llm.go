// Package llm asks chat models for text.
//
// It owns the call to an endpoint that speaks OpenAI's chat completions API
// and a scripted fake for tests. It promises that an answer is whole or an
// error, and that an error says of which kind it is: ErrRateLimited,
// ErrUnavailable, ErrRefused, ErrNonsense, or else a mistake of ours or of the
// configuration, which no retry mends.
//
// It gives a model no tools and no credentials, and sends nothing but the
// request that it was given.
package llm

import (
	"context"
	"encoding/json"
	"errors"
	"time"
)

// Model completes conversations. It is safe for concurrent use.
type Model interface {
	// Name identifies the model in traces and answers.
	Name() string
	// Complete returns the model's next message.
	Complete(ctx context.Context, request Request) (Response, error)
}

// Role says who wrote a message.
type Role string

const (
	User      Role = "user"
	Assistant Role = "assistant"
)

// Message is one turn of a conversation.
type Message struct {
	Role Role
	Text string
}

// Request is what a model is asked.
type Request struct {
	System      string    // instructions; may be empty
	Messages    []Message // at least one, the last by the user
	JSONSchema  *Schema   // if set, the answer is wanted as JSON of this form
	MaxTokens   int       // limit of the answer; 0 leaves it to the endpoint
	Temperature float64   // from 0; negative leaves it to the endpoint
}

// Schema describes a structured answer.
type Schema struct {
	Name   string          // letters, digits, '_' and '-', at most 64
	Schema json.RawMessage // a JSON schema
}

// StopReason says why an answer ended.
type StopReason string

const (
	StopEnd    StopReason = "end"    // the model had said all
	StopLength StopReason = "length" // MaxTokens was reached; the text is cut off
)

// Usage counts tokens as the endpoint does; 0 where it doesn't say.
type Usage struct {
	InputTokens, OutputTokens int
}

// Response is a model's answer. Text is never empty.
type Response struct {
	Text       string
	Structured bool // the endpoint was held to Request.JSONSchema; else the text may have any form
	Usage      Usage
	StopReason StopReason
}

// The kinds of failure that callers treat differently.
var (
	ErrRateLimited = errors.New("the model's endpoint limits our rate")
	ErrUnavailable = errors.New("the model's endpoint is not available")
	ErrRefused     = errors.New("the model refused to answer")
	ErrNonsense    = errors.New("the model's endpoint answered nonsense")
)

// RetryLater reports whether the same request may succeed later, and how long
// the endpoint asked to wait (0 if it didn't say).
func RetryLater(err error) (wait time.Duration, ok bool) {
	if !errors.Is(err, ErrRateLimited) && !errors.Is(err, ErrUnavailable) {
		return 0, false
	}
	var limited *waitError
	if errors.As(err, &limited) {
		return limited.wait, true
	}
	return 0, true
}

// waitError carries the pause that an endpoint asked for.
type waitError struct {
	error
	wait time.Duration
}

func (e *waitError) Unwrap() error { return e.error }
