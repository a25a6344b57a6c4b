package fleet

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"
)

// A game is a function of its plan and its number, so a record from elsewhere can be
// checked: the learner plays the game again and compares. Laws of these audits:
//
//   - The n-th game of a key is audited with probability max(share, 1/n): the first
//     always, and a key that has played honestly for long at the share alone.
//   - A game of a key counts when a game of that key that was audited after it came was
//     right, or when no other game of the iteration is left to play.
//   - Two records of one game that differ are settled by playing it once more, whichever
//     came first, and also where one of them was played here.
//   - A key whose record is another than the learner's is expelled: none of its identities
//     may come again, its games of the iterations in play that can be taken back are played
//     again, and the proof is kept.
//   - Which games are audited is drawn from a generator that workers cannot foresee. It
//     reaches no result: an honest fleet comes to the same bits with any share.

// claim is a record of a game that is held or counts.
type claim struct {
	key, who string // who is the member; here: it was played by the learner
	name     string // of the worker, for people
	sum      [sha256.Size]byte
	message  []byte // as it was brought
	alike    bool   // it was played with the kernels of this process, so it can be compared
	count    func() error
}

// maxClaims bounds how many different records of one game are kept.
const maxClaims = 4

// Caught is a key that was expelled.
type Caught struct {
	Key   string `json:"key"`
	Name  string `json:"name"`  // of the worker, as it named itself
	Proof string `json:"proof"` // what its record has, and what the plan's networks play
	Again int    `json:"again"` // games of the iterations in play that are played again
	Kept  int    `json:"kept"`  // games of it that counted before, and were not audited
}

// Escape returns the chance that no audit of a share meets any of the forged games of a
// key, the "Escape formula" of docs/scale.md:
//
//	(1 - share)^forged
//
// It is the most there can be: the first games of a key are audited more often.
func Escape(share float64, forged int) float64 { return math.Pow(1-share, float64(forged)) }

// trust is what the learner knows of a key.
type trust struct {
	brought int // games since the learner was opened
	unsure  int // games of earlier iterations, or of a study, that count without an audit after them
}

// trustOf returns that of a key.
func (l *Learner) trustOf(key string) *trust {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.trusts == nil {
		l.trusts = map[string]*trust{}
	}
	if l.trusts[key] == nil {
		l.trusts[key] = &trust{}
	}
	return l.trusts[key]
}

// take takes a record that was brought: the first of its game is held, and another one
// than that is settled by an audit.
func (it *iteration) take(place int, c claim) error {
	it.l.taking.Lock()
	defer it.l.taking.Unlock()
	if it.tally.complete() {
		return nil
	}
	if it.tally.stateOf(place) != absent {
		return it.dispute(place, c)
	}
	if !it.tally.arrive(place, c.who, time.Now()) {
		return nil
	}
	it.claims[place] = []claim{c}
	if it.l.o.Audit == 0 || !c.alike {
		return it.count(place)
	}
	it.waiting[c.key] = append(it.waiting[c.key], place)
	known := it.l.trustOf(c.key)
	known.brought++
	if rand.Float64() < max(it.l.o.Audit, 1/float64(known.brought)) {
		it.tally.audit(place)
	}
	return it.release()
}

// errUnsettled is of a record that differs from the one that counts, where no audit says which
// of the two is wrong: a fault of neither key.
var errUnsettled = errors.New("another record of it counts, and without audits neither is known to be wrong")

// dispute takes a record of a game that is there.
func (it *iteration) dispute(place int, c claim) error {
	claims := it.claims[place]
	settled := slices.ContainsFunc(claims, func(other claim) bool { return other.sum == c.sum || !other.alike })
	switch {
	case settled, !c.alike, len(claims) >= maxClaims:
		return nil
	case it.l.o.Audit == 0:
		return fmt.Errorf("game %d: %w", it.number(place), errUnsettled)
	}
	it.claims[place] = append(claims, c)
	if !it.tally.disputed(place) {
		it.tally.audit(place)
	}
	return nil
}

