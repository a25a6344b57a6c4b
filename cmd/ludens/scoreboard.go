package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"ludens/arena"
	"ludens/env"
	"ludens/stat"
)

// scoreboard is what a match says.
type scoreboard struct {
	Game      string         `json:"game"`
	A         string         `json:"a"`
	B         string         `json:"b"`
	Folder    string         `json:"folder"`
	Games     int            `json:"games"`
	Roles     [2]roleScore   `json:"roles"` // of a
	Pairs     stat.Counts    `json:"pairs"` // of a, by 0, 1/2, 1, 3/2 and 2 points
	Score     bounds         `json:"score"` // of a, points a game
	Elo       bounds         `json:"elo"`   // a's less b's; null is unbounded
	Superior  float64        `json:"superiority"`
	Test      *testScore     `json:"sprt,omitempty"`
	Openings  string         `json:"openings"`
	Different int            `json:"different_openings"`
	Repeated  int            `json:"repeated_games"`
	Plies     float64        `json:"mean_plies"`
	Endings   map[string]int `json:"endings"`

	counted []arena.Game
	pace    pace
}

// roleScore is a's score in one role.
type roleScore struct {
	Role string `json:"role"`
	arena.Score
	Points bounds `json:"score"`
}

// bounds is an estimate with its 95 % interval; an infinite bound is null.
type bounds struct {
	Estimate *float64 `json:"estimate"`
	Low      *float64 `json:"low"`
	High     *float64 `json:"high"`
}

// testScore is how a sequential test stands.
type testScore struct {
	Elo0    float64 `json:"elo0"`
	Elo1    float64 `json:"elo1"`
	Alpha   float64 `json:"alpha"`
	Beta    float64 `json:"beta"`
	LLR     float64 `json:"llr"`
	Lower   float64 `json:"lower"`
	Upper   float64 `json:"upper"`
	Verdict string  `json:"verdict"` // undecided, H0 or H1
}

func (m *match) scoreboard() *scoreboard {
	s, e := m.series, m.series.Estimate()
	played := s.Games()
	b := &scoreboard{
		Game: m.contest.Game.Spec().Name, A: m.names[0], B: m.names[1], Folder: m.out, Games: len(played),
		Pairs: s.Pairs, Score: newBounds(e.Mean, e.Low, e.High),
		Elo:      newBounds(stat.Elo(e.Mean), stat.Elo(e.Low), stat.Elo(e.High)),
		Superior: e.Superiority, Openings: m.openings, Different: arena.Different(played),
		Endings: map[string]int{}, counted: played,
	}
	for p, score := range s.Roles {
		low, high := score.Interval()
		b.Roles[p] = roleScore{m.contest.Game.Spec().Roles[p], score, newBounds(score.Mean(), low, high)}
	}
	if t := s.Test; t != nil {
		lower, upper := t.Bounds()
		b.Test = &testScore{t.Elo0, t.Elo1, t.Alpha, t.Beta, t.LLR(s.Pairs), lower, upper, s.Verdict().String()}
	}
	b.describe(played)
	return b
}

// describe notes how the games went.
func (b *scoreboard) describe(played []arena.Game) {
	seen := map[string]bool{}
	for _, g := range played {
		b.Plies += float64(len(g.Actions)) / float64(len(played))
		b.Endings[ending(g)]++
		line := fmt.Sprint(g.Seed, g.Start, g.Actions)
		if seen[line] {
			b.Repeated++
		}
		seen[line] = true
	}
}

// ending says in a few words how a game ended.
func ending(g arena.Game) string {
	switch {
	case g.Truncated:
		return "cut off"
	case g.Ending != "":
		return g.Ending
	}
	return g.Result.String()
}

func newBounds(estimate, low, high float64) bounds {
	finite := func(x float64) *float64 {
		if math.IsInf(x, 0) {
			return nil
		}
		return &x
	}
	return bounds{finite(estimate), finite(low), finite(high)}
}

