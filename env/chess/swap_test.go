package chess

import (
	"testing"

	"ludens/env"
	"ludens/env/seed"
)

// slowExchange is Exchange with the ways of the men, on boards on which each capture is made:
// the cheapest man captures, a royal one only where no man captures him.
func slowExchange(g *Game, b *board, m move) int {
	us, after := b.toMove, *b
	g.shift(&after, m)
	after.toMove = us.Other()
	return after.balance(us) - b.balance(us) - slowRecapture(g, &after, m.to)
}

func slowRecapture(g *Game, b *board, q square) int {
	best, found, least := move{}, false, traits{}
	for _, m := range g.pseudo(b, nil) {
		if m.what >= dropped || m.to != q || m.what == inPassing {
			continue
		}
		m.becomes, m.what = noKind, plain
		mine := g.traits[kindOf(b.at[m.from])]
		if !found || least.royal && !mine.royal || least.royal == mine.royal && mine.worth < least.worth {
			best, found, least = m, true, mine
		}
	}
	if !found {
		return 0
	}
	if k := kindOf(b.at[best.from]); g.traits[k].royal {
		after := *b
		g.shift(&after, best)
		if g.attacked(&after, q, b.toMove.Other()) {
			return 0
		}
	}
	return max(0, slowExchange(g, b, best))
}

// What an exchange brings is what a slow one brings, by each legal move of random games. A man
// who loses himself wherever his square is guarded is the control: it must be wrong.
func TestExchangeIsThatOfASlowOne(t *testing.T) {
	for _, name := range []string{"chess", "chess960", "cetran1", "cetran2", "crazyhouse", "knightmate", "gardner", "capablanca", "courier", "xiangqi"} {
		g, met, guarded := general(t, name), 0, 0
		for n := range 6 {
			rng, s := seed.New(uint64(n)).Rand(), g.New(uint64(n))
			for range 70 {
				if s.Result() != env.Ongoing {
					break
				}
				state := s.(*State)
				legal := s.Legal(nil)
				for _, a := range legal {
					m, _ := state.moveOf(a)
					b := &state.board
					if m.what >= passed || m.what < dropped && m.becomes != noKind && !g.crowns(kindOf(b.at[m.from]), m.becomes) {
						continue
					}
					got, want := state.Exchange(a), slowExchange(g, b, m)
					if got != want {
						t.Fatalf("%s: %s brings %d, want %d in\n%s", name, s.Format(a), got, want, s)
					}
					met++
					if m.what < dropped && g.guarded(b, m) && want != g.gain(b, m)-int(g.traits[kindOf(b.at[m.from])].worth) {
						guarded++
					}
				}
				s.Play(legal[rng.IntN(len(legal))])
			}
		}
		if met < 1000 || guarded == 0 {
			t.Errorf("%s: %d moves, %d to guarded squares that do not lose the man: the test shows nothing", name, met, guarded)
		}
	}
}

// Exchanges of chess, in pawns: 1, 3, 3, 5, 9.
func TestExchangesOfChess(t *testing.T) {
	g := general(t, "chess")
	for _, tt := range []struct {
		name, position, move string
		want                 int
	}{
		{"a pawn without a guard", "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 1},
		{"a knight for a pawn, though a rook stands behind him", "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", -2},
		{"the queen would be lost for a knight", "4k3/8/2p5/3p4/5N2/8/8/3QK3 w - - 0 1", "f4d5", -1},
		{"a guard who counts more does not capture", "3qk3/8/8/3p4/8/2N5/8/3RK3 w - - 0 1", "c3d5", 1},
		{"two rooks, one behind the other", "3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 1},
		{"a king does not step into an attack", "8/8/3k4/3p4/8/2N5/8/3RK3 w - - 0 1", "c3d5", 1},
		{"in passing", "4k3/8/8/1Pp5/8/8/8/4K3 w - c6 0 1", "b5c6", 1},
		{"in passing, and a pawn captures back", "4k3/3p4/8/1Pp5/8/8/8/4K3 w - c6 0 1", "b5c6", 0},
		{"a quiet move to where a pawn captures", "4k3/8/2p5/8/8/4N3/8/4K3 w - - 0 1", "e3d5", -3},
		{"a quiet move to where none does", "4k3/8/2p5/8/8/4N3/8/4K3 w - - 0 1", "e3c4", 0},
		{"a queen who is captured at once", "r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7b8q", -1},
		{"a rook where a queen may stand", "4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7b8r", -9},
	} {
		s, err := g.ParsePosition(tt.position)
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, a := range s.Legal(nil) {
			if s.Format(a) == tt.move {
				found = true
				if got := s.(*State).Exchange(a); got != tt.want {
					t.Errorf("%s: %d, want %d", tt.name, got, tt.want)
				}
			}
		}
		if !found {
			t.Errorf("%s: %s is not legal", tt.name, tt.move)
		}
	}
}

// Where captures do more than to exchange men, or fewer are better, what the move brings alone
// counts.
func TestNoExchangeElsewhere(t *testing.T) {
	for _, name := range []string{"atomic", "antichess"} {
		g, met := general(t, name), 0
		rng, s := seed.New(1).Rand(), g.New(1)
		for range 60 {
			if s.Result() != env.Ongoing {
				break
			}
			for _, a := range s.(*State).Loud(nil) {
				m, _ := s.(*State).moveOf(a)
				if got, want := s.(*State).Exchange(a), g.gain(&s.(*State).board, m); got != want {
					t.Fatalf("%s: %s brings %d, want %d in\n%s", name, s.Format(a), got, want, s)
				}
				met++
			}
			legal := s.Legal(nil)
			s.Play(legal[rng.IntN(len(legal))])
		}
		if met == 0 {
			t.Errorf("%s: no captures: the test shows nothing", name)
		}
	}
}
