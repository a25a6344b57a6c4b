package session

import (
	"context"
	"fmt"
	"math"
	"time"

	"ludens/agent"
	"ludens/configs"
	"ludens/internal/bench"
	"ludens/internal/prose"
	"ludens/internal/report"
	"ludens/internal/roster"
	"ludens/internal/tui"
)

// estimate is how long a run that has not begun will take here.
type estimate struct {
	teach              time.Duration // games of alpha-beta to learn from first
	play, learn, judge time.Duration
	lessons            int     // such games
	evaluations, steps float64 // in all
	pace               bench.Pace
	after              configs.Measured
}

// estimated puts together what a run needs and how fast that is done, where atOnce
// games of an evaluation are played at once.
func estimated(r configs.Run, p bench.Pace, atOnce int) estimate {
	e := estimate{pace: p, after: r.Measured()}
	iterations, games := float64(r.Train.Iterations), float64(r.SelfPlay.Games)
	e.evaluations = iterations * games * e.after.Evaluations
	e.steps = iterations * games * e.after.Positions * float64(r.Train.Reuse) / float64(r.Optimiser.Batch)
	if c := r.Pretrain.AlphaBeta; c.Games > 0 {
		e.lessons = c.All()
		e.teach = seconds(c.Moves(e.after.Plies) * p.Teach.Seconds() / float64(max(1, atOnce)))
		e.steps += c.Positions(e.after.Plies) * float64(c.Epochs) / float64(r.Optimiser.Batch)
	}
	e.play = seconds(e.evaluations / max(1, p.Evaluations))
	e.learn = seconds(e.steps * p.Step.Seconds())
	// Each side makes half of the moves of a game; games are of each role.
	matches := func(n, games int, opponent string) time.Duration {
		moves := float64(n) * float64(2*games) * e.after.Plies / 2
		return seconds(moves * p.Move[opponent].Seconds() / float64(max(1, atOnce)))
	}
	if v := r.Evaluation; v.Watch != "" && v.Every > 0 {
		e.judge += matches(r.Train.Iterations/v.Every, v.Games, v.Watch)
	}
	for _, b := range opponents(r) {
		e.judge += matches(1, r.Evaluation.FinalGames, b)
	}
	return e
}

func seconds(s float64) time.Duration {
	return time.Duration(min(s, math.MaxInt64/2/float64(time.Second)) * float64(time.Second))
}

// total is how long the run will take.
func (e estimate) total() time.Duration { return e.teach + e.play + e.learn + e.judge }

// String says it in a line, and what it is made of.
func (e estimate) String() string {
	after := fmt.Sprintf("games as long as those of %s", e.after.Game)
	if e.after.Game == "" {
		after = "games as long as random ones, since no run of this game was measured"
	}
	busy := ""
	if e.pace.Slower > 1.3 {
		busy = fmt.Sprintf(", %.1f times that beside what it does now", e.pace.Slower)
	}
	first := ""
	if e.lessons > 0 {
		first = fmt.Sprintf("%s games of alpha-beta first, %s; ", report.Grouped(e.lessons), about(e.teach))
	}
	return fmt.Sprintf("%s on this machine%s: %s%s evaluations at %s a second (%.0f %% of that time outside the network), %s steps of %.1f ms, %s of matches against others; %s",
		about(e.total()), busy, first, rounded(e.evaluations), rounded(e.pace.Evaluations), 100*e.pace.Outside, rounded(e.steps), 1e3*e.pace.Step.Seconds(), about(e.judge), after)
}

// about writes a time as people say it.
func about(d time.Duration) string {
	switch {
	case d < 2*time.Second:
		return "a second or two"
	case d < 45*time.Second:
		return fmt.Sprintf("about %.0f seconds", d.Seconds())
	case d < 90*time.Second:
		return "about a minute"
	case d < 90*time.Minute:
		return fmt.Sprintf("about %.0f minutes", d.Minutes())
	case d < 48*time.Hour:
		return fmt.Sprintf("about %.1f hours", d.Hours())
	}
	return fmt.Sprintf("about %.0f days", d.Hours()/24)
}

// rounded writes a count to two digits, those of millions to one more place.
func rounded(x float64) string {
	if x >= 1e6 {
		return fmt.Sprintf("%.1f million", x/1e6)
	}
	return report.Round(int(math.Round(x)))
}

// A run is measured for a moment first, and for two seconds if it is long enough to
// be worth them.
const (
	moment = 200 * time.Millisecond
	while  = 2 * time.Second
	enough = 30 * while
)

// foretell says how long a run that is about to begin will take; nothing of a
// rehearsal, which takes seconds, or of one by alpha-beta, which takes minutes. No result depends on what it measures.
func (s *Session) foretell(ctx context.Context) error {
	if s.config.Rehearses() || s.folder.Head() != "" || s.config.ByAlphaBeta() {
		return nil
	}
	m, err := s.meeting()
	if err != nil {
		return err
	}
	var e estimate
	for _, within := range []time.Duration{moment, while} {
		p, err := bench.PaceOf(ctx, s.config, s.run.Game, s.run.Net(), m, s.run.Workers, within)
		if err != nil {
			return err
		}
		if e = estimated(s.config, p, s.run.Workers); e.total() < enough {
			break
		}
	}
	line := e.String()
	if s.fleet != nil {
		line += "; less if others play"
	}
	fmt.Fprint(s.view.Out, prose.Words(line, tui.Width(s.view.Out), "  "))
	return nil
}

// meeting is who meets whom in the run's evaluations.
func (s *Session) meeting() (m bench.Meeting, err error) {
	learned := s.run.Learned()
	me, l, err := roster.AtRun(s.run.Game, &learned, s.config)
	if err != nil {
		return m, err
	}
	m.Me = me
	names := opponents(s.config)
	if w := s.config.Evaluation.Watch; w != "" {
		names = append([]string{w}, names...)
	}
	for _, name := range names {
		e, err := agent.Parse(name, l.Load)
		if err != nil {
			return m, err
		}
		m.Opponents = append(m.Opponents, e)
	}
	return m, nil
}

// forecast says how long a run will still take. Evaluations are counted as what they
// are: some iterations have one, the end has a larger one.
type forecast struct {
	iterations int // of the run
	every      int // iterations between evaluations; 0: none but the last
	last       float64
	guess      float64 // an evaluation's time over an iteration's, before one was seen

	recent      []time.Duration // of iterations, without evaluations
	evaluation  time.Duration   // the mean so far
	evaluations int
}

// lately is how many iterations a forecast looks back on: games grow shorter or
// longer as a network learns.
const lately = 5

// iterated notes what an iteration took without its evaluation.
func (f *forecast) iterated(d time.Duration) {
	if f.recent = append(f.recent, d); len(f.recent) > lately {
		f.recent = f.recent[1:]
	}
}

// evaluated notes what an evaluation took.
func (f *forecast) evaluated(d time.Duration) {
	f.evaluations++
	f.evaluation += (d - f.evaluation) / time.Duration(f.evaluations)
}

// left returns what the rest takes after that many iterations.
func (f *forecast) left(done int) time.Duration {
	if len(f.recent) == 0 {
		return 0
	}
	var each time.Duration
	for _, d := range f.recent {
		each += d / time.Duration(len(f.recent))
	}
	evaluation := f.evaluation
	if f.evaluations == 0 {
		evaluation = time.Duration(f.guess * float64(each))
	}
	coming := f.last
	if f.every > 0 {
		coming += float64(f.iterations/f.every - done/f.every)
	}
	return time.Duration(f.iterations-done)*each + time.Duration(coming*float64(evaluation))
}
