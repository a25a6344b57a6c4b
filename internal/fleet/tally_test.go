package fleet

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

var start = time.Unix(1000, 0)

func after(d time.Duration) time.Time { return start.Add(d) }

// Games go out in rows, each to one player, until there are none.
func TestTallyHandsOutEachGameOnce(t *testing.T) {
	y := newTally(10, 17, 0)
	for _, want := range [][2]int{{10, 13}, {13, 16}, {16, 17}, {17, 17}} {
		if first, end := y.take("a", 3, start); first != want[0] || end != want[1] {
			t.Errorf("games %d to %d, want %d to %d", first, end, want[0], want[1])
		}
	}
}

// What a worker gives back goes to others, in its row.
func TestTallyTakesBack(t *testing.T) {
	y := newTally(0, 6, 0)
	y.take("a", 2, start)
	y.take("b", 2, start)
	y.give("a")
	if first, end := y.take("c", 6, start); first != 0 || end != 2 {
		t.Errorf("games %d to %d, want 0 to 2: those of b are out", first, end)
	}
}

// A worker that brought a wrong record of a game does not get it again; others do.
func TestTallyRefuses(t *testing.T) {
	y := newTally(0, 1, 0)
	y.take("a", 1, start)
	y.refuse(0, "a")
	y.refuse(5, "a") // of no game: nothing happens
	if first, end := y.take("a", 1, start); first != end {
		t.Error("who brought a wrong record has the game again")
	}
	if first, end := y.take("b", 1, start); first == end {
		t.Error("nobody else gets the game")
	}
	if _, ok := y.again("a", after(time.Hour), 1); ok {
		t.Error("who brought a wrong record has the game again, as a late one")
	}
}

// A game that counts and was forged is played again, by another.
func TestTallyDrops(t *testing.T) {
	y := newTally(0, 2, 0)
	y.take("a", 1, start)
	y.arrive(0, "a", start)
	y.count(0)
	y.drop(0, "a")
	y.drop(1, "a") // which is not there: nothing happens
	if y.open() != 2 || y.complete() {
		t.Errorf("%d games are open, want 2", y.open())
	}
	if first, end := y.take("a", 1, start); first != 1 || end != 2 {
		t.Errorf("its sender gets games %d to %d, want 1 to 2", first, end)
	}
	if first, end := y.take("b", 1, start); first != 0 || end != 1 {
		t.Errorf("another gets games %d to %d, want 0 to 1", first, end)
	}
}

// A game is late once it is out twice as long as games take, and one second more than
// nothing. The oldest goes out first, to one more player at a time: those that are late
// themselves keep it from no other.
func TestTallyHandsOutLateGamesTwice(t *testing.T) {
	y := newTally(0, 4, 0)
	y.take("a", 1, start)
	y.take("b", 1, after(time.Second))
	y.take("c", 2, after(2*time.Second))
	if !y.arrive(3, "c", after(12*time.Second)) { // took 10 s
		t.Fatal("a game that comes first does not count")
	}
	for _, c := range []struct {
		who  string
		at   time.Duration
		want int // -1: none
	}{
		{"d", 19 * time.Second, -1}, {"a", 20500 * time.Millisecond, -1}, {"d", 20500 * time.Millisecond, 0},
		{"e", 20600 * time.Millisecond, 0}, {"g", 20700 * time.Millisecond, -1}, {"e", 22 * time.Second, 1}, {"e", 30 * time.Second, 2}, {"f", 31 * time.Second, 1}, {"g", 31 * time.Second, 2}, {"h", 31 * time.Second, -1},
		{here, 41 * time.Second, 0}, // whatever others do with it, and they may have it as well
		{"f", time.Hour, 0},         // those who had it are late
	} {
		got, ok := y.again(c.who, after(c.at), 1)
		if !ok {
			got = -1
		}
		if got != c.want {
			t.Errorf("%s at %v: game %d, want %d", c.who, c.at, got, c.want)
		}
	}
}

