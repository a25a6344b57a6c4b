package study

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"ludens/agent"
	"ludens/arena"
	"ludens/env"
	"ludens/env/seed"
	"ludens/internal/report"
)

// Ladder asks how strong many agents are, on one scale.
type Ladder struct {
	Setting
	Runs   Runs
	Agents []string // as Enter takes them, or runs: PATH@BUDGET. Who is named twice plays once
	Most   int      // checkpoints of a run, evenly spread
	Games  int      // in all; 0: as Each says
	Each   int      // games for each agent
	Anchor string   // AGENT=ELO, or AGENT: whose rating is fixed, and at what; "": random, or else the first, at 0
}

// Climb is a ladder as far as it has come.
type Climb struct {
	*report.Ratings
	Players []Contestant
	Pace    Pace
}

// Play plays the games that are missing.
func (l *Ladder) Play(ctx context.Context) (_ *Climb, err error) {
	var watch stopwatch
	rungs, err := l.rungs(&watch)
	if err != nil {
		return nil, err
	}
	openings, err := l.openings(l.Game, seed.New(l.Seed))
	if err != nil {
		return nil, err
	}
	games, err := l.games(rungs, openings.Openings)
	if err != nil {
		return nil, err
	}
	folder, entries, err := l.open(l.about(openings.kind), l.ours)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, folder.Close()) }()
	began := time.Now()
	played, stopped := l.play(ctx, games, folder, entries)
	if stopped != nil && ctx.Err() == nil {
		return nil, l.kept(stopped)
	}
	c := &Climb{Ratings: l.ratings(games, rungs, openings.kind), Pace: l.pace(&watch, played, time.Since(began))}
	for _, r := range rungs {
		c.Players = append(c.Players, r.Contestant)
	}
	return c, stopped
}

// play plays what is missing beside the entries of the folder, and returns how many
// games that were.
func (l *Ladder) play(ctx context.Context, games *arena.Ladder, folder *arena.Folder, entries []arena.Entry) (played int, err error) {
	if games.Resume(entries) {
		if err := folder.Append(arena.Entry{Players: games.Keys()}); err != nil {
			return 0, err
		}
	}
	at := Stage{What: fmt.Sprintf("%d agents", len(games.Players)), Played: games.Played(), Most: games.Games}
	l.Events.told(at)
	err = games.Play(ctx, l.Workers, func(e arena.Entry) error {
		played++
		return folder.Append(e)
	}, func() {
		at.Played++
		l.Events.told(at)
	})
	at.Over = true
	l.Events.told(at)
	return played, err
}

// games returns the ladder of some players before any game.
func (l *Ladder) games(rungs []rung, openings arena.Openings) (*arena.Ladder, error) {
	a := &arena.Ladder{Game: l.Game, Openings: openings, Seed: seed.New(l.Seed), Games: l.Games, Elsewhere: l.Elsewhere}
	if l.Games == 0 {
		a.Games = (l.Each*len(rungs) + 1) / 2
	}
	a.Games += a.Games % 2
	for _, r := range rungs {
		a.Players = append(a.Players, arena.Player{Entrant: r.Entrant, Key: r.Key})
	}
	return a, l.drop(a, rungs)
}

// drop lets the anchor down.
func (l *Ladder) drop(a *arena.Ladder, rungs []rung) error {
	name, value, given := strings.Cut(l.Anchor, "=")
	if l.Anchor == "" {
		name = "random"
	}
	if given {
		elo, err := strconv.ParseFloat(value, 64)
		if err != nil || !(elo > -1e6 && elo < 1e6) {
			return mistake("anchor", l.Anchor, "%q is not a rating; want AGENT=ELO, as in random=0", value)
		}
		a.Elo = elo
	}
	i := slices.IndexFunc(rungs, func(r rung) bool { return r.name == name || r.Name == name })
	if i < 0 && l.Anchor != "" {
		var names []string
		for _, r := range rungs {
			names = append(names, r.name)
		}
		return mistake("anchor", l.Anchor, "no such agent takes part; there are %s", strings.Join(names, ", "))
	}
	a.Anchor = max(i, 0)
	return nil
}

