package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"ludens/arena"
)

// Fair is a search for settings of the rules that meet a goal.
type Fair struct {
	Game      string // the space
	Goal      arena.Goal
	Agents    []string // each against itself
	Openings  string
	All       bool // Settings are all that there are
	Settings  []FairSetting
	Rounds    []arena.Round
	Finalists []int // which of Settings, the best of the search first
	Fresh     []FairFresh
	Control   *Control // of the first finalist; nil: none
	Ranked    []int    // which of Agents the goal was asked of; nil: all
	Judges    *Judges
}

// FairSetting is a setting that was looked at.
type FairSetting struct {
	arena.Candidate
	Game  string
	Roles [2]string
}

// FairFresh is what new games say of a finalist.
type FairFresh struct {
	Samples []arena.Sample // by agent
	Chance  float64        // that it meets the goal
}

// Study says what was found.
func (f Fair) Study() *Study {
	s := &Study{Title: fmt.Sprintf("Which rules of %s are fair%s?", f.Game, from(f.Openings)), Answer: f.answer()}
	if len(f.Fresh) > 0 {
		s.Add("The finalists, played afresh",
			Text("Of many settings those that look best look better than they are. These are new games that had no part in choosing or ordering the finalists; the first is the search's choice."),
			f.freshTable())
	}
	f.Judges.add(s)
	f.Control.add(s)
	s.Add("The search", Text(f.searchWords()), f.roundTable())
	cells := f.settingTable()
	s.Add("All settings that were looked at", cells, f.figure(cells))
	s.Add("How to read this",
		Text("Goal: "+f.Goal.String()+". favoured is how far the score of who moves first is from 50 points, either way; plies is the mean length. A setting misses the goal by as much as its worst bound with its worst agent (of several budgets of one agent, with the strongest): in points of a hundred games, or in per cent of a bound of a length; below 0 it is inside by that much."),
		Text("The probability that a setting meets the goal is the share of bootstrap samples of its new games that do, with one win and one loss more than there were; of several agents it is the product. It is a statement about these agents."),
		Text(beginning(f.Openings)))
	return s
}

func (f Fair) answer() []string {
	if len(f.Finalists) == 0 || f.games() == 0 {
		return []string{"No games have been played yet: nothing can be said."}
	}
	best := f.Settings[f.Finalists[0]]
	answer := []string{fmt.Sprintf("Of %s %s came nearest to the goal %s.", f.looked(), best.Game, f.Goal)}
	if text := f.Judges.Unknown(); text != "" {
		answer[0] = fmt.Sprintf("Which rules of %s are fair is %s. %s", f.Game, text, answer[0])
	}
	if len(f.Fresh) > 0 {
		answer = append(answer, f.freshWords())
	}
	if others := f.othersWords(); others != "" {
		answer = append(answer, others)
	}
	answer = append(answer, fmt.Sprintf("The search looked at %s; %s verified the finalists.", Count(f.games(), "game"), Count(f.newGames(), "new game")))
	if f.Control != nil {
		answer = append(answer, f.Control.words())
	}
	return append(answer, f.Judges.words(), strongest(f.Agents))
}

// looked says among how many settings was looked.
func (f Fair) looked() string {
	if f.All {
		return fmt.Sprintf("all %s of %s", Count(len(f.Settings), "setting"), f.Game)
	}
	return fmt.Sprintf("%s of %s, drawn by the seed,", Count(len(f.Settings), "setting"), f.Game)
}

// games returns how many games the search looked at, and newGames how many came after
// it.
func (f Fair) games() (n int) {
	for _, s := range f.Settings {
		n += gamesOf(s.Samples)
	}
	return n
}

func (f Fair) newGames() (n int) {
	for _, s := range f.Fresh {
		n += gamesOf(s.Samples)
	}
	return n
}

func gamesOf(samples []arena.Sample) (n int) {
	for _, s := range samples {
		n += len(s)
	}
	return n
}

// freshWords say what new games make of the search's choice.
func (f Fair) freshWords() string {
	best, fresh := f.Settings[f.Finalists[0]], f.Fresh[0]
	var parts []string
	for i, s := range fresh.Samples {
		score := s.Score()
		parts = append(parts, fmt.Sprintf("with %s the score of %s, who moves first, is %s, %s are decided, %.0f plies long",
			f.Agents[i], best.Roles[0], points(scoreOf(score)), points(arena.Share(score.Wins+score.Losses, score.Games())), s.Plies().Value))
	}
	return fmt.Sprintf("In new games of it %s. The probability that it meets the goal is %s (bootstrap).%s", strings.Join(parts, "; "), share(fresh.Chance), f.failing(fresh))
}

// share writes a probability in points: "43 %".
func share(p float64) string { return fmt.Sprintf("%.0f %%", 100*p) }

// failing says which bounds new games surely miss, and whether all are surely kept.
func (f Fair) failing(fresh FairFresh) string {
	var missed []string
	kept := true
	for i, s := range fresh.Samples {
		if f.Ranked != nil && !slices.Contains(f.Ranked, i) {
			continue
		}
		for _, b := range f.Goal {
			m := b.Short(s)
			if m.Low > 0 {
				missed = append(missed, fmt.Sprintf("%s with %s", b, f.Agents[i]))
			}
			kept = kept && m.High <= 0
		}
	}
	switch {
	case len(missed) > 0:
		return fmt.Sprintf(" It misses %s beyond chance.", listed(missed))
	case kept:
		return " Each bound holds with its whole 95 % interval."
	}
	return " More new games (--confirm) would show more."
}

