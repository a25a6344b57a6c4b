package study

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"ludens/arena"
	"ludens/env"
)

func hunting(t *testing.T, text string) Fair {
	t.Helper()
	goal, err := arena.ParseGoal(text)
	if err != nil {
		t.Fatal(err)
	}
	return Fair{Goal: goal, Settings: 8, Finalists: 2}
}

// What is found does not depend on workers, nor on whether the search was stopped and
// went on.
func TestFindFairGoesOn(t *testing.T) {
	x := hunting(t, "favoured<=10,decided>=50")
	ask := func(workers int) *Balance {
		b := balancing(t, "celta:first=*,passive=*,escape=*", "random", "greedy")
		b.Games, b.Confirm, b.Control, b.Workers = 4, 6, "alphabeta:1", workers
		return b
	}
	whole := ask(3)
	var w watcher
	whole.Events.Played = w.see
	want, err := whole.FindFair(context.Background(), x)
	if err != nil || len(want.Settings) != 8 || !want.All || len(want.Finalists) != 2 || len(want.Fresh) != 2 || want.Control == nil {
		t.Fatalf("%+v, %v", want, err)
	}
	w.laws(t)
	// 8 settings, 4 with as many again, and 2 in order to 8, by two agents; then 6 new
	// games of each finalist, and of the control.
	played := 0
	for _, s := range want.Settings {
		for _, games := range s.Samples {
			played += len(games)
		}
	}
	if n := kept(t, whole.Setting); n != played+2*2*6+6 || played > 2*(8*4+4*4+2*2) {
		t.Errorf("%d games are kept, %d of the search", n, played)
	}
	ctx, stop := context.WithCancel(context.Background())
	part := ask(1)
	n := 0
	part.Events.Played = func(Stage) {
		if n++; n == 40 {
			stop()
		}
	}
	if some, err := part.FindFair(ctx, x); !errors.Is(err, context.Canceled) || some == nil || len(some.Fresh) != 0 {
		t.Errorf("stopped: %+v, %v", some, err)
	}
	part.Close()
	again := ask(2)
	again.Out = part.Out
	got, err := again.FindFair(context.Background(), x)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("in parts  %+v, %v\nat a time %+v", got, err, want)
	}
	if a, b := kept(t, again.Setting), kept(t, whole.Setting); a != b {
		t.Errorf("%d games were played in parts, %d at a time", a, b)
	}
}

// How many games follow a stage is never less than how many do.
func TestFindFairSaysWhatFollows(t *testing.T) {
	b := balancing(t, "celta:first=*,passive=*,escape=*", "random")
	b.Games, b.Confirm = 4, 6
	var stages []Stage
	b.Events.Played = func(s Stage) {
		if s.Over {
			stages = append(stages, s)
		}
	}
	if _, err := b.FindFair(context.Background(), hunting(t, "favoured<=10")); err != nil {
		t.Fatal(err)
	}
	follow := 0
	for i := len(stages) - 1; i >= 0; i-- {
		if stages[i].Later < follow {
			t.Errorf("%s: %d games follow, not %d", stages[i].What, follow, stages[i].Later)
		}
		follow += stages[i].Played
	}
	if len(stages) < 3 || stages[len(stages)-1].Later != 0 {
		t.Errorf("%+v", stages)
	}
}

func TestFindFairMistakes(t *testing.T) {
	x := hunting(t, "favoured<=10")
	many, few := x, x
	many.Settings, few.Finalists = 5000, 9
	controlled := func(name string, confirm int) *Balance {
		b := balancing(t, "celta:first=*", "random")
		b.Control, b.Confirm = name, confirm
		return b
	}
	for _, test := range []struct {
		b    *Balance
		x    Fair
		want string
	}{
		{balancing(t, "celta", "random"), x, "goal: celta has one setting of rules; want a game that leaves some open, as in celta:OPTION=*"},
		{balancing(t, "celta:first=*", "random"), many, "settings 5000: want 4096 at most"},
		{balancing(t, "celta:first=*", "random"), few, "finalists 9: want at most as many as settings, 8"},
		{controlled("gredy", 4), x, "control: "},
		{controlled("random", 4), x, "control random: it plays already"},
		{controlled("greedy", 0), x, "control: it plays as many games"},
	} {
		if _, err := test.b.FindFair(context.Background(), test.x); err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("got %v, want %s", err, test.want)
		}
	}
}

// The control of a sweep plays the fairest setting.
func TestSweepWithControl(t *testing.T) {
	b := balancing(t, "wtf", "random")
	b.Games, b.Confirm, b.Control = 4, 5, "greedy"
	options, err := ParseSweep([]string{"first=king,attackers"})
	if err != nil {
		t.Fatal(err)
	}
	found, err := b.Sweep(context.Background(), options, 0)
	if err != nil || found.Control == nil || found.Control.Scores[1].Games() != 5 || found.Control.Control != "greedy" || len(found.Fresh) != 1 {
		t.Fatalf("%+v, %v", found, err)
	}
	if n := kept(t, b.Setting); n != 2*4+2*5 {
		t.Errorf("%d games, want 18", n)
	}
	if players := b.Players(); len(players) != 2 || players[1].Name != "greedy" {
		t.Errorf("%v", players)
	}
}

// A control that does not play what was chosen is reported, and nothing is lost: here one for
// each of the two settings, so that one of them is refused.
func TestSweepWithRefusedControl(t *testing.T) {
	options, err := ParseSweep([]string{"first=king,attackers"})
	if err != nil {
		t.Fatal(err)
	}
	refusals := 0
	for _, only := range []string{"celta", "celta:first=attackers"} {
		b := balancing(t, "celta", "random")
		b.Games, b.Confirm, b.Control = 4, 5, "greedy"
		b.Enter = func(g env.Game) func(string) (Contestant, error) {
			enter := entering(g)
			return func(text string) (Contestant, error) {
				if text == "greedy" && g.Spec().Name != only {
					return Contestant{}, fmt.Errorf("greedy plays %s", only)
				}
				return enter(text)
			}
		}
		found, err := b.Sweep(context.Background(), options, 0)
		if err != nil || found.Control == nil || len(found.Fresh) != 1 || found.Fresh[0].Games() != 5 {
			t.Fatalf("%+v, %v", found, err)
		}
		fairest, refused := found.Cells[found.Best[0]].Game, found.Control.Refused
		if played := found.Control.Scores[1].Games(); (fairest == only) != (refused == "") || (refused == "") != (played == 5) {
			t.Errorf("fairest %s: refused %q, %d games of the control", fairest, refused, played)
		}
		if refused == "" {
			continue
		}
		refusals++
		if said := strings.Join(found.Study().Answer, " "); !strings.Contains(said, "There is no control of the chosen setting: greedy plays "+only) {
			t.Errorf("said %q", said)
		}
	}
	if refusals != 1 {
		t.Errorf("%d refusals, want 1", refusals)
	}
}
