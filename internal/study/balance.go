package study

import (
	"fmt"
	"time"

	"ludens/arena"
	"ludens/env"
	"ludens/env/seed"
	"ludens/internal/report"
)

// Balance asks whether a game is fair: an agent plays against itself, at one
// strength or several. One of its questions is asked of it, and then it is closed.
type Balance struct {
	Setting
	Runs      Runs
	Strengths []Strength
	Games     int           // of each strength, setting or array; 0: as many as there is time for
	Decide    bool          // Plain plays fewer where its answer is decided before
	Time      time.Duration // of play; 0: no limit
	Confirm   int           // new games of what was chosen by games; 0: none
	Control   string        // plays what was chosen, too, as Enter takes it: does the verdict stand? "": none
	Against   []string      // whom the judges play, too, as Enter takes them: no bar, but a row
	// Unexamined leaves the examination of the judges out: their verdicts then say so.
	Unexamined bool
	Pieces     bool     // report what each man is worth, too
	Records    []string // the self-play of these runs for Pieces, instead of games played now

	bars    []arena.Bar        // of the judges
	drawn   string             // how the games of Game begin, in words
	players []Contestant       // one a strength, in the base game
	books   map[string]opening // by stage and game
	folder  *arena.Folder
	entries []arena.Entry   // of the folder, and what was played since
	checked map[string]bool // cells whose entries were held against the rules
	later   int             // games that follow the stage being played, at most
	until   time.Time       // zero: no limit, or nothing has been played
	watch   stopwatch
	played  int
	playing time.Duration
}

// begin lets the agents of all strengths in, and says how games begin; "" leaves
// that to the setting.
func (b *Balance) begin(drawn string) error { return b.beginIn(b.Game, drawn) }

// beginIn begins in a game that stands for the study's.
func (b *Balance) beginIn(g env.Game, drawn string) (err error) {
	b.books, b.checked = map[string]opening{}, map[string]bool{}
	if b.bars == nil {
		b.bars = arena.Bars
	}
	if b.players, err = b.contenders(g); err != nil {
		return err
	}
	if _, err := b.enter(g, &b.watch, b.Against...); err != nil {
		return &Mistake{"against", "", err}
	}
	if b.drawn = drawn; drawn != "" {
		return nil
	}
	o, err := b.openings(g, seed.New(b.Seed))
	b.drawn = o.kind
	return err
}

// contenders returns the agents of all strengths in a game.
func (b *Balance) contenders(g env.Game) ([]Contestant, error) {
	var texts []string
	for _, s := range b.Strengths {
		texts = append(texts, s.Agent)
	}
	return b.enter(g, &b.watch, texts...)
}

// alone returns a mistake unless there is one strength; what is a question that is
// asked of one.
func (b *Balance) alone(what string) error {
	if n := len(b.Strengths); n != 1 {
		return mistake("strengths", "", "%s at one strength, not at %d", what, n)
	}
	return nil
}

// Players returns those who play.
func (b *Balance) Players() []Contestant { return b.players }

// Openings says how games begin.
func (b *Balance) Openings() string { return b.drawn }

// Pace is how fast games were played; it is false if none were to be played.
func (b *Balance) Pace() (Pace, bool) {
	return b.pace(&b.watch, b.played, b.playing), b.folder != nil
}

// Close makes the games durable.
func (b *Balance) Close() error {
	if b.folder == nil {
		return nil
	}
	return b.folder.Close()
}

// Forecast returns what says how long a study takes, as Events.Played: before the first
// game how many there are at most, and after some of them, which it measures, about how
// many minutes. No result depends on it. A study that is limited by time, or whose games
// were played before, has no forecast.
func Forecast(tell func(line string)) func(Stage) {
	var began time.Time
	first, most, sample := 0, 0, 0
	return func(at Stage) {
		switch {
		case began.IsZero() && at.Most > at.Played:
			began, first, most = time.Now(), at.Played, at.Most-at.Played+at.Later
			sample = min(forecastBy, max(1, (at.Most-at.Played)/10))
			tell(fmt.Sprintf("%s: %s at most", at.What, report.Count(most, "game")))
		case sample > 0 && at.Played >= first+sample:
			if left := most - sample; left > 0 {
				each := time.Since(began) / time.Duration(sample)
				tell(fmt.Sprintf("about %s more at most, by the first %s", minutes(each*time.Duration(left)), report.Count(sample, "game")))
			}
			sample = 0
		}
	}
}

// forecastBy is how many games, at most, the time of a study is measured by.
const forecastBy = 16

// minutes writes a time as people plan it.
func minutes(d time.Duration) string {
	switch {
	case d < 90*time.Second:
		return fmt.Sprintf("%.0f s", max(1, d.Seconds()))
	case d < 90*time.Minute:
		return fmt.Sprintf("%.0f minutes", d.Minutes())
	}
	return fmt.Sprintf("%.1f hours", d.Hours())
}
