package study

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"ludens/arena"
	"ludens/env"
	"ludens/internal/report"
)

func balancing(t *testing.T, game string, agents ...string) *Balance {
	t.Helper()
	b := &Balance{Setting: setting(t, game), Games: 6, Unexamined: true}
	for _, a := range agents {
		b.Strengths = append(b.Strengths, Strength{a, budgetOf(a)})
	}
	t.Cleanup(func() { b.Close() })
	return b
}

// A study that is asked in parts finds what the one finds that is asked at once, for
// any number of workers.
func TestBalanceGoesOn(t *testing.T) {
	whole := balancing(t, "tictactoe", "mcts:5", "mcts:9")
	want, err := whole.Plain(context.Background())
	if err != nil || len(want.Strengths) != 2 || want.Strengths[1].Budget != 9 || want.Strengths[0].Course.Games != 6 {
		t.Fatalf("%+v, %v", want, err)
	}
	part := balancing(t, "tictactoe", "mcts:5")
	part.Games, part.Workers = 3, 1
	if _, err := part.Plain(context.Background()); err != nil {
		t.Fatal(err)
	}
	part.Close()
	more := balancing(t, "tictactoe", "mcts:5", "mcts:9")
	more.Out, more.Workers = part.Out, 4
	var w watcher
	more.Events.Played = w.see
	got, err := more.Plain(context.Background())
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("in parts  %+v, %v\nat a time %+v", got, err, want)
	}
	w.laws(t)
	if pace, played := more.Pace(); !played || pace.Played != 9 || kept(t, more.Setting) != 12 {
		t.Errorf("%d games were played, want 9", pace.Played)
	}
}

// Time ends a study that has no number of games.
func TestBalanceForATime(t *testing.T) {
	b := balancing(t, "tictactoe", "random", "greedy")
	b.Games, b.Time, b.Workers = 0, 300*time.Millisecond, 1
	found, err := b.Plain(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	one, two := found.Strengths[0].Course.Games, found.Strengths[1].Course.Games
	if one < 1 || one < two || one > two+1 {
		t.Errorf("%d and %d games: the strengths take turns", one, two)
	}
}

func TestStoppedBalanceTells(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	b := balancing(t, "connect4", "greedy")
	b.Games, b.Workers = 1000, 1
	b.Events.Played = func(s Stage) {
		if s.Played == 10 {
			stop()
		}
	}
	found, err := b.Plain(ctx)
	if !errors.Is(err, context.Canceled) || found == nil || found.Strengths[0].Course.Games != 10 {
		t.Errorf("%+v, %v", found, err)
	}
}

func TestSweepPlaysEachSettingAndTheFairestAfresh(t *testing.T) {
	b := balancing(t, "wtf", "greedy", "random")
	b.Games, b.Confirm = 4, 3
	options, err := ParseSweep([]string{"first=king,attackers"})
	if err != nil {
		t.Fatal(err)
	}
	var w watcher
	b.Events.Played = w.see
	found, err := b.Sweep(context.Background(), options, 0)
	if err != nil || len(found.Cells) != 4 || found.Agent != 1 || len(found.Fresh) != 2 {
		t.Fatalf("%+v, %v", found, err)
	}
	if w.laws(t); kept(t, b.Setting) != 4*4+2*3 {
		t.Errorf("%d games, want 22", kept(t, b.Setting))
	}
	for _, c := range found.Cells {
		if c.Score.Games() != 4 {
			t.Errorf("%s: %d games", c.Game, c.Score.Games())
		}
	}
}

// Of a part of the settings each is another game, and says what the whole would.
func TestSweepOfAPart(t *testing.T) {
	b := balancing(t, "wtf", "greedy")
	b.Games, b.Confirm = 2, 0
	options, err := ParseSweep([]string{"first=king,attackers", "corner_hostile=none,ad,adk", "passive=on,off"})
	if err != nil {
		t.Fatal(err)
	}
	found, err := b.Sweep(context.Background(), options, 6)
	if err != nil || len(found.Cells) != 6 || kept(t, b.Setting) != 12 || !found.Design.Part() {
		t.Fatalf("%+v, %v", found, err)
	}
	names := map[string]bool{}
	for _, c := range found.Cells {
		names[c.Game] = true
	}
	if len(names) != 6 {
		t.Errorf("%v: want six games", names)
	}
}

func TestParseSweep(t *testing.T) {
	for _, test := range []struct{ texts, want string }{
		{"first=king,attackers size=7,9", "first 2 size 2 "},
		{"first", `rules "first": want an option and its values, OPTION=VALUE,VALUE`},
		{"first=king,", `rules "first=king,": want an option and its values, OPTION=VALUE,VALUE`},
		{"first=king", "rules first=king: one value is nothing to compare; want two or more, OPTION=VALUE,VALUE"},
		{"first=king,king", "rules first=king,king: a value is named twice"},
		{"a=1,2 a=3,4", "rules: option a is swept twice"},
	} {
		options, err := ParseSweep(strings.Fields(test.texts))
		got := ""
		for _, o := range options {
			got += o.Name + " " + string(rune('0'+len(o.Levels))) + " "
		}
		if err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%s: got %s, want %s", test.texts, got, test.want)
		}
	}
}

