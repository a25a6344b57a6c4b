package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"ludens/analysis"
	"ludens/env"
	"ludens/env/seed"
)

// What a search may ask for at most.
const (
	maxSimulations = 20_000 // 40 MB
	maxSurvey      = 2_000  // simulations for each position of a game
	maxThinking    = 30 * time.Second
	maxAnalysis    = 5 * time.Minute // of those that are not endless
	mostNodes      = 100_000         // positions in the tree of an endless analysis: 300 MB of the process in celta

	turnTime = 100 * time.Millisecond // that a search keeps its seat for while others wait
	mostTold = 12                     // moves in a report, each with the play to follow
)

// question asks a player about the end of a line.
type question struct {
	line
	Player      string  `json:"player"` // Player.ID
	Simulations int     `json:"simulations,omitempty"`
	Seconds     float64 `json:"seconds,omitempty"`
	Dice        uint64  `json:"dice,omitempty"` // seed of his choices
	Keep        string  `json:"keep,omitempty"` // a word of the page's own: its endless analyses go on with one tree
}

// thought is a question understood.
type thought struct {
	game     env.Game
	state    env.State
	player   Player
	analyst  analysis.Analyst
	strength int
}

// understand opens the line and the player of q. It answers and returns false if
// it cannot.
func (s *server) understand(w http.ResponseWriter, q *question) (t thought, ok bool) {
	g, sheet, err := q.open(&s.games)
	if err == nil && sheet.Over() {
		err = errors.New("the game is over")
	}
	if err == nil {
		t.game, t.state = g, sheet.State()
		err = s.seat(&t, q)
	}
	if err != nil {
		refuse(w, http.StatusUnprocessableEntity, err)
		return t, false
	}
	return t, true
}

// seat finds and opens the player of q.
func (s *server) seat(t *thought, q *question) error {
	all := s.players(t.game)
	if s.config.Checkpoint != nil {
		if p, ok := s.config.Checkpoint(t.game, q.Player); ok {
			all = append(slices.Clone(all), p)
		}
	}
	for _, p := range all {
		if p.ID != q.Player {
			continue
		}
		if q.Simulations < 0 || p.Most > 0 && q.Simulations > p.Most {
			return fmt.Errorf("%d %s: %s takes 1 to %d", q.Simulations, p.Unit, p.Title, p.Most)
		}
		if !(q.Seconds >= 0 && q.Seconds <= maxThinking.Seconds()) {
			return fmt.Errorf("%v seconds a move: want at most %v", q.Seconds, maxThinking.Seconds())
		}
		t.player, t.strength = p, q.Simulations
		t.strength = cmp.Or(t.strength, p.Usual)
		if q.Seconds > 0 {
			t.strength = p.Most
		}
		var err error
		at := seed.New(q.Dice).At("ply", len(q.Moves))
		if q.Seconds > 0 && p.InTime != nil {
			t.analyst, err = p.InTime(time.Duration(q.Seconds*float64(time.Second)), at)
		} else {
			t.analyst, err = p.Open(t.strength, at)
		}
		return err
	}
	return fmt.Errorf("no player of this game is called %q: choose another player", q.Player)
}

// think has the analyst look at a position from a seat of the desk, which it
// leaves to others now and then. seen gets how far it has come; may be nil.
// An error of seen ends the search.
func (s *server) think(ctx context.Context, t thought, at env.State, l analysis.Limits, seen func(analysis.Report) error) (analysis.Report, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	if err := s.desk.sit(ctx); err != nil {
		return analysis.Report{}, err
	}
	seated := true
	defer func() {
		if seated {
			s.desk.leave()
		}
	}()
	l.Every = turnTime
	r, err := t.analyst.Analyse(ctx, at, l, func(r analysis.Report) {
		if seen != nil {
			if err := seen(r); err != nil {
				stop(err)
				return
			}
		}
		if err := s.desk.giveWay(ctx); err != nil {
			seated = false
			stop(err)
		}
	})
	if err == nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return r, err
}

// failed answers with the error of a search, or of what else takes a while.
func failed(w http.ResponseWriter, err error) {
	status := http.StatusInternalServerError
	switch {
	case errors.Is(err, errBusy):
		w.Header().Set("Retry-After", "1")
		status = http.StatusServiceUnavailable
	case errors.Is(err, errGone):
		status = http.StatusNotFound
	}
	refuse(w, status, err)
}

// move answers with the move of a player.
func (s *server) move(w http.ResponseWriter, r *http.Request) {
	var q question
	if !ask(w, r, maxBody, &q) {
		return
	}
	t, ok := s.understand(w, &q)
	if !ok {
		return
	}
	l := analysis.Limits{Time: maxThinking, Lines: 1}
	if t.player.Thinks {
		l.Simulations = min(t.strength, maxSimulations)
	}
	if q.Seconds > 0 {
		l.Time = time.Duration(q.Seconds * float64(time.Second))
	}
	found, err := s.think(r.Context(), t, t.state, l, nil)
	if err != nil {
		failed(w, err)
		return
	}
	answer := t.report(found)
	answer.Move = t.state.Format(t.choose(found, &q))
	tell(w, answer)
}

