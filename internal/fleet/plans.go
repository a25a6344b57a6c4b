package fleet

import (
	"cmp"
	"context"
	"os"
	"slices"
)

// mostKept are how many plans have their records kept: those of an iteration are needed until
// it is saved, when the games of the next may be there, too, and a study may be under way.
const mostKept = 3

// begin notes that a plan is played from now on. With a lag two are played at a time, and a
// study beside them.
func (l *Learner) begin(it *iteration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.now = append(slices.Clone(l.now), it)
	slices.SortStableFunc(l.now, func(a, b *iteration) int { return cmp.Compare(a.turn(), b.turn()) })
	token := planToken(it.hash)
	if l.done == nil {
		l.done = map[string]bool{}
	}
	delete(l.done, token)
	l.kept = append(slices.DeleteFunc(l.kept, func(other string) bool { return other == token }), token)
	for len(l.kept) > mostKept {
		l.forsake(l.kept[0])
	}
}

// forsake forgets a plan whose records are of no use any more.
func (l *Learner) forsake(token string) {
	delete(l.done, token)
	l.kept = slices.DeleteFunc(l.kept, func(other string) bool { return other == token })
	if l.o.Dir != "" {
		os.Remove(handsPath(l.o.Dir, token)) // one that stays is of no plan that comes
	}
}

// end notes that a plan is played no more, and whether all its games are there.
func (l *Learner) end(it *iteration, done bool) {
	l.mu.Lock()
	l.now = slices.DeleteFunc(slices.Clone(l.now), func(other *iteration) bool { return other == it })
	if done {
		l.done[planToken(it.hash)], l.typical = true, it.tally.takes()
	}
	if done && it.kind() == contest { // a study has kept them
		l.forsake(planToken(it.hash))
	}
	rest := l.now
	l.mu.Unlock()
	l.nc.Publish(l.queue.news(), nil) // who misses it asks soon
	if done && len(rest) > 0 && !l.troubled() {
		l.narrow()
	}
}

// narrow has the server keep records only of the plans that are played. What goes wrong is set
// right by the next offer.
func (l *Learner) narrow() {
	ctx, cancel := context.WithTimeout(context.Background(), bound)
	defer cancel()
	l.offering.Lock()
	defer l.offering.Unlock()
	if plans := l.playing(); len(plans) > 0 {
		l.prepare(ctx, plans)
	}
}

// playing returns the plans that are played, the most urgent first.
func (l *Learner) playing() []*iteration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.now)
}

// keeps returns the plans whose records are kept though they may not be played now.
func (l *Learner) keeps() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.kept)
}

// wanted returns the plans whose games are of use: those that are played, and those of which
// this run handed out games before it was stopped, until it comes to them. nil: it has played
// none yet.
func (l *Learner) wanted(plans []*iteration) (tokens []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.done == nil {
		return nil
	}
	tokens = []string{}
	for _, it := range plans {
		tokens = append(tokens, planToken(it.hash))
	}
	for _, token := range l.kept {
		if !l.done[token] && !slices.Contains(tokens, token) {
			tokens = append(tokens, token)
		}
	}
	return tokens
}

// urgent reports whether games of a plan that is more urgent than this one have no player.
func (l *Learner) urgent(it *iteration) bool {
	for _, other := range l.playing() {
		if other == it {
			return false
		}
		if other.tally.idle() {
			return true
		}
	}
	return false
}
