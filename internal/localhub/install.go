package localhub

import "time"

// installation is the App's installation on the owner's account.
type installation struct {
	id        int64
	installed bool
	detached  bool // installed, but not on the repository
	suspended *time.Time
	created   time.Time

	permissions permissions
}

// AnnounceInstall sends the webhook that GitHub sends when the App is
// installed; the installation itself is there from the start.
func (h *Hub) AnnounceInstall() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.install.installed = true
	h.emitInstallation("created")
}

// Suspend suspends the installation, or ends the suspension.
func (h *Hub) Suspend(suspended bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !suspended {
		h.install.suspended = nil
		h.emitInstallation("unsuspend")
		return
	}
	at := now()
	h.install.suspended = &at
	h.emitInstallation("suspend")
}

// Uninstall removes the App; every token dies with it.
func (h *Hub) Uninstall() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.install.installed = false
	clear(h.tokens)
	h.emitInstallation("deleted")
}

// AddRepository gives the repository back to the installation.
func (h *Hub) AddRepository() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.install.detached = false
	h.emitRepositories("added")
}

// RemoveRepository takes the repository from the installation.
func (h *Hub) RemoveRepository() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.install.detached = true
	h.emitRepositories("removed")
}