func TestSweepMistakes(t *testing.T) {
	many := make([]string, 600)
	for i := range many {
		many[i] = strings.Repeat("x", i+1)
	}
	b := balancing(t, "tictactoe", "random")
	a, c := arena.Factor{Name: "a", Levels: many}, arena.Factor{Name: "c", Levels: []string{"1", "2"}}
	for _, test := range []struct {
		options  []arena.Factor
		fraction int
		want     string
	}{
		{[]arena.Factor{a}, 0, "rules: 600 settings are too many to try; want 512 at most, or some of them, as in --fraction 600"},
		{[]arena.Factor{a, c}, 700, "fraction 700: 700 settings, those of each agent together, are too many to try; want 512 at most"},
		{[]arena.Factor{a, c}, 600, "fraction 600: 600 effects of single options want 601 settings at least"},
		{[]arena.Factor{c}, 2, "fraction 2: there are 2 settings; leave the flag out to try them all"},
		{slices.Repeat([]arena.Factor{a}, 5), 8, "rules: more than 1099511627776 settings are too many to choose from"},
	} {
		if _, err := b.Sweep(context.Background(), test.options, test.fraction); err == nil || err.Error() != test.want {
			t.Errorf("got  %v\nwant %s", err, test.want)
		}
	}
}

// Arrays that were given come first; drawn ones differ from them and each other.
func TestRankArrays(t *testing.T) {
	b := balancing(t, "cetran2", "random")
	b.Games, b.Confirm = 2, 1
	given := b.Game.(env.Arrayed).ArrayText(7)
	found, err := b.Rank(context.Background(), []string{given}, 2)
	if err != nil || len(found.Each) != 3 || found.Each[0].Name != given || !found.Each[0].Given || found.Each[1].Given {
		t.Fatalf("%+v, %v", found, err)
	}
	seen := map[string]bool{}
	for _, a := range found.Each {
		if seen[a.Name] || a.Score.Games() != 2 {
			t.Errorf("%+v", a)
		}
		seen[a.Name] = true
	}
	if found.Each[0].Fresh.Games() != 1 {
		t.Error("the array that was given is not played afresh")
	}
	for _, test := range []struct {
		b     *Balance
		drawn int
		want  string
	}{
		{balancing(t, "tictactoe", "random"), 5, "arrays: tictactoe has one start position; arrays are for games that draw theirs"},
		{balancing(t, "cetran2", "random", "greedy"), 5, "strengths: arrays are compared at one strength, not at 2"},
		{balancing(t, "cetran2", "random"), 1 << 40, "draw 1099511627776: want at most "},
	} {
		if _, err := test.b.Rank(context.Background(), nil, test.drawn); err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("got %v, want %s", err, test.want)
		}
	}
}

// Odds are tried by the agent alone and against another.
func TestAtOdds(t *testing.T) {
	b := balancing(t, "cetran2", "random")
	missing, err := ParseOdds(b.Game, "queen, pawn")
	if err != nil || len(missing) != 2 {
		t.Fatalf("%v, %v", missing, err)
	}
	found, err := b.AtOdds(context.Background(), Odds{Missing: missing, Arrays: 1, Opponent: "greedy"})
	if err != nil || found.Opponent != "greedy" || len(found.Trials) != 2 {
		t.Fatalf("%+v, %v", found, err)
	}
	if n := kept(t, b.Setting); n != 2*(2+4) {
		t.Errorf("%d games, want 12", n)
	}
	if players := b.Players(); len(players) != 2 || players[1].Name != "greedy" || b.Openings() != "arrays at odds" {
		t.Errorf("%v from %s", players, b.Openings())
	}
	_, err = balancing(t, "cetran2", "random").AtOdds(context.Background(), Odds{Missing: missing, Arrays: 1, Opponent: "gredy"})
	var m *Mistake
	if !errors.As(err, &m) || m.Field != "opponent" {
		t.Errorf("an unknown opponent: %v", err)
	}
	for text, want := range map[string]string{
		"quen": `odds: no "quen" can be missing (did you mean "queen"?)`, "queen,queen": "odds: queen is named twice",
	} {
		if _, err := ParseOdds(b.Game, text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
	if all, err := ParseOdds(b.Game, ""); err != nil || len(all) < 5 {
		t.Errorf("all odds: %v, %v", all, err)
	}
	if _, err := ParseOdds(balancing(t, "tictactoe", "random").Game, ""); !errors.Is(err, arena.ErrEven) {
		t.Errorf("a game without odds: %v", err)
	}
}

// Men are worth what the games of runs say, those of all runs together.
func TestRecordedWorth(t *testing.T) {
	b := balancing(t, "wtf", "greedy")
	b.Games = 10
	if _, err := b.Plain(context.Background()); err != nil {
		t.Fatal(err)
	}
	var played []arena.Game
	for _, e := range b.entries {
		played = append(played, *e.Game)
	}
	again := balancing(t, "wtf", "greedy")
	again.Records = []string{"runs/a", "runs/b"}
	asked := 0
	again.Runs.Games = func(string, env.Game) ([]arena.Game, error) { asked++; return played, nil }
	found, err := again.Recorded()
	if err != nil || asked != 2 || found.Agent != "the self-play of runs/a, runs/b" || found.Worths == nil {
		t.Errorf("%+v, %v", found, err)
	}
	if s := report.Worths("wtf", again.Game.Spec().Roles, found); len(s.Answer) == 0 {
		t.Error("nothing is said")
	}
}
