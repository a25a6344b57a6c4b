package env

import "io"

// Transcribed is a Game whose played games other programs write in notations of
// their own.
type Transcribed interface {
	Notated
	// Notations names them: "pgn". One file in the first of them can hold many
	// games, written one after the other.
	Notations() []string
	// WriteTranscript writes a legal game with its start in one of Notations.
	WriteTranscript(w io.Writer, notation string, t Transcript) error
	// ReadTranscript reads a text in one of Notations, which it recognises: ok is
	// false if it seems to be in none. What it returns holds the moves as Parse or
	// the game itself reads them, and need not be legal.
	ReadTranscript(text string) (t Transcript, ok bool, err error)
}

// Transcript is a played game that has been written down.
type Transcript struct {
	Start  string // position that it began with; "" if not given
	Moves  []string
	Result Result // Ongoing also if not given
	First  string // who played it; "" if not given, like the two that follow
	Second string
	Date   string
	Ending string
	Tags   []Tag // all other notes

	// Comments by the number of moves before the comment. One that is about the move
	// before it may begin with a glyph, as a word of its own: "!? a surprise".
	Comments   map[int]string
	Variations []Variation // by After; of those after the same move, the weightier first
}

// Tag is a fact about a game: its Name may be "Event".
type Tag struct{ Name, Value string }

// SANWriter is a State whose legal moves people write short, in the manner of
// chess's algebraic notation: "Nd3". The short texts of a position's moves differ.
type SANWriter interface {
	SAN(a Action) string
}

// FENWriter is a Game whose positions chess programs read, in Forsyth-Edwards
// Notation.
type FENWriter interface {
	FEN(s State) string
}

// OTNWriter is a Game whose positions OpenTafl reads, in its own notation.
type OTNWriter interface {
	OTN(s State) string
}