// As long as it is unknown how long games take, none is late for a minute; what they took
// before is believed until the first comes.
func TestTallyKnowsWhatGamesTook(t *testing.T) {
	for _, c := range []struct{ before, late time.Duration }{
		{0, time.Minute}, {10 * time.Second, 20 * time.Second}, {time.Millisecond, time.Second},
	} {
		for slack := 1; slack <= 3; slack++ {
			y := newTally(0, 1, c.before)
			y.take("a", 1, start)
			late := time.Duration(slack) * c.late
			if _, ok := y.again("b", after(late), slack); ok {
				t.Errorf("took %v: late after %v, slack %d", c.before, late, slack)
			}
			if _, ok := y.again("b", after(late+1), slack); !ok {
				t.Errorf("took %v: not late after %v, slack %d", c.before, late+1, slack)
			}
		}
	}
}

// The first record counts, and the tally is complete when all are there.
func TestTallyCountsTheFirst(t *testing.T) {
	y := newTally(3, 5, 0)
	if !y.arrive(3, "a", start) || y.arrive(3, "b", start) || y.arrive(5, "a", start) || y.arrive(2, "a", start) {
		t.Error("want the first record of game 3 to be held, and no other")
	}
	y.count(4) // which is not there
	y.count(3)
	if y.complete() {
		t.Error("complete with a game missing")
	}
	y.arrive(4, here, start)
	if y.complete() || y.open() != 0 || !y.starved() {
		t.Error("a game is held: want it starved and not complete")
	}
	y.audit(4)
	if n, ok := y.nextAudit(); !ok || n != 4 || y.starved() {
		t.Error("want game 4 to be audited, and to wait for that")
	}
	y.count(4)
	if y.complete() {
		t.Error("complete before an audit is over")
	}
	y.audited(4)
	select {
	case <-y.done:
	default:
		t.Error("all games are there, and nobody is told")
	}
	if !y.complete() || y.open() != 0 {
		t.Error("all games are there, and it is not complete")
	}
}

// However players come, go, fail and repeat themselves, each game is counted once and
// the tally gets complete.
func TestTallyInAnyOrder(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 0))
		y := newTally(0, 30, 0)
		counted := map[int]int{}
		var out [][2]int // of whom, which
		names := []string{"a", "b", "c", here}
		now := start
		for step := 0; !y.complete(); step++ {
			if step > 5000 {
				t.Fatalf("seed %d: not complete: %d open", seed, y.open())
			}
			now = now.Add(time.Duration(rng.IntN(1000)) * time.Millisecond)
			who := rng.IntN(len(names))
			switch rng.IntN(8) {
			case 0:
				y.give(names[who])
			case 1, 2:
				if first, end := y.take(names[who], 1+rng.IntN(4), now); first < end {
					for n := first; n < end; n++ {
						out = append(out, [2]int{who, n})
					}
				} else if n, ok := y.again(names[who], now, 1); ok {
					out = append(out, [2]int{who, n})
				}
			default:
				if len(out) > 0 && rng.IntN(4) > 0 {
					i := rng.IntN(len(out))
					if y.arrive(out[i][1], names[out[i][0]], now) {
						y.count(out[i][1])
						counted[out[i][1]]++
					}
					if rng.IntN(2) == 0 { // else it comes again
						out[i] = out[len(out)-1]
						out = out[:len(out)-1]
					}
				}
			}
		}
		for n := range 30 {
			if counted[n] != 1 {
				t.Fatalf("seed %d: game %d counted %d times", seed, n, counted[n])
			}
		}
	}
}

