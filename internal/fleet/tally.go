package fleet

import (
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
	left   int           // games that do not count yet
	absent int           // games of those that are not there
	before time.Duration // that games took in the iteration before; 0: unknown
	spent  time.Duration // on games that are there, from hand to hand
	timed  int           // how many those are
	whole  bool          // no more games become known
	over   bool
	audits []int         // games to be played again here, in the order of their claims
	under  map[int]bool  // audits that are being played
	done   chan struct{} // closed when all count and no audit is open, or no more are wanted
}

// game is absent, held (its record is there and does not count yet) or counted.
type game struct {
	state   state
	with    []hand   // members that play it now
	refused []string // members whose record of it was refused
}

type state uint8

const (
	absent state = iota
	held
	counted
)

// hand is who plays a game, and since when.
type hand struct {
	who   string
	since time.Time
}

// newTally knows how long games took before; 0: it does not.
func newTally(first, end int, before time.Duration) *tally {
	return &tally{first: first, before: before, games: make([]game, end-first), left: end - first, absent: end - first, whole: true, done: make(chan struct{})}
}

// newOpenTally knows no game yet.
func newOpenTally(before time.Duration) *tally {
	return &tally{before: before, done: make(chan struct{})}
}

// grow notes that there are that many games more, and whether these were the last.
func (t *tally) grow(games int, whole bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.games, t.left, t.absent, t.whole = append(t.games, make([]game, games)...), t.left+games, t.absent+games, whole
	t.settle()
}

// free returns how many games are not being played; -1 if no more will become known.
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

// idle reports whether there are games that are not there and have no player.
func (t *tally) idle() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.ContainsFunc(t.games, func(g game) bool { return g.free(here) })
}

// finish ends it, whatever is not there.
func (t *tally) finish() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.whole, t.left, t.absent, t.audits, t.under = true, 0, 0, nil, nil
	t.settle()
}

// settle ends it once, when nothing is left.
func (t *tally) settle() {
	if t.whole && t.left == 0 && len(t.audits)+len(t.under) == 0 && !t.over {
		t.over = true
		close(t.done)
	}
}

// take hands out the first games not being played, at most that many, all in a row.
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
	return g.state == absent && len(g.with) == 0 && !slices.Contains(g.refused, who)
}

// mostHands is how many play one game at a time at most, those that are late left out:
// so that a member that holds games and never plays them stops no other. The limit is
// not for the learner, which plays what is late whatever others do with it.
const mostHands = 2

// When a game is late: it has been out lateTimes as long as games take, and no less
// than patience. As long as it is unknown how long games take, a minute is long.
const (
	lateTimes = 2
	patience  = time.Second
	unknown   = time.Minute
)

// takes returns how long games take, from hand to hand; 0: unknown.
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
		if g.state != absent || len(g.with) == 0 || g.has(who) || slices.Contains(g.refused, who) {
			continue
		}
		if who != here && g.inTime(now, late) >= mostHands {
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

// inTime returns how many of those that play it got it no longer ago than late.
func (g *game) inTime(now time.Time, late time.Duration) (n int) {
	for _, h := range g.with {
		if now.Sub(h.since) <= late {
			n++
		}
	}
	return n
}

func (g *game) has(who string) bool {
	return slices.ContainsFunc(g.with, func(h hand) bool { return h.who == who })
}

func (g *game) back(who string) {
	g.with = slices.DeleteFunc(g.with, func(h hand) bool { return h.who == who })
}

// give takes back the games of a worker, so that others get them.
func (t *tally) give(who string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := range t.games {
		t.games[i].back(who)
	}
}

// refuse takes a game from a worker for good.
func (t *tally) refuse(number int, who string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if g := t.game(number); g != nil {
		g.back(who)
		g.refused = append(g.refused, who)
	}
}

func (t *tally) game(number int) *game {
	if number < t.first || number >= t.first+len(t.games) {
		return nil
	}
	return &t.games[number-t.first]
}

// stateOf returns that of a game; of a number that is no game's it is absent.
func (t *tally) stateOf(number int) state {
	t.mu.Lock()
	defer t.mu.Unlock()
	if g := t.game(number); g != nil {
		return g.state
	}
	return absent
}

// holding returns how many games a worker has in hand.
func (t *tally) holding(who string) (n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := range t.games {
		if t.games[i].state == absent && t.games[i].has(who) {
			n++
		}
	}
	return n
}

// arrive notes a game that was brought or played; it is held until count. It returns
// false if the game is there already, or is none.
func (t *tally) arrive(number int, who string, now time.Time) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	g := t.game(number)
	if g == nil || g.state != absent {
		return false
	}
	for _, h := range g.with {
		if h.who == who {
			t.spent += now.Sub(h.since)
			t.timed++
		}
	}
	g.state, g.with = held, nil
	t.absent--
	return true
}

// count makes a held game count.
func (t *tally) count(number int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if g := t.game(number); g != nil && g.state == held {
		g.state = counted
		t.left--
		t.settle()
	}
}

// drop makes a game absent again, to be played by another than the member whose record
// it was.
func (t *tally) drop(number int, who string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	g := t.game(number)
	if g == nil || g.state == absent || t.over {
		return
	}
	if g.state == counted {
		t.left++
	}
	t.absent++
	g.state, g.with, g.refused = absent, nil, append(g.refused, who)
}

// audit has a game played again here.
func (t *tally) audit(number int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.game(number) != nil && !t.over {
		t.audits = append(t.audits, number)
	}
}

// nextAudit hands out a game that is to be played again here.
func (t *tally) nextAudit() (number int, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.audits) == 0 {
		return 0, false
	}
	number, t.audits = t.audits[0], t.audits[1:]
	if t.under == nil {
		t.under = map[int]bool{}
	}
	t.under[number] = true
	return number, true
}

// audited notes that a game was played again; it may be one without a request for an audit.
func (t *tally) audited(number int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.under, number)
	t.audits = slices.DeleteFunc(t.audits, func(n int) bool { return n == number })
	t.settle()
}

// disputed reports whether a game is to be played again, or is being.
func (t *tally) disputed(number int) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.under[number] || slices.Contains(t.audits, number)
}

// starved reports whether nothing is left to do but to count the games that are held.
func (t *tally) starved() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.absent == 0 && t.left > 0 && len(t.audits)+len(t.under) == 0
}

// open returns how many games are not there.
func (t *tally) open() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.absent
}

// complete reports whether no game is wanted any more.
func (t *tally) complete() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.over
}
