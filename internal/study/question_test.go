package study

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"ludens/agent"
	"ludens/arena"
	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
	"ludens/internal/report"
)

// sick is an agent that cannot go on after some moves.
type sick struct {
	env.Agent
	moves int
}

var errSick = errors.New("out of breath")

func (a *sick) Act(ctx context.Context, s env.State) (env.Decision, error) {
	if a.moves--; a.moves < 0 {
		return env.Decision{}, errSick
	}
	return a.Agent.Act(ctx, s)
}

// sickening lets "sick" in, who plays at random and gives up after a move a game.
func sickening(g env.Game) func(text string) (Contestant, error) {
	return func(text string) (Contestant, error) {
		if text != "sick" {
			return entering(g)(text)
		}
		c, err := entering(g)("random")
		c.Name, c.Key = text, text
		make := c.New
		c.New = func(g env.Game, s seed.Seed) (env.Agent, error) {
			a, err := make(g, s)
			return &sick{a, 1}, err
		}
		return c, err
	}
}

// An agent that fails ends a study: nothing is found, and the error says where the
// finished games are.
func TestFailingAgentsEndAStudy(t *testing.T) {
	s := setting(t, "connect4")
	s.Enter = sickening
	balance := func() *Balance {
		b := &Balance{Setting: s, Games: 2, Confirm: 1, Strengths: []Strength{{Agent: "sick"}}}
		b.Out = filepath.Join(t.TempDir(), "games")
		t.Cleanup(func() { b.Close() })
		return b
	}
	for name, ask := range map[string]func() (string, bool, error){
		"match": func() (string, bool, error) {
			m := &Match{Setting: s, Agents: [2]string{"sick", "random"}, Pairs: 1}
			found, err := m.Play(t.Context())
			return m.Out, found == nil, err
		},
		"ladder": func() (string, bool, error) {
			l := &Ladder{Setting: s, Agents: []string{"sick", "random"}, Each: 2, Runs: Runs{Checkpoints: func(string) ([]string, error) { return nil, nil }}}
			l.Out = filepath.Join(t.TempDir(), "games")
			found, err := l.Play(t.Context())
			return l.Out, found == nil, err
		},
		"balance": func() (string, bool, error) {
			b := balance()
			found, err := b.Plain(t.Context())
			return b.Out, found == nil, err
		},
		"sweep": func() (string, bool, error) {
			b := balance()
			b.Game, _ = games.Make("wtf")
			found, err := b.Sweep(t.Context(), []arena.Factor{{Name: "first", Levels: []string{"king", "attackers"}}}, 0)
			return b.Out, found == nil, err
		},
		"arrays": func() (string, bool, error) {
			b := balance()
			b.Game, _ = games.Make("cetran2")
			found, err := b.Rank(t.Context(), nil, 2)
			return b.Out, found == nil, err
		},
	} {
		out, nothing, err := ask()
		if !nothing || !errors.Is(err, errSick) || !strings.HasSuffix(err.Error(), "; the finished games are kept in "+out) {
			t.Errorf("%s: found nothing: %v; %v", name, nothing, err)
		}
	}
}

// An agent that fails when the fairest are played afresh ends the study, too: what was
// found until then is not told as if it were all.
func TestFailingAfresh(t *testing.T) {
	for stage, ask := range map[string]func(b *Balance) (bool, error){
		"the fairest setting": func(b *Balance) (bool, error) {
			b.Game, _ = games.Make("wtf")
			found, err := b.Sweep(t.Context(), []arena.Factor{{Name: "first", Levels: []string{"king", "attackers"}}}, 0)
			return found == nil, err
		},
		"2 arrays afresh": func(b *Balance) (bool, error) {
			b.Game, _ = games.Make("cetran2")
			found, err := b.Rank(t.Context(), nil, 2)
			return found == nil, err
		},
	} {
		b := balancing(t, "tictactoe", "random")
		b.Games, b.Confirm, b.Workers = 1, 1, 1
		ill := false
		b.Events.Played = func(s Stage) { ill = ill || s.What == stage }
		b.Enter = func(g env.Game) func(string) (Contestant, error) {
			return func(text string) (Contestant, error) {
				c, err := entering(g)(text)
				make := c.New
				c.New = func(g env.Game, s seed.Seed) (env.Agent, error) {
					a, err := make(g, s)
					if ill {
						a = &sick{a, 0}
					}
					return a, err
				}
				return c, err
			}
		}
		if nothing, err := ask(b); !nothing || !errors.Is(err, errSick) {
			t.Errorf("%s: found nothing: %v; %v", stage, nothing, err)
		}
	}
}

