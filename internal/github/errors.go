package github

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/bradleyfalzon/ghinstallation/v2"
	gh "github.com/google/go-github/v60/github"
)

// Error is what GitHub, or the way to it, answered in place of success.
type Error struct {
	Op     string // what was tried
	Status int    // 0: no answer came
	// Wait: GitHub wants no call before that time has passed; 0 for none.
	Wait time.Duration
	// Minting: the call was refused when its token was minted, so that the
	// call itself was never made.
	Minting bool
	// Reached is false where no connection came about.
	Reached bool
	Message string
	cause   error
}

// Error says what was tried and what came of it.
func (e *Error) Error() string {
	if e.Status == 0 {
		return fmt.Sprintf("%s: %s", e.Op, e.cause)
	}
	return fmt.Sprintf("%s: GitHub answered %d %s", e.Op, e.Status, e.Message)
}

// Unwrap is the error of the library or the network.
func (e *Error) Unwrap() error { return e.cause }

// WaitFor is how long GitHub wants to be left alone, 0 where err does not say.
func WaitFor(err error) time.Duration {
	if e := as(err); e != nil {
		return e.Wait
	}
	return 0
}

// Absent says that GitHub knows no such thing, or not yet, or not for us.
func Absent(err error) bool {
	e := as(err)
	return e != nil && !e.Minting && (e.Status == http.StatusNotFound || e.Status == http.StatusGone)
}

// Uninstalled says that the App may not act on the repository at all: it was
// removed, suspended, or lost the repository.
func Uninstalled(err error) bool {
	e := as(err)
	return e != nil && e.Minting && e.Wait == 0 &&
		(e.Status == http.StatusNotFound || e.Status == http.StatusForbidden || e.Status == http.StatusUnprocessableEntity)
}

// Final says that the call will never work: the thread is locked, the
// repository archived, a permission missing, the text refused.
func Final(err error) bool {
	e := as(err)
	if e == nil || e.Wait > 0 {
		return false
	}
	switch e.Status {
	case http.StatusForbidden, http.StatusUnprocessableEntity, http.StatusGone, http.StatusUnavailableForLegalReasons:
		return true
	}
	return false
}

// Uncertain says that the call may have had its effect although it failed.
func Uncertain(err error) bool {
	e := as(err)
	if e == nil {
		return err != nil
	}
	if e.Minting || !e.Reached {
		return false
	}
	return e.Status == 0 || e.Status >= 500
}

func as(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return nil
}

// translate makes an Error of what the libraries return; nil stays nil.
func translate(op string, err error) error {
	if err == nil {
		return nil
	}
	e := &Error{Op: op, cause: err, Reached: reached(err)}
	var minted *ghinstallation.HTTPError
	var limit *gh.RateLimitError
	var abuse *gh.AbuseRateLimitError
	var answer *gh.ErrorResponse
	switch {
	case errors.As(err, &minted):
		e.Minting = true
		e.fill(minted.Response, mintMessage(minted.Response))
	case errors.As(err, &limit):
		e.fill(limit.Response, limit.Message)
		e.Wait = atLeast(time.Until(limit.Rate.Reset.Time)+time.Second, time.Second)
	case errors.As(err, &abuse):
		e.fill(abuse.Response, abuse.Message)
		if abuse.RetryAfter != nil {
			e.Wait = atLeast(*abuse.RetryAfter, time.Second)
		} else {
			e.Wait = atLeast(e.Wait, unsaidWait)
		}
	case errors.As(err, &answer):
		e.fill(answer.Response, answer.Message)
	}
	return e
}

// unsaidWait is how long to wait where GitHub limits without saying until
// when; its documentation asks for at least a minute.
const unsaidWait = time.Minute

func (e *Error) fill(resp *http.Response, message string) {
	if resp == nil {
		return
	}
	e.Status, e.Message = resp.StatusCode, message
	if strings.Contains(message, "not accessible by integration") {
		e.Message += "; the App lacks a permission: compare its settings with deploy/app-manifest.json, and have the owner of the installation accept what is new"
	}
	e.Wait = waitOf(resp, message)
}

// waitOf reads how long GitHub wants to be left alone: retry-after first, then
// the reset of a limit that is used up.
func waitOf(resp *http.Response, message string) time.Duration {
	if resp.StatusCode != http.StatusForbidden && resp.StatusCode != http.StatusTooManyRequests {
		return 0
	}
	if s, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil {
		return atLeast(time.Duration(s)*time.Second, time.Second)
	}
	if reset, err := strconv.ParseInt(resp.Header.Get("X-RateLimit-Reset"), 10, 64); err == nil && resp.Header.Get("X-RateLimit-Remaining") == "0" {
		return atLeast(time.Until(time.Unix(reset, 0))+time.Second, time.Second)
	}
	if resp.StatusCode == http.StatusTooManyRequests || strings.Contains(strings.ToLower(message), "secondary rate limit") {
		return unsaidWait
	}
	return 0
}

func mintMessage(resp *http.Response) string {
	if resp == nil || resp.Body == nil {
		return ""
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, 512))
	if errors.Join(err, resp.Body.Close()) != nil {
		return ""
	}
	return strings.TrimSpace(string(body))
}

// reached says whether a connection came about, as far as the error tells: a
// call that was cut off may have been made.
func reached(err error) bool {
	var op *net.OpError
	return !errors.As(err, &op) || op.Op != "dial"
}

func atLeast(d, least time.Duration) time.Duration { return max(d, least) }
