package study

import (
	"crypto/sha256"
	"fmt"
	"math"

	"ludens/analysis"
	"ludens/arena"
	"ludens/env"
	"ludens/env/record"
	"ludens/env/seed"
	"ludens/internal/disk"
)

// Usual in place of a number of random plies asks for the openings that suit the
// question. Where start positions are drawn there are none. Elsewhere the players of a
// balance study vary their openings themselves (arena.Contest.Varied), and agents that
// meet others begin after openingPlies random plies, each opening once in either role.
const (
	Usual        = math.MinInt
	openingPlies = 4
)

// varying identifies the openings of a balance study by Usual, with all that
// decides them.
var varying = fmt.Sprintf("drawn starts, elsewhere varied by the players in %d plies: moves within %v of the best, with 1/%d of the largest share of the policy or more",
	analysis.VariedPlies, analysis.Window, analysis.Rarest)

// opening is how the games of a game begin.
type opening struct {
	arena.Openings
	varied int
	kind   string // in words
}

// plies returns how many random plies games begin with; most are those of Usual.
func plies(asked int, g env.Game, most int) int {
	switch {
	case asked != Usual:
		return asked
	case record.Drawn(g):
		return 0
	}
	return most
}

// openings returns the openings of a game in which agents meet others.
func (s *Setting) openings(g env.Game, at seed.Seed) (opening, error) {
	if s.Book != "" {
		return s.book(g, at)
	}
	n := plies(s.Opening, g, openingPlies)
	return opening{Openings: arena.Balanced(g, n, at), kind: begins(g, n)}, nil
}

// openings returns the openings of a game in which agents play themselves.
func (b *Balance) openings(g env.Game, at seed.Seed) (opening, error) {
	if b.Book != "" || b.Opening != Usual {
		return b.Setting.openings(g, at)
	}
	o := opening{Openings: arena.Random(g, 0, at), kind: begins(g, 0)}
	if !record.Drawn(g) {
		o.varied = analysis.VariedPlies
		o.kind = fmt.Sprintf("varied by the players in %d plies", o.varied)
	}
	return o, nil
}

// begins says how games begin after some random plies.
func begins(g env.Game, plies int) string {
	switch {
	case plies == 1:
		return "1 random ply"
	case plies > 0:
		return fmt.Sprintf("%d random plies", plies)
	case record.Drawn(g):
		return "drawn starts"
	}
	return "none"
}

// mostBook bounds a file of openings, bytes.
const mostBook = 16 << 20

// book returns the openings of a file.
func (s *Setting) book(g env.Game, at seed.Seed) (o opening, err error) {
	text, err := disk.ReadFile(s.Book, mostBook)
	if err != nil {
		return o, err
	}
	book, err := arena.ParseBook(g, string(text), at)
	if err != nil {
		return o, fmt.Errorf("%s: %w", s.Book, err)
	}
	return opening{Openings: book, kind: fmt.Sprintf("%d of a file with sha256 %.8x", len(book), sha256.Sum256(text))}, nil
}
