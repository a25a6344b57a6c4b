package study

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"ludens/arena"
	"ludens/env/games"
)

// examined is a study whose judges are examined.
func examined(t *testing.T, game string, agents ...string) *Balance {
	b := balancing(t, game, agents...)
	b.Unexamined = false
	return b
}

func answerOf(t *testing.T, b *Balance) string {
	t.Helper()
	found, err := b.Plain(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(found.Study().Answer, " ")
}

// A player that moves at random judges nothing, nor does one that loses to greedy; a
// perfect one does, and so does one that is known to be good.
func TestWhoMayJudge(t *testing.T) {
	for _, test := range []struct{ game, agent, want string }{
		{"tictactoe", "random", "Who is favoured in tictactoe from 2 random plies is not known: these players (random) are random itself"},
		{"halma-8x8", "mcts:2", "Who is favoured in halma-8x8 from 2 random plies is not known: these players (mcts:2) "},
		{"tictactoe", "alphabeta:9", "The players can judge tictactoe: alphabeta:9 searches to the end of the game."},
		{"tictactoe", "mcts:200", "The players can judge tictactoe: mcts:200 scores "},
		{"connect4", "alphabeta:4", "The players can judge connect4: alphabeta:4 scores 100 % against random and "},
	} {
		b := examined(t, test.game, test.agent)
		b.bars = arena.Bars[:2] // alphabeta:4 takes seconds a game of Halma
		got := answerOf(t, b)
		unknown := strings.Contains(test.want, "not known")
		if !strings.Contains(got, test.want) || unknown == strings.Contains(got, "The players can judge") {
			t.Errorf("%s of %s: %s", test.agent, test.game, got)
		}
		if unknown && !strings.Contains(got, fmt.Sprintf("With %s on both sides the score of ", test.agent)) {
			t.Errorf("%s of %s: the numbers are gone: %s", test.agent, test.game, got)
		}
	}
	// Not examined, the random player has the verdict that its games seem to give.
	if got := answerOf(t, balancing(t, "tictactoe", "random")); !strings.Contains(got, "The players were not examined") || strings.Contains(got, "not known: ") {
		t.Error(got)
	}
}

// Alpha-beta of an exam searches less deeply where its moves would take minutes, and only there.
func TestExamsEndInWideGames(t *testing.T) {
	for game, want := range map[string]int{"connect6": 1, "celta": 4, "chess": 4, "connect4": 4} {
		positions := 20_000
		if want < 4 {
			positions = 1000
		}
		g, err := games.Make(game)
		if err != nil {
			t.Fatal(err)
		}
		if got := depthWithin(g, 4, positions); got != want {
			t.Errorf("%s in %d positions: got depth %d, want %d", game, positions, got, want)
		}
	}
	shown := arena.Bar{Opponent: "alphabeta:4"}
	if got := affordable(games.Must("tictactoe"), shown); got != "alphabeta:4" {
		t.Errorf("tictactoe: got %s, want alphabeta:4", got)
	}
}

// Games of an exam are kept, and not played again; workers and interruptions do not matter,
// and what the study says of the rules is the same with an exam and without.
func TestExamsAreKept(t *testing.T) {
	b := examined(t, "tictactoe", "mcts:5", "mcts:9")
	want, err := b.Plain(context.Background())
	if err != nil || len(want.Judges.Exams) != len(arena.Bars) || want.Judges.Exams[0].Judge != "mcts:9" {
		t.Fatalf("%+v, %v", want, err)
	}
	n, sum := kept(t, b.Setting), 2*6
	for i, e := range want.Judges.Exams {
		games := e.Score().Games()
		if sum += games; games < 20 || games > 48 || games%2 != 0 || games < 48 && !e.Bar.Clear(e.Score()) || e.Bar != arena.Bars[i] {
			t.Errorf("%+v", e)
		}
	}
	if n != sum {
		t.Errorf("%d games are kept, want %d", n, sum)
	}
	b.Close()
	again := examined(t, "tictactoe", "mcts:5", "mcts:9")
	again.Out, again.Workers = b.Out, 1
	got, err := again.Plain(context.Background())
	if pace, _ := again.Pace(); err != nil || !reflect.DeepEqual(got, want) || pace.Played != 0 {
		t.Errorf("%d games were played once more; %+v, %v", pace.Played, got, err)
	}
	again.Close()
	ctx, stop := context.WithCancel(context.Background())
	part := examined(t, "tictactoe", "mcts:5", "mcts:9")
	part.Workers = 1
	part.Events.Played = func(s Stage) {
		if strings.HasPrefix(s.What, "examining") && s.Played == 7 {
			stop()
		}
	}
	some, err := part.Plain(ctx)
	if !errors.Is(err, context.Canceled) || some == nil || some.Judges.Unknown() == "" {
		t.Fatalf("stopped: %+v, %v", some, err)
	}
	part.Close()
	rest := examined(t, "tictactoe", "mcts:5", "mcts:9")
	rest.Out = part.Out
	if got, err := rest.Plain(context.Background()); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("in parts %+v, %v", got, err)
	}
	plain, err := balancing(t, "tictactoe", "mcts:5", "mcts:9").Plain(context.Background())
	if err != nil || !reflect.DeepEqual(plain.Strengths, want.Strengths) || plain.Judges != nil {
		t.Errorf("without an exam %+v, %v", plain, err)
	}
}

