package tui

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"ludens/analysis"
	"ludens/env"
	"ludens/env/games"
	"ludens/env/record"
)

// won is a game of tic-tac-toe that the crosses win, with remarks.
func won() record.Record {
	r := record.New(games.Must("tictactoe"), 0)
	r.First, r.Second, r.Moves = "Ada", "robot", strings.Fields("a1 a2 b1 b2 c1")
	r.Comments = map[int]string{0: "a casual game", 1: "a corner", 4: "too late"}
	return r
}

// told prints a record of tic-tac-toe.
func told(t *testing.T, p Replay, r record.Record) (string, error) {
	t.Helper()
	var out strings.Builder
	p.Out = &out
	err := p.Game(1, r, games.Must("tictactoe"))
	return out.String(), err
}

// whole shows a game as it is by itself.
var whole = Replay{Ply: -1}

// inOrder reports whether texts come one behind the other in another.
func inOrder(text string, parts ...string) bool {
	for _, part := range parts {
		_, rest, ok := strings.Cut(text, part)
		if !ok {
			return false
		}
		text = rest
	}
	return true
}

// A game is shown from its players to its result, each move with its comment.
func TestGameIsTold(t *testing.T) {
	seen, err := told(t, whole, won())
	if err != nil || !inOrder(seen, "tictactoe\n", ": Ada\n", ": robot\n", "{a casual game}", "1. a1", "a2\n", "{a corner}", "2. b1", "b2\n", "{too late}", "3. c1\n",
		"moves   5, all legal\n", "three in a row", "(by the rules)\n") {
		t.Errorf("%v in\n%s", err, seen)
	}
	every := whole
	every.Every = true
	seen, err = told(t, every, won())
	last := ""
	for _, text := range []string{"1. a1\n", "1... a2\n", "2. b1\n", "2... b2\n", "3. c1\n"} {
		if !inOrder(seen, last, text) {
			t.Errorf("%v: %q does not come behind %q in\n%s", err, text, last, seen)
		}
		last = text
	}
	short := won()
	short.Moves, short.Comments = short.Moves[:3], nil
	if seen, err = told(t, whole, short); err != nil || !strings.Contains(seen, "moves   3, all legal\n") || !strings.Contains(seen, "(so far)\n") || strings.Contains(seen, "{") {
		t.Errorf("%v in\n%s", err, seen)
	}
	resigned := short
	resigned.Result, resigned.Ending = env.SecondWins, "resigned"
	if seen, err = told(t, whole, resigned); err != nil || !strings.Contains(seen, "(as the record says)\n") {
		t.Errorf("%v in\n%s", err, seen)
	}
}

// Games of a file are parted by an empty line, which JSON and PGN have none of, or one of their own.
func TestGamesAreParted(t *testing.T) {
	for _, test := range []struct {
		p    Replay
		want string
	}{{whole, "\ntictactoe\n"}, {Replay{Ply: -1, JSON: true}, "{"}} {
		var out strings.Builder
		test.p.Out = &out
		if err := test.p.Game(2, won(), games.Must("tictactoe")); err != nil || !strings.HasPrefix(out.String(), test.want) {
			t.Errorf("%v: begins %.20q, want %q", err, out.String(), test.want)
		}
	}
}

// The position after each ply is the board that the whole game shows there.
func TestPositionAtPly(t *testing.T) {
	r := won()
	s := games.Must("tictactoe").New(0)
	for ply := 0; ; ply++ {
		seen, err := told(t, Replay{Ply: ply}, r)
		if want := Board(s, false); err != nil || seen != want {
			t.Errorf("after %d plies: %v\n%s\nwant\n%s", ply, err, seen, want)
		}
		if ply == len(r.Moves) {
			break
		}
		a, err := env.Parse(s, r.Moves[ply])
		if err != nil {
			t.Fatal(err)
		}
		s.Play(a)
	}
	if _, err := told(t, Replay{Ply: 6}, r); err == nil || err.Error() != "--ply 6: there are 5 moves" {
		t.Errorf("got %v", err)
	}
}

