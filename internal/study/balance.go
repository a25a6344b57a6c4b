package study

import (
	"time"

	"ludens/arena"
	"ludens/env"
	"ludens/env/seed"
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
