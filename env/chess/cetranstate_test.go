package chess

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ludens/env"
)

// Observations are seen from the mover's side.
func TestObserve(t *testing.T) {
	g := cetran2Game(t)
	planes := g.PlaneNames()
	for _, tt := range []struct {
		name, fen string
		moves     string
		want      map[string][]int // cells that are 1, by plane; none elsewhere
	}{
		{name: "White", fen: "7k/8/8/3pP3/8/8/8/K1S5 w d6 0 2", want: map[string][]int{
			"own king": {56}, "own sissa": {58}, "own pawn": {28}, "enemy king": {7}, "enemy pawn": {27},
			"square where a pawn can capture in passing": {19},
		}},
		{name: "Black sees the board upside down", fen: "7k/8/8/8/3Pp3/8/8/K1S5 b d3 0 2", want: map[string][]int{
			"own king": {63}, "own pawn": {28}, "enemy king": {0}, "enemy sissa": {2}, "enemy pawn": {27},
			"square where a pawn can capture in passing": {19},
		}},
		{name: "a second occurrence", fen: "7k/8/8/8/8/8/8/K1S5 w - 0 1", moves: "a1b1 h8g8 b1a1 g8h8", want: map[string][]int{
			"own king": {56}, "own sissa": {58}, "enemy king": {7},
			"everywhere 1 if the position occurred before": everyCell(),
		}},
	} {
		s := must(t, position(t, g, tt.fen), strings.Fields(tt.moves)...)
		obs := observation(s)
		for plane, name := range planes {
			var got []int
			for c, x := range obs[64*plane : 64*plane+64] {
				if x == 1 {
					got = append(got, c)
				}
			}
			if !slices.Equal(got, tt.want[name]) {
				t.Errorf("%s: %s: got %v, want %v", tt.name, name, got, tt.want[name])
			}
		}
	}
}

func everyCell() (cells []int) {
	for c := range 64 {
		cells = append(cells, c)
	}
	return cells
}

func observation(s env.State) []float32 {
	obs := make([]float32, s.(*State).game.spec.Size())
	s.Observe(obs)
	return obs
}

// The clock is seen in tenths of 100 plies.
func TestObserveClock(t *testing.T) {
	g := cetran2Game(t)
	for clock, want := range map[string]float32{"0": 0, "9": 0, "10": 0.1, "55": 0.5, "99": 0.9, "100": 1, "140": 1} {
		obs := observation(position(t, g, "7k/8/8/8/8/8/8/K1S5 w - "+clock+" 90"))
		for _, x := range obs[64*20 : 64*21] {
			if x != want {
				t.Fatalf("after %s plies: got %v, want %v", clock, x, want)
			}
		}
	}
}

// A square that an observation shows as attacked is one from which a piece looking outward
// sees an attacker.
func TestObserveAttackers(t *testing.T) {
	g := cetran2Game(t)
	eachFew(t, g.Game, 25, func(s *State, _ *rand.Rand) {
		obs := observation(s)
		for plane, p := range map[int]env.Player{21: s.ToMove(), 22: s.ToMove().Other()} {
			for q := range square(64) {
				shown := obs[64*plane+int(g.view(q, s.ToMove()))] > 0
				if want := g.attacked(&s.board, q, p); shown != want {
					t.Fatalf("%s: %s attacked by %v: shown %v, want %v", g.Position(s), g.name(q), p, shown, want)
				}
			}
		}
	})
}

// Attackers of one square add up.
func TestObserveAttackersAreCounted(t *testing.T) {
	obs := observation(position(t, cetran2Game(t), "7k/8/8/8/R7/R7/1K6/1R6 w"))
	// a3 is attacked by the rook on a4 and the king; a1 by the rook on b1, that on a3 and the king.
	for cell, want := range map[int]float32{5 * 8: 0.5, 7 * 8: 0.75} {
		if got := obs[64*21+cell]; got != want {
			t.Errorf("cell %d: %v, want %v", cell, got, want)
		}
	}
}