// Agents are let in before any game: one that cannot play the game is reported at once.
func TestAgentsAreLetInBeforeTheGames(t *testing.T) {
	s := setting(t, "tictactoe")
	s.Enter = func(g env.Game) func(string) (Contestant, error) {
		return func(text string) (Contestant, error) {
			c, err := entering(g)("random")
			c.New = func(env.Game, seed.Seed) (env.Agent, error) { return nil, fmt.Errorf("%s cannot play", text) }
			return c, err
		}
	}
	b := &Balance{Setting: s, Games: 1, Strengths: []Strength{{Agent: "x"}}}
	if _, err := b.Plain(t.Context()); err == nil || err.Error() != "x cannot play" {
		t.Errorf("got %v", err)
	}
	if _, played := b.Pace(); played {
		t.Error("something was to be played")
	}
	if _, err := os.Stat(s.Out); err == nil {
		t.Error("there is a folder of games")
	}
	if err := b.Close(); err != nil {
		t.Errorf("a study that opened nothing is closed with %v", err)
	}
}

// The same seed is the same study, another seed another one; openings too many to
// differ may come again.
func TestStudyFollowsItsSeed(t *testing.T) {
	answer := func(s uint64, workers int) string {
		b := balancing(t, "connect4", "random")
		b.Seed, b.Workers = s, workers
		found, err := b.Plain(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("%+v", found.Strengths[0].Course)
	}
	if one, two := answer(1, 1), answer(1, 4); one != two {
		t.Errorf("one worker  %s\nfour workers %s", one, two)
	}
	if one, two := answer(1, 2), answer(2, 2); one == two {
		t.Errorf("two seeds have one outcome: %s", one)
	}
}

// How games begin is reported: with nothing, with random plies, with a file.
func TestOpeningsAreTold(t *testing.T) {
	book := filepath.Join(t.TempDir(), "book")
	if err := os.WriteFile(book, []byte("4\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		opening    int
		book, want string
	}{{0, "", "none"}, {3, "", "3 random plies"}, {0, book, "1 of a file with sha256 7de1555df0c27003"}} { // of sha256sum
		b := balancing(t, "connect4", "random")
		b.Opening, b.Book, b.Games = test.opening, test.book, 1
		found, err := b.Plain(t.Context())
		if err != nil || found.Openings != test.want || b.Openings() != test.want {
			t.Errorf("got %+v, %v; want %q", found, err, test.want)
		}
	}
	b := balancing(t, "connect4", "random")
	if b.Book = book; os.WriteFile(book, []byte("4\nnonsense\n"), 0o644) != nil {
		t.Fatal("no file")
	}
	if _, err := b.Plain(t.Context()); err == nil || !strings.HasPrefix(err.Error(), book+": ") || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("a move that there is not: %v", err)
	}
}

// The opening tree is of the strongest alone, and of moves that enough games made:
// three of few, one of fifty of many.
func TestTreeIsOfTheStrongest(t *testing.T) {
	b := balancing(t, "connect4", "random", "greedy")
	b.Opening, b.Games = 0, 12
	found, err := b.Plain(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(found.Strengths[0].Tree) != 0 || len(found.Strengths[1].Tree) == 0 {
		t.Errorf("%d and %d branches, want none and some", len(found.Strengths[0].Tree), len(found.Strengths[1].Tree))
	}
	var each func(branches []arena.Branch)
	each = func(branches []arena.Branch) {
		for _, b := range branches {
			if b.Score.Games() < 3 || len(b.Line) > 3 {
				t.Errorf("%v by %d games, want three or more and three plies at most", b.Line, b.Score.Games())
			}
			each(b.Next)
		}
	}
	each(found.Strengths[1].Tree)
}

// Men are reported if that is asked, where they can be counted.
func TestPieces(t *testing.T) {
	b := balancing(t, "cetran2", "random", "greedy")
	b.Pieces, b.Games = true, 2
	found, err := b.Plain(t.Context())
	if err != nil || found.Strengths[0].Worths == nil || found.Strengths[1].Worths == nil {
		t.Errorf("%+v, %v", found, err)
	}
	b = balancing(t, "tictactoe", "random")
	b.Pieces = true
	if _, err := b.Plain(t.Context()); !errors.Is(err, arena.ErrUncounted) {
		t.Errorf("a game without pieces: %v", err)
	}
}

// Runs that cannot be read are reported; odds may be explained by runs, too.
func TestRecordedMistakes(t *testing.T) {
	b := balancing(t, "cetran2", "random")
	b.Records = []string{"runs/a"}
	b.Runs.Games = func(string, env.Game) ([]arena.Game, error) { return nil, errSick }
	if _, err := b.Recorded(); !errors.Is(err, errSick) {
		t.Errorf("got %v, want what is wrong with the run", err)
	}
	b.Pieces = true
	missing, err := ParseOdds(b.Game, "pawn")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.AtOdds(t.Context(), Odds{Missing: missing, Arrays: 1}); !errors.Is(err, errSick) {
		t.Errorf("got %v, want what is wrong with the run", err)
	}
	b = balancing(t, "cetran2", "random")
	b.Pieces = true
	found, err := b.AtOdds(t.Context(), Odds{Missing: missing, Arrays: 1})
	if err != nil || found.Regression == nil || found.Games != "these games" || found.Opponent != "" || found.Trials[0].Score().Games() != 2 {
		t.Errorf("%+v, %v", found, err)
	}
}

// A network is asked beside its search: what it expects is a share of the points.
func TestOddsAskTheNetworkAlone(t *testing.T) {
	b := balancing(t, "cetran2", "greedy")
	asked := []string{}
	b.Enter = func(g env.Game) func(string) (Contestant, error) {
		return func(text string) (Contestant, error) {
			asked = append(asked, text)
			if text == "bare" {
				text = "random"
			}
			c, err := entering(g)(text)
			c.Bare = "bare"
			return c, err
		}
	}
	missing, err := ParseOdds(b.Game, "pawn")
	if err != nil {
		t.Fatal(err)
	}
	found, err := b.AtOdds(t.Context(), Odds{Missing: missing, Arrays: 2})
	if err != nil || !slices.Contains(asked, "bare") || found.Trials[0].Network == nil {
		t.Fatalf("%+v, %v, asked %v", found, err, asked)
	}
	if m := found.Trials[0].Network; m.Value < 0 || m.Value > 1 || m.Low > m.Value || m.High < m.Value {
		t.Errorf("%+v", m)
	}
}

// A sweep whose settings are no games, or the same game, is refused before any game.
func TestSweepOfNoGames(t *testing.T) {
	for _, test := range []struct{ options, want string }{
		{"colour=red,blue", "colour"},
		{"first=king,queen", "queen"},
	} {
		b := balancing(t, "wtf", "random")
		options, err := ParseSweep([]string{test.options})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.Sweep(t.Context(), options, 0); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %s in it", test.options, err, test.want)
		}
		if _, err := os.Stat(b.Out); err == nil {
			t.Errorf("%s: there is a folder of games", test.options)
		}
	}
}

// A game's name takes options one after the other, whatever it has already.
func TestWithOption(t *testing.T) {
	for _, test := range []struct{ name, want string }{{"wtf", "wtf:a=1"}, {"wtf:b=2", "wtf:b=2,a=1"}, {"wtf:b=2,c=3", "wtf:b=2,c=3,a=1"}} {
		if got := withOption(test.name, "a", "1"); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}

// Who is as strong stays in the order in which they were named.
func TestStrongest(t *testing.T) {
	for _, test := range []struct {
		elo  []float64
		want []int
	}{{nil, []int{}}, {[]float64{0}, []int{0}}, {[]float64{1, 3, 2}, []int{1, 2, 0}}, {[]float64{5, 5, 7, 5}, []int{2, 0, 1, 3}}, {[]float64{-1, -2}, []int{0, 1}}} {
		if got := strongest(test.elo); !slices.Equal(got, test.want) {
			t.Errorf("%v: got %v, want %v", test.elo, got, test.want)
		}
	}
}

// How many games a ladder has: an even number, twice each shared by two.
func TestLadderGames(t *testing.T) {
	rungs := func(n int) []rung { return make([]rung, n) }
	for _, test := range []struct{ each, games, players, want int }{
		{20, 0, 2, 20}, {20, 0, 3, 30}, {5, 0, 3, 8}, {1, 0, 3, 2}, {3, 0, 3, 6}, {20, 7, 3, 8}, {20, 100, 3, 100},
	} {
		l := &Ladder{Setting: setting(t, "tictactoe"), Each: test.each, Games: test.games}
		a, err := l.games(rungs(test.players), nil)
		if err != nil || a.Games != test.want || len(a.Players) != test.players {
			t.Errorf("%+v: %d games, %v", test, a.Games, err)
		}
	}
}

// The anchor is named by what was typed, or by what it is called; without a name
// it is random, else the first.
func TestAnchor(t *testing.T) {
	players := []rung{{name: "greedy"}, {name: "a@5 after 2", Contestant: Contestant{Entrant: agent.Entrant{Name: "ckpt:2@5"}}}, {name: "random"}}
	for _, test := range []struct {
		anchor string
		rungs  []rung
		at     int
		elo    float64
	}{
		{"", players, 2, 0}, {"", players[:2], 0, 0}, {"greedy", players, 0, 0}, {"a@5 after 2=1200", players, 1, 1200}, {"ckpt:2@5=-3.5", players, 1, -3.5},
	} {
		l, a := &Ladder{Anchor: test.anchor}, &arena.Ladder{}
		if err := l.drop(a, test.rungs); err != nil || a.Anchor != test.at || a.Elo != test.elo {
			t.Errorf("%q: player %d at %v, %v; want %d at %v", test.anchor, a.Anchor, a.Elo, err, test.at, test.elo)
		}
	}
	for _, bad := range []string{"greedy=", "greedy=NaN", "greedy=Inf", "greedy=-1e6", "greedy=1e6", "nobody"} {
		if err := (&Ladder{Anchor: bad}).drop(&arena.Ladder{}, players); err == nil || !strings.HasPrefix(err.Error(), "anchor "+bad+": ") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func TestPace(t *testing.T) {
	var w stopwatch
	w.spent.Store(int64(3 * time.Second))
	s := Setting{Workers: 2}
	p := s.pace(&w, 20, 4*time.Second)
	if p.Played != 20 || p.Seconds != 4 || math.Abs(p.Agents-0.375) > 1e-12 {
		t.Errorf("%+v: want 3 of 8 seconds", p)
	}
	if got, want := p.String(), "20 games in 4.0 s, 5.0 games/s; the agents used 37.5 % of the time"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	s.Elsewhere = func(context.Context, []*arena.Contest, func() (arena.Job, bool), func(arena.Job, arena.Game) (bool, error)) error {
		return nil
	}
	if got, want := s.pace(&w, 20, 4*time.Second).String(), "20 games in 4.0 s, 5.0 games/s"; got != want {
		t.Errorf("where others play, too: got %q, want %q", got, want)
	}
	if got := (Pace{}).String(); got != "all games had been played before" {
		t.Error(got)
	}
}

// Time that is left is shared out: of ten seconds the first part ends with its share.
func TestDeadline(t *testing.T) {
	b := &Balance{}
	if enough := b.deadline(0); enough() {
		t.Error("without a limit there is always time")
	}
	b.Time = time.Hour
	if b.deadline(1)() {
		t.Error("an hour is over at once")
	}
	until := b.until
	if b.deadline(0.5)(); b.until != until {
		t.Error("the hour begins anew with each part")
	}
	b.until = time.Now().Add(-time.Second)
	if !b.deadline(1)() {
		t.Error("the time is over and there is still some")
	}
}

// Games that are given no number go on while there is time.
func TestGamesWithoutANumber(t *testing.T) {
	if n := (&Balance{}).games(); n != endless {
		t.Errorf("%d games", n)
	}
	if n := (&Balance{Games: 7}).games(); n != 7 {
		t.Errorf("%d games", n)
	}
}

func TestBudgetOf(t *testing.T) {
	for text, want := range map[string]float64{"mcts:400": 400, "alphabeta:4": 4, "champion": 100, "champion:0": 0, "mcts:100ms": 0, "greedy": 0, "nobody:7": 0, "runs/a@30": 30} {
		if got := budgetOf(text); got != want {
			t.Errorf("%s: got %v, want %v", text, got, want)
		}
	}
}

// More than half of all arrays are never drawn, and what is drawn is neither given
// nor drawn before; the seed says which.
func TestArrayNames(t *testing.T) {
	b := balancing(t, "cetran2", "random")
	given := []string{b.Game.(env.Arrayed).ArrayText(0), b.Game.(env.Arrayed).ArrayText(1)}
	names, err := b.names(given, 50)
	if err != nil || len(names) != 52 || !slices.Equal(names[:2], given) {
		t.Fatalf("%d names, %v", len(names), err)
	}
	if all := slices.Compact(slices.Sorted(slices.Values(names))); len(all) != 52 {
		t.Errorf("%d different ones, want 52", len(all))
	}
	again, _ := b.names(given, 50)
	b.Seed = 2
	other, _ := b.names(given, 50)
	if !slices.Equal(names, again) || slices.Equal(names, other) {
		t.Error("the seed does not say what is drawn")
	}
	half := b.Game.(env.Arrayed).ArrayCount() / 2
	if _, err := b.names(nil, half+1); err == nil {
		t.Errorf("%d arrays are drawn", half+1)
	}
}

// If a study does not say how games begin, drawn starts are left alone, players of a balance
// study vary their openings, and agents that meet others begin after random plies; of an
// array that is given, the start is not drawn.
func TestUsualOpenings(t *testing.T) {
	for _, test := range []struct{ game, alone, met string }{
		{"tictactoe", "varied by the players in 16 plies", "4 random plies"},
		{"cetran2", "drawn starts", "drawn starts"},
	} {
		b := balancing(t, test.game, "random")
		b.Opening, b.Games = Usual, 2
		found, err := b.Plain(t.Context())
		if err != nil || found.Openings != test.alone {
			t.Errorf("%s: %+v, %v, want %s", test.game, found, err, test.alone)
		}
		about, err := arena.About(b.Out)
		if err != nil || about["openings"] != varying {
			t.Errorf("%s: the folder is of %q, %v", test.game, about["openings"], err)
		}
		s := setting(t, test.game)
		s.Opening = Usual
		m := &Match{Setting: s, Agents: [2]string{"random", "greedy"}, Pairs: 1}
		met, err := m.Play(t.Context())
		if err != nil || met.Openings != test.met {
			t.Errorf("%s: %v, want %s", test.game, err, test.met)
		}
		if e := (&Evaluation{Game: b.Game, Opening: Usual}); e.Openings() != strings.Replace(test.met, "4", "2", 1) {
			t.Errorf("%s: baselines are met from %s", test.game, e.Openings())
		}
	}
	b := balancing(t, "cetran2", "alphabeta:1")
	b.Opening, b.Games, b.Confirm = Usual, 6, 0
	found, err := b.Rank(t.Context(), []string{"qrknchsa/KSNRCAQH"}, 0)
	if err != nil || found.Openings != "varied by the players in 16 plies" {
		t.Fatalf("%+v, %v", found, err)
	}
	lines := map[string]bool{}
	for _, e := range b.entries {
		lines[fmt.Sprint(e.Game.Actions)] = true
	}
	if len(lines) != 6 {
		t.Errorf("%d different games of one array, want 6", len(lines))
	}
}

// A program that does not say which of its moves lose little cannot vary its openings; it
// can where they are random.
func TestForeignEnginesCannotVary(t *testing.T) {
	b := balancing(t, "tictactoe", "uci:engine")
	b.Opening = Usual
	b.Enter = func(env.Game) func(string) (Contestant, error) {
		return func(text string) (Contestant, error) {
			e, err := agent.Parse("random", nil)
			if err == nil {
				e.Spec, err = agent.Typed(text)
			}
			return Contestant{Entrant: e, Key: text}, err
		}
	}
	if _, err := b.Plain(t.Context()); err == nil || !strings.Contains(err.Error(), "want --opening N or --openings FILE") {
		t.Errorf("%v", err)
	}
	b.Opening = 2
	if _, err := b.Plain(t.Context()); err != nil {
		t.Error(err)
	}
	odds := balancing(t, "chess", "uci:engine")
	odds.Enter = b.Enter
	queen, err := ParseOdds(odds.Game, "queen")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := odds.AtOdds(t.Context(), Odds{Missing: queen, Arrays: 1}); err == nil || !strings.Contains(err.Error(), "cannot vary the openings of a game with one start") {
		t.Errorf("at odds: %v", err)
	}
}

// Games at odds of a game with one start differ, since the players vary them.
func TestOddsOfOneStartAreVaried(t *testing.T) {
	b := balancing(t, "three-check", "alphabeta:1")
	queen, err := ParseOdds(b.Game, "queen")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.AtOdds(t.Context(), Odds{Missing: queen, Arrays: 3}); err != nil {
		t.Fatal(err)
	}
	lines := map[string]bool{}
	for _, e := range b.entries {
		lines[fmt.Sprint(e.Game.Actions)] = true
	}
	if len(b.entries) != 6 || len(lines) != 6 {
		t.Errorf("%d games, %d of them different, want 6", len(b.entries), len(lines))
	}
}

// Cells of strengths that are decided are not played on, the same for any number of
// workers; without Decide all are.
func TestDecidedStrengthsAreNotPlayedOn(t *testing.T) {
	var want *report.Balance
	for _, workers := range []int{1, 3} {
		b := balancing(t, "mnk-4-4-3:rows=3", "random", "alphabeta:5")
		b.Opening, b.Games, b.Decide, b.Workers = Usual, 110, true, workers
		var w watcher
		b.Events.Played = w.see
		found, err := b.Plain(t.Context())
		if err != nil || !found.Early || found.Strengths[1].Course.Games != 50 {
			t.Fatalf("%+v, %v", found, err)
		}
		w.laws(t)
		if want != nil && !reflect.DeepEqual(found, want) {
			t.Errorf("%d workers: %+v, want %+v", workers, found, want)
		}
		want = found
	}
	b := balancing(t, "mnk-4-4-3:rows=3", "alphabeta:5")
	b.Opening, b.Games = Usual, 110
	if found, err := b.Plain(t.Context()); err != nil || found.Early || found.Strengths[0].Course.Games != 110 {
		t.Errorf("%+v, %v", found, err)
	}
}

// The watch over an agent's time does not hide that it can vary: of an alpha-beta search
// that is the same in every game, the games differ.
func TestWatchedAgentsVary(t *testing.T) {
	b := balancing(t, "connect4", "alphabeta:2")
	b.Opening, b.Games = Usual, 10
	b.Enter = func(g env.Game) func(string) (Contestant, error) {
		return func(text string) (Contestant, error) {
			e, err := agent.Parse(text, nil)
			make := e.New
			e.New = func(g env.Game, _ seed.Seed) (env.Agent, error) { return make(g, seed.New(1)) }
			return Contestant{Entrant: e, Key: text}, err
		}
	}
	found, err := b.Plain(t.Context())
	if err != nil || found.Strengths[0].Course.Different < 9 {
		t.Errorf("%+v, %v", found, err)
	}
}
