package pgn

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ludens/env"
)

// ply is a legal move of the scripted game.
type ply struct {
	format, threat string
	Move
}

func man(letter byte, format string, captures bool) ply {
	return ply{format, "", Move{Letter: letter, From: format[:2], To: format[2:4], Captures: captures}}
}

func with(p ply, threat string, change func(*Move)) ply {
	p.threat = threat
	if change != nil {
		change(&p.Move)
	}
	return p
}

// script is a game whose positions and legal moves are listed: it knows no chess.
var script = map[string][]ply{
	"": {
		man('N', "b1c3", false), man('N', "d1c3", false),
		{"e1g1", "", Move{Letter: 'K', From: "e1", To: "g1", Castles: 'K'}},
		man('P', "e2e4", false),
		with(man('P', "e5d6", true), "", func(m *Move) { m.Passing = true }),
		with(man('P', "e7e8n", false), "", func(m *Move) { m.Becomes = 'N' }),
		with(man('P', "e7e8q", false), "+", func(m *Move) { m.Becomes = 'Q' }),
		{"P@f7", "", Move{Letter: 'P', To: "f7"}},
	},
	"e2e4":           {man('P', "e7e5", false), man('N', "g8f6", false)},
	"e2e4 e7e5":      {with(man('Q', "d1h5", false), "#", nil), man('N', "g1f3", false)},
	"e2e4 g8f6":      {man('P', "e4e5", false), man('P', "e4f5", true)},
	"e2e4 e7e5 g1f3": {man('N', "b8c6", false)},
}

// scripted is a position of it, the texts of the moves so far.
type scripted string

func (s *scripted) plies() []ply { return script[string(*s)] }

func (s *scripted) ToMove() env.Player { return env.Player(len(strings.Fields(string(*s))) % 2) }
func (s *scripted) Number() int        { return 1 + len(strings.Fields(string(*s)))/2 }

func (s *scripted) Legal(dst []env.Action) []env.Action {
	for i := range s.plies() {
		dst = append(dst, env.Action(i))
	}
	return dst
}

func (s *scripted) Moves() (all []Move) {
	for _, p := range s.plies() {
		all = append(all, p.Move)
	}
	return all
}

func (s *scripted) Threat(a env.Action) string { return s.plies()[a].threat }
func (s *scripted) Format(a env.Action) string { return s.plies()[a].format }

func (s *scripted) Play(a env.Action) {
	*s = scripted(strings.TrimSpace(string(*s) + " " + s.plies()[a].format))
}

func (s *scripted) Result() env.Result {
	switch {
	case s.plies() != nil:
		return env.Ongoing
	case strings.HasSuffix(string(*s), "d1h5"):
		return env.FirstWins
	}
	return env.Drawn
}

func (s *scripted) Ending() string {
	return map[env.Result]string{env.FirstWins: "checkmate", env.Drawn: "stalemate"}[s.Result()]
}

func (s *scripted) Copy(env.State) env.State { c := *s; return &c }
func (s *scripted) Observe([]float32)        {}
func (s *scripted) Key() uint64              { return 0 }
func (s *scripted) String() string           { return string(*s) }

var notation = Notation{
	Start: func(fen string) (Position, error) {
		if fen != "" && fen != "start" {
			return nil, fmt.Errorf("%q is no start", fen)
		}
		return new(scripted), nil
	},
	Tags: func(Position) []Tag { return []Tag{{Name: "Variant", Value: "scripted"}} },
	Variant: func(tag string) error {
		if tag != "scripted" {
			return fmt.Errorf("this is not %s", tag)
		}
		return nil
	},
	Position: func(env.State) string { return "start" },
}

