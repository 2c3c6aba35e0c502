package localhub

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// rawJSON is a payload inside an answer.
func rawJSON(body []byte) json.RawMessage { return json.RawMessage(body) }

// perPage is GitHub's page size: 30 unless asked, 100 at most.
func (c call) perPage() int {
	n, err := strconv.Atoi(c.URL.Query().Get("per_page"))
	if err != nil || n < 1 {
		return 30
	}
	return min(n, 100)
}

// page answers with one page of a list, and with links to the others.
func page[T any](h *Hub, c call, list []T, view func(T) object) (answer, error) {
	perPage := c.perPage()
	number, err := strconv.Atoi(c.URL.Query().Get("page"))
	if err != nil || number < 1 {
		number = 1
	}
	last := max(1, (len(list)+perPage-1)/perPage)
	number = min(number, last+1)
	from := min((number-1)*perPage, len(list))
	shown := []object{}
	for _, item := range list[from:min(from+perPage, len(list))] {
		shown = append(shown, view(item))
	}
	header := http.Header{}
	if links := pageLinks(h.api(c.URL.EscapedPath()), c.URL.Query(), number, last); links != "" {
		header.Set("Link", links)
	}
	return answer{status: http.StatusOK, body: shown, header: header}, nil
}

func pageLinks(base string, query url.Values, number, last int) string {
	var links []string
	add := func(rel string, n int) {
		query.Set("page", strconv.Itoa(n))
		links = append(links, fmt.Sprintf(`<%s?%s>; rel=%q`, base, query.Encode(), rel))
	}
	if number > 1 {
		add("prev", number-1)
		add("first", 1)
	}
	if number < last {
		add("next", number+1)
		add("last", last)
	}
	return strings.Join(links, ", ")
}

// since is the query's lower bound on updated_at, or the zero time.
func (c call) since() (time.Time, error) {
	text := c.URL.Query().Get("since")
	if text == "" {
		return time.Time{}, nil
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return time.Time{}, invalid("IssueComment", "since", "invalid", "since must be in ISO 8601")
	}
	return at, nil
}