// othersWords name the other finalists with their probabilities.
func (f Fair) othersWords() string {
	var parts []string
	better := false
	for k, fresh := range f.Fresh {
		if k > 0 {
			parts = append(parts, fmt.Sprintf("%s %s", f.Settings[f.Finalists[k]].Game, share(fresh.Chance)))
			better = better || fresh.Chance > f.Fresh[0].Chance
		}
	}
	if len(parts) == 0 {
		return ""
	}
	text := fmt.Sprintf("The other finalists: %s.", listed(parts))
	if better {
		text += " A finalist chosen because of these games needs further new games."
	}
	return text
}

func (f Fair) searchWords() string {
	return "Successive halving: each round plays twice as many games of the settings that are left, and keeps the better half. A setting of which even the best end of its interval misses the goal by more than the worst ends of the finalists goes at once. The last round puts the finalists in order."
}

func (f Fair) roundTable() Table {
	t := Table{
		Name: "rounds", Caption: "What was dropped when; games are those of each setting by each agent, with those of earlier rounds.",
		Columns: []Column{
			{Key: "round", Title: "round"}, {Key: "settings", Title: "settings"}, {Key: "games", Title: "games each"},
			{Key: "cannot_reach", Title: "cannot reach"}, {Key: "worse_half", Title: "worse half"}, {Key: "left", Title: "left"},
		},
	}
	for _, r := range f.Rounds {
		t.Rows = append(t.Rows, []any{r.Number, len(r.In), r.Games, len(r.Sure), len(r.Dropped), len(r.In) - len(r.Sure) - len(r.Dropped)})
	}
	return t
}

// fate says what became of a setting.
func (f Fair) fate(i int) string {
	for _, r := range f.Rounds {
		if slices.Contains(r.Sure, i) {
			return fmt.Sprintf("round %d: cannot reach", r.Number)
		}
		if slices.Contains(r.Dropped, i) {
			return fmt.Sprintf("round %d: worse half", r.Number)
		}
	}
	if k := slices.Index(f.Finalists, i); k >= 0 {
		return fmt.Sprintf("finalist %d", k+1)
	}
	return "left"
}

// order returns all settings, those that stayed longest first.
func (f Fair) order() (order []int) {
	order = slices.Clone(f.Finalists)
	for i := range f.Settings {
		if !slices.Contains(f.Finalists, i) {
			order = append(order, i)
		}
	}
	rest := order[len(f.Finalists):]
	stayed := func(i int) int { return cmp.Or(f.Settings[i].Out, len(f.Rounds)+1) }
	slices.SortStableFunc(rest, func(i, j int) int {
		return cmp.Or(stayed(j)-stayed(i), cmp.Compare(f.Settings[i].Short.Value, f.Settings[j].Short.Value))
	})
	return order
}

// columns are those of a setting by one agent. Names are long, so that each has a
// number: its place in order.
func (f Fair) columns(more ...Column) []Column {
	all := []Column{{Key: "number", Title: "no."}, {Key: "setting", Title: "setting"}}
	return append(append(all, more...), Column{Key: "first", Title: "moves first"}, Column{Key: "agent", Title: "both sides"}, Column{Key: "games", Title: "games"},
		Column{Key: "score", Title: "first's score, %", Percent: true, Digits: 1},
		Column{Key: "decided", Title: "decided, %", Percent: true, Digits: 1},
		Column{Key: "plies", Title: "plies", Digits: 0},
		Column{Key: "short", Title: "misses the goal by", Digits: 1})
}

// row returns what columns want of a setting, more among it.
func (f Fair) row(place int, setting FairSetting, agent int, s arena.Sample, more ...any) []any {
	number := fmt.Sprint(place+1) + strings.TrimPrefix(f.by(agent), ",")
	score := s.Score()
	plies := s.Plies()
	if math.IsInf(plies.High, 1) { // of one game
		plies.Low = math.Inf(-1)
	}
	return append(append([]any{number, setting.Game}, more...), setting.Roles[0], f.Agents[agent], len(s), scoreOf(score), arena.Share(score.Wins+score.Losses, score.Games()), plies, f.Goal.Short([]arena.Sample{s}))
}

func (f Fair) settingTable() Table {
	t := Table{Name: "settings", Caption: "With 95 % intervals, by the games of the search; settings dropped early played few.",
		Columns: f.columns(Column{Key: "fate", Title: "fate"})}
	for place, i := range f.order() {
		for a, s := range f.Settings[i].Samples {
			t.Rows = append(t.Rows, f.row(place, f.Settings[i], a, s, f.fate(i)))
		}
	}
	return t
}

func (f Fair) freshTable() Table {
	t := Table{Name: "fresh", Caption: "New games alone, with 95 % intervals; the probability is that of meeting the goal with all agents.",
		Columns: append(f.columns(Column{Key: "chance", Title: "meets the goal, %", Percent: true, Digits: 0}),
			Column{Key: "verdict", Title: "verdict"})}
	var scores []arena.Score
	for _, fresh := range f.Fresh {
		for _, s := range fresh.Samples {
			scores = append(scores, s.Score())
		}
	}
	verdicts, n := arena.Judge(scores), 0
	for k, fresh := range f.Fresh {
		setting := f.Settings[f.Finalists[k]]
		for a, s := range fresh.Samples {
			t.Rows = append(t.Rows, append(f.row(k, setting, a, s, fresh.Chance), f.Judges.verdict(verdicts[n], setting.Roles)))
			n++
		}
	}
	return t
}
