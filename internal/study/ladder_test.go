package study

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/env"
	"ludens/train"
)

func climbing(t *testing.T, agents ...string) *Ladder {
	t.Helper()
	return &Ladder{
		Setting: setting(t, "connect4"), Agents: agents, Each: 20, Most: 10,
		Runs: Runs{Checkpoints: func(string) ([]string, error) { return nil, nil }},
	}
}

// The strongest comes first, the anchor has its rating, and who is named twice
// plays once.
func TestLadderRatesAgents(t *testing.T) {
	l := climbing(t, "random", "alphabeta:2", "greedy", "random")
	l.Anchor = "random=100"
	var w watcher
	l.Events.Played = w.see
	c, err := l.Play(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	w.laws(t)
	if len(c.Agents) != 3 || c.Games != 30 || c.Agents[2].Agent != "random" || c.Agents[2].Elo != 100 || c.Agents[0].Elo < c.Agents[1].Elo {
		t.Errorf("%+v", c.Ratings)
	}
	if c.Agents[0].AboveNext == nil || c.Agents[2].AboveNext != nil {
		t.Error("each agent but the last is compared with the next")
	}
	if err := c.Save(l.Out); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(filepath.Join(l.Out, "ladder.csv")); err != nil || strings.Count(string(text), "\n") != 4 {
		t.Errorf("%s, %v", text, err)
	}
	if again, err := l.Play(context.Background()); err != nil || again.Pace.Played != 0 || again.Agents[0] != c.Agents[0] && again.Agents[0].Elo != c.Agents[0].Elo {
		t.Errorf("once more: %+v, %v", again, err)
	}
}

// A run stands for its checkpoints, with the time that they took.
func TestLadderOfARunsCheckpoints(t *testing.T) {
	l := climbing(t, "runs/a@5", "random")
	l.Most = 2
	l.Runs.Checkpoints = func(dir string) ([]string, error) {
		if dir == "runs/a" {
			return []string{"1", "2", "3", "4"}, nil
		}
		return nil, nil
	}
	l.Runs.Seconds = func(string) map[int]float64 { return map[int]float64{2: 20, 4: 40} }
	l.Enter = func(g env.Game) func(string) (Contestant, error) {
		enter := entering(g)
		return func(text string) (Contestant, error) {
			at := map[string]int{"ckpt:2@5": 2, "ckpt:4@5": 4}[text]
			if at == 0 {
				return enter(text)
			}
			c, err := enter("greedy")
			c.Key, c.At = text, &train.Progress{Iteration: at, Games: 10 * at}
			return c, err
		}
	}
	c, err := l.Play(context.Background())
	if err != nil || len(c.Agents) != 3 {
		t.Fatalf("%+v, %v", c, err)
	}
	found := 0
	for _, r := range c.Agents {
		if r.Run == "" {
			continue
		}
		found++
		if r.Run != "runs/a" || r.Seconds != float64(10*r.Iteration) || r.SelfPlay != 10*r.Iteration || r.Name != map[int]string{2: "a@5 after 2", 4: "a@5 after 4"}[r.Iteration] {
			t.Errorf("%+v", r)
		}
	}
	if found != 2 {
		t.Errorf("%d checkpoints, want the second and the last", found)
	}
}

func TestLadderMistakes(t *testing.T) {
	for _, test := range []struct {
		agents, anchor, want string
	}{
		{"greedy", "", "agents: want two agents or more, not 1"},
		{"greedy greedy", "", "agents: want two agents or more, not 1"},
		{"greedy random", "mcts:3=0", "anchor mcts:3=0: no such agent takes part; there are greedy, random"},
		{"greedy random", "random=x", `anchor random=x: "x" is not a rating; want AGENT=ELO, as in random=0`},
		{"greedy random", "random=1e7", `anchor random=1e7: "1e7" is not a rating; want AGENT=ELO, as in random=0`},
	} {
		l := climbing(t, strings.Fields(test.agents)...)
		l.Anchor = test.anchor
		if c, err := l.Play(context.Background()); c != nil || err == nil || err.Error() != test.want {
			t.Errorf("%s, %s: got %v, want %s", test.agents, test.anchor, err, test.want)
		}
	}
}
