package games

import (
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/envtest"
	"ludens/env/space"
)

// two games of each engine that makes games from files.
var two = []string{"copenhagen", "berserk", "salta", "halma-8x8", "gomoku", "pente", "three-check", "crazyhouse"}

// Every rule of a game from a file can be left open, and a network is shown which it is, by
// a plane of rules or by planes of its own. What the board shows is not shown twice, and a
// rule that has no effect while another is off need not be.
func TestRulesAreNumbers(t *testing.T) {
	unseen := []string{"first", "start", "rows", "cols", "look", "draw"}
	depends := map[string]string{"passive_order": "passive=on,", "shieldwall_flank": "shieldwall=weak,", "capture": "chain=off,", "capture_wins": "capture=pairs,",
		"captures_to_hand": "drops=on,", "keeps_promotion": "drops=on,captures_to_hand=on,"}
	shown := 0
	for _, name := range two {
		if _, err := Read("mine.toml", "name = \"my-"+name+"\"\nlike = \""+name+"\"\n"); err != nil {
			t.Fatal(err)
		}
		e, _ := Find("my-" + name)
		for _, o := range e.Options {
			if slices.Contains(unseen, o.Name) || o.Text {
				continue
			}
			values := "*"
			if anyOf(o) == nil { // too many to be listed
				values = o.Default + "|31"
			}
			if o.Name == "steps" || o.Name == "jumps" {
				values = "forward-diagonal|all"
			}
			text := depends[o.Name]
			if _, ok := e.option(strings.Split(text, "=")[0]); !ok {
				text = ""
			}
			g, err := Make(e.Name + ":" + text + o.Name + "=" + values)
			if err != nil {
				if !strings.Contains(err.Error(), "goes with the others") && !strings.Contains(err.Error(), "want one of") {
					t.Error(err)
				}
				continue
			}
			members, _ := g.(*space.Space).Games(100)
			planes := func(g env.Game) []string { return g.(env.Labelled).PlaneNames() }
			if g.Spec().Uniform == 0 && slices.Equal(planes(members[0]), planes(members[1])) && o.Name != "cap" {
				t.Errorf("%s is not shown", g.Spec().Name)
			}
			shown++
		}
	}
	if shown < 150 {
		t.Errorf("only %d rules can be left open", shown)
	}
}

// option returns the option of a name.
func (e Entry) option(name string) (env.Option, bool) {
	i := slices.IndexFunc(e.Options, func(o env.Option) bool { return o.Name == name })
	if i < 0 {
		return env.Option{}, false
	}
	return e.Options[i], true
}

// A space of games from files keeps the laws of a game, in whatever order its games have
// their planes and actions.
func TestSpacesOfFilesKeepTheLaws(t *testing.T) {
	for _, name := range []string{"five-field-kono:chain=*,jumps=diagonal|all", "mnk-4-4-3:capture=*,swap=*", "mnk-4-4-3|misere-tictactoe:rows=4,cols=4,full=*", "gardner:stalemate=*"} {
		t.Run(name, func(t *testing.T) {
			g, err := Make(name)
			if err != nil {
				t.Fatal(err)
			}
			envtest.Run(t, g, envtest.Games(3), envtest.AsymmetricStart())
		})
	}
}