// choose returns the move to play: one that is drawn, if the player has a temperature;
// in the opening, a player that varies may take another than the best.
func (t *thought) choose(found analysis.Report, q *question) env.Action {
	rng := seed.New(q.Dice).At("variety", len(q.Moves)).Rand()
	switch {
	case t.player.Temperature > 0:
		return analysis.Draw(found.Stats(), t.player.Temperature, rng)
	case t.player.Varies && len(q.Moves) < analysis.VariedPlies:
		return analysis.Vary(found.Stats(), rng)
	}
	return found.Best()
}

// analyse streams reports, one a line, while a player thinks about a position.
func (s *server) analyse(w http.ResponseWriter, r *http.Request) {
	var q question
	if !ask(w, r, maxBody, &q) {
		return
	}
	t, ok := s.understand(w, &q)
	if !ok {
		return
	}
	if len(q.Keep) > maxName {
		refuse(w, http.StatusUnprocessableEntity, fmt.Errorf("keep: longer than %d bytes", maxName))
		return
	}
	l, note, leave := s.limitsOf(&q)
	defer leave()
	if l.Endless {
		var give func()
		l.Kept, give = s.trees.take(r.Context(), q.Keep)
		defer give()
	}
	out := stream{w: w}
	var next time.Duration // when the next report is due: after a tenth more of the time so far
	found, err := s.think(r.Context(), t, t.state, l, func(found analysis.Report) error {
		if found.Elapsed < next {
			return nil
		}
		next = found.Elapsed + min(found.Elapsed/10, maxSilence)
		return out.send(t.report(found))
	})
	if err != nil {
		out.fail(err)
		return
	}
	last := t.report(found)
	last.Done, last.Note = true, cmp.Or(last.Note, note)
	out.send(last)
}

// maxSilence is the longest time between two reports of an analysis.
const maxSilence = time.Second

// limitsOf returns the limits of an analysis, and what frees its place. It is endless if no
// number of simulations is asked for and a place is free; else note says why it ends.
func (s *server) limitsOf(q *question) (l analysis.Limits, note string, leave func()) {
	l = analysis.Limits{Simulations: maxSimulations, Time: maxAnalysis, Lines: mostTold}
	if q.Simulations > 0 {
		l.Simulations = min(q.Simulations, maxSimulations)
		return l, "", func() {}
	}
	select {
	case s.endless <- struct{}{}:
		return analysis.Limits{Endless: true, Nodes: mostNodes, Lines: mostTold}, "", func() { <-s.endless }
	default:
		return l, fmt.Sprintf("stopped: this server runs %[2]d analyses without an end at a time, and others up to %[1]d positions", maxSimulations, cap(s.endless)), func() {}
	}
}

// report is what a player says about a position. Values are for the mover.
type report struct {
	Move        string            `json:"move,omitempty"` // what he plays; none if he only thinks along
	Value       float32           `json:"value"`
	Chances     *analysis.Chances `json:"chances,omitempty"` // of win, draw and loss
	Simulations int               `json:"simulations"`
	Depth       int               `json:"depth,omitempty"`
	Proof       string            `json:"proof,omitempty"` // that best play reaches: env.Result's words
	Plies       int               `json:"plies,omitempty"` // in which it does, at most
	Seconds     float64           `json:"seconds"`
	Moves       []told            `json:"moves"` // the best first
	Done        bool              `json:"done,omitempty"`
	By          string            `json:"by,omitempty"`   // analysis.Report.By
	Note        string            `json:"note,omitempty"` // why the tree grows no more
}

// told is what is known of one move.
type told struct {
	Text    string            `json:"text"`
	From    int               `json:"from"` // as choice.From
	To      int               `json:"to"`
	Visits  int               `json:"visits"`
	Prior   float32           `json:"prior"`
	Value   float32           `json:"value"`
	Chances *analysis.Chances `json:"chances,omitempty"`
	Line    []string          `json:"line,omitempty"`
}

func (t *thought) report(r analysis.Report) report {
	answer := report{
		Value: r.Value, Chances: r.Chances, Simulations: r.Simulations, Depth: r.Depth, Plies: r.Plies, Seconds: r.Elapsed.Seconds(), By: r.By, Moves: []told{},
	}
	if r.Full {
		answer.Note = fmt.Sprintf("the tree is full at %d positions, and the search goes on within it", mostNodes)
	}
	if r.Proof != env.Ongoing {
		answer.Proof = r.Proof.String()
	}
	for _, m := range r.Moves[:min(mostTold, len(r.Moves))] {
		answer.Moves = append(answer.Moves, t.told(m))
	}
	return answer
}

func (t *thought) told(m analysis.Move) told {
	x := env.SquaresOf(t.state, m.Action)
	r := told{Text: t.state.Format(m.Action), From: hold(x), To: x.To, Visits: m.Visits, Prior: m.Prior, Value: m.Value, Chances: m.Chances}
	r.Line = analysis.Texts(t.state, m.Line)
	return r
}
