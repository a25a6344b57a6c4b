package study

import (
	"context"
	"slices"

	"ludens/agent"
	"ludens/alphabeta"
	"ludens/arena"
	"ludens/env"
	"ludens/env/seed"
	"ludens/internal/report"
)

// looks are after how many games a score against an opponent is looked at: play ends when
// it is clear of the bar.
var looks = []int{20, 32, 48}

// examPlies is how many plies of an exam's opening are random: few, and never none, since
// many opponents always play alike.
const examPlies = 2

// judges returns which of the strengths judge rules: of each agent the strongest budget,
// and random and greedy only if no other agent plays.
func (b *Balance) judges() (all []int) {
	for i, s := range b.Strengths {
		weaker := func(other Strength) bool {
			return s.rank() < other.rank() || s.family() != "" && s.family() == other.family() && s.power() < other.power()
		}
		if !slices.ContainsFunc(b.Strengths, weaker) {
			all = append(all, i)
		}
	}
	return all
}

// examine lets the judges of a study play the opponents of arena.Bars and those of
// Against in a game, until each score is clear of its bar. The games are kept with those of
// the study, and are not part of what it says of the rules.
func (b *Balance) examine(ctx context.Context, g env.Game) (*report.Judges, error) {
	if b.Unexamined {
		return nil, nil
	}
	contenders, err := b.contenders(g)
	if err != nil {
		return nil, err
	}
	x := newExams(g)
	for _, i := range b.judges() {
		if err := b.addExams(x, g, contenders[i], b.Strengths[i].Agent); err != nil {
			return nil, err
		}
	}
	return b.playExams(ctx, x)
}

// examineControl examines the control, which judges a game as the agents do. c is what
// the control says; one that was refused has nothing to be examined for.
func (b *Balance) examineControl(ctx context.Context, g env.Game, c *report.Control) error {
	if b.Unexamined || c == nil || c.Refused != "" {
		return nil
	}
	all, err := b.enter(g, &b.watch, b.Control)
	if err != nil {
		return err
	}
	x := newExams(g)
	if err := b.addExams(x, g, all[0], b.Control); err != nil {
		return err
	}
	c.Judges, err = b.playExams(ctx, x)
	return err
}

// playExams plays until each score is clear of its bar.
func (b *Balance) playExams(ctx context.Context, x *exams) (*report.Judges, error) {
	for _, games := range looks {
		var open []int
		var cells []arena.Cell
		for i, e := range x.Exams {
			if x.cells[i].Game != nil && !(e.Score().Games() > 0 && e.Bar.Clear(e.Score())) {
				x.cells[i].Games = games
				open, cells = append(open, i), append(cells, x.cells[i])
			}
		}
		if len(open) == 0 {
			break
		}
		all, err := b.playUntil(ctx, cells, "examining the players", func() bool { return false })
		for k, games := range all {
			x.Exams[open[k]].Scores = arena.Count("", games).Roles
		}
		if err != nil {
			return &x.Judges, err
		}
	}
	return &x.Judges, nil
}

// exams are those of a study with their cells; a cell without a game is not played.
type exams struct {
	report.Judges
	cells []arena.Cell
}

func newExams(g env.Game) *exams {
	return &exams{Judges: report.Judges{Game: g.Spec().Name, Roles: g.Spec().Roles}}
}

func (x *exams) add(e report.Exam, c arena.Cell) {
	x.Exams, x.cells = append(x.Exams, e), append(x.cells, c)
}

// addExams adds those of a judge.
func (b *Balance) addExams(x *exams, g env.Game, judge Contestant, name string) error {
	if exhaustive(g, name) {
		x.add(report.Exam{Judge: name, Proven: true}, arena.Cell{})
		return nil
	}
	bars := slices.Clone(b.bars)
	if control, ok := untrained(name); ok {
		bars = append(bars, arena.Bar{Opponent: control, Least: learned})
	}
	for _, text := range b.Against {
		bars = append(bars, arena.Bar{Opponent: text})
	}
	for _, bar := range bars {
		bar.Opponent = affordable(g, bar)
		others, err := b.enter(g, &b.watch, bar.Opponent)
		if err != nil {
			return &Mistake{"against", "", err}
		}
		if others[0].Key == judge.Key {
			x.add(report.Exam{Judge: name, Bar: bar, Itself: true}, arena.Cell{})
			continue
		}
		own := seed.New(b.Seed).At("judges", 0)
		x.add(report.Exam{Judge: name, Bar: bar}, arena.Cell{
			Key:  "judge " + g.Spec().Name + " " + judge.Key + " against " + others[0].Key,
			Game: g, Agent: judge.Entrant, Opponent: &others[0].Entrant, Openings: arena.Balanced(g, examPlies, own), Seed: own,
		})
	}
	return nil
}

