package localhub

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/plumbline/plumbline/internal/localhub/wire"
)

// Delivery is one attempt to deliver a webhook.
type Delivery struct {
	ID            int64
	GUID          string
	Event, Action string
	Redelivery    bool
	At            time.Time
	Duration      time.Duration
	// Status is 0 when no answer came.
	Status int
	// Outcome is GitHub's word for it: "OK", "Invalid HTTP Response: 503",
	// "timed out", "failed to connect to host".
	Outcome         string
	Installation    int64
	Repository      int64
	Payload         []byte
	RequestHeaders  http.Header
	ResponseHeaders http.Header
	Response        string
}

// outgoing is a webhook that waits to be sent.
type outgoing struct {
	url, event, action string
	guid               string // fresh when empty
	body               []byte
	installation, repo int64
	redelivery         bool
	treatment          FaultKind
}

// keptDeliveries bounds what is remembered.
const keptDeliveries = 5000

// sender sends webhooks one after another, in order, each once.
type sender struct {
	secret  string
	appID   int64
	client  *http.Client
	context context.Context
	cancel  context.CancelFunc
	done    chan struct{}

	mu       sync.Mutex
	wake     *sync.Cond
	queue    []outgoing
	held     []outgoing // to be sent after the next one
	sending  bool
	closed   bool
	sent     []Delivery
	lastID   int64
	observed func(wire.Event) // nil: nobody watches
}

func newSender(secret string, appID int64, timeout time.Duration) *sender {
	s := &sender{secret: secret, appID: appID, client: &http.Client{Timeout: timeout}, done: make(chan struct{}), lastID: 9000}
	s.context, s.cancel = context.WithCancel(context.Background())
	s.wake = sync.NewCond(&s.mu)
	go s.run()
	return s
}

func (s *sender) close() {
	s.mu.Lock()
	s.closed = true
	s.wake.Broadcast()
	s.mu.Unlock()
	s.cancel()
	<-s.done
	s.client.CloseIdleConnections()
}

// enqueue adds a webhook to the queue, or does to it what a fault wants.
func (s *sender) enqueue(o outgoing) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if o.guid == "" {
		o.guid = newGUID()
	}
	if s.observed != nil {
		s.observed(wire.Event{Name: o.event, Payload: o.body})
	}
	switch o.treatment {
	case ReorderDeliveries:
		s.held = append(s.held, o)
		return
	case DuplicateDelivery:
		s.queue = append(s.queue, o)
	}
	s.queue = append(append(s.queue, o), s.held...)
	s.held = nil
	s.wake.Broadcast()
}

func (s *sender) run() {
	defer close(s.done)
	for {
		o, ok := s.next()
		if !ok {
			return
		}
		d := s.attempt(o)
		s.record(d)
	}
}

// next waits for a webhook to send; ok is false when the sender is closed.
func (s *sender) next() (o outgoing, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.queue) == 0 && !s.closed {
		s.wake.Wait()
	}
	if s.closed {
		return outgoing{}, false
	}
	o = s.queue[0]
	s.queue = s.queue[1:]
	s.sending = true
	return o, true
}

func (s *sender) record(d Delivery) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lastID++
	d.ID = s.lastID
	s.sent = append(s.sent, d)
	if len(s.sent) > keptDeliveries {
		s.sent = slices.Delete(s.sent, 0, len(s.sent)-keptDeliveries)
	}
	s.sending = false
	s.wake.Broadcast()
}

// Deliveries lists every attempt so far, oldest first.
func (h *Hub) Deliveries() []Delivery {
	h.sender.mu.Lock()
	defer h.sender.mu.Unlock()
	return slices.Clone(h.sender.sent)
}

// Flush waits until every queued webhook was attempted. Those a reordering
// fault still holds back are sent too.
func (h *Hub) Flush(ctx context.Context) error {
	s := h.sender
	stop := context.AfterFunc(ctx, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.wake.Broadcast()
	})
	defer stop()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.queue = append(s.queue, s.held...)
	s.held = nil
	s.wake.Broadcast()
	for (len(s.queue) > 0 || s.sending) && !s.closed && ctx.Err() == nil {
		s.wake.Wait()
	}
	return ctx.Err()
}

// Redeliver sends a delivery again, with the same GUID.
func (h *Hub) Redeliver(id int64) error {
	h.mu.Lock()
	url := h.webhookURL
	h.mu.Unlock()
	d, found := h.sender.find(id)
	if !found {
		return fmt.Errorf("no delivery %d", id)
	}
	h.sender.enqueue(again(d, url))
	return nil
}

// again is the redelivery of d.
func again(d Delivery, url string) outgoing {
	return outgoing{
		url: url, event: d.Event, action: d.Action, guid: d.GUID, body: d.Payload,
		installation: d.Installation, repo: d.Repository, redelivery: true,
	}
}

func (s *sender) find(id int64) (Delivery, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.sent, func(d Delivery) bool { return d.ID == id })
	if i < 0 {
		return Delivery{}, false
	}
	return s.sent[i], true
}
