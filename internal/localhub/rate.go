package localhub

import (
	"net/http"
	"time"
)

// rateWindow counts an installation's requests in the current hour.
type rateWindow struct {
	used  int
	reset time.Time
}

func (w *rateWindow) header(limit int) http.Header {
	w.roll()
	return rateHeader(limit, max(0, limit-w.used), w.reset)
}

func (w *rateWindow) roll() {
	if time.Now().After(w.reset) {
		w.used, w.reset = 0, now().Add(time.Hour)
	}
}

// spend counts a request against the primary limit and, where it creates
// content, against the secondary one.
func (h *Hub) spend(r *http.Request) error {
	h.rate.roll()
	if h.rate.used >= h.opts.RateLimit {
		return limited(Fault{Kind: PrimaryLimit, RetryAfter: time.Until(h.rate.reset)}, h.opts.RateLimit)
	}
	h.rate.used++
	if r.Method == http.MethodGet || h.opts.WritesPerMinute == 0 {
		return nil
	}
	minuteAgo := time.Now().Add(-time.Minute)
	for len(h.writes) > 0 && h.writes[0].Before(minuteAgo) {
		h.writes = h.writes[1:]
	}
	if len(h.writes) >= h.opts.WritesPerMinute {
		return limited(Fault{Kind: SecondaryLimit, RetryAfter: time.Until(h.writes[0].Add(time.Minute))}, h.opts.RateLimit)
	}
	h.writes = append(h.writes, time.Now())
	return nil
}

func (h *Hub) getRateLimit(call) (answer, error) {
	core := object{
		"limit": h.opts.RateLimit, "used": h.rate.used, "remaining": max(0, h.opts.RateLimit-h.rate.used),
		"reset": h.rate.reset.Unix(),
	}
	search := object{"limit": 30, "used": 0, "remaining": 30, "reset": h.rate.reset.Unix()}
	return ok(object{"resources": object{"core": core, "search": search}, "rate": core})
}
