package localhub

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// controlRoutes serve /_control/: a page for a person, forms and JSON for
// scripts. Every POST takes a form or a JSON object of the same fields.
func (h *Hub) controlRoutes(mux *http.ServeMux) {
	mux.HandleFunc("GET /_control/{$}", h.showControl)
	mux.HandleFunc("GET /_control/deliveries", h.listAttempts)
	mux.HandleFunc("DELETE /_control/faults", func(w http.ResponseWriter, _ *http.Request) {
		h.Recover()
		w.WriteHeader(http.StatusNoContent)
	})
	for name, act := range h.controlActions() {
		mux.HandleFunc("POST /_control/"+name, func(w http.ResponseWriter, r *http.Request) {
			in, err := readInput(w, r)
			if err == nil {
				err = act(in)
			}
			h.finish(w, r, err)
		})
	}
}

// input are the fields of a control request.
type input map[string]string

func (in input) number(name string) int64 {
	n, _ := strconv.ParseInt(in[name], 10, 64) // 0 names nothing
	return n
}

func (in input) yes(name string) bool { return in[name] == "true" || in[name] == "on" }

// controlActions are the things that /_control/ can do, by name.
func (h *Hub) controlActions() map[string]func(input) error {
	return map[string]func(input) error{
		"faults":    h.failFrom,
		"recover":   func(input) error { h.Recover(); return nil },
		"revoke":    func(input) error { h.RevokeTokens(); return nil },
		"archive":   func(in input) error { h.Archive(in.yes("on")); return nil },
		"suspend":   func(in input) error { h.Suspend(in.yes("on")); return nil },
		"uninstall": func(input) error { h.Uninstall(); return nil },
		"install":   func(input) error { h.AnnounceInstall(); return nil },
		"lock":      func(in input) error { return h.Lock(int(in.number("number")), in.yes("on")) },
		"push":      func(in input) error { return h.Push(in["branch"], in["rev"]) },
		"redeliver": func(in input) error { return h.Redeliver(in.number("id")) },
		"edit":      func(in input) error { return h.EditComment(in.number("id"), in["body"]) },
		"delete":    func(in input) error { return h.DeleteComment(in.number("id")) },
		"pull": func(in input) error {
			_, err := h.OpenPull(in["title"], in["body"], in["base"], in["head"], in["as"])
			return err
		},
	}
}

// failFrom reads a fault; durations are written as Go does ("1.5s").
func (h *Hub) failFrom(in input) error {
	f := Fault{Kind: FaultKind(in["kind"]), Method: in["method"], Path: in["path"]}
	if !slices.Contains(faultKinds, f.Kind) {
		return fmt.Errorf("no fault is called %q: choose one of %v", f.Kind, faultKinds)
	}
	f.Times, f.Skip = int(in.number("times")), int(in.number("skip"))
	for field, to := range map[string]*time.Duration{"delay": &f.Delay, "retry_after": &f.RetryAfter} {
		if in[field] == "" {
			continue
		}
		d, err := time.ParseDuration(in[field])
		if err != nil {
			return fmt.Errorf("%s is no duration like 1.5s: %w", field, err)
		}
		*to = d
	}
	h.Fail(f)
	return nil
}

func isJSON(r *http.Request) bool {
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return kind == "application/json"
}

func readInput(w http.ResponseWriter, r *http.Request) (input, error) {
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	in := input{}
	if !isJSON(r) {
		if err := r.ParseForm(); err != nil {
			return nil, fmt.Errorf("the form cannot be read: %w", err)
		}
		for name := range r.PostForm {
			in[name] = strings.TrimSpace(r.PostForm.Get(name))
		}
		return in, nil
	}
	var fields map[string]any
	decoder := json.NewDecoder(r.Body)
	decoder.UseNumber()
	if err := decoder.Decode(&fields); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("the body is no JSON object: %w", err)
	}
	for name, value := range fields {
		in[name] = fmt.Sprint(value)
	}
	return in, nil
}

// finish answers a script with a status, and sends a person back to the page.
func (h *Hub) finish(w http.ResponseWriter, r *http.Request, err error) {
	switch {
	case err != nil && isJSON(r):
		answer{status: http.StatusUnprocessableEntity, body: object{"message": err.Error()}}.write(w, r)
	case err != nil:
		h.fail(w, http.StatusUnprocessableEntity, err.Error())
	case isJSON(r):
		w.WriteHeader(http.StatusNoContent)
	default:
		http.Redirect(w, r, "/_control/", http.StatusSeeOther)
	}
}

type controlView struct {
	Faults     []Fault
	Kinds      []FaultKind
	Deliveries []Delivery
	Requests   []Request
	Archived   bool
	Suspended  bool
}

// shownAttempts is how many deliveries and calls the control page lists.
const shownAttempts = 50

func (h *Hub) showControl(w http.ResponseWriter, _ *http.Request) {
	v := controlView{Faults: h.Faults(), Kinds: faultKinds, Deliveries: newest(h.Deliveries()), Requests: newest(h.Requests())}
	h.mu.Lock()
	v.Archived, v.Suspended = h.archived, h.install.suspended != nil
	h.mu.Unlock()
	h.render(w, http.StatusOK, "control.html", "Failures and deliveries", v)
}

// newest are the last entries of a list, the newest first.
func newest[T any](list []T) []T {
	list = list[max(0, len(list)-shownAttempts):]
	slices.Reverse(list)
	return list
}

func (h *Hub) listAttempts(w http.ResponseWriter, r *http.Request) {
	list := []object{}
	for _, d := range h.Deliveries() {
		list = append(list, deliveryView(d))
	}
	answer{status: http.StatusOK, body: list}.write(w, r)
}
