package duel

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"ludens/env"
	"ludens/env/games"
	"ludens/env/record"
)

// pair is a lobby with a clock that stands until it is turned, and a duel in it.
type pair struct {
	*testing.T
	lobby *Lobby
	keys  keys
	time  time.Time
}

// keys are those of a duel.
type keys struct{ Opener, Other, Watcher string }

// keysOf returns all keys of an open duel.
func keysOf(l *Lobby, opener string) keys {
	at, _ := l.find(opener)
	v, _ := at.duel.view(Opener)
	return keys{opener, v.Other, v.Watch}
}

func newPair(t *testing.T, game string, c Time, side env.Player) *pair {
	t.Helper()
	p := &pair{T: t, time: time.Unix(1e9, 0)}
	p.lobby = &Lobby{Now: func() time.Time { return p.time }}
	key, err := p.lobby.Open("", mustMake(t, game), record.Record{Game: game}, c, side)
	if err != nil {
		t.Fatal(err)
	}
	p.keys = keysOf(p.lobby, key)
	return p
}

func mustMake(_ *testing.T, game string) env.Game { return games.Must(game) }

func (p *pair) see(key string) View {
	p.Helper()
	at, err := p.lobby.find(key)
	if err != nil {
		p.Fatal(err)
	}
	v, _ := at.duel.view(at.who)
	return v
}

// do acts on the position that there is.
func (p *pair) do(key string, kind Kind, move string) error {
	p.Helper()
	v := p.see(key)
	return p.lobby.Do(key, Act{Kind: kind, Round: v.Round, Ply: len(v.Moves), Move: move})
}

func (p *pair) must(key string, kind Kind, move string) {
	p.Helper()
	if err := p.do(key, kind, move); err != nil {
		p.Fatalf("%s %s: %v", kind, move, err)
	}
}

// refuses wants an error with a text in it, after which nothing has changed.
func (p *pair) refuses(key string, kind Kind, move, why string) {
	p.Helper()
	before := p.see(p.keys.Watcher)
	err := p.do(key, kind, move)
	if err == nil || !strings.Contains(err.Error(), why) {
		p.Errorf("%s %s: %v, want an error with %q", kind, move, err, why)
	}
	after := p.see(p.keys.Watcher)
	if !slices.Equal(before.Moves, after.Moves) || before.Draw != after.Draw || before.Result != after.Result {
		p.Errorf("%s %s was refused and did something: %+v, before %+v", kind, move, after, before)
	}
}

// line makes moves, by turns.
func (p *pair) line(first, second string, moves ...string) {
	p.Helper()
	for i, m := range moves {
		p.must([]string{first, second}[i%2], Move, m)
	}
}

func (p *pair) ended(result, why string) {
	p.Helper()
	if v := p.see(p.keys.Watcher); v.Result != result || v.Ending != why {
		p.Errorf("ended %q, %q; want %q, %q", v.Result, v.Ending, result, why)
	}
}

// Each plays his own side, by the rules, to the end; who watches does nothing.
func TestPlay(t *testing.T) {
	p := newPair(t, "tictactoe", Time{}, env.Second)
	mine, theirs := p.keys.Opener, p.keys.Other
	if a, b, c := p.see(mine).Side, p.see(theirs).Side, p.see(p.keys.Watcher).Side; a != 1 || b != 0 || c != -1 {
		t.Errorf("sides %d, %d, %d: want 1, 0, -1", a, b, c)
	}
	for key, want := range map[string][2]string{mine: {theirs, p.keys.Watcher}, theirs: {"", p.keys.Watcher}, p.keys.Watcher: {}} {
		if v := p.see(key); v.Other != want[0] || v.Watch != want[1] {
			t.Errorf("side %d is told the keys %q, %q; want %q", v.Side, v.Other, v.Watch, want)
		}
	}
	if c := p.see(mine).Clock; c != nil {
		t.Errorf("a game without a clock shows %+v", c)
	}
	p.refuses(mine, Move, "a1", "not your turn")
	p.refuses(p.keys.Watcher, Move, "a1", "who watches")
	p.refuses(theirs, Move, "a9", "illegal")
	p.refuses(theirs, Move, strings.Repeat("a1 ", 100), "bytes")
	p.refuses(theirs, "cheat", "", `no player can "cheat"`)
	p.line(theirs, mine, "a1", "b1", "a2", "b2")
	p.must(theirs, Move, "a3")
	p.ended("first wins", "three in a row")
	p.refuses(mine, Move, "c3", "over")
	p.refuses(mine, Resign, "", "over")
	p.refuses(mine, TakeBack, "", "over")
}

// What was meant for a position, or a game, that is gone is refused: a move that is
// sent twice is made once.
func TestLate(t *testing.T) {
	p := newPair(t, "tictactoe", Time{}, env.First)
	a := Act{Kind: Move, Move: "a1"}
	if err := p.lobby.Do(p.keys.Opener, a); err != nil {
		t.Fatal(err)
	}
	if err := p.lobby.Do(p.keys.Opener, a); !errors.Is(err, ErrLate) {
		t.Errorf("the same again: %v, want ErrLate", err)
	}
	if err := p.lobby.Do(p.keys.Other, Act{Kind: Resign, Round: 1, Ply: 1}); !errors.Is(err, ErrLate) {
		t.Errorf("for another game: %v, want ErrLate", err)
	}
}

