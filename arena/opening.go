package arena

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"ludens/env"
	"ludens/env/record"
	"ludens/internal/seed"
	"ludens/selfplay"
)

// Openings gives each pair of games the position from which both begin. Equal
// pairs, equal openings. It is safe for concurrent use.
type Openings interface {
	Opening(pair int) Opening
}

// Opening is a start position and the plies that are played from it before the
// agents take over.
type Opening struct {
	Seed    uint64 // of the start position
	Start   string // the start position itself; "" for Game.New(Seed)
	Actions []env.Action
}

// State returns the position that the agents begin with.
func (o Opening) State(g env.Game) (env.State, error) {
	s, err := (&record.Record{Start: o.Start, Seed: o.Seed}).Begin(g)
	if err != nil {
		return nil, err
	}
	for _, a := range o.Actions {
		s.Play(a)
	}
	return s, nil
}

// Random returns openings of so many random plies. A draw of plies after which
// the game is over is thrown away for another.
func Random(g env.Game, plies int, s seed.Seed) Openings { return random{g, plies, s} }

type random struct {
	game  env.Game
	plies int
	seed  seed.Seed
}

func (r random) Opening(pair int) Opening {
	own := r.seed.At("pair", pair)
	o := Opening{Seed: own.At("start", 0).Uint64()}
	for try := 0; ; try++ {
		var state env.State
		if state, o.Actions = r.draw(o.Seed, own.At("opening", try)); state.Result() == env.Ongoing {
			return o
		}
	}
}

// draw plays random plies, fewer if the game is over before.
func (r random) draw(start uint64, s seed.Seed) (env.State, []env.Action) {
	state, rng := r.game.New(start), s.Rand()
	var actions, legal []env.Action
	for len(actions) < r.plies && state.Result() == env.Ongoing {
		legal = state.Legal(legal[:0])
		a := legal[rng.IntN(len(legal))]
		state.Play(a)
		actions = append(actions, a)
	}
	return state, actions
}

// Lead is how much the game's own score (env.Scored) may have changed from the
// start in a balanced opening.
const Lead = 0.15

// Balanced returns openings of so many random plies that differ from each other
// and are balanced: nobody can win at once, and the score is within Lead of the
// start position's. Where a hundred draws give no such opening, it is the draw
// that is nearest to one.
func Balanced(g env.Game, plies int, s seed.Seed) Openings {
	return &balanced{random: random{g, plies, s}, seen: map[uint64]bool{}}
}

type balanced struct {
	random
	mu    sync.Mutex
	drawn []Opening // by pair
	seen  map[uint64]bool
}

func (b *balanced) Opening(pair int) Opening {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.drawn) <= pair {
		b.drawn = append(b.drawn, b.next(len(b.drawn)))
	}
	return b.drawn[pair]
}

func (b *balanced) next(pair int) (best Opening) {
	const tries = 100
	own := b.seed.At("pair", pair)
	start := own.At("start", 0).Uint64()
	before := selfplay.Estimate(b.game.New(start), env.First)
	least, key := float32(math.MaxFloat32), uint64(0)
	for try := 0; try < tries || least == math.MaxFloat32; try++ {
		state, actions := b.draw(start, own.At("opening", try))
		if state.Result() != env.Ongoing {
			continue
		}
		fault := b.fault(state, before, try)
		if fault < least {
			least, key, best = fault, state.Key(), Opening{Seed: start, Actions: actions}
		}
		if fault == 0 {
			break
		}
	}
	b.seen[key] = true
	return best
}

// fault tells how far an unfinished position is from what is asked of it: 0 is
// a balanced one that was not seen before.
func (b *balanced) fault(s env.State, before float32, try int) (fault float32) {
	if lead := float32(math.Abs(float64(selfplay.Estimate(s, env.First) - before))); lead > Lead {
		fault += lead
	}
	if b.seen[s.Key()] {
		fault += 4
	}
	if winsAtOnce(s) {
		fault += 8
	}
	return fault
}

// winsAtOnce tells whether the side to move can end the game by winning it.
func winsAtOnce(s env.State) bool {
	var child env.State
	for _, a := range s.Legal(nil) {
		child = s.Copy(child)
		child.Play(a)
		if child.Result() == env.WinFor(s.ToMove()) {
			return true
		}
	}
	return false
}

// Book is a list of openings that pairs go through again and again.
type Book []Opening

// Opening returns the pair's.
func (b Book) Opening(pair int) Opening { return b[pair%len(b)] }

// ParseBook reads openings: one a line as the game writes its moves, or game
// records one below the other (package record), or both; lines that begin with
// # are comments. The start of a game that draws it is drawn from s, unless a
// record tells it. An error tells the line.
func ParseBook(g env.Game, text string, s seed.Seed) (Book, error) {
	var book Book
	lines := strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n")
	for at := 0; at < len(lines); {
		end := at + 1
		if strings.HasPrefix(strings.TrimSpace(lines[at]), "[") {
			end = recordEnd(lines, at)
		}
		o, err := parseOpening(g, lines[at:end], s.At("start", len(book)).Uint64())
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", at+1, err)
		}
		if o != nil {
			book = append(book, *o)
		}
		at = end
	}
	if len(book) == 0 {
		return nil, fmt.Errorf("there is no opening in it")
	}
	return book, nil
}

// recordEnd returns the line after the record that begins at a line: where tags
// begin again after its moves, or the text ends.
func recordEnd(lines []string, at int) int {
	moving := false
	for i := at; i < len(lines); i++ {
		switch text := strings.TrimSpace(lines[i]); {
		case strings.HasPrefix(text, "[") && moving:
			return i
		case text != "" && !strings.HasPrefix(text, "["):
			moving = true
		}
	}
	return len(lines)
}

// parseOpening reads one opening, nil if the lines hold none.
func parseOpening(g env.Game, lines []string, start uint64) (*Opening, error) {
	text := strings.TrimSpace(strings.Join(lines, "\n"))
	if text == "" || strings.HasPrefix(text, "#") {
		return nil, nil
	}
	r, err := record.Parse(strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	if r.Game != "" && r.Game != g.Spec().Name {
		return nil, fmt.Errorf("a record of %s, the match is %s", r.Game, g.Spec().Name)
	}
	if r.Start == "" && r.Seed == 0 {
		r.Seed = start
	}
	o := Opening{Seed: r.Seed, Start: r.Start}
	r.Result = env.Ongoing // an opening of a game that went on
	last, err := r.Replay(g, func(_ int, _ env.State, a env.Action) error {
		o.Actions = append(o.Actions, a)
		return nil
	})
	if err == nil && last.Result() != env.Ongoing {
		err = fmt.Errorf("the game is over after it (%v)", last.Result())
	}
	return &o, err
}

// Different returns how many different openings the games begin with.
func Different(games []Game) int {
	var openings []string
	for _, g := range games {
		openings = append(openings, fmt.Sprint(g.Seed, g.Start, g.Actions[:g.Opening]))
	}
	slices.Sort(openings)
	return len(slices.Compact(openings))
}
