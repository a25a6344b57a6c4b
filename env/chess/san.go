package chess

import (
	"fmt"
	"io"
	"strings"

	"ludens/env"
	"ludens/env/pgn"
)

// Moves implements pgn.Position.
func (s *State) Moves() (all []pgn.Move) {
	g, b := s.game, &s.board
	for _, m := range s.list() {
		n := pgn.Move{To: g.names[m.to]}
		switch {
		case m.what == dropped:
			n.Letter = g.order[m.from]
		case m.what >= castled:
			n.Castles = g.castlings[m.what-castled].letter
		default:
			n.Letter, n.From = g.kinds[kindOf(b.at[m.from])].letter, g.names[m.from]
			n.Captures, n.Passing = b.captured(m) != nowhere, m.what == inPassing
			if m.becomes != noKind {
				n.Becomes = g.order[m.becomes]
			}
		}
		all = append(all, n)
	}
	return all
}

// Threat implements pgn.Position.
func (s *State) Threat(a env.Action) string {
	m, ok := s.moveOf(a)
	if !ok {
		return ""
	}
	g := s.game
	after := s.board
	g.play(&after, m, nil)
	switch {
	case !g.inCheck(&after, after.toMove):
		return ""
	case len(g.legal(&after, nil)) > 0:
		return "+"
	}
	return "#"
}

// Number implements pgn.Position.
func (s *State) Number() int { return s.number }

// SAN implements env.SANWriter: "Nf3", "exd8=Q+", "O-O", "N@f7#".
func (s *State) SAN(a env.Action) string { return pgn.SAN(s, a) }

// ParseMove implements env.SANWriter: it reads algebraic notation, too, and with an army of
// Cetran Game Courier's (P e7-e8; S-e8).
func (s *State) ParseMove(text string) (env.Action, error) {
	a, err := pgn.ParseMove(s, text)
	if err != nil && s.game.cetran != nil && courier.MatchString(text) && !coordinates.MatchString(text) {
		return s.parseCourier(text)
	}
	return a, err
}

// Deny implements env.Witness.
func (s *State) Deny(a env.Action, text string) error { return pgn.Deny(s, a, text) }

// Notations implements env.Transcribed.
func (g *Game) Notations() []string {
	if g.cetran != nil {
		return []string{pgn.Name, gameCourier}
	}
	return []string{pgn.Name}
}

// WriteTranscript implements env.Transcribed.
func (g *Game) WriteTranscript(w io.Writer, notation string, t env.Transcript) error {
	switch {
	case notation == gameCourier && g.cetran != nil:
		return g.writeCourier(w, t)
	case notation != pgn.Name:
		return fmt.Errorf("chess: no notation %q; want %s", notation, strings.Join(g.Notations(), " or "))
	}
	if err := g.notation().WriteTranscript(w, t); err != nil {
		return fmt.Errorf("chess: %w", err)
	}
	return nil
}

// ReadTranscript implements env.Transcribed.
func (g *Game) ReadTranscript(text string) (t env.Transcript, ok bool, err error) {
	switch {
	case pgn.Is(text):
		if t, err = g.notation().ReadTranscript(text); err != nil {
			err = fmt.Errorf("chess: %w", err)
		}
		return t, true, err
	case g.cetran != nil && courierLine.MatchString(text):
		return env.Transcript{Moves: courierMoves(text)}, true, nil
	}
	return t, false, nil
}

// notation returns what there is to know to write and read the games.
func (g *Game) notation() pgn.Notation {
	return pgn.Notation{
		Start:    g.startOf,
		Tags:     g.startTags,
		Variant:  g.readable,
		Position: g.Position,
	}
}

// startOf returns the position of a FEN, or the game's own start.
func (g *Game) startOf(fen string) (pgn.Position, error) {
	if fen == "" && g.keys.Shuffle != "" {
		return nil, fmt.Errorf("the start of %s is drawn", g.spec.Name)
	}
	if fen == "" {
		return g.New(0).(*State), nil
	}
	s, err := g.parseFEN(fen)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// What PGN without tags of its own means.
const (
	usualName  = "chess"
	usualStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
)

// startTags leaves out what every reader of PGN takes for granted.
func (g *Game) startTags(start pgn.Position) (tags []pgn.Tag) {
	if g.spec.Name != usualName {
		tags = append(tags, pgn.Tag{Name: "Variant", Value: g.spec.Name})
	}
	if fen := g.FEN(start); g.spec.Name != usualName || fen != usualStart {
		tags = append(tags, pgn.Tag{Name: "SetUp", Value: "1"}, pgn.Tag{Name: "FEN", Value: fen})
	}
	return tags
}

// readable returns an error if a Variant tag names another game than this. People write
// there a name or a title in any way: "King of the Hill", "kingofthehill", "Gothic".
func (g *Game) readable(tag string) error {
	base, _, _ := strings.Cut(g.spec.Name, ":")
	said, _, _ := strings.Cut(tag, ":")
	for _, name := range g.called(base) {
		if name != "" && pgn.Same(said, name) {
			return nil
		}
	}
	if base == usualName && pgn.Usual(tag) {
		return nil
	}
	return fmt.Errorf("%.40s: this is %s", tag, g.spec.Name)
}

// called returns the names by which tags mean this game: those of all of an army of Cetran
// mean its game.
func (g *Game) called(base string) []string {
	names := []string{base, g.head.Title}
	if g.cetran == nil {
		return names
	}
	names = append(names, g.cetran.title)
	for _, name := range cetrans {
		if strings.HasPrefix(name, "cetran1") == (g.cetran == cetran1) {
			names = append(names, name)
		}
	}
	return names
}