// ratings rates the players as they stand.
func (l *Ladder) ratings(games *arena.Ladder, rungs []rung, openings string) *report.Ratings {
	r, spec := games.Ratings(), l.Game.Spec()
	t := &report.Ratings{
		Game: spec.Name, Folder: l.Out, Games: games.Played(), Anchor: rungs[games.Anchor].name,
		Openings: openings, Seed: l.Seed, Roles: spec.Roles,
		Advantage: report.RatingOf(r.Advantage, r.AdvantageError()), Draws: r.Draws,
	}
	order := strongest(r.Elo)
	for place, i := range order {
		p := rungs[i]
		row := report.Rated{
			Agent: p.Name, Name: p.name, Key: p.Key, Rating: report.RatingOf(r.Elo[i], r.Error(i)),
			Roles: games.Roles(i), Run: p.run, Seconds: p.seconds,
		}
		row.Games = row.Roles[0].Games() + row.Roles[1].Games()
		for role := range 2 {
			row.As[role] = report.RatingOf(r.As(role, i))
		}
		if place+1 < len(order) {
			above := r.Superiority(i, order[place+1])
			row.AboveNext = &above
		}
		if p.At != nil {
			row.Iteration, row.SelfPlay = p.At.Iteration, p.At.Games
		}
		t.Agents = append(t.Agents, row)
	}
	return t
}

// strongest returns the order of players, the strongest first.
func strongest(elo []float64) []int {
	order := make([]int, len(elo))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(elo[j], elo[i]) })
	return order
}

// rung is a player of a ladder and what is known of him beside his games.
type rung struct {
	Contestant
	name    string  // short
	run     string  // folder of the run, if he is of one
	seconds float64 // of training until then; 0: unknown
}

// rungs returns all players, runs as their checkpoints.
func (l *Ladder) rungs(w *stopwatch) (all []rung, err error) {
	for _, text := range l.Agents {
		more, err := l.expand(w, text)
		if err != nil {
			return nil, err
		}
		for _, r := range more {
			if !slices.ContainsFunc(all, func(s rung) bool { return s.Key == r.Key }) {
				all = append(all, r)
			}
		}
	}
	if len(all) < 2 {
		return nil, mistake("agents", "", "want two agents or more, not %d", len(all))
	}
	return all, nil
}

// expand returns the players that a text stands for.
func (l *Ladder) expand(w *stopwatch, text string) (all []rung, err error) {
	spec, _ := agent.Typed(text) // a text that is wrong is reported by enter
	var files []string
	if spec.Kind != "untrained" { // a run has many checkpoints, and began once
		if files, err = l.Runs.Checkpoints(spec.Path); err != nil {
			return nil, err
		}
	}
	if len(files) == 0 {
		players, err := l.enter(l.Game, w, text)
		if err != nil {
			return nil, err
		}
		return []rung{{Contestant: players[0], name: text}}, nil
	}
	var texts []string
	for _, file := range spread(files, l.Most) {
		texts = append(texts, spec.At(file).String())
	}
	players, err := l.enter(l.Game, w, texts...)
	if err != nil {
		return nil, err
	}
	seconds := l.Runs.Seconds(spec.Path)
	for _, c := range players {
		name := fmt.Sprintf("%s after %d", filepath.Base(spec.Path)+"@"+spec.Limit(), c.At.Iteration)
		all = append(all, rung{c, name, spec.Path, seconds[c.At.Iteration]})
	}
	return all, nil
}

// spread returns at most that many of the files, the last among them, as evenly as
// can be.
func spread(files []string, most int) []string {
	if len(files) <= most {
		return files
	}
	var chosen []string
	for i := range most {
		chosen = append(chosen, files[(i+1)*len(files)/most-1])
	}
	return chosen
}

// Runs is what studies ask of training runs. It is handed to the room, which opens
// no file of a run itself.
type Runs struct {
	// Checkpoints returns the paths of a run's checkpoints, the oldest first. For
	// another path than a folder it returns none.
	Checkpoints func(dir string) ([]string, error)

	// Seconds returns how long the run had been trained, by iteration, as far as is
	// known.
	Seconds func(dir string) map[int]float64

	// Games returns the games of self-play.
	Games func(dir string, g env.Game) ([]arena.Game, error)
}
