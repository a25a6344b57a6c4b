package proof

import "ludens/env"

// entry is what is known of a position and an attacker.
type entry struct {
	key    uint64
	pn, dn uint32
	work   uint32     // positions made to find out; 0: there is no entry
	turn   uint32     // the question in which it was written
	action env.Action // where pn or dn is 0, the move of whose turn it is that has it so
	plies  uint16     // where it was replayed: to the end
	end    env.Result // and how the game ends
	played bool       // it was replayed, in a game without history
}

// none is not an action.
const none env.Action = -1

// table remembers entries by their keys. Of the four that may have a place, the
// one with the least work gives way, those of earlier questions first.
type table struct {
	entries []entry // a power of two of them
	turn    uint32  // the question in hand
	born    uint32  // the first question that is not forgotten
}

const ways = 4

// forget forgets all entries.
func (t *table) forget() {
	t.turn++
	t.born = t.turn
}

func (t *table) bucket(key uint64) []entry {
	at := int(key>>8) % (len(t.entries) / ways) * ways
	return t.entries[at : at+ways]
}

// find returns the entry of key, or nil.
func (t *table) find(key uint64) *entry {
	b := t.bucket(key)
	for i := range b {
		if e := &b[i]; e.key == key && t.holds(e) {
			return e
		}
	}
	return nil
}

// holds reports whether there is an entry in this place.
func (t *table) holds(e *entry) bool { return e.work > 0 && e.turn >= t.born }

// put writes an entry.
func (t *table) put(e entry) {
	e.turn = t.turn
	t.insert(e)
}

func (t *table) insert(e entry) {
	b := t.bucket(e.key)
	at := &b[0]
	for i := range b {
		if b[i].key == e.key {
			at = &b[i]
			break
		}
		if t.value(&b[i]) < t.value(at) {
			at = &b[i]
		}
	}
	*at = e
}

// value is what an entry is worth keeping for.
func (t *table) value(e *entry) uint32 {
	switch {
	case !t.holds(e):
		return 0
	case e.turn < t.turn:
		return 1
	}
	return e.work + 1
}

// grow makes room for that many entries.
func (t *table) grow(entries int) {
	if len(t.entries) >= entries {
		return
	}
	old := t.entries
	t.entries = make([]entry, entries)
	for _, e := range old {
		if t.holds(&e) {
			t.insert(e)
		}
	}
}
