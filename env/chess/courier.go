package chess

import (
	"fmt"
	"io"
	"regexp"
	"strings"

	"ludens/env"
)

// Courier returns a legal move as Game Courier writes it, the man's letter
// before it, small for Black:
//
//	P e2-e4           a move, or a capture
//	P e7-e8; S-e8     a promotion: the sissa is put down on e8
//	P d5-e6; e5-      a capture in passing: e5 is emptied, which is also written
//	P d5-e6; @-e5     as nothing put down on e5
func (s *State) Courier(a env.Action) string {
	g, b := s.game, &s.board
	m, ok := s.moveOf(a)
	if !ok {
		return s.Format(a)
	}
	text := fmt.Sprintf("%c %s-%s", letterOf(&g.kinds[kindOf(b.at[m.from])], b.toMove), g.name(m.from), g.name(m.to))
	if m.becomes != noKind {
		return text + fmt.Sprintf("; %c-%s", letterOf(&g.kinds[m.becomes], b.toMove), g.name(m.to))
	}
	if at := b.captured(m); at != nowhere && at != m.to {
		return text + fmt.Sprintf("; %s-", g.name(at))
	}
	return text
}

// courier is a move of Game Courier: letter, from, to, what follows the move.
var courier = regexp.MustCompile(`^(?:([A-Za-z]) ?)?([a-h][1-8]) ?[-x] ?([a-h][1-8])(?: ?; ?(?:([A-Za-z])-([a-h][1-8])|([a-h][1-8])-|@-([a-h][1-8])))?$`)

// parseCourier returns the legal move that a line of Game Courier stands for.
// The man's letter may be missing or of either case. What follows the move must
// be what it entails: a promotion has to be named, the pawn taken in passing
// may be.
func (s *State) parseCourier(text string) (env.Action, error) {
	fields := courier.FindStringSubmatch(strings.Join(strings.Fields(text), " "))
	if fields == nil {
		return 0, s.unknown(text, "must look like N c1-d3, P e7-e8; S-e8 or P d5-e6; e5-", s.Courier)
	}
	unnamed, g := false, s.game // unnamed: a pawn would be promoted
	for _, a := range s.Legal(nil) {
		switch m, _ := s.moveOf(a); {
		case m.what >= dropped || g.name(m.from) != fields[2] || g.name(m.to) != fields[3]:
		case m.becomes == noKind && fields[4] == "" || m.becomes != noKind && strings.EqualFold(fields[4], g.order[m.becomes:m.becomes+1]):
			return a, s.agree(a, fields)
		case fields[4] == "":
			unnamed = true
		}
	}
	if unnamed {
		return 0, s.misread(text, "name the officer, as in P e7-e8; Q-e8")
	}
	return 0, s.unknown(text, "no such move here", s.Courier)
}

// agree returns an error unless the letter and what follows the move are those
// of a.
func (s *State) agree(a env.Action, fields []string) error {
	g, b := s.game, &s.board
	m, _ := s.moveOf(a)
	w := &g.kinds[kindOf(b.at[m.from])]
	switch letter, put, emptied := fields[1], fields[5], fields[6]+fields[7]; {
	case letter != "" && !strings.EqualFold(letter, string(w.letter)):
		return s.unknown(fields[0], fmt.Sprintf("%s holds a %s", g.name(m.from), w.name), s.Courier)
	case put != "" && put != g.name(m.to):
		return s.misread(fields[0], "the pawn is promoted on "+g.name(m.to))
	case emptied != "":
		if at := b.captured(m); at == nowhere || at == m.to || g.name(at) != emptied {
			return s.misread(fields[0], "captures nothing on "+emptied)
		}
	}
	return nil
}

// gameCourier is the notation of Game Courier's lists of moves.
const gameCourier = "courier"

func (g *Game) writeCourier(w io.Writer, t env.Transcript) error {
	start, err := g.parseFEN(t.Start)
	if err != nil {
		return fmt.Errorf("chess: start: %w", err)
	}
	for ply, text := range t.Moves {
		a, err := parseMove(start, text)
		if err != nil {
			return fmt.Errorf("chess: ply %d: %w", ply+1, err)
		}
		if _, err := fmt.Fprintf(w, "%d%s %s\n", ply/2+1, [...]string{".", "..."}[ply%2], start.Courier(a)); err != nil {
			return fmt.Errorf("chess: %w", err)
		}
		start.Play(a)
	}
	return nil
}

// courierLine is a line that only Game Courier writes.
var courierLine = regexp.MustCompile(`(?m)^\s*(\d+\.+\s*)?[A-Za-z] [a-h][1-8]-[a-h][1-8]`)

// courierNumber is what separates Game Courier's moves, and courierNote what players say to
// each other.
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
