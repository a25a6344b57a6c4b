package web

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"

	"ludens/internal/chart"
)

// Curves are the numbers of some runs of training, beside each other.
type Curves interface {
	// Page draws them over "iterations", "positions" or "time".
	Page(over string) chart.Page
	// Configuration returns a row for each setting: its key, and the value of each run.
	Configuration() [][]string
	// Places returns where the iterations of the first run stand.
	Places(over string) (x []float64, iterations []int)
	// WriteTable writes all numbers of the first run as CSV.
	WriteTable(w io.Writer) error
}

const (
	mostRuns    = 8   // beside each other
	mostOfCurve = 500 // points of a line: more than a screen shows
)

// overs are what curves can stand over.
var overs = []string{"iterations", "positions", "time"}

// curves returns the runs of a request's parameters: run and with. It answers and returns
// false if it cannot.
func (s *server) curves(w http.ResponseWriter, r *http.Request) (names []string, c Curves, over string, ok bool) {
	q := r.URL.Query()
	names, over = append([]string{q.Get("run")}, q["with"]...), q.Get("over")
	over = cmp.Or(over, overs[0])
	var err error
	switch {
	case !slices.Contains(overs, over):
		err = fmt.Errorf("over %.20q: want one of %v", over, overs)
	case len(names) > mostRuns:
		err = fmt.Errorf("%d runs: want at most %d", len(names), mostRuns)
	case s.config.Curves == nil:
		err = errors.New("there are no runs here")
	default:
		c, err = s.config.Curves(names)
	}
	if err != nil {
		refuse(w, http.StatusNotFound, err)
	}
	return names, c, over, err == nil
}

// tellCurves answers with the curves of runs as data, and with their settings.
func (s *server) tellCurves(w http.ResponseWriter, r *http.Request) {
	names, c, over, ok := s.curves(w, r)
	if !ok {
		return
	}
	page := c.Page(over)
	x, iterations := c.Places(over)
	tell(w, struct {
		Names      []string       `json:"names"`
		Settings   [][]string     `json:"settings"`
		Note       string         `json:"note"`
		Figures    []chart.Figure `json:"figures"`
		X          chart.Numbers  `json:"x"` // where the iterations of the first run stand
		Iterations []int          `json:"iterations"`
	}{names, c.Configuration(), page.Note, page.Figures(mostOfCurve), x, iterations})
}

// drawCurves answers with the curves of runs as a picture or a table: all, or one chart by
// its title.
func (s *server) drawCurves(w http.ResponseWriter, r *http.Request) {
	_, c, over, ok := s.curves(w, r)
	if !ok {
		return
	}
	page, title := c.Page(over), r.URL.Query().Get("chart")
	if title != "" {
		if page, ok = page.Alone(title); !ok {
			refuse(w, http.StatusNotFound, fmt.Errorf("there is no chart %.80q", title))
			return
		}
	}
	theme := chart.Light
	if r.URL.Query().Get("theme") == "dark" {
		theme = chart.Dark
	}
	var b bytes.Buffer
	var err error
	kind := r.PathValue("kind")
	switch {
	case kind == "curves.svg":
		w.Header().Set("Content-Type", "image/svg+xml")
		err = page.SVG(&b, theme)
	case kind == "curves.png":
		w.Header().Set("Content-Type", "image/png")
		err = page.PNG(&b, theme)
	case kind == "curves.csv" && title != "":
		w.Header().Set("Content-Type", "text/csv; charset=utf-8")
		err = page.Figures(0)[0].WriteCSV(&b)
	case kind == "curves.csv":
		w.Header().Set("Content-Type", "text/csv; charset=utf-8")
		err = c.WriteTable(&b)
	default:
		err = fmt.Errorf("there is no %.40q: want curves.svg, curves.png or curves.csv", kind)
	}
	if err != nil {
		refuse(w, http.StatusNotFound, err)
		return
	}
	w.Write(b.Bytes()) // an error means that the client is gone
}
