package record

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"ludens/env"
)

const openTaflGame = `[date:2015.05.04]
[result:-1]
[termination:Black resigns]
[rules:dim:7 name:Brandub surf:n atkf:y start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/]
[start-comment:Two lines.

Of which one is empty.]

1. d2-e2 c4-c5
[of black|of white]
2. f4-f5 Kd4-c4xd5,e6
3. ... :d6-a6xa5
`

func TestOpenTaflTranscript(t *testing.T) {
	rules, ok := OpenTaflRules(openTaflGame)
	if !ok || !strings.HasPrefix(rules, "dim:7 name:Brandub") {
		t.Errorf("rules %q", rules)
	}
	for _, test := range []struct {
		name, text string
		want       env.Transcript
		ok         bool
	}{
		{"a game of OpenTafl", strings.Replace(openTaflGame, "3. ... :d6-a6xa5\n", "", 1), env.Transcript{
			Date: "2015.05.04", Moves: []string{"d2-e2", "c4-c5", "f4-f5", "d4-c4xd5,e6"}, Ending: "Black resigns",
			Result: env.WinFor(env.Second), Comments: map[int]string{2: "of black of white"},
		}, true},
		{"the defenders begin", "[result:1]\n[rules:dim:7 atkf:n start:/k/]\n1. d4-c4\n", env.Transcript{Moves: []string{"d4-c4"}, Result: env.WinFor(env.Second)}, true},
		{"out of time", "1. d2-e2 c4-c5 2. f4-f5 timeout", env.Transcript{Moves: []string{"d2-e2", "c4-c5", "f4-f5"}, Ending: "out of time", Result: env.WinFor(env.First)}, true},
		{"resigned", "1. d2-e2 Resigned", env.Transcript{Moves: []string{"d2-e2"}, Ending: "resigned", Result: env.WinFor(env.First)}, true},
	} {
		got, ok, err := ParseOpenTafl(test.text)
		if err != nil || ok != test.ok || !slices.Equal(got.Moves, test.want.Moves) || got.Result != test.want.Result ||
			got.Ending != test.want.Ending || got.Date != test.want.Date || !maps.Equal(got.Comments, test.want.Comments) {
			t.Errorf("%s:\ngot  %+v, %t, %v\nwant %+v, %t", test.name, got, ok, err, test.want, test.ok)
		}
	}
}

func TestOpenTaflTranscriptMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"[rules:dim:7 start:/k/] 1. d2-e2 castles": `otg: move 2 is "castles": want one as d4-d7 or Kd4-c4xd5`,
		"[rules:dim:7 start:/k/] 1. d2-e2 [never":  `otg: "[never" begins and never ends: want ]`,
	} {
		if _, _, err := ParseOpenTafl(text); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}

// Whatever is read has moves that are one word each.
func FuzzOpenTafl(f *testing.F) {
	f.Add(openTaflGame)
	f.Add("1. d2-e2 c4-c5 timeout")
	f.Fuzz(func(t *testing.T, text string) {
		got, _, err := ParseOpenTafl(text)
		if err != nil {
			return
		}
		for _, m := range got.Moves {
			if m == "" || strings.ContainsAny(m, " \n[]") {
				t.Errorf("move %q of %q", m, text)
			}
		}
	})
}

// A move is its squares: what stands around them in the notation adds nothing.
func TestOpenTaflSquares(t *testing.T) {
	for text, want := range map[string]string{
		"d5-f5": "d5-f5", "Kd4-d7": "d4-d7", "Ke5-e1xe2/e3--": "e5-e1", "d5=f5": "d5-f5", "d5^f5": "d5-f5", "nd5--f5xd4": "d5-f5",
		"j10-j19": "j10-j19", "": "", "d5": "", "d5-": "", "d5f5": "", "5d-5f": "", "z5-z6": "", "dd5-f5x": "d5-f5", "ddd5-f5": "",
	} {
		got, ok := OpenTaflSquares(text)
		if got != want || ok != (want != "") {
			t.Errorf("%q: got %q, %v, want %q", text, got, ok, want)
		}
	}
}
