package report

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"

	"ludens/arena"
	"ludens/env"
	"ludens/internal/prose"
	"ludens/stat"
)

// Scoreboard is what a match between a and b says. Its JSON is that of ludens
// match.
type Scoreboard struct {
	Game      string         `json:"game"`
	A         string         `json:"a"`
	B         string         `json:"b"`
	Folder    string         `json:"folder"` // of the games
	Games     int            `json:"games"`
	Roles     [2]RoleScore   `json:"roles"` // of a
	Pairs     stat.Counts    `json:"pairs"` // of a, by 0, 1/2, 1, 3/2 and 2 points
	Score     Bounds         `json:"score"` // of a, points a game
	Elo       Bounds         `json:"elo"`   // a's less b's; null is unbounded
	Superior  float64        `json:"superiority"`
	Test      *TestScore     `json:"sprt,omitempty"`
	Openings  string         `json:"openings"`
	Different int            `json:"different_openings"`
	Repeated  int            `json:"repeated_games"`
	Plies     float64        `json:"mean_plies"`
	Endings   map[string]int `json:"endings"`
	CPU       []CPUTime      `json:"cpu_time,omitempty"` // of a and b; nil: it was not measured
	// Repeat is what it takes to get the same again, as in Study.
	Repeat map[string]string `json:"repeat,omitempty"`

	both stat.Estimate // of a's points, over both roles
}

// RoleScore is a's score in one role.
type RoleScore struct {
	Role string `json:"role"`
	arena.Score
	Points Bounds `json:"score"`
}

// Bounds is an estimate with its 95 % interval; an infinite bound is nil.
type Bounds struct {
	Estimate *float64 `json:"estimate"`
	Low      *float64 `json:"low"`
	High     *float64 `json:"high"`
}

// TestScore is how a sequential test stands.
type TestScore struct {
	Elo0    float64 `json:"elo0"`
	Elo1    float64 `json:"elo1"`
	Alpha   float64 `json:"alpha"`
	Beta    float64 `json:"beta"`
	LLR     float64 `json:"llr"`
	Lower   float64 `json:"lower"`
	Upper   float64 `json:"upper"`
	Verdict string  `json:"verdict"` // undecided, H0 or H1
}

// NewScoreboard sums up a match of game g as it stands. names are those of a and
// b, openings says how the games began, folder where they are kept.
func NewScoreboard(g env.Game, names [2]string, s *arena.Series, openings, folder string) *Scoreboard {
	e, played, spec := s.Estimate(), s.Games(), g.Spec()
	b := &Scoreboard{
		Game: spec.Name, A: names[0], B: names[1], Folder: folder, Games: len(played),
		Pairs: s.Pairs, Score: newBounds(e.Mean, e.Low, e.High), Elo: eloBounds(e),
		Superior: e.Superiority, Openings: openings, Different: arena.Different(played),
		Endings: map[string]int{}, both: e,
	}
	for p, score := range s.Roles {
		low, high := score.Interval()
		b.Roles[p] = RoleScore{spec.Roles[p], score, newBounds(score.Mean(), low, high)}
	}
	if t := s.Test; t != nil {
		lower, upper := t.Bounds()
		b.Test = &TestScore{t.Elo0, t.Elo1, t.Alpha, t.Beta, t.LLR(s.Pairs), lower, upper, s.Verdict().String()}
	}
	b.describe(played)
	return b
}

// describe notes how the games went.
func (b *Scoreboard) describe(played []arena.Game) {
	seen := map[string]bool{}
	for _, g := range played {
		b.Plies += float64(len(g.Actions)) / float64(len(played))
		b.Endings[g.How()]++
		line := fmt.Sprint(g.Seed, g.Start, g.Actions)
		if seen[line] {
			b.Repeated++
		}
		seen[line] = true
	}
}

func newBounds(estimate, low, high float64) Bounds {
	finite := func(x float64) *float64 {
		if math.IsInf(x, 0) {
			return nil
		}
		return &x
	}
	return Bounds{finite(estimate), finite(low), finite(high)}
}

// eloBounds turns a share of the points into a difference in Elo.
func eloBounds(e stat.Estimate) Bounds {
	return newBounds(stat.Elo(e.Mean), stat.Elo(e.Low), stat.Elo(e.High))
}

// JSON writes the scoreboard as one line.
func (b *Scoreboard) JSON(w io.Writer) error { return json.NewEncoder(w).Encode(b) }

// Text writes the scoreboard for a terminal of that many columns.
func (b *Scoreboard) Text(w io.Writer, columns int) error {
	var t strings.Builder
	t.WriteString(prose.Words(fmt.Sprintf("%s: %s against %s, %d games%s", b.Game, b.A, b.B, b.Games, from(b.Openings)), columns, "  "))
	if b.Games > 0 {
		b.table(&t)
		fmt.Fprintf(&t, "Elo      %s\n", eloRange(b.Elo, b.both))
		for _, line := range b.Lines() {
			t.WriteString(prose.Under(line[:labelled], line[labelled:], columns))
		}
	}
	_, err := io.WriteString(w, t.String())
	return err
}

