package fleet

import (
	"crypto/sha256"
	"slices"
	"sync"
	"time"
)

// tally knows of each game of an iteration who plays it, and whether it is there. It
// alone decides what counts. The games of contests become known one after another:
// there first is 0, and a game's number here is its place in that order.
type tally struct {
	mu     sync.Mutex
	first  int
	games  []game        // game number first+i at i
	left   int           // games that are not there
	before time.Duration // that games took in the iteration before; 0: nobody knows
	spent  time.Duration // on games that are there, from hand to hand
	timed  int           // how many those are
	whole  bool          // no more games become known
	over   bool
	done   chan struct{} // closed when all are there, or no more are wanted
}

type game struct {
	there   bool
	sum     [sha256.Size]byte // of the record that counts
	with    []hand
	refused []string // whose record of it was refused
}

// hand is who plays a game, and since when.
type hand struct {
	who   string
	since time.Time
}

// newTally knows how long games took before; 0: it does not.
func newTally(first, end int, before time.Duration) *tally {
	return &tally{first: first, before: before, games: make([]game, end-first), left: end - first, whole: true, done: make(chan struct{})}
}

// newOpenTally knows no game yet.
func newOpenTally(before time.Duration) *tally {
	return &tally{before: before, done: make(chan struct{})}
}

// grow notes that there are so many games more, and whether these were the last.
func (t *tally) grow(games int, whole bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.games, t.left, t.whole = append(t.games, make([]game, games)...), t.left+games, whole
	t.settle()
}

// free returns how many games nobody plays; -1 if no more will become known.
func (t *tally) free() (n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.whole || t.over {
		return -1
	}
	for i := range t.games {
		if t.games[i].free(here) {
			n++
		}
	}
	return n
}

// finish ends it, whatever is not there.
func (t *tally) finish() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.whole, t.left = true, 0
	t.settle()
}

// settle ends it once, when nothing is left.
func (t *tally) settle() {
	if t.whole && t.left == 0 && !t.over {
		t.over = true
		close(t.done)
	}
}

// take hands out the first games that nobody plays, at most so many, all in a row.
// first == end: there are none.
func (t *tally) take(who string, most int, now time.Time) (first, end int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	i := 0
	for i < len(t.games) && !t.games[i].free(who) {
		i++
	}
	j := i
	for j < len(t.games) && j-i < most && t.games[j].free(who) {
		t.games[j].with = append(t.games[j].with, hand{who, now})
		j++
	}
	return t.first + i, t.first + j
}

func (g *game) free(who string) bool {
	return !g.there && len(g.with) == 0 && !slices.Contains(g.refused, who)
}

// mostHands is how many play one game at most.
const mostHands = 2

// When a game is late: it has been out so many times as long as games take, and no less
// than patience. As long as nobody knows how long games take, a minute is long.
const (
	lateTimes = 2
	patience  = time.Second
	unknown   = time.Minute
)

// takes returns how long games take, from hand to hand; 0: nobody knows.
func (t *tally) takes() time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.mean()
}

func (t *tally) mean() time.Duration {
	if t.timed == 0 {
		return t.before
	}
	return t.spent / time.Duration(t.timed)
}

// again hands out a game that is late, the one that has been out longest. slack is how
// many times later than others who is served.
func (t *tally) again(who string, now time.Time, slack int) (number int, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	late := unknown
	if mean := t.mean(); mean > 0 {
		late = max(patience, lateTimes*mean)
	}
	late *= time.Duration(slack)
	oldest := -1
	for i := range t.games {
		g := &t.games[i]
		if g.there || len(g.with) == 0 || len(g.with) >= mostHands || g.has(who) || slices.Contains(g.refused, who) {
			continue
		}
		if now.Sub(g.with[0].since) > late && (oldest < 0 || g.with[0].since.Before(t.games[oldest].with[0].since)) {
			oldest = i
		}
	}
	if oldest < 0 {
		return 0, false
	}
	t.games[oldest].with = append(t.games[oldest].with, hand{who, now})
	return t.first + oldest, true
}

func (g *game) has(who string) bool {
	return slices.ContainsFunc(g.with, func(h hand) bool { return h.who == who })
}

func (g *game) drop(who string) {
	g.with = slices.DeleteFunc(g.with, func(h hand) bool { return h.who == who })
}

// give takes back what somebody plays, so that others get it.
func (t *tally) give(who string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := range t.games {
		t.games[i].drop(who)
	}
}

// refuse takes a game from somebody for good.
func (t *tally) refuse(number int, who string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if g := t.game(number); g != nil {
		g.drop(who)
		g.refused = append(g.refused, who)
	}
}

func (t *tally) game(number int) *game {
	if number < t.first || number >= t.first+len(t.games) {
		return nil
	}
	return &t.games[number-t.first]
}

// known returns whether a game is there, and the checksum of its record.
func (t *tally) known(number int) (sum [sha256.Size]byte, there bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if g := t.game(number); g != nil {
		return g.sum, g.there
	}
	return sum, false
}

// arrive notes a game that was brought. It returns false if it was there already.
func (t *tally) arrive(number int, who string, sum [sha256.Size]byte, now time.Time) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	g := t.game(number)
	if g == nil || g.there {
		return false
	}
	for _, h := range g.with {
		if h.who == who {
			t.spent += now.Sub(h.since)
			t.timed++
		}
	}
	g.there, g.sum, g.with = true, sum, nil
	t.left--
	t.settle()
	return true
}

// open returns how many games are not there.
func (t *tally) open() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.left
}

// complete tells whether no game is wanted any more.
func (t *tally) complete() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.over
}
