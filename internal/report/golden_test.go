package report

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"ludens/arena"
	"ludens/env"
)

var update = flag.Bool("update", false, "write the golden files anew")

// whole is a balance study with all that it can say: three strengths, a tree, and men.
func whole() *Study {
	b := Balance{Game: "celta", Roles: roles, Openings: "4 random plies"}
	for i, won := range []int{55, 63, 74} {
		st := ended([]string{"mcts:25", "mcts:100", "mcts:400"}[i], []float64{25, 100, 400}[i],
			ending("corner", env.FirstWins, won), ending("surrounded", env.SecondWins, 96-won), ending(arena.CutOff, env.Ongoing, 4))
		c := &st.Course
		c.Score = arena.Score{Wins: won, Losses: 96 - won, Draws: 4, Truncated: 4}
		c.Different, c.Decisive = 100-i, arena.Share(96, 100)
		c.Plies, c.Quartiles = arena.Measure{Value: 31.25, Low: 29.5, High: 33}, [3]int{21, 30, 44}
		c.Branching = arena.Measure{Value: 24.5, Low: 24, High: 25}
		c.Diversity = arena.Diversity{Random: 4, Entropy: arena.Measure{Value: 3, Low: 2.5, High: 3.5}}
		c.Drama = arena.Drama{Told: i > 0, Changes: arena.Measure{Value: 1.125, Low: 1, High: 1.25}, Comebacks: arena.Share(5, 96)}
		for n := range 100 {
			c.Lengths = append(c.Lengths, 11+n/2)
		}
		b.Strengths = append(b.Strengths, st)
	}
	last := &b.Strengths[2]
	last.Worths = worths(about(0.4))
	last.Tree = []arena.Branch{{Line: []string{"d5f5"}, Score: arena.Score{Wins: 40, Losses: 10}, Next: []arena.Branch{{Line: []string{"d5f5", "d3f3"}, Score: arena.Score{Wins: 9, Losses: 3}}}}}
	return b.Study()
}

// missing is a study of odds with a network that does not see all that its search does.
func missing(t *testing.T) *Study {
	network := about(0.45)
	o := Odds{Game: "cetran2", Agent: "champion:400", Opponent: "alphabeta:4", Games: "these games", Regression: worths(about(0.4)), Trials: []arena.Trial{
		{Odds: odds("pawn", 1, 1), Network: &network, Search: about(0.35), Self: [2]arena.Score{{Wins: 70, Losses: 130}, {Wins: 60, Losses: 120, Draws: 20, Truncated: 5}}, Against: [2]arena.Score{{Wins: 3, Losses: 5}, {Wins: 6, Draws: 1, Losses: 1}}},
		{Odds: odds("horse", 1, 6), Network: &network, Search: about(0.05), Self: [2]arena.Score{{Wins: 10, Losses: 190}, {Wins: 12, Losses: 188}}},
	}}
	s, err := o.Study()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// What people read of each kind of study, word by word and digit by digit: who changes
// it sees in a diff what he has changed.
//
//	go test ./report -run Goldens -update
func TestGoldens(t *testing.T) {
	swept := sweep(500, 550, 300, 350, 600, 650, 500, 550)
	swept.Best, swept.Fresh = []int{0, 1}, []arena.Score{{Wins: 60, Losses: 40}, {Wins: 90, Losses: 10}}
	ranked := arrays(52, 90, 10, 61)
	ranked.Each[0].Fresh, ranked.Each[2].Fresh = arena.Score{Wins: 30, Losses: 30}, arena.Score{Wins: 15, Losses: 45}
	ranked.Each[2].Given = true
	for name, s := range map[string]*Study{
		"balance": whole(), "sweep": swept.Study(), "arrays": ranked.Study(), "odds": missing(t), "ladder": ladder().Study(), "match": board(meeting(nil)).Study(),
	} {
		s.Repeat = []Fact{{"command", "ludens " + name}}
		for ending, got := range map[string]string{
			".txt": text(t, func(b *bytes.Buffer) error { return s.Text(b, 80) }), ".md": text(t, func(b *bytes.Buffer) error { return s.Markdown(b) }),
		} {
			if ending == ".md" && name != "match" {
				continue // one is enough for the form
			}
			path := filepath.Join("testdata", name+ending)
			if *update {
				if err := os.MkdirAll("testdata", 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("%s: got\n%s", path, got)
			}
		}
	}
}
