package github

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
)

// A token must not travel: not by a redirect, wherever that leads.
func TestRedirectsToOtherHostsAreNotFollowed(t *testing.T) {
	var stolen []string
	thief := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		stolen = append(stolen, r.Header.Get("Authorization"))
	}))
	defer thief.Close()
	hub := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/access_tokens") {
			w.WriteHeader(http.StatusCreated)
			_, _ = w.Write([]byte(`{"token":"ghs_secret","expires_at":"2999-01-01T00:00:00Z"}`))
			return
		}
		http.Redirect(w, r, thief.URL, http.StatusTemporaryRedirect)
	}))
	defer hub.Close()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	pemKey := pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)})
	app, err := New(Options{AppID: 1, PrivateKey: pemKey, APIURL: hub.URL})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := app.Repository(t.Context(), Repo{Installation: 1, ID: 2, FullName: "a/b"}); err == nil {
		t.Error("the redirect was followed")
	}
	if len(stolen) != 0 {
		t.Errorf("the other host saw %q", stolen)
	}
}
