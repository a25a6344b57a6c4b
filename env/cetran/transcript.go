package cetran

import (
	"fmt"
	"io"
	"regexp"
	"strings"

	"ludens/env"
	"ludens/env/pgn"
)

// gameCourier is the notation of Game Courier's lists of moves.
const gameCourier = "courier"

// Notations implements env.Transcribed.
func (g *Game) Notations() []string { return []string{pgn.Name, gameCourier} }

// WriteTranscript implements env.Transcribed.
func (g *Game) WriteTranscript(w io.Writer, notation string, t env.Transcript) error {
	switch notation {
	case pgn.Name:
		if err := g.notation().WriteTranscript(w, t); err != nil {
			return fmt.Errorf("cetran: %w", err)
		}
		return nil
	case gameCourier:
		return g.writeCourier(w, t)
	}
	return fmt.Errorf("cetran: no notation %q; want %s or %s", notation, pgn.Name, gameCourier)
}

func (g *Game) writeCourier(w io.Writer, t env.Transcript) error {
	start, err := g.parseFEN(t.Start)
	if err != nil {
		return fmt.Errorf("cetran: start: %w", err)
	}
	ply := 0
	_, err = pgn.Follow(start, t.Moves, func(s pgn.Position, a env.Action) error {
		dots := [...]string{".", "..."}[ply%2]
		ply++
		_, err := fmt.Fprintf(w, "%d%s %s\n", (ply+1)/2, dots, s.(*State).Courier(a))
		return err
	})
	if err != nil {
		return fmt.Errorf("cetran: %w", err)
	}
	return nil
}

// courierLine is a line that only Game Courier writes.
var courierLine = regexp.MustCompile(`(?m)^\s*(\d+\.+\s*)?[A-Za-z] [a-h][1-8]-[a-h][1-8]`)

// ReadTranscript implements env.Transcribed.
func (g *Game) ReadTranscript(text string) (t env.Transcript, ok bool, err error) {
	switch {
	case pgn.Is(text):
		if t, err = g.notation().ReadTranscript(text); err != nil {
			err = fmt.Errorf("cetran: %w", err)
		}
		return t, true, err
	case courierLine.MatchString(text):
		return env.Transcript{Moves: courierMoves(text)}, true, nil
	}
	return t, false, nil
}

// courierNumber is what separates Game Courier's moves, and courierNote what
// players say to each other.
var (
	courierNumber = regexp.MustCompile(`(^|\s)\d+\.+\s*|\n`)
	courierNote   = regexp.MustCompile(`//.*`)
)

// courierMoves returns the moves of a game as Game Courier lists them.
func courierMoves(text string) (moves []string) {
	for _, move := range courierNumber.Split(courierNote.ReplaceAllString(text, ""), -1) {
		if move = strings.TrimSpace(move); move != "" {
			moves = append(moves, move)
		}
	}
	return moves
}
