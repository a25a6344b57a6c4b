package arena

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"ludens/env"
	"ludens/env/record"
	"ludens/env/seed"
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

// Random returns openings of that many random plies. A draw of plies after which
// the game is over is thrown away for another; where a thousand were, the opening
// is a ply shorter.
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
		state := r.game.New(o.Seed)
		if o.Actions = stroll(state, r.length(try), own.At("opening", try).Rand(), nil); state.Result() == env.Ongoing {
			return o
		}
	}
}

// length returns of how many plies an opening is drawn the next time.
func (r random) length(try int) int {
	const patience = 1000
	return max(0, min(r.plies, r.game.Spec().MaxPly-1)-try/patience)
}

// stroll plays random plies, fewer if the game is over before, and appends them
// to dst.
func stroll(s env.State, plies int, rng *rand.Rand, dst []env.Action) []env.Action {
	var room [128]env.Action
	for range plies {
		legal := s.Legal(room[:0])
		if len(legal) == 0 {
			break
		}
		a := legal[rng.IntN(len(legal))]
		s.Play(a)
		dst = append(dst, a)
	}
	return dst
}

// Lead is how much the game's own score (env.Scored) may have changed from the
// start in a balanced opening.
const Lead = 0.15

// Balanced returns openings of that many random plies that differ from each other
// and are balanced: neither side can win at once, and the score is within Lead of the
// start position's. Where a hundred draws give no such opening, it is the draw
// that is nearest to one; openings that are all used up may come again.
func Balanced(g env.Game, plies int, s seed.Seed) Openings {
	return &balanced{random: random{g, plies, s}, seen: map[uint64]bool{}}
}

type balanced struct {
	random
	mu           sync.Mutex
	drawn        []Opening // by pair
	seen         map[uint64]bool
	state, child env.State // scratch
	actions      []env.Action
}

func (b *balanced) Opening(pair int) Opening {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.drawn) <= pair {
		b.drawn = append(b.drawn, b.next(len(b.drawn)))
	}
	return b.drawn[pair]
}

func (b *balanced) next(pair int) Opening {
	const tries = 100
	own := b.seed.At("pair", pair)
	o, rng := Opening{Seed: own.At("start", 0).Uint64()}, own.At("opening", 0).Rand()
	start := b.game.New(o.Seed)
	before := env.Estimate(start, env.First)
	least, key := float32(math.MaxFloat32), uint64(0)
	for try := 0; least > 0 && (try < tries || least == math.MaxFloat32); try++ {
		b.state = start.Copy(b.state)
		if b.actions = stroll(b.state, b.length(try), rng, b.actions[:0]); b.state.Result() != env.Ongoing {
			continue
		}
		if fault := b.fault(before, least); fault < least {
			least, key = fault, b.state.Key()
			o.Actions = append(o.Actions[:0], b.actions...)
		}
	}
	if least >= fresh {
		clear(b.seen)
	}
	b.seen[key] = true
	return o
}

// fault returns how far an unfinished position is from what is asked of it: 0 is
// a balanced one that was not seen before. What is asked for last costs most,
// and is not looked at where the rest is as bad as the least fault so far.
func (b *balanced) fault(before, least float32) (fault float32) {
	s := b.state
	if b.seen[s.Key()] {
		fault += fresh
	}
	if lead := float32(math.Abs(float64(env.Estimate(s, env.First) - before))); lead > Lead {
		fault += lead
	}
	if fault < least && b.winsAtOnce(s) {
		fault += 2 * fresh
	}
	return fault
}

// fresh is the fault of an opening that was seen before: more than any lead.
const fresh = 4

// winsAtOnce reports whether the side to move can end the game by winning it.
func (b *balanced) winsAtOnce(s env.State) bool {
	var room [128]env.Action
	for _, a := range s.Legal(room[:0]) {
		b.child = s.Copy(b.child)
		b.child.Play(a)
		if b.child.Result() == env.WinFor(s.ToMove()) {
			return true
		}
	}
	return false
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

// Book is a list of openings that pairs go through again and again.
type Book []Opening

// Opening returns the pair's.
func (b Book) Opening(pair int) Opening { return b[pair%len(b)] }

// ParseBook reads openings: one a line as the game writes its moves, or game
// records one below the other (package record), or both; lines that begin with
// # are comments. The start of a game that draws it is drawn from s, unless a
// record gives it. An error names the line.
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
		return nil, errors.New("there is no opening in it")
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

// ErrEven is wrapped by AtOdds where a game cannot be played at odds.
var ErrEven = errors.New("its games cannot begin at odds")

// AtOdds returns openings in which one side lacks something: each start position,
// drawn from s and the same for all odds, is that of two pairs of games. In the
// first of them First lacks it, in the second Second. Of a game with one start position
// the openings differ in which of several pieces is missing only: the players are to vary
// them ([Cell.Varied]).
func AtOdds(g env.Game, o env.Odds, s seed.Seed) (Openings, error) {
	u, ok := env.As[env.Uneven](g)
	if !ok || len(u.Odds()) == 0 {
		return nil, fmt.Errorf("%s: %w", g.Spec().Name, ErrEven)
	}
	if _, err := u.Without(o, env.First, 0); err != nil {
		return nil, err
	}
	return atOdds{u, o, s}, nil
}

type atOdds struct {
	game env.Uneven
	odds env.Odds
	seed seed.Seed
}

func (a atOdds) Opening(pair int) Opening {
	start := a.seed.At("start", pair/2).Uint64()
	s, err := a.game.Without(a.odds, lacking(pair), start)
	if err != nil {
		panic(err) // AtOdds has asked
	}
	return Opening{Seed: start, Start: a.game.Position(s)}
}

// lacking returns who begins without the pieces.
func lacking(pair int) env.Player { return env.Player(pair % 2) }
