package cetro

import (
	"strings"
	"testing"

	"ludens/env"
)

// Names are canonical: options in one order, defaults left out.
func TestNames(t *testing.T) {
	for name, want := range map[string]string{
		"cetro": "cetro",
		"cetro:demand=flag,first=south,cap=240,cap_result=score": "cetro",
		"cetro:cap_result=draw,cap=0060,first=north,demand=veto": "cetro:demand=veto,first=north,cap=60,cap_result=draw",
		"cetro:cap=+240":      "cetro",
		"cetro-5x5:cap=200":   "cetro-5x5",
		"cetro-5x7:cap=240":   "cetro-5x7:cap=240",
		"cetro:demand=always": "cetro:demand=always",
	} {
		if got := game(t, name).Spec().Name; got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}

func TestSpecs(t *testing.T) {
	for _, test := range []struct {
		game    string
		actions int
		shape   [3]int
	}{
		{"cetro", 8*81 + 2, [3]int{14, 9, 9}},
		{"cetro:demand=none", 4*81 + 1, [3]int{13, 9, 9}},
		{"cetro:demand=always,cap_result=draw", 4*81 + 1, [3]int{12, 9, 9}},
		{"cetro:demand=veto", 4*81 + 3, [3]int{16, 9, 9}},
		{"cetro-5x5", 8*25 + 2, [3]int{10, 5, 5}},
		{"cetro-5x7", 8*35 + 2, [3]int{10, 7, 5}},
	} {
		s := game(t, test.game).Spec()
		if s.Actions != test.actions || s.Shape != test.shape {
			t.Errorf("%s: got %d actions, %v, want %d, %v", test.game, s.Actions, s.Shape, test.actions, test.shape)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, test := range []struct{ variant, option, value, want string }{
		{"cetto", "cap", "1", `cetro: no variant "cetto" (did you mean "cetro"?); there are cetro, cetro-5x5, cetro-5x7`},
		{"cetro", "demands", "none", `cetro: cetro has no option "demands" (did you mean "demand"?)`},
		{"cetro", "demand", "nine", `cetro: cetro: option demand is one of flag, none, always, veto, not "nine" (did you mean "none"?)`},
		{"cetro", "first", "west", `cetro: cetro: option first is one of south, north, not "west"`},
		{"cetro", "cap", "0", `cetro: cetro: option cap is a whole number from 1 to 1000, not "0"`},
		{"cetro", "cap", "1e3", `cetro: cetro: option cap is a whole number from 1 to 1000, not "1e3"`},
		{"cetro-5x5", "cap_result", "score", `cetro: cetro-5x5 has no option "cap_result"`},
	} {
		_, err := New(test.variant, []env.Setting{{Name: test.option, Value: test.value}})
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s, %s=%s:\ngot  %v\nwant %s", test.variant, test.option, test.value, err, test.want)
		}
	}
}

// New makes a game that can be played, or says in one line why not.
func FuzzNew(f *testing.F) {
	f.Add("cetro", "demand", "veto", "cap", "10")
	f.Add("cetro-5x5", "first", "north", "cap", "-1")
	f.Add("cetro", "cap", "7", "cap", "7")
	f.Fuzz(func(t *testing.T, variant, option, value, option2, value2 string) {
		g, err := New(variant, []env.Setting{{Name: option, Value: value}, {Name: option2, Value: value2}})
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("the error is not one line: %v", err)
			}
			return
		}
		if again := game(t, g.Spec().Name); again.Spec() != g.Spec() {
			t.Errorf("%s is called %s when made again", g.Spec().Name, again.Spec().Name)
		}
		for s := g.New(0); s.Result() == env.Ongoing && s.(*State).ply < 20; {
			s.Play(s.Legal(nil)[0])
		}
	})
}