func (b *Scoreboard) table(t *strings.Builder) {
	fmt.Fprintf(t, "\n%-14s %8s  %-15s %6s %6s %6s  %s\n", "playing", "score", "95 % interval", "won", "drawn", "lost", "cut off")
	for _, r := range b.Rows() {
		s := r.Score
		fmt.Fprintf(t, "%-14s %6.1f %%  [%5.1f, %5.1f]  %6d %6d %6d  %d\n", r.Role, 100**r.Points.Estimate,
			100**r.Points.Low, 100**r.Points.High, s.Wins, s.Draws-s.Truncated, s.Losses, s.Truncated)
	}
	fmt.Fprintf(t, "\npairs    %s (of 0, 1/2, 1, 3/2 and 2 points)\n", strings.Trim(fmt.Sprint([]int(b.Pairs)), "[]"))
}

// Rows returns a's score in each role and in both.
func (b *Scoreboard) Rows() []RoleScore {
	all := b.Roles[env.First].Plus(b.Roles[env.Second].Score)
	return append(b.Roles[:], RoleScore{"both", all, b.Score})
}

// labelled is how many letters the word in front of a line takes.
const labelled = 9

// Lines returns what the games say besides the scores: a word and what there is
// to say of it.
func (b *Scoreboard) Lines() []string {
	lines := []string{fmt.Sprintf("better   %s is the better one with a likelihood of %s", b.A, Likelihood(b.Superior))}
	if s := b.Test; s != nil {
		lines = append(lines,
			fmt.Sprintf("test     LLR %.2f between %.2f and %.2f: %s", s.LLR, s.Lower, s.Upper, s.words()),
			"         score, Elo and likelihood over both roles allow for when the test stops")
	}
	lines = append(lines,
		fmt.Sprintf("openings %s, %d different; repeating an earlier one: %s", b.Openings, b.Different, Count(b.Repeated, "game")),
		fmt.Sprintf("length   %.1f plies; %s", b.Plies, strings.Join(b.endings(), ", ")))
	if n, _ := b.Forfeits(); n > 0 {
		lines = append(lines, fmt.Sprintf("forfeits %s of %d: what they decide is not strength at the board", Count(n, "game"), b.Games))
	}
	return append(lines, cpuLines(b.CPU)...)
}

// Forfeits returns how many games ended by forfeit, and their commonest reason: an engine
// crashed, hung or did not understand the game.
func (b *Scoreboard) Forfeits() (games int, reason string) {
	for _, how := range b.frequent() {
		if !strings.Contains(how, " forfeit: ") {
			continue
		}
		if games += b.Endings[how]; reason == "" {
			reason = how
		}
	}
	return games, reason
}

// endings returns how games ended, the most frequent first.
func (b *Scoreboard) endings() (endings []string) {
	for _, e := range b.frequent() {
		endings = append(endings, fmt.Sprintf("%s %d", e, b.Endings[e]))
	}
	return endings
}

func (s *TestScore) words() string {
	switch s.Verdict {
	case "H0":
		return fmt.Sprintf("the difference is %g Elo rather than %g (H0)", s.Elo0, s.Elo1)
	case "H1":
		return fmt.Sprintf("the difference is %g Elo rather than %g (H1)", s.Elo1, s.Elo0)
	}
	return fmt.Sprintf("undecided between %g and %g Elo", s.Elo0, s.Elo1)
}

// Standing says in a few words how a match stands.
func Standing(s *arena.Series) string {
	if s.Pairs.N() == 0 {
		return "no pair yet"
	}
	e := s.Estimate()
	text := fmt.Sprintf("%.1f %%, %s Elo", 100*e.Mean, eloRange(eloBounds(e), e))
	if t := s.Test; t != nil {
		lower, upper := t.Bounds()
		text += fmt.Sprintf(", LLR %.2f of %.2f to %.2f", t.LLR(s.Pairs), lower, upper)
	}
	return text
}

// eloRange writes a difference in Elo with its interval, and the scores say to
// which side it is infinite.
func eloRange(d Bounds, of stat.Estimate) string {
	return fmt.Sprintf("%s [%s, %s]", eloText(d.Estimate, of.Mean), eloText(d.Low, of.Low), eloText(d.High, of.High))
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

// Likelihood writes a probability, never as certain.
func Likelihood(p float64) string {
	switch {
	case p > 0.999:
		return "more than 99.9 %"
	case p < 0.001:
		return "less than 0.1 %"
	}
	return fmt.Sprintf("%.1f %%", 100*p)
}
