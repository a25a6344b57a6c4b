package fleet

import (
	"crypto/sha256"
	"math/rand/v2"
	"testing"
	"time"
)

var start = time.Unix(1000, 0)

func after(d time.Duration) time.Time { return start.Add(d) }

func sumOf(s string) [sha256.Size]byte { return sha256.Sum256([]byte(s)) }

// Games go out in rows, each to one player, until there are none.
func TestTallyHandsOutEachGameOnce(t *testing.T) {
	y := newTally(10, 17, 0)
	for _, want := range [][2]int{{10, 13}, {13, 16}, {16, 17}, {17, 17}} {
		if first, end := y.take("a", 3, start); first != want[0] || end != want[1] {
			t.Errorf("games %d to %d, want %d to %d", first, end, want[0], want[1])
		}
	}
}

// What somebody gives back goes to others, in its row.
func TestTallyTakesBack(t *testing.T) {
	y := newTally(0, 6, 0)
	y.take("a", 2, start)
	y.take("b", 2, start)
	y.give("a")
	if first, end := y.take("c", 6, start); first != 0 || end != 2 {
		t.Errorf("games %d to %d, want 0 to 2: those of b are out", first, end)
	}
}

// Whoever brought a wrong record of a game does not get it again; others do.
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

// A game is late once it is out twice as long as games take, and one second more than
// nothing. The oldest goes out first, to one more player.
func TestTallyHandsOutLateGamesTwice(t *testing.T) {
	y := newTally(0, 4, 0)
	y.take("a", 1, start)
	y.take("b", 1, after(time.Second))
	y.take("c", 2, after(2*time.Second))
	if !y.arrive(3, "c", sumOf("x"), after(12*time.Second)) { // took 10 s
		t.Fatal("a game that comes first does not count")
	}
	for _, c := range []struct {
		who  string
		at   time.Duration
		want int // -1: none
	}{
		{"d", 19 * time.Second, -1}, {"a", 20500 * time.Millisecond, -1}, {"d", 20500 * time.Millisecond, 0},
		{"e", 20600 * time.Millisecond, -1}, {"e", 22 * time.Second, 1}, {"e", 30 * time.Second, 2}, {"f", time.Hour, -1},
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

// As long as nobody knows how long games take, none is late for a minute; what they took
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
	if !y.arrive(3, "a", sumOf("x"), start) || y.arrive(3, "b", sumOf("y"), start) || y.arrive(5, "a", sumOf("z"), start) || y.arrive(2, "a", sumOf("z"), start) {
		t.Error("want the first record of game 3 to count, and no other")
	}
	if sum, there := y.known(3); !there || sum != sumOf("x") {
		t.Error("the record that counts is not the first")
	}
	if y.complete() {
		t.Error("complete with a game missing")
	}
	y.arrive(4, here, sumOf("x"), start)
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
					if y.arrive(out[i][1], names[out[i][0]], sumOf("x"), now) {
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
