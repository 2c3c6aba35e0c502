package webhook

import (
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/url"

	gh "github.com/google/go-github/v60/github"

	"github.com/plumbline/plumbline/internal/github"
	"github.com/plumbline/plumbline/jobs"
)

const (
	jsonType = "application/json"
	formType = "application/x-www-form-urlencoded"
)

// payloadOf is the JSON of a body: GitHub can be set to send it as a form.
func payloadOf(contentType string, body []byte) ([]byte, error) {
	if kind, _, err := mime.ParseMediaType(contentType); err == nil && kind == formType {
		form, err := url.ParseQuery(string(body))
		if err != nil || form.Get("payload") == "" {
			return nil, errors.New("the form has no payload")
		}
		return []byte(form.Get("payload")), nil
	}
	return body, nil
}

func validJSON(payload []byte) error {
	if !json.Valid(payload) {
		return errors.New("the payload is not JSON")
	}
	return nil
}

// head is what every event says of itself.
type head struct {
	action string
	repo   github.Repo
}

// event says what one event asks for: often nothing.
type event func(payload []byte) (head, []jobs.Task, error)

// events are those that the App is subscribed to, and what GitHub sends anyway.
var events = map[string]event{
	"ping":                        on(ping),
	"issue_comment":               on(issueComment),
	"issues":                      on(issues),
	"pull_request":                on(pullRequest),
	"pull_request_review_comment": on(reviewComment),
	"push":                        on(push),
	"installation":                on(installation),
	"installation_repositories":   on(installationRepositories),
}

// on reads the payload as the library's type for the event.
func on[E any](ask func(*E) (head, []jobs.Task)) event {
	return func(payload []byte) (head, []jobs.Task, error) {
		var e *E
		if err := json.Unmarshal(payload, &e); err != nil {
			return head{}, nil, fmt.Errorf("it can't be read: %w", err)
		}
		if e == nil {
			return head{}, nil, errors.New("it is null")
		}
		h, tasks := ask(e)
		return h, tasks, nil
	}
}

// headOf reads what events have in common; a missing part is zero.
func headOf(action string, i *gh.Installation, r *gh.Repository) head {
	return head{action: action, repo: github.Repo{Installation: i.GetID(), ID: r.GetID(), FullName: r.GetFullName()}}
}

// works says whether the event names a repository that can be worked for.
func (h head) works() bool { return h.repo.ID > 0 && h.repo.Installation > 0 && h.repo.FullName != "" }

// isPerson says whether somebody is a person: bots are told by type, whatever
// they are called, and nobody is no person.
func isPerson(u *gh.User) bool { return u.GetID() > 0 && u.GetType() == "User" }
