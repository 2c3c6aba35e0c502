package localhub

import (
	"slices"
	"strings"
	"time"
)

// FaultKind is a way in which GitHub fails.
type FaultKind string

// Faults of API calls, then of deliveries.
const (
	// SecondaryLimit answers 403 with retry-after, SecondaryLimit429 the same
	// with 429.
	SecondaryLimit    FaultKind = "secondary-limit"
	SecondaryLimit429 FaultKind = "secondary-limit-429"
	// PrimaryLimit answers 403 with nothing remaining until the reset.
	PrimaryLimit FaultKind = "primary-limit"
	ServerError  FaultKind = "server-error" // 500
	BadGateway   FaultKind = "bad-gateway"  // 502, with a page in HTML
	NotFound     FaultKind = "not-found"
	Unauthorized FaultKind = "unauthorized" // 401, as for a revoked token
	// Slow answers after Delay.
	Slow FaultKind = "slow"
	// DropBefore cuts the connection and does nothing; DropAfter does what was
	// asked, then cuts it.
	DropBefore FaultKind = "drop-before"
	DropAfter  FaultKind = "drop-after"
	// NotFoundYet answers 404 for comments, issues and pull requests younger
	// than Delay.
	NotFoundYet FaultKind = "not-found-yet"
	// StaleList leaves comments younger than Delay out of lists.
	StaleList FaultKind = "stale-list"

	DuplicateDelivery FaultKind = "duplicate-delivery"
	// ReorderDeliveries holds a delivery back until after the next one, or
	// until Flush.
	ReorderDeliveries FaultKind = "reorder-deliveries"
	// LoseDelivery fails to reach the receiver; it is listed among the failed.
	LoseDelivery FaultKind = "lose-delivery"
)

var faultKinds = []FaultKind{
	SecondaryLimit, SecondaryLimit429, PrimaryLimit, ServerError, BadGateway, NotFound, Unauthorized, Slow,
	DropBefore, DropAfter, NotFoundYet, StaleList, DuplicateDelivery, ReorderDeliveries, LoseDelivery,
}

// ofDelivery reports whether the fault concerns webhooks.
func (k FaultKind) ofDelivery() bool {
	return k == DuplicateDelivery || k == ReorderDeliveries || k == LoseDelivery
}

// Fault asks for a failure.
type Fault struct {
	Kind FaultKind
	// Method and Path say which calls fail; empty means all. Path is a part
	// of the path after /api/v3 ("/comments"); only one that holds ".git"
	// ("shop.git/") concerns git's own requests. For deliveries Path is the
	// event's name.
	Method string
	Path   string
	// Skip is the number of matching calls that go well first.
	Skip int
	// Times is the number of failures; 0 is until Recover.
	Times int
	// RetryAfter is what the limits announce, in whole seconds; a minute by
	// default (an hour's rest for the primary limit).
	RetryAfter time.Duration
	// Delay is for Slow, NotFoundYet and StaleList; two seconds by default.
	Delay time.Duration
}

type fault struct {
	Fault
	seen, struck int
}

// Fail makes calls or deliveries fail from now on.
func (h *Hub) Fail(f Fault) {
	h.mu.Lock()
	defer h.mu.Unlock()
	set(&f.Delay, 2*time.Second)
	h.faults = append(h.faults, &fault{Fault: f})
}

// Recover ends every fault.
func (h *Hub) Recover() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.faults = nil
}

// Faults lists those still to come.
func (h *Hub) Faults() []Fault {
	h.mu.Lock()
	defer h.mu.Unlock()
	var out []Fault
	for _, f := range h.faults {
		out = append(out, f.Fault)
	}
	return out
}

// strike returns the fault that hits, if any, and counts it.
func (h *Hub) strike(matches func(*fault) bool) *Fault {
	for i, f := range h.faults {
		if !matches(f) {
			continue
		}
		if f.seen++; f.seen <= f.Skip {
			continue
		}
		if f.struck++; f.Times > 0 && f.struck >= f.Times {
			h.faults = slices.Delete(h.faults, i, i+1)
		}
		hit := f.Fault
		return &hit
	}
	return nil
}

// callFault is what happens to an API call as a whole.
func (h *Hub) callFault(method, path string) *Fault {
	return h.strike(func(f *fault) bool { return f.ofCall(method, path) })
}

// gitFault is what happens to a request of git's: only a fault that names git
// is meant for it.
func (h *Hub) gitFault(method, path string) *Fault {
	return h.strike(func(f *fault) bool { return strings.Contains(f.Path, ".git") && f.ofCall(method, path) })
}

func (f *fault) ofCall(method, path string) bool {
	return !f.Kind.ofDelivery() && f.Kind != NotFoundYet && f.Kind != StaleList &&
		(f.Method == "" || strings.EqualFold(f.Method, method)) && strings.Contains(path, f.Path)
}

func (h *Hub) deliveryFault(event string) FaultKind {
	hit := h.strike(func(f *fault) bool {
		return f.Kind.ofDelivery() && (f.Path == "" || f.Path == event)
	})
	if hit == nil {
		return ""
	}
	return hit.Kind
}

// lag is how long what was written stays unseen, for a fault of that kind.
func (h *Hub) lag(kind FaultKind) time.Duration {
	for _, f := range h.faults {
		if f.Kind == kind {
			return f.Delay
		}
	}
	return 0
}

// hidden reports whether something that old is still missing on GitHub's
// replicas. Times says how many looks at the same fault stay empty.
func (h *Hub) hidden(kind FaultKind, since time.Time) bool {
	lag := h.lag(kind)
	if lag == 0 || time.Since(since) >= lag {
		return false
	}
	h.strike(func(f *fault) bool { return f.Kind == kind })
	return true
}
