// Package analysis searches one position at a time and reports what it has
// found while it goes on: what a page, an engine protocol or a terminal shows.
//
// A [Searcher] searches with an evaluator, [New] makes an analyst of such, and [Agent] asks an agent that has no tree to
// look into. Both are an [Analyst]; [Judging] adds chances of win, draw and loss
// to one, and [Vary] has one open its games in more than one way.
//
//	a := analysis.New(g, evaluator, analysis.Simulations(800))
//	report, err := a.Analyse(ctx, s, analysis.Limits{Every: time.Second, Lines: 3}, show)
package analysis

import (
	"context"
	"errors"
	"slices"
	"time"

	"ludens/env"
)

// Analyst looks at positions of one game. It is safe for concurrent use: each
// call thinks on its own.
type Analyst interface {
	// Analyse thinks about s until a limit is reached or ctx ends, which is no
	// error: the report holds what was found by then, and always a move. seen, if
	// not nil, is shown a report now and then; it is called by the caller's
	// goroutine, one call at a time. The game is not over. s is neither changed
	// nor kept, and the reports are the caller's.
	Analyse(ctx context.Context, s env.State, l Limits, seen func(Report)) (Report, error)
}

// Limits say when to stop and what to report. The zero value asks for what the
// analyst does for a move of a game, without news on the way.
type Limits struct {
	// Simulations at most. 0: as many as the analyst makes for a move or, with
	// Time or Endless, as many as there is memory for.
	Simulations int
	// Time at most; 0: no limit.
	Time time.Duration
	// Depth ends it when a line of that many plies has been searched: by a tree search, the
	// longest that it looked at; by one that deepens, all of them. 0: no limit. Agents that
	// search no lines make an error of it (ErrShallow).
	Depth int
	// Endless goes on until ctx ends, or Simulations have been made.
	Endless bool
	// Nodes stop a search tree from growing at that many positions; an endless search then
	// goes on within it. 0: a search ends when the memory for its tree is full.
	Nodes int
	// Every is the time between two reports on the way; 0: none.
	Every time.Duration
	// Kept keeps the tree, or the agent that is asked, for the next analysis; nil: each begins
	// with nothing, and equal questions are answered alike. Other analysts leave it alone.
	Kept *Kept
	// Lines is for how many moves the play to follow is reported; 0 and 1: the best.
	Lines int
}

// ErrShallow is returned where a depth is asked of who searches no lines.
var ErrShallow = errors.New("this agent searches no lines of play: a depth means nothing to it")

// Report is what has been found out about a position. All values are for its
// mover.
type Report struct {
	Value       float32  // expected result, in [-1, 1]
	Chances     *Chances // nil if draws are not distinguished from even chances
	Moves       []Move   // the best first; at least one
	Simulations int
	Full        bool       // the tree has all the positions of Limits.Nodes
	Depth       int        // plies of the longest line looked at; 0 if not counted
	Proof       env.Result // that best play reaches; Ongoing while that is not known
	Plies       int        // in which it does, at most
	Elapsed     time.Duration
	By          string // who found it, and why it was asked, where an agent chose another for the time; else ""
}

// Move is what is known of one legal move.
type Move struct {
	env.MoveStats
	Chances *Chances     // nil as in Report, or if the line was not asked for
	Line    []env.Action // the play expected, the move itself first; nil if not asked for
}

// Texts writes the moves of a line from s, which is left as it is.
func Texts(s env.State, line []env.Action) (texts []string) {
	s = s.Copy(nil)
	for _, a := range line {
		texts = append(texts, s.Format(a))
		s.Play(a)
	}
	return texts
}

// Best returns the move to play.
func (r Report) Best() env.Action { return r.Moves[0].Action }

// Line returns the play expected, the move to play first.
func (r Report) Line() []env.Action {
	if line := r.Moves[0].Line; len(line) > 0 {
		return line
	}
	return []env.Action{r.Best()}
}

// Led returns the report with move a, one of its moves, before all others.
func (r Report) Led(a env.Action) Report {
	i := slices.IndexFunc(r.Moves, func(m Move) bool { return m.Action == a })
	first := r.Moves[i]
	if first.Line == nil {
		first.Line = []env.Action{a}
	}
	r.Moves = slices.Insert(slices.Delete(slices.Clone(r.Moves), i, i+1), 0, first)
	return r
}

// Stats returns what is known of all moves, less the play to follow.
func (r Report) Stats() []env.MoveStats {
	all := make([]env.MoveStats, len(r.Moves))
	for i, m := range r.Moves {
		all[i] = m.MoveStats
	}
	return all
}

// Chances are those of win, draw and loss for the mover; they sum to 1.
type Chances [3]float32

// Judging returns a with the chances of win, draw and loss in its reports: of
// the position, and of each visited move whose line is reported. The values are a's;
// draws says how likely a position of the game is to be drawn, in [0, 1], as a
// network sees it at first glance. It is safe for concurrent use.
func Judging(a Analyst, draws func(s env.State) (float32, error)) Analyst {
	return judge{a, draws}
}

type judge struct {
	Analyst
	draws func(s env.State) (float32, error)
}

func (j judge) Analyse(ctx context.Context, s env.State, l Limits, seen func(Report)) (Report, error) {
	c := chamber{judge: j, position: s, moves: map[env.Action]float32{}}
	show := seen
	if seen != nil {
		show = func(r Report) {
			if c.fill(&r, l) == nil {
				seen(r)
			}
		}
	}
	r, err := j.Analyst.Analyse(ctx, s, l, show)
	if err != nil {
		return r, err
	}
	err = c.fill(&r, l)
	return r, err
}

// chamber is where one position is judged: it asks about each move once.
type chamber struct {
	judge
	position env.State
	looked   bool // at the position
	drawn    float32
	moves    map[env.Action]float32
}

// fill adds the chances to r.
func (c *chamber) fill(r *Report, l Limits) (err error) {
	if !c.looked {
		if c.drawn, err = c.draws(c.position); err != nil {
			return err
		}
		c.looked = true
	}
	r.Chances = fit(r.Value, c.drawn)
	for i := range min(max(1, l.Lines), len(r.Moves)) {
		m := &r.Moves[i]
		if m.Visits == 0 {
			continue
		}
		drawn, err := c.after(m.Action)
		if err != nil {
			return err
		}
		m.Chances = fit(m.Value, drawn)
	}
	return nil
}

// after returns how likely a draw is after a move.
func (c *chamber) after(a env.Action) (float32, error) {
	drawn, ok := c.moves[a]
	if ok {
		return drawn, nil
	}
	s := c.position.Copy(nil)
	s.Play(a)
	var err error
	switch s.Result() {
	case env.Ongoing:
		drawn, err = c.draws(s)
	case env.Drawn:
		drawn = 1
	}
	c.moves[a] = drawn
	return drawn, err
}

// fit returns the chances that have the value which a search has found, with
// draws as likely as they looked before it, as far as that fits the value:
//
//	win - loss = value,  draw <= 1 - |value|
func fit(value, drawn float32) *Chances {
	value = max(-1, min(1, value))
	drawn = min(drawn, 1-max(value, -value))
	return &Chances{(1 - drawn + value) / 2, drawn, (1 - drawn - value) / 2}
}
