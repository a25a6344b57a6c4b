package roster

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"ludens/agent"
	"ludens/analysis"
	"ludens/configs"
	"ludens/env"
	"ludens/env/seed"
	"ludens/internal/report"
	"ludens/mcts"
)

// matchesOf returns the matches that come with the program, by game and time.
func matchesOf(t *testing.T) map[string]report.Scoreboard {
	t.Helper()
	all := map[string]report.Scoreboard{}
	for _, text := range configs.Matches() {
		var m report.Scoreboard
		if err := json.Unmarshal([]byte(text), &m); err != nil {
			t.Fatal(err)
		}
		s, err := agent.ParseSpec(m.A)
		if err != nil {
			t.Fatal(err)
		}
		at := fmt.Sprintf("%s at %s", m.Game, s.Time)
		if _, twice := all[at]; twice {
			t.Errorf("there are two matches of %s: which of them counts?", at)
		}
		all[at] = m
	}
	if len(all) == 0 {
		t.Fatal("no match comes with the program")
	}
	return all
}

func text(t *testing.T, m report.Scoreboard) string {
	t.Helper()
	b, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Each match that comes with the program was played by what comes with it, names the command
// and the revision, and decides who plays at its time; with its result turned round, the other
// one does. A match by other rules, or by other weights, decides nothing.
func TestFits(t *testing.T) {
	guide, err := os.ReadFile("../../docs/guide/evaluation.md")
	if err != nil {
		t.Fatal(err)
	}
	for at, m := range matchesOf(t) {
		row := fmt.Sprintf("| %s | `%s` | `%s` | %.1f %% [%.1f, %.1f] of %d games |", m.Game, m.A, m.B, 100**m.Score.Estimate, 100**m.Score.Low, 100**m.Score.High, m.Games)
		if !strings.Contains(string(guide), row) {
			t.Errorf("the guide has no %s", row)
		}
		g := gameOf(t, m.Game)
		if m.Games < 40 || !strings.HasPrefix(m.Repeat["command"], "ludens match "+m.Game) || !strings.Contains(m.Repeat["ludens"], "revision ") || strings.Contains(m.Repeat["ludens"], "modified") {
			t.Errorf("%s: %d games, %+v", at, m.Games, m.Repeat)
		}
		better, worse := m.A, m.B
		if *m.Score.Estimate < 0.5 {
			better, worse = m.B, m.A
		}
		won := better
		_, limit, _ := strings.Cut(at, " at ")
		file := fmt.Sprintf("+eval=%s.eval.json", m.Game) // the name that the one that comes with the program had
		if _, ok := configs.LearnedEvaluation(m.Game); ok {
			better, worse = strings.Replace(better, file, "+eval=champion", 1), strings.Replace(worse, file, "+eval=champion", 1)
		}
		who := func(matches ...report.Scoreboard) string {
			t.Helper()
			var texts []string
			for _, m := range matches {
				texts = append(texts, text(t, m))
			}
			all, err := fitsIn(texts, g)
			if err != nil || len(all) > 1 {
				t.Fatalf("%s: %+v, %v", at, all, err)
			}
			if len(all) == 0 {
				return ""
			}
			if !strings.HasPrefix(all[0].Why, all[0].Agent.String()) {
				t.Errorf("%s: %s, because %s", at, all[0].Agent, all[0].Why)
			}
			return all[0].Agent.String()
		}
		if got := who(m); got != better {
			t.Errorf("%s: %q plays, want %s", at, got, better)
		}
		swapped := m
		estimate, low, high := 1-*m.Score.Estimate, 1-*m.Score.High, 1-*m.Score.Low
		swapped.Score = report.Bounds{Estimate: &estimate, Low: &low, High: &high}
		if strings.HasSuffix(worse, ".json") {
			worse = "" // the file does not come with the program
		}
		if got := who(swapped); got != worse {
			t.Errorf("%s, turned round: %q plays, want %s", at, got, worse)
		}
		for name, change := range map[string]func(*report.Scoreboard){
			"other rules":  func(m *report.Scoreboard) { m.Repeat["rules"] = "0" },
			"another game": func(m *report.Scoreboard) { m.Game = "go" },
			"other weights": func(m *report.Scoreboard) {
				m.Repeat["network of "+weightsOf(t, m.A)] = "0"
				m.Repeat["network of "+weightsOf(t, m.B)] = "0"
			},
			"unequal times": func(m *report.Scoreboard) { m.B = strings.Replace(m.B, "cpu=", "cpu=1", 1) },
			"a run":         func(m *report.Scoreboard) { replace(m, won, "ckpt:runs/a@cpu="+limit) },
			"a file":        func(m *report.Scoreboard) { replace(m, won, "alphabeta:cpu="+limit+"+eval=a.json") },
		} {
			other := m
			other.Repeat = map[string]string{}
			for k, v := range m.Repeat {
				other.Repeat[k] = v
			}
			if change(&other); who(other) != "" {
				t.Errorf("%s, %s: %q plays, want none", at, name, who(other))
			}
		}
	}
	if _, err := fitsIn([]string{"{"}, gameOf(t, "celta")); err == nil {
		t.Error("a damaged match is taken")
	}
}

func weightsOf(t *testing.T, text string) string {
	t.Helper()
	s, err := agent.ParseSpec(text)
	if err != nil {
		t.Fatal(err)
	}
	return s.Source.String()
}

func replace(m *report.Scoreboard, who, by string) {
	if m.A == who {
		m.A = by
	} else {
		m.B = by
	}
}

// The agent that fits is named wherever agents are let in; of a game that was not measured
// nothing is claimed.
func TestSeated(t *testing.T) {
	t.Chdir(t.TempDir())
	load := (&Loader{}).Load
	seated := func(g env.Game, text string) (string, string) {
		t.Helper()
		var told []string
		asked, err := agent.ParseSpec(text)
		if err != nil {
			t.Fatal(err)
		}
		s, err := Seated(asked, g, load, func(line string) { told = append(told, line) })
		if err != nil {
			t.Fatal(err)
		}
		return s.String(), strings.Join(told, "\n")
	}
	chess := gameOf(t, "chess")
	who, why := seated(chess, "champion:cpu=16ms")
	if who != "alphabeta:cpu=16ms+eval=champion" || !strings.HasPrefix(why, "champion:cpu=16ms is alphabeta:cpu=16ms+eval=champion: alphabeta:cpu=16ms+eval=champion scored ") {
		t.Errorf("%s, %q", who, why)
	}
	for text, at := range map[string]string{"champion:cpu=1ms": "4ms", "champion:cpu=7ms": "4ms", "champion:cpu=9ms": "16ms", "champion:cpu=39ms": "16ms", "champion:cpu=41ms": "100ms", "champion:cpu=700ms": "100ms"} {
		who, why := seated(gameOf(t, "connect4"), text)
		if who != text+"+search=trained" || !strings.HasSuffix(why, "against exact:cpu="+at) {
			t.Errorf("%s is %s, %q, want by the match at %s", text, who, why, at)
		}
	}
	for _, text := range []string{"greedy", "mcts:cpu=16ms", "alphabeta:cpu=16ms"} {
		if who, why := seated(chess, text); who != text || why != "" {
			t.Errorf("%s is %s, %q", text, who, why)
		}
	}
	for _, game := range []string{"cetran2:array=qrknchsa/KSNRCAQH", "cuervo", "tafl7"} {
		if who, why := seated(gameOf(t, game), "champion:cpu=16ms"); who != "champion:cpu=16ms" || why != "" {
			t.Errorf("%s, which was not measured: %s, %q", game, who, why)
		}
	}
	c, err := Entering(nil)(chess)("champion:cpu=16ms")
	if err != nil || c.Instead != who || c.Name != who || !strings.HasPrefix(c.Key, "alphabeta:cpu=16ms+eval=") || strings.HasSuffix(c.Key, "champion") {
		t.Errorf("%+v, %v", c, err)
	}
	if c, err := Entering(nil)(chess)("alphabeta:2"); err != nil || c.Instead != "" {
		t.Errorf("%+v, %v", c, err)
	}
	page, err := NewOpponents(nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	for game, want := range map[string]string{"cetran2": "alphabeta:10ms+eval=champion: ", "celta": "champion:10ms+search=trained: ", "cuervo": ""} {
		p := page.Players(gameOf(t, game))[0]
		a, err := p.InTime(10*time.Millisecond, seed.New(1))
		if err != nil || p.ID != "champion" {
			t.Fatalf("%s: %+v, %v", game, p, err)
		}
		r, err := a.Analyse(t.Context(), gameOf(t, game).New(1), analysis.Limits{Time: 10 * time.Millisecond, Simulations: 50}, nil)
		if err != nil || !strings.HasPrefix(r.By, want) || (want == "") != (r.By == "") {
			t.Errorf("%s on the page: by %q, %v, want %q", game, r.By, err, want)
		}
	}
	cetran := gameOf(t, "cetran2")
	a, err := Analyst(agent.Spec{Source: agent.Source{Kind: "champion"}, Budget: mcts.MaxSimulations, Time: usualTime}, cetran, load, seed.New(1), 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	for want, l := range map[string]analysis.Limits{"": {Simulations: 5}, "alphabeta+eval=champion: ": {Time: 10 * time.Millisecond}} {
		r, err := a.Analyse(t.Context(), cetran.New(1), l, nil)
		if err != nil || !strings.HasPrefix(r.By, want) || (want == "") != (r.By == "") {
			t.Errorf("a question with %+v: by %q, %v, want %q", l, r.By, err, want)
		}
	}
	usual, about := Usual(chess)
	if usual != "champion:100ms" || !strings.Contains(about, "which is alphabeta:100ms+eval=champion: alphabeta:cpu=16ms+eval=champion scored ") {
		t.Errorf("%s, %q", usual, about)
	}
}