// mostLooked is how many positions alpha-beta may look at for a move of an exam that only
// shows its score.
const mostLooked = 100_000

// affordable returns the opponent of a bar. Alpha-beta that has no least score searches less
// deeply in games such as Connect6, where each of its moves would take minutes.
func affordable(g env.Game, bar arena.Bar) string {
	s, err := agent.FromArg(bar.Opponent)
	if err != nil || s.Kind != "alphabeta" || s.Budget == 0 || bar.Least > 0 {
		return bar.Opponent
	}
	s.Budget = depthWithin(g, s.Budget, mostLooked)
	return s.String()
}

// depthWithin returns how deeply, at most depth, alpha-beta searches three positions of a random
// game in that many positions each: the same for all studies of the game.
func depthWithin(g env.Game, depth, positions int) int {
	for _, plies := range []int{4, 12, 20} {
		search := alphabeta.Strong(depth)
		search.Nodes = positions
		a, err := alphabeta.New(g, search, seed.New(0).Rand())
		if err != nil {
			return depth // it is refused when it enters
		}
		s, err := arena.Random(g, plies, seed.New(0)).Opening(0).State(g)
		if err != nil {
			return depth
		}
		if d, err := a.Act(context.Background(), s); err == nil && d.Simulations > positions {
			depth = d.Depth
		}
	}
	return depth
}

// learned is what a network must score against itself as it was before its first step of
// training, with the same search: else its training taught it nothing.
const learned = 0.5

// untrained returns whom an agent with a network plays to show that it was trained.
func untrained(text string) (control string, ok bool) {
	s, err := agent.FromArg(text)
	if err != nil {
		return "", false
	}
	s, ok = s.Untrained()
	return s.String(), ok
}

// exhaustive reports whether an agent searches a game to its end or has its table, so that
// its moves are proven.
func exhaustive(g env.Game, text string) bool {
	s, err := agent.FromArg(text)
	if _, searched := env.As[env.Solvable](g); err == nil && s.Kind == "exact" {
		return !searched // of games that are searched some positions take too long
	}
	return err == nil && s.Kind == "alphabeta" && s.Time == 0 && s.Budget >= g.Spec().MaxPly
}

// findControl reports whether there is a control. It lets the control in to one of the
// games at least: which of them it will play is not known yet.
func (b *Balance) findControl(games []env.Game) (bool, error) {
	if b.Control == "" {
		return false, nil
	}
	if b.Confirm == 0 {
		return false, mistake("control", "", "it plays as many games as there are new ones of the chosen setting; want some")
	}
	if slices.ContainsFunc(b.Strengths, func(s Strength) bool { return s.Agent == b.Control }) {
		return false, mistake("control", b.Control, "it plays already: want another agent as a control")
	}
	var err error
	for _, g := range games {
		if _, err = b.enter(g, &b.watch, b.Control); err == nil {
			return true, nil
		}
	}
	return false, &Mistake{"control", "", err}
}

// controlCell returns the cell in which the control plays itself, in the same openings
// as those whom it is held against; none, and why, if it does not play that game.
func (b *Balance) controlCell(g env.Game) (cells []arena.Cell, refused string, err error) {
	all, err := b.enter(g, &b.watch, b.Control)
	if err != nil {
		return nil, err.Error(), nil
	}
	b.players = append(b.players, all[0])
	cell, err := b.cell(g, all[0], "confirm", b.Confirm)
	return []arena.Cell{cell}, "", err
}

// told returns what the control says of First's score in a game, beside the strongest
// agent: in its games, or that it was refused.
func (b *Balance) told(agent arena.Score, control [][]arena.Game, refused string, g env.Game) *report.Control {
	c := &report.Control{
		Agent: b.Strengths[len(b.Strengths)-1].Agent, Control: b.Control, Roles: g.Spec().Roles, Refused: refused,
	}
	c.Scores[0] = agent
	for _, games := range control {
		c.Scores[1] = firstScore(games)
	}
	return c
}
