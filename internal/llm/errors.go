package llm

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/openai/openai-go/v3"
)

// statusError is an answer of the endpoint that is no success.
type statusError struct {
	status  int
	message string
}

func (e *statusError) Error() string {
	if e.message == "" {
		return fmt.Sprintf("status %d", e.status)
	}
	return fmt.Sprintf("status %d: %s", e.status, e.message)
}

// classify gives an error of the call its kind. answer is the last response,
// if there was one: for a body that is no JSON the SDK's error lacks the status.
func classify(ctx context.Context, err error, answer *http.Response) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if answer != nil && answer.StatusCode >= http.StatusBadRequest {
		return classifyStatus(answer, endpointMessage(err))
	}
	if neverAnswered(err, answer) {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return fmt.Errorf("%w: %w", ErrNonsense, err)
}

// neverAnswered holds for connections that fail, time out or break off; a
// whole answer whose body means nothing is another thing.
func neverAnswered(err error, answer *http.Response) bool {
	var network net.Error
	return answer == nil || errors.Is(err, context.DeadlineExceeded) ||
		errors.Is(err, io.ErrUnexpectedEOF) || errors.As(err, &network)
}

func classifyStatus(answer *http.Response, message string) error {
	status := &statusError{status: answer.StatusCode, message: message}
	switch {
	case answer.StatusCode == http.StatusTooManyRequests:
		return &waitError{fmt.Errorf("%w: %w", ErrRateLimited, status), retryAfter(answer.Header)}
	case answer.StatusCode >= http.StatusInternalServerError, answer.StatusCode == http.StatusRequestTimeout:
		return &waitError{fmt.Errorf("%w: %w", ErrUnavailable, status), retryAfter(answer.Header)}
	case answer.StatusCode == http.StatusUnauthorized, answer.StatusCode == http.StatusForbidden:
		// Some endpoints repeat a part of the key in their message.
		return fmt.Errorf("%w; check PLUMBLINE_LLM_API_KEY", &statusError{status: answer.StatusCode})
	case answer.StatusCode == http.StatusNotFound:
		return fmt.Errorf("%w; check PLUMBLINE_LLM_BASE_URL and PLUMBLINE_LLM_MODEL", status)
	}
	return status
}

// endpointMessage is what the endpoint says of its error, shortened.
func endpointMessage(err error) string {
	var api *openai.Error
	if !errors.As(err, &api) {
		return ""
	}
	message := strings.ToValidUTF8(api.Message, "")
	if len(message) > 300 {
		message = strings.ToValidUTF8(message[:300], "") + "…"
	}
	return message
}

func retryAfter(header http.Header) time.Duration {
	value := header.Get("Retry-After")
	if seconds, err := strconv.Atoi(value); err == nil && seconds > 0 {
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(time.Until(at), 0)
	}
	return 0
}

// turnsSchemaDown reports whether the endpoint refused the request for a
// reason that leaving the schema out may mend.
func turnsSchemaDown(err error) bool {
	var status *statusError
	if !errors.As(err, &status) {
		return false
	}
	switch status.status {
	case http.StatusBadRequest, http.StatusUnprocessableEntity, http.StatusNotImplemented:
		said := strings.ToLower(status.message)
		return strings.Contains(said, "response_format") || strings.Contains(said, "schema") || status.message == ""
	}
	return false
}
