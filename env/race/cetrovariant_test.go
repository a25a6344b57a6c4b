package race

import "testing"

// Names are canonical: options in one order, defaults left out.
func TestNames(t *testing.T) {
	for name, want := range map[string]string{
		"cetro": "cetro",
		"cetro:demand=flag,first=south,cap=240,cap_result=score": "cetro",
		"cetro:cap_result=draw,cap=60,first=north,demand=veto":   "cetro:demand=veto,first=north,cap=60,cap_result=draw",
		"cetro:vacate=90,demand=none":                            "cetro:demand=none,vacate=90",
		"cetro-5x5:cap=200":                                      "cetro-5x5",
		"cetro-5x7:cap=240":                                      "cetro-5x7:cap=240",
		"cetro:demand=always":                                    "cetro:demand=always",
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
