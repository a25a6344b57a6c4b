package hnefatafl

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"ludens/env"
	"ludens/env/seed"
	"ludens/env/tafl"
)

// This package and package tafl play the same game where both can: the same moves by
// text, the same results and endings, the same actions.
func TestAsFast(t *testing.T) {
	files := 400
	if testing.Short() {
		files = 60
	}
	plies, ends := 0, map[string]int{}
	for i := range files {
		rng := seed.New(3).At("file", i).Rand()
		text := anyPreset(rng)
		fast, ok := read(t, text).(*tafl.Game)
		if !ok {
			t.Fatalf("package tafl does not play\n%s", text)
		}
		slow := general(t, text)
		x, y := fast.New(0), slow.New(0)
		for range 150 {
			sameState(t, text, fast, slow, x, y)
			legal := x.Legal(nil)
			if len(legal) == 0 {
				ends[x.(env.Explained).Ending()]++
				break
			}
			a := hungry(x, legal, rng)
			x.Play(a)
			y.Play(a)
			plies++
		}
	}
	t.Logf("%d plies, endings %v", plies, ends)
	if len(ends) < 6 {
		t.Errorf("only the endings %v", ends)
	}
}

// anyPreset returns a preset of package tafl with some options set at random.
func anyPreset(rng *rand.Rand) string {
	all := tafl.Variants()
	v := all[rng.IntN(len(all))]
	text := fmt.Sprintf("name = \"x\"\nlike = %q\n", v.Name)
	for _, o := range v.Options {
		if o.Values == nil || rng.IntN(3) > 0 {
			continue
		}
		text += o.Name + " = " + value(o.Values[rng.IntN(len(o.Values))]) + "\n"
	}
	return text
}

// value writes the value of an option as TOML.
func value(text string) string {
	switch {
	case text == "on":
		return "true"
	case text == "off":
		return "false"
	case '0' <= text[0] && text[0] <= '9':
		return text
	}
	return fmt.Sprintf("%q", text)
}

// hungry likes to capture.
func hungry(s env.State, legal []env.Action, rng *rand.Rand) env.Action {
	a := legal[rng.IntN(len(legal))]
	for range 8 {
		b := legal[rng.IntN(len(legal))]
		if len(s.(env.Spatial).Squares(b).Captured) > 0 {
			return b
		}
	}
	return a
}

func sameState(t *testing.T, text string, fast *tafl.Game, slow *Game, x, y env.State) {
	t.Helper()
	where := func() string { return text + fast.Position(x) }
	if got, want := slow.Position(y), fast.Position(x); got != want {
		t.Fatalf("%s: got position %s", where(), got)
	}
	if y.Result() != x.Result() || y.(env.Explained).Ending() != x.(env.Explained).Ending() {
		t.Fatalf("%s: got %v, %q, want %v, %q", where(), y.Result(), y.(env.Explained).Ending(), x.Result(), x.(env.Explained).Ending())
	}
	legal := x.Legal(nil)
	if got := y.Legal(nil); !slices.Equal(got, legal) {
		t.Fatalf("%s: got %v, want %v", where(), env.Texts(y, got), env.Texts(x, legal))
	}
	if got, want := env.Texts(y, legal), env.Texts(x, legal); !slices.Equal(got, want) {
		t.Fatalf("%s: got %v, want %v", where(), got, want)
	}
	if got, want := y.(env.Scored).Score(env.First), x.(env.Scored).Score(env.First); got != want {
		t.Fatalf("%s: got score %v, want %v", where(), got, want)
	}
}
