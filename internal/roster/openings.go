package roster

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"strconv"
	"strings"

	"ludens/agent"
	"ludens/analysis"
	"ludens/env"
	"ludens/env/games"
	"ludens/env/record"
	"ludens/env/seed"
	"ludens/internal/lesson"
	"ludens/internal/web"
)

// Beginning is the beginning of a game that a champion played with itself, and how it ended.
type Beginning struct {
	Result env.Result // Ongoing: truncated at the length limit
	Seed   uint64     // of the start, in a game that draws it: New(Seed)
	Moves  []string
}

// OpeningPlies are the moves that are kept of each game, from its start on.
const OpeningPlies = 24

//go:embed openings
var openingFiles embed.FS

// OpeningFile is where the games of a game's champion lie in this package.
func OpeningFile(game string) string { return "openings/" + games.FileName(game) + ".txt" }

// WriteOpenings writes games, one a line: First's points (-: truncated), the seed of the start
// as @7 unless it is 0, and the moves.
func WriteOpenings(all []Beginning) string {
	var b strings.Builder
	for _, p := range all {
		fmt.Fprint(&b, points[p.Result], " ")
		if p.Seed != 0 {
			fmt.Fprintf(&b, "@%d ", p.Seed)
		}
		fmt.Fprintln(&b, strings.Join(p.Moves, " "))
	}
	return b.String()
}

var points = map[env.Result]string{env.FirstWins: "1", env.Drawn: "½", env.SecondWins: "0", env.Ongoing: "-"}

// readOpenings reads what WriteOpenings writes.
func readOpenings(text string) (all []Beginning, err error) {
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		made, moves, _ := strings.Cut(line, " ")
		p := Beginning{Moves: strings.Fields(moves)}
		known := false
		if len(p.Moves) > 0 && p.Moves[0][0] == '@' {
			if p.Seed, err = strconv.ParseUint(p.Moves[0][1:], 10, 64); err != nil {
				return nil, fmt.Errorf("line %d: %.80q is not the seed of a start", i+1, p.Moves[0])
			}
			p.Moves = p.Moves[1:]
		}
		for r, word := range points {
			if word == made {
				p.Result, known = r, true
			}
		}
		if !known || len(p.Moves) == 0 {
			return nil, fmt.Errorf("line %d: %.80q is not the beginning of a game", i+1, line)
		}
		all = append(all, p)
	}
	return all, nil
}

// Openings returns the games that come with ludens, one collection for each game that has
// some.
func Openings() (all []web.Collection) {
	entries, _ := openingFiles.ReadDir("openings") // embedded: it is there
	for _, e := range entries {
		game, is := strings.CutSuffix(e.Name(), ".txt")
		if !is {
			continue
		}
		all = append(all, web.Collection{Name: game, Kind: "champion", Title: "the champion with itself", Game: game, Each: eachOpening})
	}
	return all
}

// eachOpening visits the games of g's champion.
func eachOpening(ctx context.Context, g env.Game, visit web.Visit) error {
	text, err := openingFiles.ReadFile(OpeningFile(g.Spec().Name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	all, err := readOpenings(string(text))
	if err != nil {
		return err
	}
	for i, p := range all {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		s := g.New(p.Seed)
		actions := make([]env.Action, len(p.Moves))
		for ply, move := range p.Moves {
			if actions[ply], err = record.ParseMove(s, move); err != nil {
				return fmt.Errorf("game %d: %w", i+1, err)
			}
			s.Play(actions[ply])
		}
		if err := visit(g.New(p.Seed), actions, p.Result); err != nil {
			return err
		}
	}
	return nil
}

// PuzzleElo returns the rating of a puzzle on the scale of g's levels, on which random is 0:
// the rating of a player who solves it at the first try as often as not. A level meets the
// puzzle as an opponent, and wins with the probability that it plays the answer. ok is false
// if the levels of g have not been measured.
func PuzzleElo(ctx context.Context, g env.Game, p lesson.Puzzle, load agent.Loader) (elo int, ok bool, err error) {
	levels := levelsOf(g)
	if len(levels) == 0 {
		return 0, false, nil
	}
	solved := make([]float64, len(levels))
	var moves []env.MoveStats
	for i, l := range levels {
		if i == 0 || l.Simulations != levels[i-1].Simulations {
			if moves, err = lookAt(ctx, g, p.Position, l.Level, load); err != nil {
				return 0, false, err
			}
		}
		if solved[i], err = chanceOf(g, p, moves, l.Temperature); err != nil {
			return 0, false, err
		}
	}
	return int(math.Round(evenElo(solved, elos(levels)))), true, nil
}

// lookAt returns what the search of a level says of the moves of a position.
func lookAt(ctx context.Context, g env.Game, position string, l agent.Level, load agent.Loader) ([]env.MoveStats, error) {
	s, err := placed(g, position)
	if err != nil {
		return nil, err
	}
	a, err := Analyst(l.Search(), g, load, seed.New(1), 1, 0)
	if err != nil {
		return nil, err
	}
	r, err := a.Analyse(ctx, s, analysis.Limits{Simulations: l.Simulations}, nil)
	if err != nil {
		return nil, err
	}
	return r.Stats(), nil
}

// chanceOf returns the probability that the answer of a puzzle is drawn.
func chanceOf(g env.Game, p lesson.Puzzle, moves []env.MoveStats, temperature float64) (float64, error) {
	s, err := placed(g, p.Position)
	if err != nil {
		return 0, err
	}
	for i, chance := range analysis.DrawChances(moves, temperature) {
		if s.Format(moves[i].Action) == p.Answer {
			return chance, nil
		}
	}
	return 0, fmt.Errorf("puzzle %q: the search does not know the move %s", p.Position, p.Answer)
}

// placed returns the position that a text writes.
func placed(g env.Game, position string) (env.State, error) {
	n, ok := env.As[env.Notated](g)
	if !ok {
		return nil, fmt.Errorf("%s has no text of positions", g.Spec().Name)
	}
	return n.ParsePosition(position)
}

// evenElo returns the rating of an opponent from whom players make points: the maximum of the
// likelihood, at which the points that the ratings expect are those that were made. With half a
// draw each against the weakest and the strongest player beside them it is finite.
func evenElo(points, elos []float64) float64 {
	const beside, reach = 0.5, 1000
	last := len(elos) - 1
	low, high := elos[0]-reach, elos[last]+reach
	for high-low > 0.01 {
		mid, left := (low+high)/2, beside
		expected := func(elo float64) float64 { return 1 / (1 + math.Pow(10, (mid-elo)/400)) }
		for i, elo := range elos {
			left += points[i] - expected(elo)
		}
		if left -= beside * (expected(elos[0]) + expected(elos[last])); left > 0 {
			high = mid // they make more than it lets them
		} else {
			low = mid
		}
	}
	return (low + high) / 2
}
