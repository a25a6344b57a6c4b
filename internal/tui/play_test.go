package tui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ludens/agent"
	"ludens/env"
	"ludens/env/games"
	"ludens/env/record"
	"ludens/env/seed"
)

// fixed is an agent that plays the first of its moves that is legal, and says what it
// thinks of them.
type fixed struct{ moves []string }

func (f fixed) Act(_ context.Context, s env.State) (env.Decision, error) {
	for _, text := range f.moves {
		if a, err := env.Parse(s, text); err == nil {
			return env.Decision{
				Action: a, Value: 0.5, Simulations: 90, Line: []env.Action{a},
				Moves: []env.MoveStats{{Action: a, Visits: 60, Prior: 0.25, Value: 0.5}, {Action: s.Legal(nil)[0], Prior: 0.5}},
			}, nil
		}
	}
	return env.Decision{Action: s.Legal(nil)[0]}, nil
}

// entrant is a player who is made by that.
func entrant(name string, make func() (env.Agent, error)) agent.Entrant {
	return agent.Entrant{Name: name, New: func(env.Game, seed.Seed) (env.Agent, error) { return make() }}
}

func fixedly(name string, moves ...string) agent.Entrant {
	return entrant(name, func() (env.Agent, error) { return fixed{moves}, nil })
}

// sitting is a game of tic-tac-toe: a person with the crosses against an agent.
func sitting(t *testing.T) Game {
	t.Helper()
	g := games.Must("tictactoe")
	r := record.New(g, 0)
	r.First, r.Second = "Ada", "robot"
	sheet, err := record.NewSheet(g, r)
	if err != nil {
		t.Fatal(err)
	}
	return Game{Rules: g, Sheet: sheet, Players: [2]agent.Entrant{1: fixedly("robot", "a3", "b3", "c3")}, Adviser: fixedly("sage", "b2", "c1"), Plain: true}
}

// play plays a game with typed lines and returns what is seen.
func play(t *testing.T, g Game, typed ...string) string {
	t.Helper()
	var out strings.Builder
	table, err := NewTable(g, &out)
	if err != nil {
		t.Fatal(err)
	}
	if err := table.Play(t.Context(), strings.NewReader(strings.Join(typed, "\n"))); err != nil {
		t.Errorf("%v in\n%s", err, out.String())
	}
	return out.String()
}

func sees(t *testing.T, seen string, want ...string) {
	t.Helper()
	for _, w := range want {
		if !strings.Contains(seen, w) {
			t.Errorf("there is no %q in\n%s", w, seen)
		}
	}
}

// A whole game: moves by turns, the winner, and nothing that only terminals show.
func TestPlay(t *testing.T) {
	g := sitting(t)
	seen := play(t, g, "a1", "b1", "c1")
	sees(t, seen, "tictactoe\nfirst   crosses: Ada\nsecond  noughts: robot\nType a move, or help.\n", "crosses> a1\n", "crosses (Ada)", "noughts (robot)", "crosses> c1\n")
	if !g.Sheet.Over() || g.Sheet.Ply() != 5 || g.Sheet.State().Result() != env.FirstWins {
		t.Errorf("after %d plies: %v", g.Sheet.Ply(), g.Sheet.State().Result())
	}
	sees(t, seen, record.Verdict(g.Rules, g.Sheet.Record()))
	for _, bad := range []string{"\x1b", "\r", "thinking"} {
		if strings.Contains(seen, bad) {
			t.Errorf("there is %q in what no terminal shows", bad)
		}
	}
}

