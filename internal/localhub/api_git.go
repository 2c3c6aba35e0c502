package localhub

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"path"
	"strings"
)

func (h *Hub) getRepo(call) (answer, error) { return ok(h.fullRepoView()) }

func (h *Hub) getBranch(c call) (answer, error) {
	name := c.PathValue("branch")
	sha, err := h.git.resolveIn(h.git.dir, "refs/heads/"+name)
	if err != nil {
		return answer{}, apiError{status: http.StatusNotFound, message: "Branch not found"}
	}
	view, err := h.commitView(sha)
	if err != nil {
		return answer{}, err
	}
	self := h.repoAPI("/branches/" + escapePath(name))
	return ok(object{
		"name": name, "commit": view, "protected": false, "protection_url": self + "/protection",
		"protection": object{"enabled": false, "required_status_checks": object{
			"enforcement_level": "off", "contexts": []string{}, "checks": []string{},
		}},
		"_links": object{"self": self, "html": h.repoHTML("/tree/" + escapePath(name))},
	})
}

func (h *Hub) getCommit(c call) (answer, error) {
	sha, err := h.git.commit(c.PathValue("ref"))
	if err != nil {
		return answer{}, apiError{
			status: http.StatusUnprocessableEntity, message: "No commit found for SHA: " + c.PathValue("ref"),
		}
	}
	if strings.Contains(c.Header.Get("Accept"), "sha") {
		return answer{}, apiError{status: http.StatusNotAcceptable, message: "Only JSON is served here"}
	}
	view, err := h.commitView(sha)
	if err != nil {
		return answer{}, err
	}
	return ok(view)
}

func (h *Hub) commitView(sha string) (object, error) {
	info, err := h.git.info(sha)
	if err != nil {
		return nil, err
	}
	self, git := h.repoAPI("/commits/"+sha), h.repoAPI("/git/commits/"+sha)
	parents := []object{}
	for parent := range strings.FieldsSeq(info.parents) {
		parents = append(parents, object{
			"sha": parent, "url": h.repoAPI("/commits/" + parent), "html_url": h.repoHTML("/commit/" + parent),
		})
	}
	person := func(name, email, date string) object { return object{"name": name, "email": email, "date": date} }
	return object{
		"sha": sha, "node_id": "C_" + sha[:12], "url": self, "html_url": h.repoHTML("/commit/" + sha),
		"comments_url": self + "/comments", "author": object{}, "committer": object{}, "parents": parents,
		"commit": object{
			"author":    person(info.authorName, info.authorEmail, info.authorDate),
			"committer": person(info.committerName, info.commitEmail, info.commitDate),
			"message":   info.message, "comment_count": 0, "url": git,
			"tree": object{"sha": info.tree, "url": h.repoAPI("/git/trees/" + info.tree)},
			"verification": object{
				"verified": false, "reason": "unsigned", "signature": nil, "payload": nil, "verified_at": nil,
			},
		},
	}, nil
}

func (h *Hub) getRef(c call) (answer, error) {
	ref := "refs/" + c.PathValue("ref")
	sha, err := h.git.resolveIn(h.git.dir, ref)
	if err != nil {
		return answer{}, notFound()
	}
	return ok(object{
		"ref": ref, "node_id": "REF_" + base64.RawURLEncoding.EncodeToString([]byte(ref)),
		"url":    h.repoAPI("/git/" + escapePath(ref)),
		"object": object{"type": "commit", "sha": sha, "url": h.repoAPI("/git/commits/" + sha)},
	})
}

// getContents answers with a file, or with a folder's list.
func (h *Hub) getContents(c call) (answer, error) {
	ref := c.URL.Query().Get("ref")
	set(&ref, h.defaultBranch)
	sha, err := h.git.commit(ref)
	if err != nil {
		return answer{}, apiError{status: http.StatusNotFound, message: "No commit found for the ref " + ref}
	}
	name := strings.Trim(c.PathValue("path"), "/")
	e, err := h.git.at(sha, name)
	if err != nil {
		return answer{}, notFound()
	}
	if e.kind == "tree" {
		return h.listContents(sha, ref, name)
	}
	view := h.contentView(e, ref)
	if view["type"] != "file" {
		return ok(view)
	}
	text, err := h.git.blob(e.sha)
	if err != nil {
		return answer{}, err
	}
	return ok(view.with(object{"encoding": "base64", "content": wrap(base64.StdEncoding.EncodeToString([]byte(text)))}))
}

func (h *Hub) listContents(sha, ref, name string) (answer, error) {
	if name != "" {
		name += "/"
	}
	entries, err := h.git.list(sha, name)
	if err != nil {
		return answer{}, err
	}
	list := []object{}
	for _, e := range entries {
		list = append(list, h.contentView(e, ref))
	}
	return ok(list)
}

func (h *Hub) contentView(e entry, ref string) object {
	place := escapePath(e.path)
	self := h.repoAPI("/contents/" + place + "?ref=" + escapePath(ref))
	page, git := h.repoHTML("/blob/"+escapePath(ref)+"/"+place), h.repoAPI("/git/blobs/"+e.sha)
	out := object{
		"type": "file", "name": path.Base(e.path), "path": e.path, "sha": e.sha, "size": e.size, "url": self,
		"html_url": page, "git_url": git, "download_url": h.repoHTML("/raw/" + escapePath(ref) + "/" + place),
		"_links": object{"self": self, "git": git, "html": page},
	}
	switch {
	case e.kind == "tree":
		out["type"], out["download_url"] = "dir", nil
	case e.kind == "commit":
		out["type"], out["download_url"], out["submodule_git_url"] = "submodule", nil, fmt.Sprint(h.url, "/", e.path)
	case e.mode == "120000":
		target, err := h.git.blob(e.sha)
		if err == nil {
			out["type"], out["target"] = "symlink", target
		}
	}
	return out
}

// wrap breaks base64 into GitHub's lines of sixty.
func wrap(text string) string {
	var b strings.Builder
	for len(text) > 60 {
		b.WriteString(text[:60] + "\n")
		text = text[60:]
	}
	b.WriteString(text + "\n")
	return b.String()
}
