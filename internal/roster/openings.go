package roster

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"ludens/env"
	"ludens/env/games"
	"ludens/env/record"
	"ludens/internal/web"
)

// Beginning is the beginning of a game that a champion played with itself, and how it ended.
type Beginning struct {
	Result env.Result // Ongoing: truncated at the length limit
	Moves  []string
}

// OpeningPlies are the moves that are kept of each game, from the start of New(0) on.
const OpeningPlies = 24

//go:embed openings
var openingFiles embed.FS

// OpeningFile is where the games of a game's champion lie in this package.
func OpeningFile(game string) string { return "openings/" + games.FileName(game) + ".txt" }

// WriteOpenings writes games, one a line: First's points (-: truncated) and the moves.
func WriteOpenings(all []Beginning) string {
	var b strings.Builder
	for _, p := range all {
		fmt.Fprintln(&b, points[p.Result], strings.Join(p.Moves, " "))
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
		s := g.New(0)
		actions := make([]env.Action, len(p.Moves))
		for ply, move := range p.Moves {
			if actions[ply], err = record.ParseMove(s, move); err != nil {
				return fmt.Errorf("game %d: %w", i+1, err)
			}
			s.Play(actions[ply])
		}
		if err := visit(g.New(0), actions, p.Result); err != nil {
			return err
		}
	}
	return nil
}
