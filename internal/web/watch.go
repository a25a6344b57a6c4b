package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"ludens/env/record"
)

// Run is a run of training that can be watched, finished or not.
type Run struct {
	Name    string // as the page calls it: no path
	Game    string
	Changed time.Time // when it was last written to; zero if unknown
	// Status returns how it stands: "running", "stopped", "finished" or "damaged", and of a
	// damaged run what is wrong with it. nil: unknown.
	Status func() (state, trouble string)
	// News returns what has happened after that many iterations.
	News func(after int) (News, error)
	// Checkpoints returns the iterations whose checkpoints are kept, in order; nil: unknown.
	Checkpoints func() []int
	// Hashes returns the SHA-256 of its checkpoints with their iterations; nil: unknown.
	Hashes func() map[string]int
	// Games returns the latest games of self-play. It ends with ctx.
	Games func(ctx context.Context, most int) ([]record.Record, error)
	Each  Each // games of self-play; nil: they cannot be read
}

// News is how a run goes.
type News struct {
	Roles      [2]string         `json:"roles"`
	Iterations int               `json:"iterations"` // in all
	Points     []json.RawMessage `json:"points"`     // lines of its metrics, one an iteration
	State      string            `json:"state"`      // of Run.Status
	Now        time.Time         `json:"now"`        // by the clock that wrote the points' times

	Checkpoints []int `json:"checkpoints,omitempty"` // of Run.Checkpoints
	Crew        *Crew `json:"crew,omitempty"`        // nil: one process played all games
}

// Crew is who played the games of an iteration.
type Crew struct {
	Iteration int      `json:"iteration"`
	Seconds   float64  `json:"seconds"` // that the games took
	Here      int      `json:"here"`    // games played by the process that learns
	Workers   []Worker `json:"workers"`
}

// Worker is another process that plays games for a run.
type Worker struct {
	Name       string  `json:"name"` // as it named itself
	Version    string  `json:"version"`
	Kernels    string  `json:"kernels"`
	Goroutines int     `json:"goroutines"`
	Games      int     `json:"games"`  // of the iteration, that count
	Silent     float64 `json:"silent"` // seconds since the last sign of it, when the iteration was done
	Gone       bool    `json:"gone,omitempty"`
}

// gamesShown is how many games of self-play the page replays.
const gamesShown = 8

func (s *server) runs() ([]Run, error) {
	if s.config.Runs == nil {
		return nil, nil
	}
	return s.config.Runs()
}

// listRuns answers with the runs there are, the newest first.
func (s *server) listRuns(w http.ResponseWriter, _ *http.Request) {
	type entry struct {
		Name    string    `json:"name"`
		Game    string    `json:"game"`
		Changed time.Time `json:"changed,omitzero"`
		State   string    `json:"state,omitempty"`
		Trouble string    `json:"trouble,omitempty"`
	}
	runs, err := s.runs()
	if err != nil {
		refuse(w, http.StatusInternalServerError, err)
		return
	}
	runs = slices.Clone(runs)
	slices.SortStableFunc(runs, func(a, b Run) int { return b.Changed.Compare(a.Changed) })
	all := []entry{}
	for _, r := range runs {
		state, trouble := r.status()
		all = append(all, entry{r.Name, r.Game, r.Changed, state, trouble})
	}
	tell(w, all)
}

// watchRun answers with the news of a run, or with its latest games.
func (s *server) watchRun(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	run, err := s.run(q.Get("name"))
	if err != nil {
		refuse(w, http.StatusNotFound, err)
		return
	}
	if q.Has("ladder") {
		s.tellLadder(w, r, run)
		return
	}
	if q.Has("games") {
		s.tellGames(w, r, run)
		return
	}
	after, err := strconv.Atoi(q.Get("after"))
	if err != nil {
		after = 0
	}
	state, trouble := run.status()
	if trouble != "" {
		refuse(w, http.StatusUnprocessableEntity, errors.New(trouble))
		return
	}
	news, err := run.News(after)
	if err != nil {
		refuse(w, http.StatusInternalServerError, err)
		return
	}
	news.State = state
	news.Now = time.Now()
	if run.Checkpoints != nil {
		news.Checkpoints = run.Checkpoints()
	}
	if news.Points == nil {
		news.Points = []json.RawMessage{}
	}
	tell(w, news)
}

// status returns how the run stands; nothing if unknown.
func (r Run) status() (state, trouble string) {
	if r.Status == nil {
		return "", ""
	}
	return r.Status()
}

// run returns the run of a name among those there are.
func (s *server) run(name string) (Run, error) {
	runs, err := s.runs()
	for _, r := range runs {
		if r.Name == name {
			return r, nil
		}
	}
	if err == nil {
		err = fmt.Errorf("there is no run %q", name)
	}
	return Run{}, err
}

// ladderOf is where the checkpoints of a run stand in a ladder.
type ladderOf struct {
	Name  string `json:"name"` // of the result
	When  string `json:"when,omitempty"`
	Rungs []Rung `json:"rungs"` // the strongest first
}

// tellLadder answers with the newest ladder that has checkpoints of a run, two at least;
// without rungs if there is none.
func (s *server) tellLadder(w http.ResponseWriter, r *http.Request, run Run) {
	results, err := s.results(r.Context())
	if err != nil {
		refuse(w, http.StatusInternalServerError, err)
		return
	}
	told := ladderOf{Rungs: []Rung{}}
	if run.Hashes == nil {
		tell(w, told)
		return
	}
	hashes := run.Hashes()
	for _, result := range results {
		rungs, found := slices.Clone(result.Rungs), 0
		for i := range rungs {
			if rungs[i].Iteration = hashes[rungs[i].Hash]; rungs[i].Iteration > 0 {
				found++
			}
		}
		if found > 1 {
			told = ladderOf{result.Name, result.When, rungs}
			break
		}
	}
	tell(w, told)
}

func (s *server) tellGames(w http.ResponseWriter, r *http.Request, run Run) {
	records, err := run.Games(r.Context(), gamesShown)
	if err != nil {
		refuse(w, http.StatusInternalServerError, err)
		return
	}
	all := []paper{}
	for _, r := range records {
		all = append(all, newPaper(r))
	}
	tell(w, all)
}
