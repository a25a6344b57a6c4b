package session

import (
	"math"
	"strings"
	"testing"
	"time"

	"ludens/configs"
	"ludens/internal/bench"
)

// The preset of celta at round speeds, counted by hand. 3,000 games of alpha-beta of 47.5
// plies and 1 ms a move, but for 4 moves in 15 of half of them, which are random: the
// positions of that half are drawn four times each. 12,800 games of 1,727 evaluations at
// 100,000 a second, 36.8 positions each, drawn 1.5 times, and steps of 20 ms. 10 evaluations
// of 40 games, and 3 of 100; two games at once.
func TestEstimated(t *testing.T) {
	l, err := configs.Preset("celta")
	if err != nil {
		t.Fatal(err)
	}
	r, err := configs.Load(l)
	if err != nil {
		t.Fatal(err)
	}
	p := bench.Pace{Evaluations: 1e5, Outside: 0.3, Slower: 1.1, Step: 20 * time.Millisecond, Teach: time.Millisecond, Move: map[string]time.Duration{
		"random": 10 * time.Millisecond, "greedy": 20 * time.Millisecond, "mcts:100": 30 * time.Millisecond,
	}}
	e := estimated(r, p, 2)
	judge := (10*40*0.01 + 100*0.01 + 100*0.02 + 100*0.03) * 23.75 / 2
	teach := 47.5 * (1500 + 1500*11./15) * 0.001 / 2
	steps := 12800*36.8*1.5/128 + 47.5*1500*11/15*4/128
	for _, c := range []struct {
		what      string
		got, want float64
	}{
		{"games of alpha-beta", e.teach.Seconds(), teach},
		{"play", e.play.Seconds(), 12800 * 1727 / 1e5},
		{"learning", e.learn.Seconds(), steps * 0.02},
		{"evaluations", e.judge.Seconds(), judge},
		{"all", e.total().Seconds(), teach + 12800*1727/1e5 + steps*0.02 + judge},
	} {
		if math.Abs(c.got-c.want) > 0.01*c.want {
			t.Errorf("%s: %.1f s, want %.1f s", c.what, c.got, c.want)
		}
	}
	want := "about 9 minutes on this machine: 3,000 games of alpha-beta first, about a minute; 22.1 million evaluations at 100,000 a second " +
		"(30 % of that time outside the network), 7,200 steps of 20.0 ms, about 2 minutes of matches against others; games as long as those of celta"
	if got := e.String(); got != want {
		t.Errorf("it says\n%s\nwant\n%s", got, want)
	}
	e.pace.Slower = 2
	if got := e.String(); !strings.HasPrefix(got, "about 9 minutes on this machine, 2.0 times that beside what it does now: 3,000 games") {
		t.Errorf("on a busy machine it says %s", got)
	}
	r.Evaluation.Watch, r.Evaluation.Baselines = "", nil
	if e := estimated(r, p, 2); e.judge != 0 || math.Abs(e.play.Seconds()-12800*1727/1e5) > 1 {
		t.Errorf("without opponents %v, self-play %v", e.judge, e.play)
	}
}

func TestAbout(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0:                        "a second or two",
		20 * time.Second:         "about 20 seconds",
		70 * time.Second:         "about a minute",
		8*time.Minute + 20e9:     "about 8 minutes",
		2*time.Hour + 30*60e9:    "about 2.5 hours",
		20*24*time.Hour + 3600e9: "about 20 days",
	} {
		if got := about(d); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
	for x, want := range map[float64]string{7: "7", 48: "48", 8634: "8,600", 162_345: "160,000", 35_880_000: "35.9 million"} {
		if got := rounded(x); got != want {
			t.Errorf("%v: %q, want %q", x, got, want)
		}
	}
}
