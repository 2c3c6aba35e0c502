package localhub

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

func (s *sender) attempt(o outgoing) Delivery {
	d := Delivery{
		GUID: o.guid, Event: o.event, Action: o.action, Redelivery: o.redelivery, At: time.Now().UTC(),
		Installation: o.installation, Repository: o.repo, Payload: o.body, RequestHeaders: s.headers(o),
	}
	switch {
	case o.url == "":
		d.Outcome = "no webhook URL is set"
		return d
	case o.treatment == LoseDelivery:
		d.Outcome = "failed to connect to host"
		return d
	}
	err := s.post(o, &d)
	d.Duration = time.Since(d.At)
	var timeout interface{ Timeout() bool }
	switch {
	case err == nil && d.Status/100 == 2:
		d.Outcome = "OK"
	case err == nil:
		d.Outcome = fmt.Sprintf("Invalid HTTP Response: %d", d.Status)
	case errors.As(err, &timeout) && timeout.Timeout():
		d.Outcome = "timed out"
	default:
		d.Outcome = "failed to connect to host"
	}
	return d
}

func (s *sender) post(o outgoing, d *Delivery) error {
	req, err := http.NewRequestWithContext(s.context, http.MethodPost, o.url, bytes.NewReader(o.body))
	if err != nil {
		return err
	}
	req.Header = d.RequestHeaders.Clone()
	resp, err := s.client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(resp.Body, 1<<16))
	if err != nil {
		return err
	}
	d.Status, d.Response, d.ResponseHeaders = resp.StatusCode, strings.ToValidUTF8(string(text), "\uFFFD"), resp.Header
	return nil
}

func (s *sender) headers(o outgoing) http.Header {
	header := http.Header{}
	for k, v := range map[string]string{
		"Accept": "*/*", "Content-Type": "application/json", "User-Agent": "GitHub-Hookshot/10ca1b0",
		"X-GitHub-Delivery": o.guid, "X-GitHub-Event": o.event, "X-GitHub-Hook-ID": "3141",
		"X-GitHub-Hook-Installation-Target-ID":   strconv.FormatInt(s.appID, 10),
		"X-GitHub-Hook-Installation-Target-Type": "integration",
	} {
		header.Set(k, v)
	}
	if s.secret != "" {
		header.Set("X-Hub-Signature", "sha1="+sign(sha1.New, s.secret, o.body))
		header.Set("X-Hub-Signature-256", "sha256="+sign(sha256.New, s.secret, o.body))
	}
	return header
}

func sign(algorithm func() hash.Hash, secret string, body []byte) string {
	mac := hmac.New(algorithm, []byte(secret))
	mac.Write(body)
	return hex.EncodeToString(mac.Sum(nil))
}

// newGUID is a random UUID, version 4.
func newGUID() string {
	var b [16]byte
	rand.Read(b[:]) //nolint:errcheck // never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
