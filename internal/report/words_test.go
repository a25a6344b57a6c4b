package report

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"ludens/arena"
)

func TestListed(t *testing.T) {
	for text, want := range map[string]string{"": "none", "a": "a", "a b": "a and b", "a b c d": "a, b, c and d"} {
		if got := listed(strings.Fields(text)); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestGrouped(t *testing.T) {
	for n, want := range map[int]string{0: "0", 7: "7", 999: "999", 1000: "1,000", 12345: "12,345", 999_999: "999,999", 1_000_000: "1,000,000", 1_234_567_890: "1,234,567,890"} {
		if got := Grouped(n); got != want {
			t.Errorf("%d: got %s, want %s", n, got, want)
		}
		if back, err := strconv.Atoi(strings.ReplaceAll(Grouped(n), ",", "")); err != nil || back != n {
			t.Errorf("%d reads back as %d", n, back)
		}
	}
}

func TestCount(t *testing.T) {
	for n, want := range map[int]string{0: "0 games", 1: "1 game", 2: "2 games", 1000: "1,000 games"} {
		if got := Count(n, "game"); got != want {
			t.Errorf("%d: got %q, want %q", n, got, want)
		}
	}
}

// A round number has at most two digits that are not zero, and is within half a
// unit of the second one.
func TestRoundKeepsTwoDigits(t *testing.T) {
	for n := 1; n < 2_000_000; n += 1 + n/97 {
		got, err := strconv.Atoi(strings.ReplaceAll(Round(n), ",", ""))
		if err != nil {
			t.Fatal(err)
		}
		if n < 100 {
			if got != n {
				t.Errorf("%d is told as %d", n, got)
			}
			continue
		}
		if digits := strings.TrimRight(strconv.Itoa(got), "0"); len(digits) > 2 {
			t.Errorf("%d is told as %d: more than two digits", n, got)
		}
		unit := int(math.Pow10(len(strconv.Itoa(n)) - 2))
		if off := got - n; 2*off > unit || 2*off < -unit {
			t.Errorf("%d is told as %d, %d off", n, got, off)
		}
	}
}

func TestRoundAtItsBorders(t *testing.T) {
	for n, want := range map[int]string{100: "100", 104: "100", 105: "110", 994: "990", 995: "1,000", 1049: "1,000", 1050: "1,100", 9949: "9,900", 9950: "10,000"} {
		if got := Round(n); got != want {
			t.Errorf("%d: got %s, want %s", n, got, want)
		}
	}
}

func TestPointsAndSigned(t *testing.T) {
	for _, test := range []struct {
		m              arena.Measure
		points, signed string
	}{
		{arena.Measure{Value: 0.531, Low: 0.51, High: 0.552}, "53.1 % [51.0, 55.2]", "+53.1 points [51.0, 55.2]"},
		{arena.Measure{}, "0.0 % [0.0, 0.0]", "0.0 points [0.0, 0.0]"},
		{arena.Measure{Value: 0.5, Low: 0, High: 1}, "50.0 % [0.0, 100.0]", "+50.0 points [0.0, 100.0]"},
	} {
		if got := points(test.m); got != test.points {
			t.Errorf("got %q, want %q", got, test.points)
		}
		if got := signed(test.m); got != test.signed {
			t.Errorf("got %q, want %q", got, test.signed)
		}
	}
	if got, want := signed(arena.Measure{Value: -0.021, Low: -0.04, High: 0.001}), "−2.1 points [−4.0, 0.1]"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestPlayers(t *testing.T) {
	const network = "a network trained by playing itself, "
	for name, want := range map[string]string{
		"mcts:400":        "tree search by random playouts, up to 400 a move, which knows nothing but the rules",
		"mcts:50ms":       "tree search by random playouts, 50ms a move, which knows nothing but the rules",
		"alphabeta:4":     "alpha-beta search to depth 4 on a simple count of material or progress",
		"alphabeta:1s":    "alpha-beta search 1s a move on a simple count of material or progress",
		"net:7":           network + "with 7 simulations a move",
		"net":             network + "without search",
		"int8:a@7":        network + "with 7 simulations a move",
		"ckpt:a@b@7":      network + "with 7 simulations a move", // the last @ counts
		"ckpt:runs/a":     network + "with 100 simulations a move",
		"ckpt:runs/a@0":   network + "without search",
		"champion":        network + "with 100 simulations a move",
		"champion:100ms":  network + "with 100ms a move",
		"a@home/run@30":   network + "with 30 simulations a move",
		"runs/a":          network + "with 100 simulations a move",
		"runs/a@250ms":    network + "with 250ms a move",
		"alphabeta:x":     "alphabeta:x",
		"perfect":         "perfect",
		"two words: here": "two words: here",
		"":                "",
	} {
		if got := players(name); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

func TestStrongestIsTheLast(t *testing.T) {
	got := strongest([]string{"greedy", "random"})
	if !strings.Contains(got, "the strongest were random (players who move at random).") {
		t.Error(got)
	}
}

func TestBeginning(t *testing.T) {
	if got := beginning("none"); !strings.HasPrefix(got, "All games begin with the start position;") {
		t.Error(got)
	}
	if got := beginning("4 random plies"); !strings.HasPrefix(got, "Each game begins with an opening of its own (4 random plies), the same ones for every agent") {
		t.Error(got)
	}
}
