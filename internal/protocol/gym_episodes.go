package protocol

import (
	"errors"
	"fmt"
	"slices"

	"ludens/env"
)

// maxRows bounds the memory of episodes.
const maxRows = 4096

// episode is a row of Episodes. Its state and what it was begun with are all there is to
// know: start and the actions make the state again.
type episode struct {
	state  env.State    // nil: never begun
	seed   uint64       // it was begun with
	start  env.State    // the position that was set; nil: the game's own, by seed
	played []env.Action // since
	legal  []env.Action // in increasing order; none once the episode is over
	// engines are the programs that play in it, by the texts of their agents.
	engines map[string]env.Agent
}

// seat makes n rows over a memory, all still to be begun.
func (e *Episodes) seat(n int, m *memory) {
	dismiss(e.rows)
	e.memory, e.rows = m, make([]episode, n)
}

// Run does with each row what the memory says, or with none of them if one cannot be
// obeyed: the error names it. It allocates nothing but what New does for the episodes
// that it begins, and lists that grow.
func (e *Episodes) Run() error {
	for i := range e.rows {
		if err := e.check(i); err != nil {
			return fmt.Errorf("row %d: %w", i, err)
		}
	}
	for i := range e.rows {
		e.obey(i)
	}
	return nil
}

// check returns the error of what is to be done with a row, if it is one.
func (e *Episodes) check(i int) error {
	r, action := &e.rows[i], e.memory.action[i]
	switch op := e.memory.op[i]; op {
	case opLeave, opBegin:
		return nil
	case opPlay:
		if len(r.legal) == 0 {
			return errOver
		}
		if _, ok := slices.BinarySearch(r.legal, env.Action(action)); !ok {
			return fmt.Errorf("%w %d", env.ErrIllegal, action)
		}
	case opChoose:
		if action < 0 || int(action) >= len(r.legal) {
			return fmt.Errorf("choice %d of %d legal actions", action, len(r.legal))
		}
	default:
		return fmt.Errorf("op: %d; want 0 to %d", op, ops-1)
	}
	return nil
}

var errOver = errors.New("the episode is over: reset it")

// obey does what has been checked.
func (e *Episodes) obey(i int) {
	r, m := &e.rows[i], e.memory
	switch m.op[i] {
	case opPlay:
		e.play(i, env.Action(m.action[i]))
	case opBegin:
		dismiss(e.rows[i : i+1])
		e.begin(i, m.seed[i], nil)
	case opChoose:
		m.action[i] = int32(r.legal[m.action[i]])
	}
}

// play plays a legal action in row i.
func (e *Episodes) play(i int, a env.Action) {
	r := &e.rows[i]
	r.state.Play(a)
	r.played = append(r.played, a)
	e.look(i)
}

// begin begins row i anew, at a position that is set or else at the game's own.
func (e *Episodes) begin(i int, seed uint64, start env.State) {
	r := &e.rows[i]
	r.seed, r.start, r.played = seed, start, r.played[:0]
	from := start
	if from == nil {
		from = e.game.New(seed)
	}
	r.state = from.Copy(r.state) // whose lists have their size already
	e.look(i)
}

// look writes down what row i shows.
func (e *Episodes) look(i int) {
	r, m := &e.rows[i], e.memory
	result := r.state.Result()
	truncated := env.Truncated(r.state, len(r.played), e.spec.MaxPly)
	mask := m.mask[i*e.spec.Actions : (i+1)*e.spec.Actions]
	clear(mask)
	r.legal = r.legal[:0]
	if !truncated {
		r.legal = r.state.Legal(r.legal)
	}
	for _, a := range r.legal {
		mask[a] = 1
	}
	size := e.spec.Size()
	r.state.Observe(m.obs[i*size : (i+1)*size])
	m.reward[2*i], m.reward[2*i+1] = result.For(env.First), result.For(env.Second)
	m.toMove[i] = int8(r.state.ToMove())
	m.terminated[i], m.truncated[i] = bit(result != env.Ongoing), bit(truncated)
	m.ply[i], m.legal[i] = int32(len(r.played)), int32(len(r.legal))
	m.ending[i] = 0
	if len(r.legal) == 0 {
		m.ending[i] = e.numbered(r.ending(truncated))
	}
}

func bit(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}

// ending says how an episode ended; "" if the game cannot say.
func (r *episode) ending(truncated bool) string {
	if truncated {
		return fmt.Sprintf("cut off after %d plies", len(r.played))
	}
	if x, ok := r.state.(env.Explained); ok {
		return x.Ending()
	}
	return ""
}

// numbered returns the number of the text of an ending; that of "" is 0.
func (e *Episodes) numbered(text string) int32 {
	n, met := e.numbers[text]
	if !met {
		n = int32(len(e.endings))
		e.endings, e.numbers[text] = append(e.endings, text), n
	}
	return n
}
