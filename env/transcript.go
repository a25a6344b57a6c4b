package env

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

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

	// Comments by the number of moves before the comment, as Note writes them: "!? $14 a
	// surprise [%clk 0:01:05]".
	Comments   map[int]string
	Variations []Variation // by After; of those after the same move, the weightier first
}

// pgnTag is one of the tags that only PGN has.
var pgnTag = regexp.MustCompile(`(?m)^\s*\[\s*(Event|White|Black|Variant|SetUp|FEN)\s+"`)

// IsPGN reports whether a text has a tag of PGN.
func IsPGN(text string) bool { return pgnTag.MatchString(text) }

// SANWriter is a State whose legal moves people write short, in the manner of
// chess's algebraic notation: "Nd3". The short texts of a position's moves differ.
type SANWriter interface {
	SAN(a Action) string
	// ParseMove reads a move also as others write it: in algebraic notation, say. The error
	// of a move that is not legal names the nearest legal ones.
	ParseMove(text string) (Action, error)
}

// ReadMove returns the legal action that text stands for: what s reads itself if it is a
// SANWriter, else what Parse finds.
func ReadMove(s State, text string) (Action, error) {
	if r, ok := s.(SANWriter); ok {
		return r.ParseMove(text)
	}
	return Parse(s, text)
}

// Witness is a State that knows what a text may claim of a move besides the move
// itself.
type Witness interface {
	// Deny returns an error if text, which stands for the legal action a, claims
	// what does not happen: a capture, check, mate. Claims may be left out.
	Deny(a Action, text string) error
}

// Deny returns an error if a claim of text about the legal action a is false. In the game
// of a State that is no Witness nothing is captured and there is no check.
func Deny(s State, a Action, text string) error {
	if w, ok := s.(Witness); ok {
		return w.Deny(a, text)
	}
	return ReadClaims(text).Deny(nil, "")
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

// Variation is another way in which a game might have gone on. It leaves the line
// that it belongs to after After moves, counted from the start of the game, and
// replaces a move of it: After is smaller than the number of moves of that line.
type Variation struct {
	After int      `json:"after"`
	Moves []string `json:"moves"` // one at least
	// Comments by the number of moves of the game before the comment, from After on.
	Comments   map[int]string `json:"comments,omitempty"`
	Variations []Variation    `json:"variations,omitempty"` // of this line
}

// What readers take of variations at most. A study of a whole opening has some
// hundred.
const (
	MostVariedMoves   = 10_000 // moves in variations, in one game
	DeepestVariations = 32     // within each other
)

// Claims is what the text of a move from square to square says of it beyond what
// it takes to play it.
type Claims struct {
	Capture bool     // something is captured: "d2xe2", or Taken
	Taken   []string // the squares of what is captured, sorted: "d2-e2xg2,e3"
	Marks   string   // "+" or "#" at its end, as often as it stands there
}

// claim is move with what it claims as groups.
var claim = regexp.MustCompile(`^[a-w]\d+([-x:]?)[a-w]\d+((?:[x/,][a-w]\d+)*)=?.*?([+#]*)$`)

// ReadClaims returns what a text claims; nothing if it is no move from square to
// square.
func ReadClaims(text string) (c Claims) {
	fields := claim.FindStringSubmatch(fold(text))
	if fields == nil {
		return c
	}
	c.Taken = strings.FieldsFunc(fields[2], func(r rune) bool { return strings.ContainsRune("x/,", r) })
	slices.Sort(c.Taken)
	c.Taken = slices.Compact(c.Taken) // servers write some captures twice
	c.Capture = len(c.Taken) > 0 || fields[1] == "x" || fields[1] == ":"
	c.Marks = fields[3]
	return c
}

// Deny returns an error if c claims anything that does not happen, where the
// squares taken are captured and marks stand behind the move. Who claims nothing
// claims nothing false.
func (c Claims) Deny(taken []string, marks string) error {
	switch {
	case c.Capture && len(taken) == 0:
		return fmt.Errorf("nothing is captured")
	case len(c.Taken) > 0 && !slices.Equal(c.Taken, slices.Sorted(slices.Values(taken))):
		return fmt.Errorf("captured is what stands on %s", strings.Join(taken, ","))
	case c.Marks != "" && marks == "":
		return fmt.Errorf("it deserves no %s", c.Marks)
	case c.Marks != "" && c.Marks != marks:
		return fmt.Errorf("it deserves %s and not %s", marks, c.Marks)
	}
	return nil
}