// What is read as which move, and what is refused.
func TestMoves(t *testing.T) {
	for text, want := range map[string]string{
		"Nbc3": "b1c3", "Nb1-c3": "b1c3", "Ndc3": "d1c3", "d1c3": "d1c3", "Nd1c3!?": "d1c3", "e4": "e2e4", "e2e4": "e2e4", "e2-e4": "e2e4", "O-O": "e1g1", "0-0!": "e1g1",
		"exd6": "e5d6", "exd6e.p.": "e5d6", "e5:d6": "e5d6", "e8=Q": "e7e8q", "e8(N)": "e7e8n", "e8/q+": "e7e8q", "e8Q": "e7e8q", "@f7": "P@f7", "P@f7": "P@f7",

		"Nc3": "may be Nbc3 or Ndc3", "e8": "name the officer", "O-O-O": "no such move", "Nf3": "no such move", "Ra1": "no such move", "hello": "must look like",
		"": "must look like", "N@f7": "no such move", "d4": "nearest: e4",
	} {
		got, p := "", new(scripted)
		a, err := ParseMove(p, text)
		if err == nil {
			got = p.Format(a)
		}
		if err != nil && !errors.Is(err, env.ErrIllegal) {
			t.Errorf("%s: %v is not ErrIllegal", text, err)
		}
		if got != want && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: got %q, %v; want %s", text, got, err, want)
		}
	}
	mated := scripted("e2e4 e7e5 d1h5")
	if _, err := ParseMove(&mated, "e4"); !errors.Is(err, env.ErrOver) || !strings.HasSuffix(err.Error(), "comes after checkmate") {
		t.Error(err)
	}
}

// A text that claims what its move does not do is refused.
func TestDeny(t *testing.T) {
	for _, tt := range []struct{ line, format, text, want string }{
		{"", "e5d6", "exd6e.p.", ""},
		{"", "e7e8q", "e8=Q+", ""},
		{"e2e4 e7e5", "d1h5", "Qh5#", ""},
		{"e2e4 e7e5", "d1h5", "Qh5+", ""},
		{"e2e4 g8f6", "e4f5", "exf5", ""},
		{"", "e2e4", "e2xe4", "nothing is captured"},
		{"e2e4 g8f6", "e4f5", "exf5 e.p.", "nothing is captured in passing"},
		{"", "e7e8q", "e8=Q#", "it is not mate"},
		{"", "e2e4", "e4+", "it is not check"},
	} {
		p := scripted(tt.line)
		a := env.Action(slices.IndexFunc(p.plies(), func(p ply) bool { return p.format == tt.format }))
		got := ""
		if err := Deny(&p, a, tt.text); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.text, got, tt.want)
		}
	}
	if err := Deny(new(scripted), 99, "e4"); !errors.Is(err, env.ErrIllegal) {
		t.Error(err)
	}
}

// annotated is a transcript with all that PGN can hold, and written the same game.
var annotated = env.Transcript{
	Start: "start", Moves: []string{"e2e4", "e7e5", "d1h5"}, Result: env.FirstWins, First: `A "B" \ C`, Date: "2026.11.23", Ending: "checkmate",
	Tags:     []env.Tag{{Name: "Annotator", Value: "D"}},
	Comments: map[int]string{0: "before", 1: "!? after"},
	Variations: []env.Variation{{
		After: 1, Moves: []string{"g8f6", "e4f5"}, Comments: map[int]string{2: "the knight"},
		Variations: []env.Variation{{After: 2, Moves: []string{"e4e5"}}},
	}},
}

const written = `[Event "?"]
[Site "?"]
[Date "2026.11.23"]
[Round "?"]
[White "A \"B\" \\ C"]
[Black "?"]
[Result "1-0"]
[Variant "scripted"]
[Termination "checkmate"]
[Annotator "D"]

{before} 1. e4 $5 {after} 1... e5 (1... Nf6 {the knight} 2. exf5 (2. e5)) 2.
Qh5# 1-0

`

