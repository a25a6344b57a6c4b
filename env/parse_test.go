package env_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"ludens/env"
)

// phrases is a position whose only trait is the texts of its moves.
type phrases struct {
	env.State
	texts []string
}

func (p phrases) Legal(dst []env.Action) []env.Action {
	for a := range p.texts {
		dst = append(dst, env.Action(a))
	}
	return dst
}

func (p phrases) Format(a env.Action) string { return p.texts[a] }

var (
	tafl  = []string{"d2-e2", "d2-f2xf3xg2", "d2-d3"}
	cetro = []string{"b2-d4", "b2-d4!", "pass", "pass!"}
	chess = []string{"e7e8q", "e7e8s", "e7d8q", "b1c3"}
	go_   = []string{"A1", "a1", "b1"} // distinguished by case alone
)

func TestParse(t *testing.T) {
	for _, test := range []struct {
		legal      []string
		text, want string
	}{
		{tafl, "d2-e2", "d2-e2"},
		{tafl, "D2-E2", "d2-e2"},
		{tafl, " d2 - e2\n", "d2-e2"},
		{tafl, "d2e2", "d2-e2"},
		{tafl, "d2-e2xe3", "d2-e2"},
		{tafl, "d2-f2", "d2-f2xf3xg2"},
		{tafl, "D2-F2xf3/g2", "d2-f2xf3xg2"},
		{cetro, "b2-d4", "b2-d4"},
		{cetro, "B2D4!", "b2-d4!"},
		{cetro, "Pass", "pass"},
		{cetro, "PASS !", "pass!"},
		{chess, "e7-e8=Q", "e7e8q"},
		{chess, "e7xd8=q#", "e7d8q"},
		{chess, "b1-c3+", "b1c3"},
		{go_, "a1", "a1"},
		{go_, "A1", "A1"},
	} {
		a, err := env.Parse(phrases{texts: test.legal}, test.text)
		if err != nil {
			t.Errorf("%q: %v, want %s", test.text, err, test.want)
		} else if got := test.legal[a]; got != test.want {
			t.Errorf("%q: got %s, want %s", test.text, got, test.want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, test := range []struct {
		legal      []string
		text, want string
	}{
		{tafl, "d2-e1", `illegal action "d2-e1" (nearest: d2-e2, d2-f2xf3xg2, d2-d3)`},
		{tafl, "", `illegal action "" (legal: d2-e2, d2-f2xf3xg2, d2-d3)`},
		{chess, "resign", `illegal action "resign" (legal: e7e8q, e7e8s, e7d8q and 1 more)`},
		{chess, "e7e8", `illegal action "e7e8" (nearest: e7e8q, e7e8s, e7d8q)`},
		{go_, " a1", `illegal action " a1": it may be A1 or a1`},
	} {
		_, err := env.Parse(phrases{texts: test.legal}, test.text)
		if err == nil || err.Error() != test.want {
			t.Errorf("%q:\ngot  %v\nwant %s", test.text, err, test.want)
		}
		if !errors.Is(err, env.ErrIllegal) {
			t.Errorf("%q: %v does not wrap ErrIllegal", test.text, err)
		}
	}
	if _, err := env.Parse(phrases{}, "e2e4"); !errors.Is(err, env.ErrOver) {
		t.Errorf("a move after the end: %v, want ErrOver", err)
	}
}

// Whatever is typed, Parse answers with a legal move or an error that quotes it.
func FuzzParse(f *testing.F) {
	f.Add("d2-e2")
	f.Add("D2 x F2xf3,g2+")
	f.Add("\x00=#+")
	all := phrases{texts: slices.Concat(tafl, cetro, chess)}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := env.Parse(all, text)
		if err != nil && (!errors.Is(err, env.ErrIllegal) || strings.Contains(err.Error(), "\n")) {
			t.Errorf("%q: %v, want ErrIllegal in one line", text, err)
		}
		if err == nil && (a < 0 || int(a) >= len(all.texts)) {
			t.Errorf("%q: action %d is not legal", text, a)
		}
	})
}
