package alphabeta

import (
	"context"
	"slices"
	"testing"

	"ludens/env"
	"ludens/env/seed"
)

// switches are what agents that play have besides Learned, one at a time, and whether
// positions are spared at a small depth, too.
var switches = map[string]struct {
	spares bool
	turn   func(*Config)
}{
	"exchanges": {true, func(c *Config) { c.Exchanges = true }},
	"replies":   {true, func(c *Config) { c.Replies = true }},
	"unguided":  {false, func(c *Config) { c.Unguided = true }},
}

// looked returns how many positions searches look at, and what they choose and find.
func looked(t *testing.T, name string, depth int, turn func(*Config)) (nodes int, found []env.Decision) {
	g := game(t, name)
	for n := range uint64(6) {
		cfg := Learned(depth, fine{0.3})
		turn(&cfg)
		d := act(t, agent(t, g, cfg, 1), scramble(g, 12, seed.New(n)))
		nodes += d.Simulations
		found = append(found, d)
	}
	return nodes, found
}

// In chess switches spare positions at the same depth. Games that do not know their loud
// moves are searched as without it, position by position.
func TestSwitchesSparePositions(t *testing.T) {
	none := func(*Config) {}
	for name, s := range switches {
		with, _ := looked(t, "chess", 5, s.turn)
		if without, _ := looked(t, "chess", 5, none); s.spares && with >= without {
			t.Errorf("%s: %d positions, %d without", name, with, without)
		}
		for _, quiet := range []struct {
			game  string
			depth int
		}{{"celta", 3}, {"connect4", 7}, {"cetro-5x5", 5}} {
			with, found := looked(t, quiet.game, quiet.depth, s.turn)
			without, before := looked(t, quiet.game, quiet.depth, none)
			same := slices.EqualFunc(found, before, func(x, y env.Decision) bool { return x.Action == y.Action && x.Value == y.Value })
			if with != without || !same {
				t.Errorf("%s: %d positions of %s, %d without: want the same search", name, with, quiet.game, without)
			}
		}
	}
}

// With Unguided a position of which the table knows no move is searched a ply less deeply from
// depth 4 on, as long as the game knows its loud moves; one of which it knows one is not.
func TestUnguidedPositionsAreSearchedLess(t *testing.T) {
	nodes := func(name string, unguided, known bool, depth int) int {
		g := game(t, name)
		cfg := Config{Depth: 1, Evaluation: fine{0.3}, Unguided: unguided}
		ab := agent(t, g, cfg, 1)
		s := scramble(g, 12, seed.New(3))
		ab.begin(s)
		ab.ctx = context.Background()
		ab.plies[1].state = s.Copy(nil)
		if known {
			ab.table.store(bound{key: s.Key(), best: s.Legal(nil)[0], kind: atLeast, value: -1})
		}
		ab.search(1, depth, -infinite, infinite, false)
		return ab.nodes
	}
	for _, tt := range []struct {
		game      string
		known     bool
		depth, as int // the same positions as a search of that depth without the switch
	}{{"gardner", false, 4, 3}, {"gardner", false, 3, 3}, {"gardner", true, 4, 4}, {"connect4", false, 4, 4}} {
		if got, want := nodes(tt.game, true, tt.known, tt.depth), nodes(tt.game, false, tt.known, tt.as); got != want {
			t.Errorf("%s, known %v: depth %d looks at %d positions, want %d as depth %d", tt.game, tt.known, tt.depth, got, want, tt.as)
		}
	}
}

// The quiescence sees that a knight wins a pawn whom only a queen guards, if a rook stands
// behind the knight's square; by gains alone, or without the rook, the pawn stays.
func TestQuiescenceExchanges(t *testing.T) {
	const behind, alone = "3qk3/8/8/3p4/8/2N5/8/3RK3 w - - 0 1", "3qk3/8/8/3p4/8/2N5/8/4K3 w - - 0 1"
	for _, tt := range []struct {
		position  string
		exchanges bool
		wins      bool
	}{{behind, true, true}, {behind, false, false}, {alone, true, false}} {
		g := game(t, "chess")
		s := placed(t, g, tt.position)
		cfg := Learned(1, fine{})
		cfg.Exchanges = tt.exchanges
		ab := agent(t, g, cfg, 1)
		ab.begin(s)
		ab.ctx = context.Background()
		if v, stand := ab.leaf(0, -infinite, infinite), ab.estimate(s); v > stand != tt.wins {
			t.Errorf("%s, exchanges %v: value %v, %v without captures", tt.position, tt.exchanges, v, stand)
		}
	}
}

// Near the leaves and in a null window a move is left out that loses more by an exchange than
// the depth allows, but for a killer, one that answers a check, and where exchanges are unknown.
func TestLosingMovesAreLeftOut(t *testing.T) {
	g := game(t, "chess")
	s := placed(t, g, "4k3/7Q/2p5/3p4/8/4N3/8/4K3 w - - 0 1")
	cfg := Played(1, fine{})
	ab := agent(t, g, cfg, 1)
	ab.begin(s)
	h, null := &ab.plies[0], above(0)
	ab.rank(0, nothing)
	moveOf := func(text string) move {
		for _, m := range h.moves {
			if s.Format(m.action) == text {
				return m
			}
		}
		t.Fatalf("%s is not legal", text)
		return move{}
	}
	killer := moveOf("h7e4")
	killer.rank = rankKiller
	for _, tt := range []struct {
		name  string
		move  move
		depth int
		beta  float32
		want  bool
	}{
		{"a queen to where a pawn captures", moveOf("h7e4"), 6, null, true},
		{"a killer", killer, 6, null, false},
		{"far from the leaves", moveOf("h7e4"), 7, null, false},
		{"in an open window", moveOf("h7e4"), 6, 1, false},
		{"a knight for a pawn, two pawns less", moveOf("e3d5"), 1, null, true},
		{"the same two plies from the leaves", moveOf("e3d5"), 2, null, false},
		{"a safe move", moveOf("e3f5"), 1, null, false},
	} {
		if got := ab.loses(h, tt.move, tt.depth, 0, tt.beta); got != tt.want {
			t.Errorf("%s: left out %v, want %v", tt.name, got, tt.want)
		}
	}
	h.pressed = true
	if ab.loses(h, moveOf("h7e4"), 1, 0, null) {
		t.Error("an answer to a check is left out")
	}
	h.pressed, ab.exchanges = false, false
	if ab.loses(h, moveOf("h7e4"), 1, 0, null) {
		t.Error("a move is left out without exchanges")
	}
}