// Games that become known one after another are handed out as they come, and it is over only
// when no more will.
func TestTallyGrows(t *testing.T) {
	y := newOpenTally(0)
	if y.free() != 0 || y.complete() || y.open() != 0 {
		t.Errorf("%d free, %d open, complete %v", y.free(), y.open(), y.complete())
	}
	y.grow(3, false)
	if first, end := y.take("a", 2, start); first != 0 || end != 2 || y.free() != 1 || y.open() != 3 {
		t.Errorf("games %d to %d, %d free, %d open", first, end, y.free(), y.open())
	}
	if y.holding("a") != 2 || y.holding("b") != 0 {
		t.Errorf("a has %d, b %d", y.holding("a"), y.holding("b"))
	}
	y.arrive(0, "a", after(4*time.Second))
	y.arrive(1, "b", after(6*time.Second)) // which was handed nothing: its time is unknown
	if y.takes() != 4*time.Second || y.holding("a") != 0 {
		t.Errorf("games take %v, want 4s; a has %d", y.takes(), y.holding("a"))
	}
	y.take("a", 1, start)
	y.arrive(2, "a", after(2*time.Second))
	if y.takes() != 3*time.Second {
		t.Errorf("games take %v, want 3s", y.takes())
	}
	for n := range 3 {
		y.count(n)
		y.count(n)
	}
	if y.complete() || y.free() != 0 || y.starved() {
		t.Error("complete, and more games may come")
	}
	y.grow(1, true)
	if y.complete() || y.free() != -1 || y.open() != 1 {
		t.Errorf("complete %v, %d free, %d open", y.complete(), y.free(), y.open())
	}
	y.arrive(3, here, start)
	if y.count(3); !y.complete() {
		t.Error("all are there, and it is not complete")
	}
	if y = newOpenTally(0); y.complete() {
		t.Error("complete before it begins")
	}
	if y.grow(0, true); !y.complete() {
		t.Error("of no games it is not complete")
	}
}

// It can end with games and audits open; then nothing is dropped or audited, and what comes
// late counts for nothing.
func TestTallyFinishes(t *testing.T) {
	y := newTally(5, 8, 0)
	y.take("a", 1, start)
	y.arrive(5, "a", start)
	y.audit(5)
	y.audit(4) // of no game: nothing happens
	y.audit(8)
	if n, ok := y.nextAudit(); !ok || n != 5 || !y.disputed(5) || y.disputed(6) {
		t.Errorf("audit of %d, %v", n, ok)
	}
	if _, ok := y.nextAudit(); ok {
		t.Error("an audit is handed out twice")
	}
	y.finish()
	y.finish()
	if !y.complete() || y.open() != 0 || y.free() != -1 || y.disputed(5) || y.starved() {
		t.Errorf("%d open, %d free", y.open(), y.free())
	}
	y.drop(5, "a")
	y.audit(5)
	if _, ok := y.nextAudit(); ok || y.open() != 0 || y.stateOf(5) != held {
		t.Errorf("after its end: %d open, game 5 is %d", y.open(), y.stateOf(5))
	}
	if y.stateOf(4) != absent || y.stateOf(8) != absent || y.stateOf(7) != absent {
		t.Error("games that are none, or not there, are there")
	}
}

// An audit that was asked for is over when the game was played again for another reason.
func TestTallyForgetsAudits(t *testing.T) {
	y := newTally(0, 1, 0)
	y.arrive(0, "a", start)
	y.audit(0)
	y.count(0)
	if y.complete() || !y.disputed(0) || y.starved() {
		t.Error("complete before its audit")
	}
	if y.audited(0); !y.complete() || y.disputed(0) {
		t.Error("not complete after its audit")
	}
}

func TestNamesOfQueues(t *testing.T) {
	for name, good := range map[string]bool{"a": true, DefaultQueue: true, "A-9": true, strings.Repeat("q", 40): true, "": false, strings.Repeat("q", 41): false, "a.b": false, "ä": false, "*": false} {
		if err := CheckQueue(name); (err == nil) != good {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// What is wrong with the server is said once, until something else is or all is well.
func TestTroubleIsSaidOnce(t *testing.T) {
	var said []string
	l := &Learner{}
	l.o.Tell = func(line string) { said = append(said, line) }
	for i, step := range []struct {
		err      error
		lines    int
		troubled bool
	}{{nil, 0, false}, {errOver, 1, true}, {errOver, 1, true}, {errStranger, 2, true}, {nil, 2, false}, {errOver, 3, true}} {
		l.trouble(step.err)
		if len(said) != step.lines || l.troubled() != step.troubled {
			t.Errorf("step %d: said %q, troubled %v; want %d lines, %v", i+1, said, l.troubled(), step.lines, step.troubled)
		}
	}
	if len(said) > 0 && !strings.HasSuffix(said[0], errOver.Error()) {
		t.Errorf("said %q", said[0])
	}
}
