package localhub

import (
	"bytes"
	"net/http"
)

// recorder keeps an answer until it is known whether it is sent. Its status
// is 0 until there is one.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func newRecorder() *recorder { return &recorder{header: http.Header{}} }

func (r *recorder) Header() http.Header            { return r.header }
func (r *recorder) WriteHeader(status int)         { r.status = status }
func (r *recorder) Write(part []byte) (int, error) { return r.body.Write(part) }

// sendTo passes the answer on.
func (r *recorder) sendTo(w http.ResponseWriter) {
	for k, v := range r.header {
		w.Header()[k] = v
	}
	w.WriteHeader(r.status)
	w.Write(r.body.Bytes()) //nolint:errcheck // the client is gone
}
