package github

import (
	"context"
	"fmt"
	"net/url"

	gh "github.com/google/go-github/v60/github"
)

// BotID is the user id under which the App comments. Any repository that it
// is installed on will do to ask with.
func (a *App) BotID(ctx context.Context, r Repo) (int64, error) {
	a.mu.Lock()
	known := a.bot
	a.mu.Unlock()
	if known != 0 {
		return known, nil
	}
	app, _, err := a.self.Apps.Get(ctx, "")
	if err != nil {
		return 0, translate("read the App's own name", err)
	}
	login := app.GetSlug() + "[bot]"
	user, _, err := a.of(r).Users.Get(ctx, url.PathEscape(login))
	if err != nil {
		return 0, translate("read the App's bot user", err)
	}
	if user.GetID() == 0 || user.GetType() != "Bot" {
		return 0, fmt.Errorf("%s is no bot user on GitHub", login)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.bot = user.GetID()
	return a.bot, nil
}

// Role is what a person may do in a repository: GitHub's name of it, and the
// permission that lies under a role of the organisation's own.
type Role struct {
	Name, Permission string
}

// Writer says whether a person may triage, write or more.
func (r Role) Writer() bool {
	switch r.Name {
	case "triage", "write", "maintain", "admin":
		return true
	}
	return r.Permission == "write" || r.Permission == "admin"
}

// Role asks what a person may do, by id: a login that now belongs to somebody
// else has no role.
func (a *App) Role(ctx context.Context, r Repo, login string, id int64) (Role, error) {
	op := fmt.Sprintf("read the permission of user %d in %s", id, r)
	c := a.of(r)
	req, err := c.NewRequest("GET", fmt.Sprintf("repos/%s/collaborators/%s/permission", r.FullName, url.PathEscape(login)), nil)
	if err != nil {
		return Role{}, fmt.Errorf("%s: %w", op, err)
	}
	var answer struct {
		Permission string   `json:"permission"`
		RoleName   string   `json:"role_name"`
		User       *gh.User `json:"user"`
	}
	_, err = c.Do(ctx, req, &answer)
	if err = translate(op, err); err != nil {
		if Absent(err) {
			return Role{Name: "none", Permission: "none"}, nil
		}
		return Role{}, err
	}
	if answer.User.GetID() != id {
		return Role{Name: "none", Permission: "none"}, nil
	}
	return Role{Name: answer.RoleName, Permission: answer.Permission}, nil
}
