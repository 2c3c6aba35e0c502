package localhub

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

const clientID = "Iv1.10ca1b0000000000"

func (h *Hub) getApp(call) (answer, error) {
	return ok(h.appView().with(object{"installations_count": 1}))
}

func (h *Hub) getMeta(call) (answer, error) {
	return ok(object{"verifiable_password_authentication": false, "installed_version": "3.17.0"})
}

func (h *Hub) listInstallations(call) (answer, error) {
	list := []object{}
	if h.install.installed {
		list = append(list, h.installationView())
	}
	return ok(list)
}

func (h *Hub) getInstallation(c call) (answer, error) {
	if c.number("id") != h.install.id || !h.install.installed {
		return answer{}, notFound()
	}
	return ok(h.installationView())
}

func (h *Hub) getRepoInstallation(c call) (answer, error) {
	if !h.isRepo(c.PathValue("owner")+"/"+c.PathValue("repo")) || !h.install.installed || h.install.detached {
		return answer{}, notFound()
	}
	return ok(h.installationView())
}

// postAccessToken mints an installation token, narrowed where asked.
func (h *Hub) postAccessToken(c call) (answer, error) {
	if c.number("id") != h.install.id || !h.install.installed {
		return answer{}, notFound()
	}
	if h.install.suspended != nil {
		return answer{}, forbidden("This installation has been suspended")
	}
	var wanted struct {
		Repositories  []string    `json:"repositories"`
		RepositoryIDs []int64     `json:"repository_ids"`
		Permissions   permissions `json:"permissions"`
	}
	if err := c.decode(&wanted); err != nil {
		return answer{}, err
	}
	if err := h.grantable(wanted.Repositories, wanted.RepositoryIDs, wanted.Permissions); err != nil {
		return answer{}, err
	}
	granted := h.install.permissions
	if len(wanted.Permissions) > 0 {
		granted = wanted.Permissions.with("metadata", "read") // which every token has
	}
	t := h.mint(granted)
	body := object{
		"token": t.value, "expires_at": stamp(t.expires), "permissions": granted, "repository_selection": "selected",
	}
	if len(wanted.Repositories)+len(wanted.RepositoryIDs) > 0 {
		body["repositories"] = []object{h.repoView()}
	}
	return answer{status: http.StatusCreated, body: body}, nil
}

// grantable refuses repositories and permissions that the installation lacks.
func (h *Hub) grantable(names []string, ids []int64, wanted permissions) error {
	refuse := func(what string) error {
		return apiError{status: http.StatusUnprocessableEntity, message: what}
	}
	none := "There is at least one repository that does not exist or is not accessible to the parent installation."
	for _, name := range names {
		if !strings.EqualFold(name, h.name) || h.install.detached {
			return refuse(none)
		}
	}
	for _, id := range ids {
		if id != h.opts.RepoID || h.install.detached {
			return refuse(none)
		}
	}
	for name, level := range wanted {
		if !h.install.permissions.allows(name, level) {
			return refuse("The permissions requested are not granted to this installation.")
		}
	}
	return nil
}

func (h *Hub) listRepositories(call) (answer, error) {
	list := []object{}
	if !h.install.detached {
		list = append(list, h.repoView())
	}
	return ok(object{"total_count": len(list), "repository_selection": "selected", "repositories": list})
}

func (h *Hub) getUser(c call) (answer, error) {
	u := h.user(c.PathValue("login"))
	if u == nil {
		return answer{}, notFound()
	}
	return ok(h.userView(u).with(object{
		"name": u.Login, "company": nil, "blog": "", "location": nil, "email": nil, "hireable": nil, "bio": nil,
		"public_repos": 0, "public_gists": 0, "followers": 0, "following": 0,
		"created_at": stamp(h.created), "updated_at": stamp(h.created), "user_view_type": "public",
	}))
}

// getPermission is what a user may do, in the older coarse word and as a role.
func (h *Hub) getPermission(c call) (answer, error) {
	u := h.user(c.PathValue("login"))
	if u == nil {
		return answer{}, notFound()
	}
	role := h.roleOf(u)
	may := object{
		"pull": role.atLeast(Read), "triage": role.atLeast(Triage), "push": role.atLeast(Write),
		"maintain": role.atLeast(Maintain), "admin": role == Admin,
	}
	return ok(object{
		"permission": role.legacy(), "role_name": string(role),
		"user": h.userView(u).with(object{"role_name": string(role), "permissions": may}),
	})
}

// listDeliveries lists webhook attempts, newest first, by cursor.
func (h *Hub) listDeliveries(c call) (answer, error) {
	all := h.Deliveries()
	slices.Reverse(all)
	if cursor := c.URL.Query().Get("cursor"); cursor != "" {
		last, err := strconv.ParseInt(strings.TrimPrefix(cursor, "v1_"), 10, 64)
		if err != nil {
			return answer{}, apiError{status: http.StatusBadRequest, message: "Invalid cursor"}
		}
		all = slices.DeleteFunc(all, func(d Delivery) bool { return d.ID >= last })
	}
	perPage := c.perPage()
	header := http.Header{}
	if len(all) > perPage {
		all = all[:perPage]
		next := fmt.Sprintf("%s?per_page=%d&cursor=v1_%d", h.api("/app/hook/deliveries"), perPage, all[perPage-1].ID)
		header.Set("Link", fmt.Sprintf(`<%s>; rel="next"`, next))
	}
	list := []object{}
	for _, d := range all {
		list = append(list, deliveryView(d))
	}
	return answer{status: http.StatusOK, body: list, header: header}, nil
}

func deliveryView(d Delivery) object {
	out := object{
		"id": d.ID, "guid": d.GUID, "delivered_at": stamp(d.At), "redelivery": d.Redelivery,
		"duration": d.Duration.Seconds(), "status": d.Outcome, "status_code": d.Status, "event": d.Event,
		"action": nullable(d.Action), "installation_id": d.Installation, "repository_id": nil, "throttled_at": nil,
	}
	if d.Repository != 0 {
		out["repository_id"] = d.Repository
	}
	return out
}

func (h *Hub) getDelivery(c call) (answer, error) {
	d, found := h.sender.find(c.number("id"))
	if !found {
		return answer{}, notFound()
	}
	return ok(deliveryView(d).with(object{
		"url":      h.webhookURL,
		"request":  object{"headers": flat(d.RequestHeaders), "payload": rawJSON(d.Payload)},
		"response": object{"headers": flat(d.ResponseHeaders), "payload": d.Response},
	}))
}

func flat(header http.Header) object {
	out := object{}
	for k := range header {
		out[k] = header.Get(k)
	}
	return out
}

func (h *Hub) postAttempt(c call) (answer, error) {
	d, found := h.sender.find(c.number("id"))
	if !found {
		return answer{}, notFound()
	}
	h.sender.enqueue(again(d, h.webhookURL))
	return answer{status: http.StatusAccepted, body: object{}}, nil
}
