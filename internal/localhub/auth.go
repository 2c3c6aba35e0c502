package localhub

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/golang-jwt/jwt/v4"
)

// tokenLength is longer than any field that was sized for GitHub's first
// tokens of forty characters.
const tokenLength = 380

// longestJWT is how far ahead GitHub lets a JWT expire, with some room for
// clocks that differ.
const longestJWT = 10*time.Minute + 30*time.Second

type token struct {
	value       string
	expires     time.Time
	permissions permissions
}

// processKey is the key of every App that was given none: making one is slow.
var processKey = sync.OnceValues(func() (*rsa.PrivateKey, error) { return rsa.GenerateKey(rand.Reader, 2048) })

func (h *Hub) ensureKey() error {
	if h.key != nil {
		return nil
	}
	key, err := processKey()
	if err != nil {
		return fmt.Errorf("make the App's key: %w", err)
	}
	h.key = key
	return nil
}

// AppKeyPEM is the App's private key as GitHub hands it out (PKCS #1).
func (h *Hub) AppKeyPEM() []byte {
	return pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(h.key)})
}

// checkJWT tells whether the request comes from the App itself.
func (h *Hub) checkJWT(r *http.Request) error {
	value := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	var claims jwt.RegisteredClaims
	parser := jwt.NewParser(jwt.WithValidMethods([]string{"RS256"}), jwt.WithoutClaimsValidation())
	if _, err := parser.ParseWithClaims(value, &claims, func(*jwt.Token) (any, error) { return &h.key.PublicKey, nil }); err != nil {
		return unauthorized("A JSON web token could not be decoded")
	}
	if claims.Issuer != strconv.FormatInt(h.opts.AppID, 10) && claims.Issuer != clientID {
		return unauthorized("'Issuer' claim ('iss') must be the ID of the App")
	}
	return checkTimes(claims, time.Now())
}

func checkTimes(claims jwt.RegisteredClaims, at time.Time) error {
	const skew = time.Minute
	switch {
	case claims.ExpiresAt == nil || claims.ExpiresAt.Before(at):
		return unauthorized("'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires")
	case claims.ExpiresAt.After(at.Add(longestJWT)):
		return unauthorized("'Expiration time' claim ('exp') is too far in the future")
	case claims.IssuedAt == nil || claims.IssuedAt.After(at.Add(skew)):
		return unauthorized("'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued")
	}
	return nil
}

func unauthorized(message string) error {
	return apiError{status: http.StatusUnauthorized, message: message}
}

// mint makes an installation token.
func (h *Hub) mint(p permissions) *token {
	t := &token{
		value: "ghs_" + randomText(tokenLength-len("ghs_")), expires: now().Add(h.opts.TokenLife), permissions: p,
	}
	h.tokens[t.value] = t
	return t
}

func randomText(n int) string {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_"
	raw := make([]byte, n)
	rand.Read(raw) //nolint:errcheck // never fails
	for i, b := range raw {
		raw[i] = letters[int(b)%len(letters)]
	}
	return string(raw)
}

// errToken: no token, an unknown, an expired or a revoked one.
var errToken = errors.New("bad credentials")

// installationToken finds the valid token of a request, given as "token X",
// "Bearer X" or as the password of Basic authentication.
func (h *Hub) installationToken(r *http.Request) (*token, error) {
	value := r.Header.Get("Authorization")
	if user, password, ok := r.BasicAuth(); ok && user == "x-access-token" {
		value = password
	}
	value = strings.TrimPrefix(strings.TrimPrefix(value, "token "), "Bearer ")
	t := h.tokens[value]
	if t == nil || !t.expires.After(time.Now()) || !h.install.installed || h.install.suspended != nil {
		return nil, errToken
	}
	return t, nil
}

// RevokeTokens makes every token issued so far worthless.
func (h *Hub) RevokeTokens() {
	h.mu.Lock()
	defer h.mu.Unlock()
	clear(h.tokens)
}
