package lesson

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"ludens/env"
	"ludens/proof"
)

// Puzzle is a position in which exactly one move holds.
//
// In a game with a solver (env.Solvable) the move alone keeps what the position is worth: a
// win, or a draw. In others it alone wins within Plies, as a search of all play up to there
// shows, and no other is proven to win later; or all others lose, each by a proof that has
// been replayed (package proof).
type Puzzle struct {
	Position string `json:"position"` // as the game writes it
	Answer   string `json:"answer"`
	Wins     bool   `json:"wins"`            // the answer wins; else it is the only one that does not lose
	Plies    int    `json:"plies,omitempty"` // in which it wins, itself included; 0: not bounded
	Elo      int    `json:"elo,omitempty"`   // of a player who solves it at the first try as often as not (roster.PuzzleElo); 0: not measured
}

// mostElo is above the rating of any puzzle.
const mostElo = 5000

// Ask returns what the puzzle asks for.
func (p Puzzle) Ask() string {
	switch {
	case p.Plies > 0:
		return fmt.Sprintf("One move wins within %d moves of both sides. Find it.", p.Plies)
	case p.Wins:
		return "One move wins. Find it."
	}
	return "All moves but one lose. Find it."
}

const (
	fewest   = 4       // legal moves in the position of a puzzle
	longest  = 5       // plies of a win that is searched for in full
	mostPlay = 400_000 // positions of such a search
)

// FindPuzzle returns the puzzle in a position of g, without a rating; ok is false if there is
// none, or it takes too long to prove.
func FindPuzzle(ctx context.Context, g env.Game, s env.State) (p Puzzle, ok bool) {
	n, notated := env.As[env.Notated](g)
	if !notated || s.Result() != env.Ongoing {
		return p, false
	}
	p.Position = n.Position(s)
	at, err := n.ParsePosition(p.Position) // without history: the puzzle is about what is written
	if err != nil || at.Result() != env.Ongoing {
		return p, false
	}
	legal := at.Legal(nil)
	if len(legal) < fewest {
		return p, false
	}
	if _, solvable := env.As[env.Solvable](g); solvable {
		return p.solve(ctx, g, at, legal)
	}
	for p.Plies = 3; p.Plies <= longest; p.Plies += 2 {
		var winners []env.Action
		w := within{left: mostPlay, me: at.ToMove()}
		for _, a := range legal {
			if w.wins(at, a, p.Plies) {
				winners = append(winners, a)
			}
		}
		if w.left < 0 || len(winners) > 1 {
			return p, false
		}
		if len(winners) == 1 {
			p.Answer, p.Wins = at.Format(winners[0]), true
			return p, !w.wins(at, winners[0], 1) && p.alone(ctx, g, at, legal, winners[0]) == nil
		}
	}
	p.Plies = 0
	return p.defend(ctx, g, at, legal)
}

// solve finds the one move that keeps what a position is worth.
func (p Puzzle) solve(ctx context.Context, g env.Game, s env.State, legal []env.Action) (Puzzle, bool) {
	x, _ := env.As[env.Solvable](g)
	solver, me := x.NewSolver(), s.ToMove()
	worth := make([]int, len(legal))
	for i, a := range legal {
		next := s.Copy(nil)
		next.Play(a)
		if r := next.Result(); r != env.Ongoing {
			worth[i] = int(r.For(me))
			continue
		}
		w, err := solver.Solve(ctx, next, false)
		if err != nil {
			return p, false
		}
		if worth[i] = w.Sign; next.ToMove() != me {
			worth[i] = -w.Sign
		}
	}
	best := slices.Max(worth)
	i := slices.Index(worth, best)
	if best < 0 || slices.Contains(worth[i+1:], best) || best == 1 && (&within{left: mostPlay, me: me}).wins(s, legal[i], 1) {
		return p, false
	}
	if best == 0 && slices.Min(worth) == 0 {
		return p, false
	}
	p.Answer, p.Wins = s.Format(legal[i]), best == 1
	return p, true
}

