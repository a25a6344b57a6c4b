package web

import (
	"context"
	"net/http"
	"net/url"
)

// Result is something that was measured: a match, a ladder, a balance.
type Result struct {
	Name  string     `json:"name"` // unique; slashes may part it
	Kind  string     `json:"kind"`
	Title string     `json:"title"`
	When  string     `json:"when,omitempty"`
	Lines []string   `json:"lines,omitempty"` // what it says, in words
	Head  []string   `json:"head,omitempty"`
	Rows  [][]string `json:"rows,omitempty"`
	Link  string     `json:"link,omitempty"` // to its page: the server fills it in

	// Rungs are the agents of a ladder, the strongest first.
	Rungs []Rung `json:"-"`

	// Page returns it as HTML that needs nothing else; nil if it has none.
	Page func() ([]byte, error) `json:"-"`
}

// Rung is an agent of a ladder.
type Rung struct {
	Name      string  `json:"name"`
	Hash      string  `json:"-"`                   // SHA-256 of his checkpoint; "": he has none
	Iteration int     `json:"iteration,omitempty"` // of the run that it is shown to; 0: of none of its
	Elo       float64 `json:"elo"`
	Low       float64 `json:"low"` // and High: the 95 % interval
	High      float64 `json:"high"`
}

func (s *server) results(ctx context.Context) ([]Result, error) {
	if s.config.Results == nil {
		return nil, nil
	}
	return s.config.Results(ctx)
}

// listResults answers with all results.
func (s *server) listResults(w http.ResponseWriter, r *http.Request) {
	results, err := s.results(r.Context())
	if err != nil {
		refuse(w, http.StatusInternalServerError, err)
		return
	}
	all := []Result{}
	for _, r := range results {
		if r.Page != nil {
			r.Link = (&url.URL{Path: "/results/" + r.Name}).EscapedPath()
		}
		all = append(all, r)
	}
	tell(w, all)
}

// pagePolicy confines a page from elsewhere to its frame: it can show
// what it holds and let it be saved, and neither run nor fetch nor send anything.
const pagePolicy = "sandbox allow-downloads; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"

// resultPage answers with the page of a result.
func (s *server) resultPage(w http.ResponseWriter, r *http.Request) {
	results, err := s.results(r.Context())
	if err != nil {
		refuse(w, http.StatusInternalServerError, err)
		return
	}
	for _, result := range results {
		if result.Name != r.PathValue("name") || result.Page == nil {
			continue
		}
		page, err := result.Page()
		if err != nil {
			refuse(w, http.StatusInternalServerError, err)
			return
		}
		w.Header().Set("Content-Security-Policy", pagePolicy)
		w.Header().Set("X-Frame-Options", "SAMEORIGIN")
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Write(page) // an error means that the client is gone
		return
	}
	http.NotFound(w, r)
}