// Up to an illegal move the game is shown, and then it is an error that names the move.
func TestIllegalMoveEndsTheGame(t *testing.T) {
	r := won()
	r.Moves[3] = "a1"
	seen, err := told(t, whole, r)
	if err == nil || !strings.Contains(err.Error(), "a1") || !inOrder(seen, "1. a1", "2. b1\n") || strings.Contains(seen, "all legal") {
		t.Errorf("%v in\n%s", err, seen)
	}
	if seen, err := told(t, Replay{Ply: 2}, r); err != nil || seen == "" {
		t.Errorf("the position before it: %v in\n%s", err, seen)
	}
}

// As it was recorded, a game has moves behind its end, which are left out and named.
func TestMovesBehindTheEnd(t *testing.T) {
	r := won()
	r.Moves = append(r.Moves, "c2", "c3")
	if _, err := told(t, whole, r); err == nil {
		t.Error("moves behind the end are legal")
	}
	seen, err := told(t, Replay{Ply: -1, AsRecorded: true}, r)
	if err != nil || !inOrder(seen, "3. c1\n", "moves   5, all legal", "note    2 moves come after the end", "are left out: c2 c3\n") {
		t.Errorf("%v in\n%s", err, seen)
	}
	seen, err = told(t, Replay{Ply: -1, AsRecorded: true, JSON: true}, r)
	var v record.Judgement
	if err != nil || json.Unmarshal([]byte(seen), &v) != nil || len(v.Flags) != 1 || v.Plies != 5 {
		t.Errorf("%v: %+v in %s", err, v, seen)
	}
}

// A notation that the game does not have is a mistake of the command; its own record is one.
func TestNotations(t *testing.T) {
	seen, err := told(t, Replay{Ply: -1, Notation: "record"}, won())
	if err != nil {
		t.Fatal(err)
	}
	back, err := record.Parse(strings.NewReader(seen))
	if err != nil || strings.Join(back.Moves, " ") != "a1 a2 b1 b2 c1" || back.Comments[4] != "too late" {
		t.Errorf("%v: %+v", err, back)
	}
	if _, err := told(t, Replay{Ply: -1, Notation: "pgn"}, won()); err == nil || !strings.HasSuffix(err.Error(), ": want --to record") {
		t.Errorf("got %v", err)
	}
}

// oracle says of one position after the other what it is worth to its mover.
type oracle struct {
	worth []float32
	fails error
}

func (o *oracle) Analyse(_ context.Context, s env.State, l analysis.Limits, _ func(analysis.Report)) (analysis.Report, error) {
	if o.fails != nil {
		return analysis.Report{}, o.fails
	}
	best := env.ByText(s)[0]
	r := analysis.Report{Value: o.worth[0], Moves: []analysis.Move{{MoveStats: env.MoveStats{Action: best}, Line: []env.Action{best}}}}
	o.worth = o.worth[1:]
	return r, nil
}

// What each move gave away is shown with what was better, and the accuracy of both sides at the end.
func TestGameIsReviewed(t *testing.T) {
	g := games.Must("celta")
	r, s := record.New(g, 0), g.New(0)
	for range 2 {
		legal := env.ByText(s)
		r.Moves = append(r.Moves, s.Format(legal[len(legal)-1]))
		s.Play(legal[len(legal)-1])
	}
	reviewed := func(o oracle) (string, error) {
		var out strings.Builder
		p := Replay{Out: &out, Ply: -1, Judge: func(env.Game) (analysis.Analyst, error) { return &o, nil }}
		err := p.Game(1, r, g)
		return out.String(), err
	}
	roles := g.Spec().Roles
	seen, err := reviewed(oracle{worth: []float32{0, 0, 0.6}})
	if err != nil || !inOrder(seen, "moves   2, all legal\n", "\n1... "+r.Moves[1]+"?? gave away 30.0 of the 50.0 % that were left.", "Better was ",
		roles[0]+": accuracy 100.0 %\n", roles[1]+": accuracy 40.0 %\n") {
		t.Errorf("%v in\n%s", err, seen)
	}
	if seen, err = reviewed(oracle{worth: make([]float32, 3)}); err != nil || strings.Contains(seen, "gave away") || strings.Count(seen, "accuracy 100.0 %") != 2 {
		t.Errorf("no move gave anything away: %v in\n%s", err, seen)
	}
	broken := errors.New("broken")
	if _, err = reviewed(oracle{fails: broken}); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}