// A text that is not a move is reported with what it may have meant, and nothing has been played.
func TestMistypedLines(t *testing.T) {
	for _, test := range []struct{ typed, want string }{
		{"z9", `illegal action "z9"`},
		{"hnt", `"hnt" is neither a move nor a command (did you mean "hint"?)`},
		{"undo", "There is no move of yours to take back."},
		{"moves z", "There is no legal move from z."},
		{"save", "save where? Name a file, as in: save game.txt"},
		{"", ""},
		{"   ", ""},
	} {
		g := sitting(t)
		seen := play(t, g, test.typed)
		if sees(t, seen, test.want); g.Sheet.Ply() != 0 {
			t.Errorf("%q is played", test.typed)
		}
		sees(t, seen, "The game was not saved: --save FILE keeps one to go on with.")
	}
}

// A word is known in any letters, as a move is.
func TestWordsInAnyLetters(t *testing.T) {
	g := sitting(t)
	seen := play(t, g, "HELP", "A1", "Quit", "b1")
	sees(t, seen, "the legal moves, all or those from a square", "leave the game unfinished")
	if g.Sheet.Ply() != 2 {
		t.Errorf("%d plies, want that of Ada and that of the agent: she has left", g.Sheet.Ply())
	}
	for _, w := range words() {
		sees(t, seen, w.use, w.help)
	}
}

// Undo goes back to where the person had the move, and again from there.
func TestUndo(t *testing.T) {
	g := sitting(t)
	seen := play(t, g, "a1", "b1", "undo", "undo", "undo", "c1")
	sees(t, seen, "back to move 2.", "back to move 1.", "There is no move of yours to take back.")
	if r := g.Sheet.Record(); len(r.Moves) != 2 || r.Moves[0] != "c1" {
		t.Errorf("moves %v, want c1 and the answer", r.Moves)
	}
}

// A player who gives up has lost, even with the better game.
func TestResign(t *testing.T) {
	g := sitting(t)
	file := filepath.Join(t.TempDir(), "game.txt")
	g.File = file
	seen := play(t, g, "a1", "resign", "b1")
	if r := g.Sheet.Record(); !g.Sheet.Over() || r.Result != env.SecondWins || len(r.Moves) != 2 {
		t.Errorf("%+v", r)
	}
	sees(t, seen, "The record is in "+file+".")
	if back := readRecord(t, file); back.Result != env.SecondWins || len(back.Moves) != 2 {
		t.Errorf("in the file: %+v", back)
	}
}

