package localhub

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
)

// call is an API request on its way through a handler.
type call struct {
	*http.Request
	body []byte
}

type apiHandler func(c call) (answer, error)

// guard wraps a handler: it runs under the lock, and its errors become
// GitHub's.
func (h *Hub) guard(check func(*http.Request) error, next apiHandler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body) // from memory
		a := func() answer {
			h.mu.Lock()
			defer h.mu.Unlock()
			a, err := answer{}, check(r)
			if err == nil {
				a, err = next(call{r, body})
			}
			return h.settle(a, err)
		}()
		a.write(w, r)
	}
}

// settle turns errors into answers and adds the state of the rate limit.
func (h *Hub) settle(a answer, err error) answer {
	if err != nil {
		var known apiError
		if !errors.As(err, &known) {
			known = apiError{status: http.StatusInternalServerError, message: err.Error()}
		}
		a = known.answer()
	}
	header := h.rate.header(h.opts.RateLimit)
	for k, v := range a.header {
		header[k] = v
	}
	a.header = header
	return a
}

// asApp guards what only the App itself may call, with its JWT.
func (h *Hub) asApp(next apiHandler) http.HandlerFunc { return h.guard(h.checkJWT, next) }

// asInstallation guards what an installation token may call.
func (h *Hub) asInstallation(next apiHandler) http.HandlerFunc {
	return h.guard(func(r *http.Request) error {
		if _, err := h.installationToken(r); err != nil {
			return unauthorized("Bad credentials")
		}
		return h.spend(r)
	}, next)
}

// inRepo guards what lies below the repository.
func (h *Hub) inRepo(next apiHandler) http.HandlerFunc {
	return h.asInstallation(func(c call) (answer, error) {
		if !h.isRepo(c.PathValue("owner")+"/"+c.PathValue("repo")) || h.install.detached {
			return answer{}, notFound()
		}
		if err := h.permit(c.Request); err != nil {
			return answer{}, err
		}
		if c.Method != http.MethodGet && h.archived {
			return answer{}, forbidden("Repository was archived so is read-only.")
		}
		return next(c)
	})
}

// decode reads a JSON body.
func (c call) decode(into any) error {
	if len(bytes.TrimSpace(c.body)) == 0 {
		return nil
	}
	if err := json.Unmarshal(c.body, into); err != nil {
		return apiError{status: http.StatusBadRequest, message: "Problems parsing JSON"}
	}
	return nil
}

// number is a path value that must be a number.
func (c call) number(name string) int64 {
	n, err := strconv.ParseInt(c.PathValue(name), 10, 64)
	if err != nil {
		return -1
	}
	return n
}

func (h *Hub) noSuchRoute(call) (answer, error) { return answer{}, notFound() }