// defend finds the one move that is not proven to lose.
func (p Puzzle) defend(ctx context.Context, g env.Game, s env.State, legal []env.Action) (Puzzle, bool) {
	prover := proof.New(g, proof.For(proofsOf))
	lost := env.WinFor(s.ToMove().Other())
	answer, found := env.Action(0), false
	for _, a := range legal {
		if prover.Move(ctx, s, a).Result == lost {
			continue
		}
		if found {
			return p, false
		}
		answer, found = a, true
	}
	p.Answer = s.Format(answer)
	return p, found
}

// alone says which other move is proven to win, too.
func (p Puzzle) alone(ctx context.Context, g env.Game, s env.State, legal []env.Action, answer env.Action) error {
	prover, won := proof.New(g, proof.For(proofsOf)), env.WinFor(s.ToMove())
	for _, a := range legal {
		if a == answer {
			continue
		}
		next := s.Copy(nil)
		next.Play(a)
		if next.Result() != env.Ongoing {
			continue
		}
		v := Verdict{}
		if v.prove(ctx, prover, next); v.Proof == won {
			return fmt.Errorf("%s wins, too", s.Format(a))
		}
	}
	return nil
}

// within searches all play of some plies for wins of a player.
type within struct {
	me   env.Player
	left int // positions
}

// wins reports whether the player wins within n plies, of which a move of s is the first.
func (w *within) wins(s env.State, a env.Action, n int) bool {
	next := s.Copy(nil)
	next.Play(a)
	return w.forced(next, n-1)
}

// forced reports whether the player wins within n plies from s, whatever the other does.
func (w *within) forced(s env.State, n int) bool {
	if w.left--; w.left < 0 {
		return false
	}
	if r := s.Result(); r != env.Ongoing {
		return r == env.WinFor(w.me)
	}
	if n == 0 {
		return false
	}
	mine := s.ToMove() == w.me
	for _, a := range s.Legal(nil) {
		if w.wins(s, a, n) == mine {
			return mine
		}
	}
	return !mine
}

//go:embed puzzles
var puzzleFiles embed.FS

// PuzzleFile returns where the puzzles of a game are, from the folder of this package on.
func PuzzleFile(game string) string { return "puzzles/" + game + ".txt" }

// Puzzled returns the games with puzzles.
func Puzzled() (games []string) {
	files, _ := puzzleFiles.ReadDir("puzzles") // embedded: it is there
	for _, f := range files {
		if game, is := strings.CutSuffix(f.Name(), ".txt"); is {
			games = append(games, game)
		}
	}
	return games
}

// Puzzles returns those that come with ludens for a game, by its whole name; nil if there are
// none.
func Puzzles(game string) ([]Puzzle, error) {
	text, err := puzzleFiles.ReadFile(PuzzleFile(game))
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return readPuzzles(string(text))
}

// WritePuzzles writes puzzles, one a line: rating, plies (0: a win without a bound, -: a
// defence), answer, position.
func WritePuzzles(all []Puzzle) string {
	var b strings.Builder
	for _, p := range all {
		plies := "-"
		if p.Wins {
			plies = fmt.Sprint(p.Plies)
		}
		fmt.Fprintf(&b, "%d %s %s %s\n", p.Elo, plies, p.Answer, p.Position)
	}
	return b.String()
}

// readPuzzles reads what WritePuzzles writes.
func readPuzzles(text string) (all []Puzzle, err error) {
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		var p Puzzle
		parts := strings.SplitN(line, " ", 4)
		if len(parts) == 4 {
			p = Puzzle{Answer: parts[2], Position: parts[3], Wins: parts[1] != "-"}
			_, err = fmt.Sscan(parts[0], &p.Elo)
			if p.Wins && err == nil {
				_, err = fmt.Sscan(parts[1], &p.Plies)
			}
		}
		if len(parts) < 4 || err != nil {
			return nil, fmt.Errorf("line %d: %q is not a puzzle", i+1, line)
		}
		all = append(all, p)
	}
	return all, nil
}
