package webhook_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/plumbline/plumbline/internal/store/storetest"
	"github.com/plumbline/plumbline/jobs"
	"github.com/plumbline/plumbline/webhook"
)

// BenchmarkWebhook posts signed comments that ask, each a new one, over HTTP,
// eight at a time, and beside it does as many plain inserts of one row, each a
// transaction of its own, by as many clients. "of-plain" is the one rate over
// the other, in the same run on the same database.
func BenchmarkWebhook(b *testing.B) {
	pool := storetest.New(b)
	if _, err := pool.Exec(b.Context(), "CREATE TABLE plain (guid text PRIMARY KEY, body text)"); err != nil {
		b.Fatal(err)
	}
	intake, err := jobs.NewIntake(pool)
	if err != nil {
		b.Fatal(err)
	}
	handler, err := webhook.New([]string{"s"}, intake, slog.Default())
	if err != nil {
		b.Fatal(err)
	}
	server := httptest.NewServer(handler)
	defer server.Close()
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}

	var plain, posted time.Duration
	var id atomic.Int64
	for b.Loop() {
		const batch = 400
		begun := time.Now()
		each(b, batch, func() error {
			_, err := pool.Exec(b.Context(), "INSERT INTO plain VALUES ($1, $2)", rand.Text(), payload(id.Add(1)))
			return err
		})
		plain += time.Since(begun)
		begun = time.Now()
		each(b, batch, func() error { return post(client, server.URL, payload(id.Add(1))) })
		posted += time.Since(begun)
	}
	n := float64(b.N) * 400
	b.ReportMetric(n/posted.Seconds(), "webhooks/s")
	b.ReportMetric(n/plain.Seconds(), "inserts/s")
	b.ReportMetric(plain.Seconds()/posted.Seconds(), "of-plain")
}

// each does something n times, eight at a time.
func each(b *testing.B, n int, do func() error) {
	b.Helper()
	work, errs := make(chan bool, n), make(chan error, 8)
	for range n {
		work <- true
	}
	close(work)
	for range 8 {
		go func() {
			for range work {
				if err := do(); err != nil {
					errs <- err
					return
				}
			}
			errs <- nil
		}()
	}
	for range 8 {
		if err := <-errs; err != nil {
			b.Fatal(err)
		}
	}
}

func payload(id int64) []byte {
	return fmt.Appendf(nil, `{"action":"created","issue":{"number":7},"comment":{"id":%d,"body":"/ask why?","user":{"id":3,"type":"User"}},
		"repository":{"id":11,"full_name":"a/b"},"sender":{"id":3,"login":"p","type":"User"},"installation":{"id":9}}`, id)
}

func post(client *http.Client, url string, body []byte) error {
	mac := hmac.New(sha256.New, []byte("s"))
	mac.Write(body)
	req, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-GitHub-Event", "issue_comment")
	req.Header.Set("X-GitHub-Delivery", rand.Text())
	req.Header.Set("X-Hub-Signature-256", "sha256="+hex.EncodeToString(mac.Sum(nil)))
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusAccepted {
		return fmt.Errorf("status %d", resp.StatusCode)
	}
	return nil
}