// Other opponents may be named; they have no bar.
func TestExamAgainst(t *testing.T) {
	b := examined(t, "tictactoe", "mcts:9")
	b.Against = []string{"alphabeta:9"}
	found, err := b.Plain(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if e := found.Judges.Exams[len(arena.Bars)]; e.Bar != (arena.Bar{Opponent: "alphabeta:9"}) || e.Score().Games() != 20 {
		t.Errorf("%+v", e)
	}
	b = examined(t, "tictactoe", "mcts:9")
	b.Against = []string{"gredy"}
	var m *Mistake
	if _, err := b.Plain(context.Background()); !errors.As(err, &m) || m.Field != "against" {
		t.Errorf("an unknown opponent: %v", err)
	}
}

// The strongest budget of each agent judges; random and greedy do if no other agent plays.
func TestJudges(t *testing.T) {
	for _, test := range []struct{ agents, want string }{
		{"mcts:5 mcts:50 mcts:9", "mcts:50"},
		{"random greedy mcts:5 alphabeta:2 alphabeta:3", "mcts:5 alphabeta:3"},
		{"random greedy", "greedy"},
		{"random", "random"},
		{"mcts:10ms mcts:1s mcts:5", "mcts:1s mcts:5"},
		{"champion:16 champion:64 champion:16+root=puct", "champion:64 champion:16+root=puct"},
	} {
		b := balancing(t, "tictactoe", strings.Fields(test.agents)...)
		var got []string
		for _, i := range b.judges() {
			got = append(got, b.Strengths[i].Agent)
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s: got %v, want %s", test.agents, got, test.want)
		}
	}
}

// Every question examines its judges: a sweep and a search in the setting that was chosen.
func TestEveryQuestionExamines(t *testing.T) {
	sweep := examined(t, "wtf", "random", "greedy")
	sweep.Games, sweep.Confirm = 4, 2
	options, err := ParseSweep([]string{"first=king,attackers"})
	if err != nil {
		t.Fatal(err)
	}
	swept, err := sweep.Sweep(context.Background(), options, 0)
	if err != nil || len(swept.Judges.Exams) != len(arena.Bars) || swept.Judges.Game != swept.Cells[swept.Best[0]].Game || swept.Judges.Exams[0].Judge != "greedy" {
		t.Errorf("%+v, %v", swept, err)
	}
	fair := examined(t, "celta:first=*", "greedy")
	fair.Games, fair.Confirm = 4, 2
	x := hunting(t, "favoured<=10")
	x.Settings, x.Finalists = 2, 1
	found, err := fair.FindFair(context.Background(), x)
	if err != nil || len(found.Judges.Exams) != len(arena.Bars) || found.Judges.Game != found.Settings[found.Finalists[0]].Game {
		t.Errorf("%+v, %v", found, err)
	}
	arrays := examined(t, "cetran2", "random")
	arrays.Games, arrays.Confirm = 2, 0
	ranked, err := arrays.Rank(context.Background(), nil, 2)
	if err != nil || ranked.Judges.Unknown() == "" {
		t.Errorf("%+v, %v", ranked, err)
	}
	odds := examined(t, "cetran2", "random")
	missing, err := ParseOdds(odds.Game, "queen")
	if err != nil {
		t.Fatal(err)
	}
	if o, err := odds.AtOdds(context.Background(), Odds{Missing: missing, Arrays: 1}); err != nil || o.Judges.Unknown() == "" {
		t.Errorf("%+v, %v", o, err)
	}
}

// A goal is asked of the strongest budget alone: a setting that only weak players find
// lopsided is as good as any other.
func TestGoalIsAskedOfTheStrongest(t *testing.T) {
	b := balancing(t, "celta:first=*,passive=*", "mcts:1", "mcts:4")
	b.Games, b.Confirm = 4, 2
	found, err := b.FindFair(context.Background(), hunting(t, "plies<=10"))
	if err != nil || len(found.Ranked) != 1 || found.Ranked[0] != 1 {
		t.Fatalf("%+v, %v", found, err)
	}
	differ := false
	for _, s := range found.Settings {
		want := found.Goal.Short(s.Samples[1:])
		if s.Short != want {
			t.Errorf("%s misses the goal by %+v, want that of mcts:4, %+v", s.Game, s.Short, want)
		}
		differ = differ || want != found.Goal.Short(s.Samples)
	}
	if !differ {
		t.Error("the weak budget never decides: this shows nothing")
	}
}

// exact has a table of tic-tac-toe, and none of Connect Four, whose first plies it does
// not know.
func TestWhoseMovesAreProven(t *testing.T) {
	for _, test := range []struct {
		game, agent string
		want        bool
	}{
		{"tictactoe", "exact", true}, {"connect4", "exact", false}, {"tictactoe", "alphabeta:9", true}, {"tictactoe", "alphabeta:8", false}, {"tictactoe", "mcts:9", false},
	} {
		if got := exhaustive(setting(t, test.game).Game, test.agent); got != test.want {
			t.Errorf("%s of %s: %v, want %v", test.agent, test.game, got, test.want)
		}
	}
}

// The control of a sweep is examined like the agents: a random control says nothing of
// the rules, an exhaustive one does.
func TestControlIsExamined(t *testing.T) {
	for control, want := range map[string]string{
		"random":      "that says nothing of the rules, because these players (random) are random itself",
		"alphabeta:9": "a change of more than ",
	} {
		b := examined(t, "tictactoe", "alphabeta:8")
		b.bars = arena.Bars[:2]
		b.Games, b.Confirm, b.Control = 4, 6, control
		options, err := ParseSweep([]string{"full=draw,next"})
		if err != nil {
			t.Fatal(err)
		}
		found, err := b.Sweep(context.Background(), options, 0)
		if err != nil || found.Control == nil || found.Control.Judges == nil {
			t.Fatalf("%s: %+v, %v", control, found, err)
		}
		if got := strings.Join(found.Study().Answer, " "); !strings.Contains(got, want) {
			t.Errorf("%s: got %s, want %s", control, got, want)
		}
	}
}