func TestTranscript(t *testing.T) {
	var b strings.Builder
	if err := notation.WriteTranscript(&b, annotated); err != nil || b.String() != written {
		t.Errorf("%v, got\n%s\nwant\n%s", err, b.String(), written)
	}
	got, err := notation.ReadTranscript(written)
	if err != nil || !reflect.DeepEqual(got, annotated) {
		t.Errorf("%v, got\n%+v\nwant\n%+v", err, got, annotated)
	}
	for _, line := range strings.Split(written, "\n") {
		if len(line) > 79 {
			t.Errorf("%d columns: %s", len(line), line)
		}
	}
	wrong := annotated
	wrong.Moves = []string{"e2e4", "e2e4"}
	if err := notation.WriteTranscript(&b, wrong); err == nil || !strings.HasPrefix(err.Error(), "pgn: ply 2: illegal action") {
		t.Error(err)
	}
	wrong = annotated
	wrong.Variations = []env.Variation{{After: 1, Moves: []string{"d1h5"}}}
	if err := notation.WriteTranscript(&b, wrong); err == nil || !strings.HasPrefix(err.Error(), "pgn: variation: ply 2: illegal action") {
		t.Error(err)
	}
}

// What other programs write is read, and text that is not a game is refused with its place.
func TestRead(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"% a line for other programs\n1.e4 e5 ; a comment\n2.Qh5# 1-0", "e2e4 e7e5 d1h5 1-0"},
		{"1. e4 $1 $300 {curly {braces} e5 *", "e2e4 e7e5 *"},
		{"1 e4 1... e5 (1... Nf6 1-0) *", "e2e4 e7e5 *"},
		{"[Result \"1/2-1/2\"] 1. e4", "e2e4 1/2-1/2"},
		{"[SetUp \"1\"] [ FEN  \"start\" ]\n\n1. O-O\n1/2-1/2", "e1g1 1/2-1/2"},
		{"", ""},
		{"*\n*", "*, *"},

		{"1. e4 e5 2. Qh5# 0-1", "game 1: result 0-1: the game ends by checkmate, 1-0"},
		{"* 1. e4 Nf3", "game 2: move 1...: illegal action"},
		{"1. e4+ *", `game 1: move 1: false claim in "e4+": it is not check`},
		{"1. e4 (", "game 1: a variation begins and never ends"},
		{"1. e4 ) *", "game 1: a variation ends that has not begun"},
		{"(1. e4) *", "game 1: a variation begins before any move"},
		{"1. e4 " + strings.Repeat("(1. e4 ", env.DeepestVariations+1), "game 1: variations within each other more than 32 deep"},
		{"1. e4 " + strings.Repeat("(1. e4) ", env.MostVariedMoves+1), "game 1: more than 10000 moves in variations"},
		{"[White A]", `game 1: tag "[White A]": must look like [White "name"]`},
		{`[FEN "x"]`, `game 1: tag FEN: "x" is no start`},
		{`[Variant "y"]`, "game 1: tag Variant: this is not y"},
		{strings.Repeat(" ", mostPGN+1), "too long: more than 1 MiB"},
	} {
		got := ""
		records, err := notation.Read(strings.NewReader(tt.text))
		for i, r := range records {
			if i > 0 {
				got += ", "
			}
			for _, move := range r.Moves {
				got += move + " "
			}
			got += scores[r.Result]
		}
		if err != nil {
			got = err.Error()
		}
		if err == nil && got != tt.want || err != nil && !strings.HasPrefix(strings.TrimPrefix(got, "pgn: "), tt.want) {
			t.Errorf("%.60s\ngot  %s\nwant %s", tt.text, got, tt.want)
		}
	}
	if _, err := notation.ReadTranscript("* *"); err == nil || err.Error() != "pgn: holds 2 games: want one" {
		t.Error(err)
	}
}

// A comment keeps nothing that ends it or the line it stands on.
func TestClean(t *testing.T) {
	for text, want := range map[string]string{
		"a  b\n c": "a b c", "{x} }": "x", "\x1b[31mred": "[31mred", "ein\xffs": "eins", "": "",
	} {
		if got := clean(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestIs(t *testing.T) {
	for text, want := range map[string]bool{"[White \"a\"]": true, " \n [ FEN \"x\"]": true, "White \"a\"": false, "[Game \"celta\"]": false} {
		if got := Is(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
