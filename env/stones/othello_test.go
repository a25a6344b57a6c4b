package stones

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ludens/env"
)

// perfectOthello is a game on 6 by 6 with best play of both sides, 16 to 20: J. Feinstein, 1993,
// https://www.maths.nottingham.ac.uk/plp/pmzjff/Othello/6x6sol.html, whose squares are ours one
// further right and down.
const perfectOthello = "c2 b4 c5 d2 e4 e3 d1 c1 b1 d5 d6 f4 b3 b2 f3 f2 e2 b6 a4 c6 a6 a2 b5 a5 e6 e5 a3 a1 f5 f6 e1 f1"

// othello solves positions by alpha-beta. The moves come first after which the other side has the
// fewest.
type othello struct {
	table [1 << 20]struct {
		key       uint64
		low, high int8
	}
	room  [40]State
	nodes int
}

// margin returns by how many stones the mover wins, or a bound of it outside of (alpha, beta).
func (o *othello) margin(s *State, ply, alpha, beta int) int {
	o.nodes++
	if s.result != env.Ongoing {
		return s.tallyOf(s.side) - s.tallyOf(1-s.side)
	}
	slot := &o.table[s.Key()%uint64(len(o.table))]
	low, high := -36, 36
	if slot.key == s.Key() {
		low, high = int(slot.low), int(slot.high)
		if low >= beta || low == high {
			return low
		}
		if high <= alpha {
			return high
		}
	}
	type reply struct{ a, worth int }
	var replies [40]reply
	n := 0
	for _, a := range s.Legal(nil) {
		next := &o.room[ply]
		s.Copy(next)
		next.Play(a)
		moves := next.open.count()
		if next.open.meets(&s.game.corners) {
			moves += 3
		}
		replies[n] = reply{int(a), moves}
		n++
	}
	slices.SortStableFunc(replies[:n], func(a, b reply) int { return a.worth - b.worth })
	best, floor := -100, alpha
	for _, r := range replies[:n] {
		next := &o.room[ply]
		s.Copy(next)
		next.Play(env.Action(r.a))
		best = max(best, -o.margin(next, ply+1, -beta, -max(floor, best)))
		if best >= beta {
			break
		}
	}
	switch {
	case best <= alpha:
		high = best
	case best >= beta:
		low = best
	default:
		low, high = best, best
	}
	slot.key, slot.low, slot.high = s.Key(), int8(low), int8(high)
	return best
}

// The published game ends 16 to 20, and from a position of it on the first player loses by 4 by
// best play. LUDENS_OTHELLO is after how many plies; the fewer, the longer it takes.
// LUDENS_LONG asks for 10: 12.5 million positions, 12 s of CPU time.
func TestPerfectOthello(t *testing.T) {
	plies := 16
	if os.Getenv("LUDENS_LONG") != "" {
		plies = 10
	}
	if n, err := strconv.Atoi(os.Getenv("LUDENS_OTHELLO")); err == nil {
		plies = n
	}
	s := with(t, "othello-6x6").New(0).(*State)
	for i, move := range strings.Fields(perfectOthello) {
		if i == plies {
			o := new(othello)
			sign := 1 - 2*int(s.side)
			at := -4 * sign
			if got := o.margin(s.Copy(nil).(*State), 0, at-1, at+1); got != at {
				t.Errorf("after %d plies the mover wins by %d, want %d", i, got, at)
			}
			t.Logf("after %d plies: %d positions", i, o.nodes)
		}
		if legal := s.Legal(nil); len(legal) == 1 && legal[0] == s.game.pass {
			s.Play(s.game.pass)
		}
		a, err := env.Parse(s, move)
		if err != nil {
			t.Fatal(err)
		}
		s.Play(a)
	}
	if a, b := s.tallyOf(0), s.tallyOf(1); a != 16 || b != 20 {
		t.Errorf("%d to %d, want 16 to 20", a, b)
	}
}