func (b *scoreboard) tell(out io.Writer, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(out).Encode(b)
	}
	var t strings.Builder
	fmt.Fprintf(&t, "%s: %s against %s, %d games\n", b.Game, b.A, b.B, b.Games)
	if b.Games > 0 {
		b.table(&t)
		b.verdict(&t)
		b.course(&t)
	}
	fmt.Fprintf(&t, "games    %s\nspeed    %s\n", b.Folder, b.pace)
	_, err := io.WriteString(out, t.String())
	return err
}

func (b *scoreboard) table(t *strings.Builder) {
	fmt.Fprintf(t, "\n%-14s %8s  %-15s %6s %6s %6s  %s\n", "playing", "score", "95 % interval", "won", "drawn", "lost", "cut off")
	row := func(what string, s arena.Score, points bounds) {
		fmt.Fprintf(t, "%-14s %6.1f %%  [%5.1f, %5.1f]  %6d %6d %6d  %d\n", what, 100**points.Estimate,
			100**points.Low, 100**points.High, s.Wins, s.Draws-s.Truncated, s.Losses, s.Truncated)
	}
	for _, r := range b.Roles {
		row(r.Role, r.Score, r.Points)
	}
	row("both", b.Roles[env.First].Plus(b.Roles[env.Second].Score), b.Score)
	fmt.Fprintf(t, "\npairs    %s (of 0, 1/2, 1, 3/2 and 2 points)\n", strings.Trim(fmt.Sprint([]int(b.Pairs)), "[]"))
}

func (b *scoreboard) verdict(t *strings.Builder) {
	fmt.Fprintf(t, "Elo      %s [%s, %s]\n", eloText(b.Elo.Estimate, *b.Score.Estimate),
		eloText(b.Elo.Low, *b.Score.Low), eloText(b.Elo.High, *b.Score.High))
	fmt.Fprintf(t, "better   %s is the better one with a likelihood of %s\n", b.A, percent(b.Superior))
	if s := b.Test; s != nil {
		fmt.Fprintf(t, "test     LLR %.2f between %.2f and %.2f: %s\n", s.LLR, s.Lower, s.Upper, s.words())
		fmt.Fprintf(t, "         score, Elo and likelihood over both roles allow for when the test stops\n")
	}
}

func (s *testScore) words() string {
	switch s.Verdict {
	case "H0":
		return fmt.Sprintf("the difference is %g Elo rather than %g (H0)", s.Elo0, s.Elo1)
	case "H1":
		return fmt.Sprintf("the difference is %g Elo rather than %g (H1)", s.Elo1, s.Elo0)
	}
	return fmt.Sprintf("undecided between %g and %g Elo", s.Elo0, s.Elo1)
}

// course tells how the games went.
func (b *scoreboard) course(t *strings.Builder) {
	fmt.Fprintf(t, "openings %s, %d different; %d games repeat an earlier one\n", b.Openings, b.Different, b.Repeated)
	var endings []string
	for _, e := range slices.SortedFunc(maps.Keys(b.Endings), func(x, y string) int {
		if b.Endings[x] != b.Endings[y] {
			return b.Endings[y] - b.Endings[x]
		}
		return strings.Compare(x, y)
	}) {
		endings = append(endings, fmt.Sprintf("%s %d", e, b.Endings[e]))
	}
	fmt.Fprintf(t, "length   %.1f plies; %s\n", b.Plies, strings.Join(endings, ", "))
}

// eloText writes an Elo difference; where it is infinite the score says to
// which side.
func eloText(elo *float64, score float64) string {
	switch {
	case elo != nil:
		return fmt.Sprintf("%+.0f", *elo)
	case score > 0.5:
		return "+unbounded"
	}
	return "-unbounded"
}

// eloRange writes the interval of an estimate in Elo.
func eloRange(e stat.Estimate) string {
	i := newBounds(stat.Elo(e.Mean), stat.Elo(e.Low), stat.Elo(e.High))
	return fmt.Sprintf("%s [%s, %s]", eloText(i.Estimate, e.Mean), eloText(i.Low, e.Low), eloText(i.High, e.High))
}

// percent writes a probability, never as certain.
func percent(p float64) string {
	switch {
	case p > 0.999:
		return "more than 99.9 %"
	case p < 0.001:
		return "less than 0.1 %"
	}
	return fmt.Sprintf("%.1f %%", 100*p)
}
