package localhub

import (
	"fmt"
	"strings"
)

// OpenPull opens a pull request and returns its number. Base and head are
// branches, or any revisions of the local repository, for which branches are
// made on the stand-in alone.
func (h *Hub) OpenPull(title, body, base, head, author string) (int, error) {
	return h.openPull(title, body, base, head, author, false)
}

// OpenDraft is OpenPull for a draft.
func (h *Hub) OpenDraft(title, body, base, head, author string) (int, error) {
	return h.openPull(title, body, base, head, author, true)
}

func (h *Hub) openPull(title, body, base, head, author string, draft bool) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	u, err := h.mustUser(author)
	if err != nil {
		return 0, err
	}
	number := len(h.threads) + 1
	p := &pull{draft: draft}
	if p.base, p.baseSHA, err = h.branchFor(base, fmt.Sprintf("base-of-%d", number)); err != nil {
		return 0, fmt.Errorf("the base of the pull request: %w", err)
	}
	if p.head, p.headSHA, err = h.branchFor(head, fmt.Sprintf("head-of-%d", number)); err != nil {
		return 0, fmt.Errorf("the head of the pull request: %w", err)
	}
	if err := h.git.updateRef(fmt.Sprintf("refs/pull/%d/head", number), p.headSHA); err != nil {
		return 0, err
	}
	t := h.addThread(title, body, u)
	t.pull = p
	h.emitPull("opened", t, u, nil)
	return t.number, nil
}

// branchFor returns the branch that rev names, or makes one for it.
func (h *Hub) branchFor(rev, fresh string) (branch, sha string, err error) {
	sha, err = h.git.commit(rev)
	if err != nil {
		return "", "", err
	}
	if name := strings.TrimPrefix(rev, "refs/heads/"); h.git.hasBranch(name) {
		return name, sha, nil
	}
	return fresh, sha, h.git.updateRef("refs/heads/"+fresh, sha)
}

// ClosePull closes a pull request, merged or not, without touching branches.
func (h *Hub) ClosePull(number int, merged bool, by string) error {
	return h.onPull(number, by, func(t *thread, u *User) error {
		at := now()
		t.closed, t.updated = &at, at
		if merged {
			t.pull.merged = &at
		}
		h.emitPull("closed", t, u, nil)
		return nil
	})
}

// ReopenPull opens a closed pull request again.
func (h *Hub) ReopenPull(number int, by string) error {
	return h.onPull(number, by, func(t *thread, u *User) error {
		t.closed, t.updated = nil, now()
		h.emitPull("reopened", t, u, nil)
		return nil
	})
}

// ReadyForReview ends the draft state.
func (h *Hub) ReadyForReview(number int, by string) error {
	return h.onPull(number, by, func(t *thread, u *User) error {
		t.pull.draft, t.updated = false, now()
		h.emitPull("ready_for_review", t, u, nil)
		return nil
	})
}

// LabelPull adds a label to a pull request.
func (h *Hub) LabelPull(number int, name, by string) error {
	return h.onPull(number, by, func(t *thread, u *User) error {
		l := h.label(name)
		t.labels = append(t.labels, l)
		h.emitPull("labeled", t, u, object{"label": h.labelView(l)})
		return nil
	})
}

// DeleteFork makes the repository of the pull request's head vanish, as when a
// fork is deleted; refs/pull/N/head stays.
func (h *Hub) DeleteFork(number int) error {
	return h.onPull(number, h.opts.Owner, func(t *thread, _ *User) error {
		t.pull.headGone = true
		return nil
	})
}

func (h *Hub) onPull(number int, by string, do func(*thread, *User) error) error {
	return h.onThread(number, by, func(t *thread, u *User) error {
		if t.pull == nil {
			return fmt.Errorf("#%d is no pull request", number)
		}
		return do(t, u)
	})
}

// Push moves a branch of the stand-in to a revision of the local repository
// and announces it; open pull requests from that branch follow. The revision
// of forty zeros deletes the branch.
func (h *Hub) Push(branch, rev string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	after := rev
	if rev != zeroSHA {
		var err error
		if after, err = h.git.commit(rev); err != nil {
			return err
		}
	}
	before, err := h.git.resolveIn(h.git.dir, "refs/heads/"+branch)
	if err != nil {
		before = zeroSHA
	}
	if err := h.git.updateRef("refs/heads/"+branch, after); err != nil {
		return err
	}
	h.emit("push", "", h.owner(), h.pushView(branch, before, after))
	return h.followPush(branch, before, after)
}

func (h *Hub) followPush(branch, before, after string) error {
	for _, t := range h.threads {
		if t.pull == nil || t.closed != nil || after == zeroSHA {
			continue
		}
		if t.pull.base == branch {
			t.pull.baseSHA = after
		}
		if t.pull.head != branch || t.pull.headGone {
			continue
		}
		t.pull.headSHA, t.updated = after, now()
		if err := h.git.updateRef(fmt.Sprintf("refs/pull/%d/head", t.number), after); err != nil {
			return err
		}
		h.emitPull("synchronize", t, h.owner(), object{"before": before, "after": after})
	}
	return nil
}

// pushView is what a push event adds. GitHub sends its repository's times as
// numbers there.
func (h *Hub) pushView(branch, before, after string) object {
	commits := h.pushedCommits(before, after)
	var head any
	if after != zeroSHA {
		head = h.pushedCommit(after)
	}
	owner := h.owner()
	return object{
		"ref": "refs/heads/" + branch, "before": before, "after": after,
		"created": before == zeroSHA, "deleted": after == zeroSHA,
		"forced":   before != zeroSHA && after != zeroSHA && !h.git.isAncestor(before, after),
		"base_ref": nil, "compare": h.repoHTML("/compare/" + before[:12] + "..." + after[:12]),
		"commits": commits, "head_commit": head,
		"pusher":     object{"name": owner.Login, "email": owner.Login + "@users.noreply.localhub"},
		"repository": h.repoView().with(object{"created_at": h.created.Unix(), "pushed_at": now().Unix()}),
	}
}
