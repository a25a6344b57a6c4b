package study

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ludens/agent"
	"ludens/arena"
	"ludens/env"
	"ludens/env/games"
)

// entering lets in agents that need no network.
func entering(env.Game) func(text string) (Contestant, error) {
	return func(text string) (Contestant, error) {
		e, err := agent.Parse(text, nil)
		return Contestant{Entrant: e, Key: text}, err
	}
}

// setting is that of a game, with its games in a folder of the test.
func setting(t *testing.T, game string) Setting {
	t.Helper()
	g := games.Must(game)
	return Setting{Game: g, Opening: 2, Seed: 1, Workers: 2, Out: filepath.Join(t.TempDir(), "games"), Enter: entering}
}

// kept returns how many lines the games of a setting have.
func kept(t *testing.T, s Setting) int {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(s.Out, "games.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Count(string(text), "\n")
}

// watcher notes the stages of a study.
type watcher struct{ stages []Stage }

func (w *watcher) see(s Stage) { w.stages = append(w.stages, s) }

// laws holds a watcher's stages: each begins, grows by a game at a time, and ends.
func (w *watcher) laws(t *testing.T) {
	t.Helper()
	last := Stage{Over: true}
	for i, s := range w.stages {
		switch {
		case last.Over && s.Over:
			t.Errorf("stage %d: %+v ends before it begins", i, s)
		case !last.Over && !s.Over && s.Played != last.Played+1:
			t.Errorf("stage %d: %d games after %d", i, s.Played, last.Played)
		case !last.Over && (s.What != last.What || s.Most != last.Most || s.Played < last.Played):
			t.Errorf("stage %d: %+v after %+v", i, s, last)
		}
		last = s
	}
	if !last.Over {
		t.Errorf("the last stage is not over: %+v", last)
	}
}

// A mistake is reported with its field, and with the value if that is what is wrong.
func TestMistakes(t *testing.T) {
	for _, test := range []struct{ field, value, want string }{
		{"arrays", "", "arrays: too many"},
		{"arrays", "7", "arrays 7: too many"},
	} {
		if got := mistake(test.field, test.value, "too many").Error(); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}

// Openings of a file are reported by what is in it; time a move makes other games.
func TestAboutTellsWhatDecidesTheGames(t *testing.T) {
	s := setting(t, "tictactoe")
	book := filepath.Join(t.TempDir(), "book.txt")
	if err := os.WriteFile(book, []byte("b2 a1\na1 b2\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	s.Book = book
	m := &Match{Setting: s, Agents: [2]string{"random", "greedy"}, Pairs: 2}
	if _, err := m.Play(context.Background()); err != nil {
		t.Fatal(err)
	}
	about, err := arena.About(s.Out)
	if err != nil || !strings.HasPrefix(about["openings"], "2 of a file with sha256 ") || about["a"] != "random" || about["b"] != "greedy" || about["movetime"] != "" {
		t.Errorf("%v, %v", about, err)
	}
	m.MoveTime = 1
	if _, err := m.Play(context.Background()); err == nil || !strings.Contains(err.Error(), "movetime") {
		t.Errorf("with a time a move: %v, want a folder of other games", err)
	}
	m.Book, m.MoveTime = filepath.Join(t.TempDir(), "none"), 0
	if _, err := m.Play(context.Background()); err == nil {
		t.Error("a file that there is not has no openings")
	}
}

// networked lets in agents whose network has a digest, another one in each game.
func networked(digest string) Enter {
	return func(g env.Game) func(text string) (Contestant, error) {
		enter := entering(g)
		return func(text string) (Contestant, error) {
			c, err := enter(text)
			c.Weights, c.Network = "champion", digest+" "+g.Spec().Name
			return c, err
		}
	}
}

// A folder of one network takes no game of another one by the same name, whatever is
// asked, and nothing is played; with the same network it goes on.
func TestFoldersKnowTheNetwork(t *testing.T) {
	for name, ask := range map[string]func(Setting, int) (played int, err error){
		"match": func(s Setting, n int) (int, error) {
			m, err := (&Match{Setting: s, Agents: [2]string{"greedy", "random"}, Pairs: n}).Play(context.Background())
			if err != nil {
				return 0, err
			}
			return m.Pace.Played, err
		},
		"ladder": func(s Setting, n int) (int, error) {
			l := climbing(t, "greedy", "random")
			l.Setting, l.Each = s, 2*n
			c, err := l.Play(context.Background())
			if err != nil {
				return 0, err
			}
			return c.Pace.Played, err
		},
		"balance": func(s Setting, n int) (int, error) {
			b := &Balance{Setting: s, Strengths: []Strength{{Agent: "greedy"}}, Games: n}
			_, err := b.Plain(context.Background())
			pace, _ := b.Pace()
			return pace.Played, errors.Join(err, b.Close())
		},
		"sweep": func(s Setting, n int) (int, error) {
			b := &Balance{Setting: s, Strengths: []Strength{{Agent: "greedy"}}, Games: n}
			b.Game = gameNamed(t, "celta")
			options, err := ParseSweep([]string{"first=king,attackers"})
			if err == nil {
				_, err = b.Sweep(context.Background(), options, 0)
			}
			pace, _ := b.Pace()
			return pace.Played, errors.Join(err, b.Close())
		},
	} {
		s := setting(t, "tictactoe")
		s.Enter = networked("one")
		if played, err := ask(s, 2); err != nil || played == 0 {
			t.Fatalf("%s: %d games, %v", name, played, err)
		}
		lines := kept(t, s)
		s.Enter = networked("two")
		if played, err := ask(s, 4); !errors.Is(err, arena.ErrOther) || !strings.Contains(err.Error(), "the network of champion") || played > 0 || kept(t, s) != lines {
			t.Errorf("%s with another network: %d games, %v", name, played, err)
		}
		s.Enter = networked("one")
		if played, err := ask(s, 4); err != nil || played == 0 {
			t.Errorf("%s with the same network again: %d games, %v", name, played, err)
		}
		about, err := arena.About(s.Out)
		if err != nil || about["ludens"] == "" || about["rules"] == "" || name != "sweep" && about["network of champion"] != "one "+about["game"] {
			t.Errorf("%s: %v, %v", name, about, err)
		}
		if name == "sweep" && (about["network of champion in celta:first=attackers"] != "one celta:first=attackers" || about["rules of celta:first=attackers"] != env.Fingerprint(gameNamed(t, "celta:first=attackers"))) {
			t.Errorf("the settings of a sweep: %v", about)
		}
	}
}

func gameNamed(_ *testing.T, name string) env.Game { return games.Must(name) }

// Where others play, agents that depend on the clock are refused before any game, and
// games of any kernels are kept apart.
func TestOthersPlayWhatEveryMachinePlaysAlike(t *testing.T) {
	s := setting(t, "tictactoe")
	asked := 0
	s.Elsewhere = func(_ context.Context, contests []*arena.Contest, next func() (arena.Job, bool), done func(arena.Job, arena.Game) (bool, error)) error {
		for j, ok := next(); ok; j, ok = next() {
			asked++
			g, err := j.Contest.Play(context.Background(), j.Index)
			if err != nil {
				return err
			}
			if more, err := done(j, g); !more || err != nil {
				return err
			}
		}
		return nil
	}
	m := &Match{Setting: s, Agents: [2]string{"mcts:10ms", "greedy"}, Pairs: 2}
	if _, err := m.Play(context.Background()); err == nil || !strings.Contains(err.Error(), "mcts:10ms has a time a move") || asked > 0 {
		t.Errorf("%v after %d games", err, asked)
	}
	m.Agents[0] = "random"
	if r, err := m.Play(context.Background()); err != nil || r.Kept != 4 || asked != 4 {
		t.Errorf("%v, %d games", err, asked)
	}
	m.Mixed = true
	if _, err := m.Play(context.Background()); !errors.Is(err, arena.ErrOther) {
		t.Errorf("with games of any kernels: %v, want a folder of other games", err)
	}
}

// Games that the rules do not allow are reported by their line.
func TestDamagedGamesAreRefused(t *testing.T) {
	s := setting(t, "tictactoe")
	entries := []arena.Entry{{Players: []string{"x"}}, {A: "cell", Game: &arena.Game{Actions: []env.Action{0, 0}}}}
	err := verify("dir", entries, func(arena.Entry) env.Game { return s.Game })
	if want := filepath.Join("dir", "games.jsonl") + ": line 2 is damaged (ply 2: action 0 is not legal): remove it to go on"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if err := verify("dir", entries, func(arena.Entry) env.Game { return nil }); err != nil {
		t.Errorf("games of no concern: %v", err)
	}
}

func TestStrengths(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("a.ckpt", nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		agents  string
		budgets []int
		want    string
	}{
		{"mcts", nil, "mcts:25 mcts:100 mcts:400 mcts:1600"},
		{"mcts greedy random", []int{5, 9}, "random greedy mcts:5 mcts:9"},
		{"alphabeta:3 alphabeta", []int{7}, "alphabeta:3 alphabeta:7"},
		{"a.ckpt int8:b.ckpt ckpt:c@4", []int{8}, "ckpt:a.ckpt@8 int8:b.ckpt@8 ckpt:c@4"},
		{"champion:10ms", nil, "champion:10ms"},
		{"random random", nil, "agents: random is named twice"},
		{"mcts:5 mcts", []int{5}, "agents: mcts:5 is named twice"},
		{"greedy", []int{5}, "budgets: no agent is given without a number"},
		{"", nil, "agents: who plays?"},
	} {
		all, err := Strengths(strings.Fields(test.agents), test.budgets)
		var names []string
		for _, s := range all {
			names = append(names, s.Agent)
		}
		got := strings.Join(names, " ")
		if err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%s with %v: got %s, want %s", test.agents, test.budgets, got, test.want)
		}
	}
	if all, _ := Strengths([]string{"mcts", "mcts:100ms", "ckpt:c@4"}, []int{5}); !slices.Equal(all, []Strength{{"mcts:5", 5}, {"mcts:100ms", 0}, {"ckpt:c@4", 4}}) {
		t.Errorf("budgets: %v", all)
	}
}