func readRecord(t *testing.T, file string) record.Record {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	r, err := record.Parse(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A game is kept move by move from when it is asked for, and never over another file.
func TestSave(t *testing.T) {
	dir := t.TempDir()
	file, other := filepath.Join(dir, "game.txt"), filepath.Join(dir, "other.txt")
	if err := os.WriteFile(other, []byte("dear diary"), 0o644); err != nil {
		t.Fatal(err)
	}
	g := sitting(t)
	seen := play(t, g, "a1", "save "+other, "save "+filepath.Join(dir, "nowhere", "x"), "save "+file, "b1")
	if strings.Count(seen, "not saved: ") != 2 {
		t.Errorf("two files cannot be written:\n%s", seen)
	}
	if text, _ := os.ReadFile(other); string(text) != "dear diary" {
		t.Errorf("another file is now %q", text)
	}
	sees(t, seen, "Saved in "+file+", and so will be the moves to come.", "The game is in "+file+"; go on with: ludens play tictactoe --from "+file)
	if r := readRecord(t, file); len(r.Moves) != 4 || r.First != "Ada" || r.Second != "robot" {
		t.Errorf("%+v: want four moves, those after save too", r)
	}
}

// A disk that fails is reported once and ends nothing.
func TestSavingFails(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "d")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	g := sitting(t)
	g.File = filepath.Join(dir, "game.txt")
	g.Players[1] = entrant("vandal", func() (env.Agent, error) { return vandal{dir}, nil })
	seen := play(t, g, "a1", "b2", "c3")
	if strings.Count(seen, "The game is no longer saved: ") != 1 || g.Sheet.Ply() < 5 {
		t.Errorf("after %d plies:\n%s", g.Sheet.Ply(), seen)
	}
}

// vandal takes the folder of the record away.
type vandal struct{ dir string }

func (v vandal) Act(_ context.Context, s env.State) (env.Decision, error) {
	os.RemoveAll(v.dir)
	legal := s.Legal(nil)
	return env.Decision{Action: legal[len(legal)-1]}, nil
}

// Moves are listed all, or from a square that is named.
func TestTellMoves(t *testing.T) {
	seen := play(t, sitting(t), "b2", "moves")
	sees(t, seen, "\na1  a2  b1  b3  c1  c2  c3\n")
	for _, test := range []struct {
		text, square string
		want         bool
	}{{"d1d5", "d1", true}, {"d10d5", "d1", false}, {"d10d5", "d10", true}, {"d1", "d1", true}, {"d1", "", true}, {"d1x", "d1", true}, {"c1", "d1", false}} {
		if got := begins(test.text, test.square); got != test.want {
			t.Errorf("%s from %q: %v", test.text, test.square, got)
		}
	}
}

// The adviser says what he would play and thinks, and is asked once a position.
func TestAdvice(t *testing.T) {
	g := sitting(t)
	asked := 0
	g.Adviser = entrant("sage", func() (env.Agent, error) { asked++; return fixed{[]string{"b2", "c1"}}, nil })
	seen := play(t, g, "hint", "think", "a1", "hint")
	sees(t, seen, "sage would play b2\n", "sage, after 90 positions: crosses can expect 75 % of the point.",
		"  move  visits   prior   worth\n  b2        60    25 %    75 %\n", "   0    50 %       -\n", "  expects b2\n")
	if asked != 2 {
		t.Errorf("he was asked %d times, want once for each of two positions", asked)
	}
	if g.Sheet.Ply() != 2 {
		t.Errorf("%d plies: advice plays nothing", g.Sheet.Ply())
	}
	g = sitting(t)
	g.Adviser = fixedly("dumb")
	sees(t, play(t, g, "think"), "dumb would play a3, and does not say more")
	g = sitting(t)
	g.Adviser = entrant("ill", func() (env.Agent, error) { return nil, errors.New("no network") })
	sees(t, play(t, g, "hint", "a1"), "no network\n", "a1  crosses (Ada)")
}

// A position is reported in words, too, where the look is plain.
func TestPieces(t *testing.T) {
	seen := play(t, sitting(t), "b2", "pieces", "board")
	sees(t, seen, "crosses: ", "noughts: ", "nothing on the board.")
	g := sitting(t)
	if got := whereabouts(g.Rules, env.Dress{}, g.Sheet.State()); got != "crosses: nothing on the board.\nnoughts: nothing on the board.\n" {
		t.Errorf("got %q", got)
	}
}

// Two agents play without a person typing; an agent that fails ends the game.
func TestWatching(t *testing.T) {
	g := sitting(t)
	g.Players[0] = fixedly("other", "b2", "a1", "c1", "b1")
	seen := play(t, g)
	if strings.Contains(seen, "Type a move") || strings.Contains(seen, "> ") || !g.Sheet.Over() {
		t.Errorf("over: %v\n%s", g.Sheet.Over(), seen)
	}
	g = sitting(t)
	broken := errors.New("broken")
	g.Players[0] = entrant("x", func() (env.Agent, error) { return nil, broken })
	if _, err := NewTable(g, &strings.Builder{}); !errors.Is(err, broken) {
		t.Errorf("an agent that cannot be made: %v", err)
	}
	g = sitting(t)
	table, err := NewTable(g, &strings.Builder{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	in, silent := io.Pipe() // a person who never types
	defer silent.Close()
	if err := table.Play(ctx, in); !errors.Is(err, context.Canceled) {
		t.Errorf("nobody waits any more: %v", err)
	}
}

// Positions are drawn in colours where they may be, with hints, and end with a line.
func TestBoard(t *testing.T) {
	s := sitting(t).Sheet.State()
	plain, coloured := Board(s, false), Board(s, true)
	if strings.Contains(plain, "\x1b") || !strings.Contains(coloured, "\x1b[") {
		t.Errorf("plain\n%q\ncoloured\n%q", plain, coloured)
	}
	for _, text := range []string{plain, coloured, Board(s, true, 4)} {
		if !strings.HasSuffix(text, "\n") || strings.HasSuffix(text, "\n\n") {
			t.Errorf("%q does not end with one line's end", text)
		}
	}
	if Board(s, true, 4) == coloured || Board(s, false, 4) != plain {
		t.Error("a hint is a matter of colours")
	}
	narrow := look{colours: true, out: &strings.Builder{}}
	if got := narrow.board(s); got != coloured {
		t.Errorf("a board that has room: %q", got)
	}
}

// A file that is not a terminal has no colours, whatever is asked for.
func TestTerminal(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, w := range []any{file, &strings.Builder{}, nil} {
		if Terminal(w) {
			t.Errorf("%T is a terminal", w)
		}
	}
	if Colourful(file) {
		t.Error("a file has colours")
	}
	l := newLook(file, false)
	if !l.plain || l.colours || l.words || l.width() != usualWidth || l.bold("x") != "x" {
		t.Errorf("%+v", l)
	}
	if l := newLook(file, true); !l.words {
		t.Error("who asks for plain text is told positions in words")
	}
	if got := (look{colours: true}).bold("x"); got != "\x1b[1mx\x1b[0m" {
		t.Errorf("got %q", got)
	}
	if k := newKeyboard(file, file, nil); k != nil {
		t.Error("a file is a keyboard")
	}
}

// What Tab completes begins as the line does and is what all candidates share.
func TestCompleteIsSharedByAll(t *testing.T) {
	words := []string{"d1d5", "d1d6", "d10d5", "draw", "help", "hint"}
	for _, line := range []string{"", "d", "d1", "d1d", "d10", "h", "he", "zz", "D1"} {
		got := complete(line, words)
		if !strings.HasPrefix(strings.ToLower(got), strings.ToLower(line)) {
			t.Errorf("%q becomes %q", line, got)
		}
		for _, w := range words {
			if strings.HasPrefix(w, strings.ToLower(line)) && !strings.HasPrefix(w, got) {
				t.Errorf("%q becomes %q, and %s is lost", line, got, w)
			}
		}
	}
	if got := complete("x", nil); got != "x" {
		t.Errorf("got %q", got)
	}
}

// A line that is wrapped has the same words, none of its lines is wider than there is
// room, and those that follow stand in.
func TestWrapLosesNothing(t *testing.T) {
	l := look{}
	for n := range 40 {
		var line strings.Builder
		line.WriteString(strings.Repeat(" ", n%5))
		for k := range 10 + n {
			fmt.Fprintf(&line, "%s ", strings.Repeat("ü", 1+(n*k)%13))
		}
		text := line.String() + "\n"
		got := l.wrap(text)
		if !slices.Equal(strings.Fields(got), strings.Fields(text)) || !strings.HasSuffix(got, "\n") {
			t.Fatalf("words are lost:\n%s\nof\n%s", got, text)
		}
		for i, part := range strings.Split(strings.TrimSuffix(got, "\n"), "\n") {
			if widest(strings.TrimRight(part, " ")) > usualWidth {
				t.Errorf("line %d is too wide: %q", i, part)
			}
			if margin := len(part) - len(strings.TrimLeft(part, " ")); i > 0 && margin != n%5+2 {
				t.Errorf("line %d is set in by %d, want %d", i, margin, n%5+2)
			}
		}
	}
}

// tellPlayers says who plays what, by name where one is known.
func TestTellPlayers(t *testing.T) {
	g := sitting(t)
	var out strings.Builder
	r := g.Sheet.Record()
	r.Second = ""
	printPlayers(&out, g.Rules, r)
	if want := "tictactoe\nfirst   crosses: Ada\nsecond  noughts\n"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}
