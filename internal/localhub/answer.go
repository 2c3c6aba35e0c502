package localhub

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// answer is what an API handler gives back.
type answer struct {
	status int
	body   any // nil: no body
	header http.Header
}

func ok(body any) (answer, error) { return answer{status: http.StatusOK, body: body}, nil }

func created(body any, location any) (answer, error) {
	header := http.Header{"Location": {fmt.Sprint(location)}}
	return answer{status: http.StatusCreated, body: body, header: header}, nil
}

func noContent() (answer, error) { return answer{status: http.StatusNoContent}, nil }

// apiError is a failure as GitHub words it.
type apiError struct {
	status  int
	message string
	docs    string // after https://docs.github.com/rest
	errors  []object
	header  http.Header
}

func (e apiError) Error() string { return fmt.Sprintf("%d %s", e.status, e.message) }

func (e apiError) answer() answer {
	body := object{
		"message": e.message, "documentation_url": "https://docs.github.com/rest" + e.docs,
		"status": strconv.Itoa(e.status),
	}
	if e.errors != nil {
		body["errors"] = e.errors
	}
	return answer{status: e.status, body: body, header: e.header}
}

func notFound() error { return apiError{status: http.StatusNotFound, message: "Not Found"} }

func forbidden(message string) error {
	return apiError{status: http.StatusForbidden, message: message}
}

// invalid is a 422 about one field.
func invalid(resource, field, code, message string) error {
	problem := object{"resource": resource, "field": field, "code": code}
	if message != "" {
		problem["message"] = message
	}
	return apiError{status: http.StatusUnprocessableEntity, message: "Validation Failed", errors: []object{problem}}
}

// limited is GitHub's refusal because of a limit.
func limited(f Fault, limit int) apiError {
	wait := f.RetryAfter
	if f.Kind == PrimaryLimit {
		set(&wait, time.Hour)
		return apiError{
			status: http.StatusForbidden, message: "API rate limit exceeded for installation.",
			docs:   "/using-the-rest-api/rate-limits-for-the-rest-api",
			header: rateHeader(limit, 0, time.Now().Add(wait)),
		}
	}
	set(&wait, time.Minute)
	status := http.StatusForbidden
	if f.Kind == SecondaryLimit429 {
		status = http.StatusTooManyRequests
	}
	seconds := strconv.Itoa(max(1, int(wait.Round(time.Second)/time.Second)))
	return apiError{
		status:  status,
		message: "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.",
		docs:    "/overview/rate-limits-for-the-rest-api#about-secondary-rate-limits",
		header:  http.Header{"Retry-After": {seconds}},
	}
}

func rateHeader(limit, remaining int, reset time.Time) http.Header {
	header := http.Header{}
	header.Set("X-RateLimit-Limit", strconv.Itoa(limit))
	header.Set("X-RateLimit-Remaining", strconv.Itoa(remaining))
	header.Set("X-RateLimit-Used", strconv.Itoa(limit-remaining))
	header.Set("X-RateLimit-Reset", strconv.FormatInt(reset.Unix(), 10))
	header.Set("X-RateLimit-Resource", "core")
	return header
}

// write sends an answer, with an ETag, or 304 where the client has it already.
func (a answer) write(w http.ResponseWriter, r *http.Request) {
	var body []byte
	if a.body != nil {
		var err error
		if body, err = json.Marshal(a.body); err != nil {
			panic(fmt.Sprintf("an answer is not JSON: %v", err)) // it is made of plain values
		}
	}
	header := w.Header()
	for k, v := range a.header {
		header[k] = v
	}
	header.Set("X-GitHub-Media-Type", "github.v3; format=json")
	header.Set("X-GitHub-Request-Id", newGUID())
	if a.status == http.StatusOK && r.Method == http.MethodGet {
		sum := sha256.Sum256(body)
		etag := `W/"` + hex.EncodeToString(sum[:]) + `"`
		header.Set("ETag", etag)
		header.Set("Cache-Control", "private, max-age=60, s-maxage=60")
		if r.Header.Get("If-None-Match") == etag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	if body != nil {
		header.Set("Content-Type", "application/json; charset=utf-8")
	}
	w.WriteHeader(a.status)
	w.Write(body) //nolint:errcheck // the client is gone
}