// A draw takes two; declined, it can be offered again after the next move. A move
// answers the other's offer and leaves one's own.
func TestDraw(t *testing.T) {
	p := newPair(t, "celta", Time{}, env.First)
	mine, theirs := p.keys.Opener, p.keys.Other
	p.must(mine, Draw, "")
	if v := p.see(theirs); v.Draw != 0 {
		t.Errorf("offered by %d, want 0", v.Draw)
	}
	p.must(theirs, Decline, "")
	p.refuses(mine, Draw, "", "declined")
	p.line(mine, theirs, "d5c5")
	p.must(mine, Draw, "")
	p.line(theirs, mine, "a4a5")
	if v := p.see(theirs); v.Draw != -1 {
		t.Error("a move leaves the other's offer open")
	}
	p.must(mine, Draw, "")
	p.line(mine, theirs, "c5b5")
	p.must(theirs, Draw, "")
	p.ended("drawn", "by agreement")
}

func TestResign(t *testing.T) {
	p := newPair(t, "celta", Time{}, env.Second)
	p.must(p.keys.Opener, Resign, "") // not on his turn
	p.ended("first wins", "attackers resigned")
}

// A move that is taken back goes with all that came after it; a player without a move
// has nothing to take back.
func TestTakeBack(t *testing.T) {
	p := newPair(t, "celta", Time{}, env.First)
	mine, theirs := p.keys.Opener, p.keys.Other
	p.refuses(theirs, TakeBack, "", "no move")
	p.line(mine, theirs, "d5c5")
	p.must(mine, TakeBack, "")
	p.must(theirs, TakeBack, "") // who has made none can allow it
	if v := p.see(mine); len(v.Moves) > 0 {
		t.Errorf("after the first taken back: %v", v.Moves)
	}
	p.line(mine, theirs, "d5c5", "a4a5", "c5b5")
	p.must(mine, TakeBack, "")
	p.must(theirs, TakeBack, "")
	if v := p.see(mine); !slices.Equal(v.Moves, []string{"d5c5", "a4a5"}) || v.TakeBack != -1 {
		t.Errorf("after one taken back on the other's turn: %v", v.Moves)
	}
	p.must(mine, TakeBack, "")
	p.must(mine, Decline, "") // he thinks better of it
	p.must(theirs, TakeBack, "")
	p.must(mine, TakeBack, "")
	if v := p.see(mine); !slices.Equal(v.Moves, []string{"d5c5"}) {
		t.Errorf("after the other's last: %v", v.Moves)
	}
}

// A rematch is from the same start with sides changed, and the keys stay.
func TestRematch(t *testing.T) {
	p := newPair(t, "cetran2:array=104", Time{Main: time.Minute}, env.First)
	mine, theirs := p.keys.Opener, p.keys.Other
	p.refuses(mine, Rematch, "", "not over")
	start := p.see(mine).Position
	p.must(mine, Resign, "")
	p.must(theirs, Rematch, "")
	p.must(mine, Rematch, "")
	v := p.see(mine)
	if v.Side != 1 || v.Round != 1 || v.Result != "" || len(v.Moves) > 0 || v.Position != start || v.Rematch != -1 || v.Clock.Left != [2]float64{60, 60} {
		t.Errorf("the rematch is %+v %+v", v, v.Clock)
	}
	p.must(theirs, Resign, "")
	p.ended("second wins", "White resigned")
}

// The clock starts when both have moved, runs for the mover, and adds an increment
// to who has moved. A player who runs out of it loses, whether or not a client looks.
func TestClock(t *testing.T) {
	p := newPair(t, "celta", Time{Main: time.Minute, Increment: 2 * time.Second}, env.First)
	mine, theirs := p.keys.Opener, p.keys.Other
	wait := func(s float64) { p.time = p.time.Add(time.Duration(s * float64(time.Second))) }
	left := func(first, second float64, running int) {
		t.Helper()
		if c := p.see(mine).Clock; c.Left != [2]float64{first, second} || c.Running != running {
			t.Errorf("left %v, running for %d; want %v and %v, %d", c.Left, c.Running, first, second, running)
		}
	}
	wait(100)
	p.line(mine, theirs, "d5c5")
	wait(100)
	left(60, 60, -1)
	p.line(theirs, mine, "a4a5")
	left(60, 60, 0)
	wait(10)
	left(50, 60, 0)
	p.line(mine, theirs, "c5b5")
	left(52, 60, 1)
	wait(30)
	p.must(mine, TakeBack, "")
	p.must(theirs, TakeBack, "")
	left(52, 30, 0)
	wait(51)
	p.line(mine, theirs, "c5c6")
	left(3, 30, 1)
	wait(30)
	if err := p.lobby.Do(theirs, Act{Kind: Move, Ply: 3, Move: "a5a6"}); err == nil {
		t.Error("a move was made after the flag fell")
	}
	p.ended("first wins", "attackers ran out of time")
	left(3, 0, -1)
}

// A clock out of bounds is refused.
func TestTimeIsBounded(t *testing.T) {
	for _, c := range []Time{{Main: -1}, {Main: 100 * time.Hour}, {Main: time.Minute, Increment: time.Hour}, {Increment: time.Second}} {
		if c.Validate() == nil {
			t.Errorf("%+v is allowed", c)
		}
	}
}

// A start that ends the game, or is none, opens nothing.
func TestStarts(t *testing.T) {
	var l Lobby
	for _, test := range []struct{ game, start, want string }{
		{"celta", "8/8", "tafl: position"},
		{"celta", "3a3/7/7/7/7/7/7 a", ""},
		{"cetran2", "7k/8/8/8/8/8/8/K7 w - - 0 1", "ends the game"},
	} {
		_, err := l.Open("", mustMake(t, test.game), record.Record{Game: test.game, Start: test.start}, Time{}, env.First)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s from %q: %v, want %q", test.game, test.start, err, test.want)
		}
	}
}
