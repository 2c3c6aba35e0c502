package webhook

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"strconv"
	"time"

	gh "github.com/google/go-github/v60/github"
	"golang.org/x/sync/semaphore"

	"github.com/plumbline/plumbline/internal/obs"
	"github.com/plumbline/plumbline/jobs"
)

const (
	// maxBody is GitHub's own limit; larger payloads are never sent.
	maxBody = 25 << 20
	// maxBodies bounds what all requests together hold in memory.
	maxBodies = 4 * maxBody
	// recordWithin is well within the 10 seconds that GitHub waits.
	recordWithin = 8 * time.Second
)

// Intake records deliveries; see jobs.Intake.
type Intake interface {
	Accept(ctx context.Context, d jobs.Delivery, tasks ...jobs.Task) error
}

// Handler is the HTTP receiver.
type Handler struct {
	secrets [][]byte
	intake  Intake
	log     *slog.Logger
	bodies  *semaphore.Weighted
}

// New makes a receiver that believes what was signed with one of the secrets:
// the current one, and the previous one while it is being changed.
func New(secrets []string, intake Intake, log *slog.Logger) (*Handler, error) {
	h := &Handler{intake: intake, log: log, bodies: semaphore.NewWeighted(maxBodies)}
	for _, s := range secrets {
		if s != "" {
			h.secrets = append(h.secrets, []byte(s))
		}
	}
	if len(h.secrets) == 0 {
		return nil, errors.New("no webhook secret: set PLUMBLINE_WEBHOOK_SECRET to the secret on the GitHub App's settings page; without one anyone could post as GitHub")
	}
	return h, nil
}

// ServeHTTP answers 202 for what was recorded, 4xx with the reason for what
// GitHub would not send, 503 when it should be sent again.
func (h *Handler) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	status, reason := h.receive(w, req)
	obs.Count("webhook", strconv.Itoa(status))
	if status == http.StatusAccepted {
		w.WriteHeader(status)
	} else {
		http.Error(w, reason, status)
	}
}

func (h *Handler) receive(w http.ResponseWriter, req *http.Request) (status int, reason string) {
	if status, reason = checkHead(req); status != 0 {
		return status, reason
	}
	weight := req.ContentLength
	if weight < 0 {
		weight = maxBody
	}
	if err := h.bodies.Acquire(req.Context(), weight); err != nil {
		return http.StatusServiceUnavailable, "too many large payloads at once"
	}
	defer h.bodies.Release(weight)
	body, err := io.ReadAll(http.MaxBytesReader(w, req.Body, maxBody))
	if err != nil {
		return unreadable(err)
	}
	if !h.signed(req.Header.Get("X-Hub-Signature-256"), body) {
		return http.StatusUnauthorized, "the signature does not match any configured secret"
	}
	payload, err := payloadOf(req.Header.Get("Content-Type"), body)
	if err != nil {
		return http.StatusBadRequest, err.Error()
	}
	d, tasks, err := read(req.Header.Get("X-GitHub-Event"), payload)
	if err != nil {
		return http.StatusBadRequest, err.Error()
	}
	d.GUID = req.Header.Get("X-GitHub-Delivery")
	ctx, cancel := context.WithTimeout(req.Context(), recordWithin)
	defer cancel()
	if err := h.intake.Accept(ctx, d, tasks...); err != nil {
		h.log.ErrorContext(ctx, "delivery could not be recorded", "delivery", d.GUID, "event", d.Event, "error", err)
		return http.StatusServiceUnavailable, "the delivery could not be recorded; send it again"
	}
	return http.StatusAccepted, ""
}

// checkHead refuses what needs no look at the body.
func checkHead(req *http.Request) (status int, reason string) {
	kind, _, err := mime.ParseMediaType(req.Header.Get("Content-Type"))
	switch {
	case req.Method != http.MethodPost:
		return http.StatusMethodNotAllowed, "webhooks are posted"
	case err != nil || kind != jsonType && kind != formType:
		return http.StatusUnsupportedMediaType, "the content type should be application/json"
	case req.Header.Get("X-Hub-Signature-256") == "":
		return http.StatusUnauthorized, "the delivery is not signed: X-Hub-Signature-256 is missing"
	case req.ContentLength > maxBody:
		return http.StatusRequestEntityTooLarge, "the payload is larger than 25 MB"
	case len(req.Header.Get("X-GitHub-Delivery")) == 0 || len(req.Header.Get("X-GitHub-Delivery")) > 100:
		return http.StatusBadRequest, "X-GitHub-Delivery is missing"
	case req.Header.Get("X-GitHub-Event") == "":
		return http.StatusBadRequest, "X-GitHub-Event is missing"
	}
	return 0, ""
}

func unreadable(err error) (status int, reason string) {
	var large *http.MaxBytesError
	if errors.As(err, &large) {
		return http.StatusRequestEntityTooLarge, "the payload is larger than 25 MB"
	}
	return http.StatusBadRequest, "the payload could not be read to its end"
}

// signed compares in constant time.
func (h *Handler) signed(signature string, body []byte) bool {
	for _, secret := range h.secrets {
		if gh.ValidateSignature(signature, body, secret) == nil {
			return true
		}
	}
	return false
}

// read says what a delivery asks for.
func read(event string, payload []byte) (jobs.Delivery, []jobs.Task, error) {
	d := jobs.Delivery{Event: event}
	if len(d.Event) > 100 {
		d.Event = d.Event[:100]
	}
	handle, known := events[event]
	if !known {
		return d, nil, validJSON(payload)
	}
	head, tasks, err := handle(payload)
	if err != nil {
		return d, nil, fmt.Errorf("the payload is no %s event: %w", event, err)
	}
	d.Action, d.Installation, d.Repo = head.action, head.repo.Installation, head.repo.ID
	return d, tasks, nil
}