// own takes a game that was played here, and compares it with what others brought of it.
func (it *iteration) own(place int, record []byte, count func() error) error {
	it.l.taking.Lock()
	defer it.l.taking.Unlock()
	defer it.tally.audited(place)
	sum := sha256.Sum256(record)
	for _, c := range slices.Clone(it.claims[place]) {
		if c.alike && c.sum != sum && c.key != here {
			it.expel(place, c, record)
		}
	}
	switch it.tally.stateOf(place) {
	case absent:
		if it.tally.complete() || !it.tally.arrive(place, here, time.Now()) {
			return nil
		}
		it.claims[place], it.here = []claim{{key: here, who: here, sum: sum, alike: true}}, it.here+1
		if err := it.counts(place, count()); err != nil {
			return err
		}
	case held:
		it.again++
		it.tally.audited(place)
		if err := it.vouch(it.claims[place][0].key); err != nil {
			return err
		}
	case counted:
		it.again++
	}
	return it.release()
}

// vouch makes the games of a key count, but those that are to be audited themselves.
func (it *iteration) vouch(key string) error {
	all := it.waiting[key]
	it.waiting[key] = slices.DeleteFunc(slices.Clone(all), func(place int) bool { return !it.tally.disputed(place) })
	it.l.trustOf(key).unsure = 0
	for _, place := range all {
		if !it.tally.disputed(place) {
			if err := it.count(place); err != nil {
				return err
			}
		}
	}
	return nil
}

// release makes all games count that are held, if nothing else is left to do.
func (it *iteration) release() error {
	if !it.tally.starved() {
		return nil
	}
	var all []int
	for key, places := range it.waiting {
		all = append(all, places...)
		it.l.trustOf(key).unsure += len(places)
		delete(it.waiting, key)
	}
	slices.Sort(all)
	for _, place := range all {
		if err := it.count(place); err != nil {
			return err
		}
	}
	return nil
}

// count makes a held game count.
func (it *iteration) count(place int) error {
	c := it.claims[place][0]
	if it.tally.complete() || it.tally.stateOf(place) != held {
		return nil
	}
	if err := it.counts(place, c.count()); err != nil {
		return err
	}
	it.brought[c.who]++
	return nil
}

// counts notes that a game counts, where what makes it count returned err.
func (it *iteration) counts(place int, err error) error {
	if err != nil && !errors.Is(err, errEnough) {
		return errSink{err}
	}
	it.tally.count(place)
	if err != nil {
		it.tally.finish()
	}
	return nil
}

// expel throws out a key that brought a wrong record.
func (it *iteration) expel(place int, c claim, mine []byte) {
	caught := Caught{Key: c.key, Name: c.name, Proof: it.proof(place, c, mine), Kept: it.l.trustOf(c.key).unsure}
	it.takeBack(c.key, &caught)
	others := slices.DeleteFunc(it.l.playing(), func(other *iteration) bool { return other == it || other.tally.complete() })
	for _, other := range others {
		other.takeBack(c.key, &caught)
	}
	it.l.expel(caught)
	for _, id := range it.l.roster.of(c.key) {
		it.tally.give(id)
		for _, other := range others {
			other.tally.give(id)
		}
	}
}

// takeBack drops the games of a key, so that they are played again.
func (it *iteration) takeBack(key string, caught *Caught) {
	delete(it.waiting, key)
	for place, claims := range it.claims {
		first := claims[0]
		claims = slices.DeleteFunc(claims, func(c claim) bool { return c.key == key })
		switch {
		case first.key != key:
			it.claims[place] = claims
			continue
		case it.tally.stateOf(place) == counted && !it.replaces():
			caught.Kept++
			continue
		}
		delete(it.claims, place)
		it.tally.drop(place, first.who)
		caught.Again++
	}
}

// maxProof bounds a proof, bytes.
const maxProof = 200

// proof says in a line how a record differs from the learner's own.
func (it *iteration) proof(place int, c claim, mine []byte) string {
	number, difference := it.number(place), ""
	if theirs, err := unpackGame(c.message); err == nil {
		difference = it.differs(number, theirs, mine)
	}
	if difference == "" {
		return fmt.Sprintf("game %d: its record is another than the one played here", number)
	}
	line := fmt.Sprintf("game %d, %s", number, difference)
	return plainly(line[:min(len(line), maxProof)])
}
