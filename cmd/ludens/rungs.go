package main

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"

	"ludens/arena"
	"ludens/internal/atomicfile"
	runs "ludens/internal/run"
)

// ladderTable is what a ladder says, the strongest first.
type ladderTable struct {
	Game      string       `json:"game"`
	Folder    string       `json:"folder"`
	Games     int          `json:"games"`
	Anchor    string       `json:"anchor"`
	Openings  string       `json:"openings"`
	Seed      uint64       `json:"seed"`
	Advantage rating       `json:"advantage"` // of First, in Elo
	Draws     float64      `json:"draws"`     // chance between equals
	Roles     [2]string    `json:"roles"`
	Rungs     []ladderRung `json:"agents"`
}

// rating is an Elo with its 95 % interval.
type rating struct {
	Elo  float64 `json:"elo"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

func newRating(elo, se float64) rating {
	const z = 1.959964
	return rating{elo, elo - z*se, elo + z*se}
}

// ladderRung is one agent of the table.
type ladderRung struct {
	Agent string `json:"agent"`
	Name  string `json:"name"`
	Key   string `json:"key"`
	rating
	As    [2]rating      `json:"as"` // what the games in each role alone show
	Games int            `json:"games"`
	Roles [2]arena.Score `json:"roles"`
	// AboveNext is the likelihood of being better than the next of the table.
	AboveNext *float64 `json:"above_next,omitempty"`

	// Of a run's checkpoint:
	Run       string  `json:"run,omitempty"`
	Iteration int     `json:"iteration,omitempty"`
	SelfPlay  int     `json:"selfplay_games,omitempty"`
	Seconds   float64 `json:"training_seconds,omitempty"`
}

// table rates the players as they stand.
func (l *ladder) table() *ladderTable {
	r, spec := l.arena.Ratings(), l.arena.Game.Spec()
	t := &ladderTable{
		Game: spec.Name, Folder: l.out, Games: l.arena.Played(), Anchor: l.rungs[l.arena.Anchor].name,
		Openings: l.about["openings"], Seed: l.seed, Roles: spec.Roles,
		Advantage: newRating(r.Advantage, r.AdvantageError()), Draws: r.Draws,
	}
	order := make([]int, len(l.rungs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		switch {
		case r.Elo[i] > r.Elo[j]:
			return -1
		case r.Elo[i] < r.Elo[j]:
			return 1
		}
		return 0
	})
	for place, i := range order {
		p := l.rungs[i]
		row := ladderRung{Agent: p.Name, Name: p.name, Key: p.key, rating: newRating(r.Elo[i], r.Error(i)), Roles: l.arena.Roles(i), Run: p.run, Seconds: p.seconds}
		row.Games = row.Roles[0].Games() + row.Roles[1].Games()
		for role := range 2 {
			row.As[role] = newRating(r.As(role, i))
		}
		if place+1 < len(order) {
			above := r.Superiority(i, order[place+1])
			row.AboveNext = &above
		}
		if p.progress != nil {
			row.Iteration, row.SelfPlay = p.progress.Iteration, p.progress.Games
		}
		t.Rungs = append(t.Rungs, row)
	}
	return t
}

// tell prints the table.
func (t *ladderTable) tell(out io.Writer, asJSON bool, speed pace) error {
	if asJSON {
		return json.NewEncoder(out).Encode(t)
	}
	width := len("agent")
	for _, r := range t.Rungs {
		width = max(width, len(r.Name))
	}
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "%s: %d agents, %d games; Elo with 95 %% intervals, %s fixed\n\n", t.Game, len(t.Rungs), t.Games, t.Anchor)
	fmt.Fprintf(w, "%-*s %6s %-7s %12s  %7s %7s  %-18s %s\n", width, "agent", "Elo", "", "above next", "points", "games", t.Roles[0], t.Roles[1])
	for _, r := range t.Rungs {
		all, above := r.Roles[0].Plus(r.Roles[1]), ""
		if r.AboveNext != nil {
			above = percent(*r.AboveNext)
			if *r.AboveNext > 0.999 {
				above = "> 99.9 %"
			}
		}
		fmt.Fprintf(w, "%-*s %6.0f %-7s %12s  %5.1f %% %7d  %-18s %s\n", width, r.Name, r.Elo, margin(r.rating), above,
			100*all.Mean(), r.Games, inRole(r.As[0], r.Roles[0]), inRole(r.As[1], r.Roles[1]))
	}
	fmt.Fprintf(w, "\n%s: worth %.0f %s Elo; equals draw %.1f %% of their games\n", t.Roles[0], t.Advantage.Elo, margin(t.Advantage), 100*t.Draws)
	fmt.Fprintf(w, "games    %s, the table as ladder.json and ladder.csv\nspeed    %s\n", t.Folder, speed)
	return w.Flush()
}

// margin writes half an interval.
func margin(r rating) string { return fmt.Sprintf("± %.0f", (r.High-r.Low)/2) }

// inRole writes what the games in one role show.
func inRole(r rating, s arena.Score) string {
	if s.Games() == 0 {
		return "no games"
	}
	return fmt.Sprintf("%.0f %s", r.Elo, margin(r))
}

// save writes ladder.json and ladder.csv.
func (t *ladderTable) save(dir string) error {
	err := atomicfile.Write(filepath.Join(dir, "ladder.json"), func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(t)
	})
	if err != nil {
		return err
	}
	return atomicfile.Write(filepath.Join(dir, "ladder.csv"), t.writeCSV)
}

func (t *ladderTable) writeCSV(w io.Writer) error {
	c := csv.NewWriter(w)
	c.Write([]string{
		"agent", "name", "elo", "low", "high", "elo_first", "low_first", "high_first", "elo_second", "low_second", "high_second",
		"games", "wins_first", "draws_first", "losses_first", "wins_second", "draws_second", "losses_second",
		"above_next", "run", "iteration", "selfplay_games", "training_seconds",
	})
	number := func(x float64) string { return strconv.FormatFloat(math.Round(x*1000)/1000, 'f', -1, 64) }
	for _, r := range t.Rungs {
		row := []string{r.Agent, r.Name}
		for _, x := range []rating{r.rating, r.As[0], r.As[1]} {
			row = append(row, number(x.Elo), number(x.Low), number(x.High))
		}
		row = append(row, strconv.Itoa(r.Games))
		for _, s := range r.Roles {
			row = append(row, strconv.Itoa(s.Wins), strconv.Itoa(s.Draws), strconv.Itoa(s.Losses))
		}
		above := ""
		if r.AboveNext != nil {
			above = number(*r.AboveNext)
		}
		c.Write(append(row, above, r.Run, strconv.Itoa(r.Iteration), strconv.Itoa(r.SelfPlay), number(r.Seconds)))
	}
	c.Flush()
	return c.Error()
}

// trainingTime returns the seconds of training after each iteration of a run,
// as its metrics tell; a run that was stopped goes on counting. Without metrics
// nothing is known.
func trainingTime(dir string) map[int]float64 {
	seconds := map[int]float64{}
	r, err := runs.Look(dir)
	if err != nil {
		return seconds
	}
	all, err := r.Metrics()
	if err != nil {
		return seconds
	}
	sum, each := 0.0, runs.Spent(all)
	for i, m := range all {
		sum += each[i]
		seconds[m.At.Iteration] = sum
	}
	return seconds
}
