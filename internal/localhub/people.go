package localhub

import "fmt"

// Role is what a user may do on the repository.
type Role string

// The roles GitHub has, from the strongest.
const (
	Admin    Role = "admin"
	Maintain Role = "maintain"
	Write    Role = "write"
	Triage   Role = "triage"
	Read     Role = "read"
	None     Role = "none"
)

// User is somebody who writes on the stand-in.
type User struct {
	ID    int64
	Login string
	Bot   bool
	// Role is the explicit role; someone with None still reads a public
	// repository.
	Role Role
	// Association is the author_association that comments show. It differs
	// from the role on purpose: private members show as NONE.
	Association string
}

// The logins of the users that every stand-in has, beside the owner's and the
// App's.
const (
	Maintainer = "mira-maintains"
	Writer     = "wes-writes"
	Triager    = "tess-triages"
	Reader     = "rudi-reads"
	Stranger   = "sam-stranger"
	OtherBot   = "busybot[bot]"
)

func defaultPeople(o Options) []*User {
	return []*User{
		{ID: 101, Login: o.Owner, Role: Admin, Association: "OWNER"},
		{ID: 102, Login: Maintainer, Role: Maintain, Association: "MEMBER"},
		{ID: 103, Login: Writer, Role: Write, Association: "CONTRIBUTOR"},
		{ID: 104, Login: Triager, Role: Triage, Association: "NONE"},
		{ID: 105, Login: Reader, Role: Read, Association: "COLLABORATOR"},
		{ID: 106, Login: Stranger, Role: None, Association: "NONE"},
		{ID: 107, Login: OtherBot, Bot: true, Role: None, Association: "NONE"},
		{ID: 110, Login: o.AppSlug + "[bot]", Bot: true, Role: None, Association: "NONE"},
	}
}

// AddUser adds a user, or changes the one with that login. A zero ID is given
// one.
func (h *Hub) AddUser(u User) User {
	h.mu.Lock()
	defer h.mu.Unlock()
	if u.Association == "" {
		u.Association = "NONE"
	}
	if old := h.user(u.Login); old != nil {
		u.ID = old.ID
		*old = u
		return u
	}
	if u.ID == 0 {
		u.ID = h.nextID()
	}
	h.people = append(h.people, &u)
	return u
}

// Users lists everybody, the owner first.
func (h *Hub) Users() []User {
	h.mu.Lock()
	defer h.mu.Unlock()
	var out []User
	for _, u := range h.people {
		out = append(out, *u)
	}
	return out
}

// BotUser is the user that the App acts as.
func (h *Hub) BotUser() User {
	h.mu.Lock()
	defer h.mu.Unlock()
	return *h.bot()
}

func (h *Hub) bot() *User { return h.user(h.opts.AppSlug + "[bot]") }

func (h *Hub) owner() *User { return h.user(h.opts.Owner) }

func (h *Hub) user(login string) *User {
	for _, u := range h.people {
		if u.Login == login {
			return u
		}
	}
	return nil
}

func (h *Hub) mustUser(login string) (*User, error) {
	if u := h.user(login); u != nil {
		return u, nil
	}
	return nil, fmt.Errorf("no user %q on the stand-in: add it with AddUser", login)
}

// roleOf is what u may do: on a public repository everybody reads.
func (h *Hub) roleOf(u *User) Role {
	if u.Role == None && !h.opts.Private {
		return Read
	}
	return u.Role
}

// legacy is the older, coarser word for a role.
func (r Role) legacy() string {
	switch r {
	case Maintain:
		return string(Write)
	case Triage:
		return string(Read)
	default:
		return string(r)
	}
}

// atLeast reports whether r allows what least allows.
func (r Role) atLeast(least Role) bool { return r.rank() >= least.rank() }

func (r Role) rank() int {
	for i, other := range []Role{None, Read, Triage, Write, Maintain, Admin} {
		if r == other {
			return i
		}
	}
	return 0
}