// What is ahead of the other is worth d/(|d|+5).
func TestScore(t *testing.T) {
	g := cetran2Game(t)
	for _, tt := range []struct {
		fen  string
		want float32
	}{
		{"qrknchsa/pppppppp/8/8/8/8/PPPPPPPP/KSNRCAQH w", 0},
		{"7k/8/8/8/8/8/4P3/K7 w", 1.0 / 6},
		{"7k/8/8/8/8/8/4N3/K7 b", 3.0 / 8},
		{"7k/8/8/8/8/8/4Q3/K7 w", 9.0 / 14},
		{"7k/4c3/8/8/8/8/4Q3/K7 w", 1.0 / 6},
		{"7k/4c3/4s3/8/8/8/4P3/K7 w", -15.0 / 20},
	} {
		s := position(t, g, tt.fen)
		if got := s.Score(env.First); got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.fen, got, tt.want)
		}
		if got := s.Score(env.Second); got != -tt.want {
			t.Errorf("%s: for Black: got %v, want %v", tt.fen, got, -tt.want)
		}
	}
}

// The mirror image of a position, made from its text, has the mirror's legal
// actions and observation, and the same result.
func TestMirror(t *testing.T) {
	g := cetran2Game(t)
	mirror := g.Symmetries()[1]
	eachPosition(t, g, 2000, func(s *State) {
		image := position(t, g, mirrorText(g.Position(s)))
		if image.ToMove() != s.ToMove() || image.Result() != s.Result() || image.Score(env.First) != s.Score(env.First) {
			t.Fatalf("%s: %v, mirrored %v", g.Position(s), s.Result(), image.Result())
		}
		want := s.Legal(nil)
		for i, a := range want {
			want[i] = mirror.Actions[a]
		}
		slices.Sort(want)
		if got := image.Legal(nil); !slices.Equal(got, want) {
			t.Fatalf("%s: mirrored actions %v, want %v", g.Position(s), got, want)
		}
		original, seen := observation(s), observation(image)
		for i, x := range original {
			if y := seen[i/64*64+mirror.Cells[i%64]]; x != y {
				t.Fatalf("%s: plane %d, cell %d: %v, mirrored %v", g.Position(s), i/64, i%64, x, y)
			}
		}
	})
}

// A position with the sides exchanged looks the same to its mover.
func TestSidesAreAlike(t *testing.T) {
	g := cetran2Game(t)
	eachPosition(t, g, 2000, func(s *State) {
		other := position(t, g, exchangeText(g.Position(s)))
		if other.ToMove() == s.ToMove() || other.Score(env.First) != s.Score(env.Second) {
			t.Fatalf("%s: exchanged: %s", g.Position(s), g.Position(other))
		}
		if got, want := other.Legal(nil), s.Legal(nil); !slices.Equal(got, want) {
			t.Fatalf("%s: exchanged actions %v, want %v", g.Position(s), got, want)
		}
		if got, want := observation(other), observation(s); !slices.Equal(got, want) {
			t.Fatalf("%s: the exchanged position is observed in another way", g.Position(s))
		}
	})
}

// eachPosition visits positions of random games, without their history.
func eachPosition(t *testing.T, g *Cetran, n int, visit func(*State)) {
	t.Helper()
	r := rand.New(rand.NewPCG(8, 9))
	for seed := uint64(0); n > 0; seed++ {
		s := g.New(seed)
		for ; n > 0 && s.Result() == env.Ongoing; n-- {
			visit(position(t, g, g.Position(s)))
			legal := s.Legal(nil)
			s.Play(legal[r.IntN(len(legal))])
		}
	}
}

// mirrorText exchanges the files of a position, a with h.
func mirrorText(fen string) string {
	fields := strings.Fields(fen)
	rows := expand(fen)
	for i, row := range rows {
		rows[i] = reversed(row)
	}
	fields[0] = contract(rows)
	if fields[2] != "-" {
		fields[2] = string([]byte{'a' + 'h' - fields[2][0], fields[2][1]})
	}
	return strings.Join(fields, " ")
}

// exchangeText turns a position upside down and gives each side the other's men.
func exchangeText(fen string) string {
	fields := strings.Fields(fen)
	rows := expand(fen)
	slices.Reverse(rows)
	for i, row := range rows {
		rows[i] = strings.Map(func(letter rune) rune {
			if letter == '.' {
				return letter
			}
			return letter ^ ('a' ^ 'A')
		}, row)
	}
	fields[0] = contract(rows)
	fields[1] = map[string]string{"w": "b", "b": "w"}[fields[1]]
	if fields[2] != "-" {
		fields[2] = string([]byte{fields[2][0], '1' + '8' - fields[2][1]})
	}
	return strings.Join(fields, " ")
}
