package protocol

import (
	"errors"
	"fmt"
	"slices"
	"unsafe"

	"ludens/env"
	"ludens/internal/disk"
)

// memory is what learner and episodes have in common: arrays of one element, or one row
// of elements, for each episode. It may be shared with another process, or be an array
// of the learner's own. Numbers are in the machine's byte order.
type memory struct {
	op         []uint8   // in: what the next run does with the row
	action     []int32   // in: to be played; with opChoose in: which of the legal ones, out: it
	seed       []uint64  // in: of the episode to begin
	mask       []uint8   // 1 for each legal action; none once the episode is over
	obs        []float32 // as the mover sees it
	reward     []float32 // of First and of Second
	toMove     []int8
	terminated []uint8
	truncated  []uint8
	ply        []int32
	legal      []int32 // number of legal actions
	ending     []int32 // index into the texts of endings; 0 while the episode goes on
}

// What a run does with a row.
const (
	opLeave  = iota
	opPlay   // the row's action
	opBegin  // an episode, by the row's seed
	opChoose // names the legal action that the row's action counts, and plays nothing
	ops
)

// array says where an array lies in the memory, and how many bytes a row of it has.
type array struct {
	name string
	row  int
}

// arrays are those of a memory in its order: the layout that both sides go by.
func arrays(size, actions int) []array {
	return []array{
		{"op", 1}, {"action", 4}, {"seed", 8}, {"mask", actions}, {"observation", 4 * size}, {"reward", 8},
		{"to_move", 1}, {"terminated", 1}, {"truncated", 1}, {"ply", 4}, {"legal", 4}, {"ending", 4},
	}
}

// layout returns where each array of n rows begins, and how many bytes there are.
func layout(size, actions, n int) (at map[string]int, bytes int) {
	at = map[string]int{}
	for _, a := range arrays(size, actions) {
		at[a.name] = bytes
		bytes += (a.row*n + disk.Align - 1) / disk.Align * disk.Align
	}
	return at, bytes
}

// newMemory returns a memory of the process's own.
func newMemory(size, actions, n int) *memory {
	_, bytes := layout(size, actions, n)
	words := make([]uint64, (bytes+7)/8)
	return memoryOn(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), bytes), size, actions, n)
}

// memoryOn lays the arrays over bytes, as many as layout says and aligned to 8.
func memoryOn(bytes []byte, size, actions, n int) *memory {
	at, _ := layout(size, actions, n)
	return &memory{
		op:         disk.Array[uint8](bytes, at["op"], n),
		action:     disk.Array[int32](bytes, at["action"], n),
		seed:       disk.Array[uint64](bytes, at["seed"], n),
		mask:       disk.Array[uint8](bytes, at["mask"], n*actions),
		obs:        disk.Array[float32](bytes, at["observation"], n*size),
		reward:     disk.Array[float32](bytes, at["reward"], 2*n),
		toMove:     disk.Array[int8](bytes, at["to_move"], n),
		terminated: disk.Array[uint8](bytes, at["terminated"], n),
		truncated:  disk.Array[uint8](bytes, at["truncated"], n),
		ply:        disk.Array[int32](bytes, at["ply"], n),
		legal:      disk.Array[int32](bytes, at["legal"], n),
		ending:     disk.Array[int32](bytes, at["ending"], n),
	}
}

// gymSave is an episode as its beginning and its actions: restore makes it again, with
// all the history that the rules look at.
type gymSave struct {
	Seed     uint64       `json:"seed"`
	Position *string      `json:"position"` // that was set; none: the game's own start, by the seed
	Actions  []env.Action `json:"actions"`
	Now      *string      `json:"now"` // the position that they lead to, as text; none if the game has no texts
}

// save returns what restore needs.
func (e *Episodes) save(o gymOrder) (any, error) {
	r, err := e.row(o)
	if err != nil {
		return nil, err
	}
	s := gymSave{Seed: r.seed, Actions: append([]env.Action{}, r.played...)}
	if n, ok := env.As[env.Notated](e.game); ok {
		now := n.Position(r.state)
		s.Now = &now
		if r.start != nil {
			start := n.Position(r.start)
			s.Position = &start
		}
	}
	return s, nil
}

// restore puts a row where an episode stands that began at a position, or at the game's
// own start, and went on with some actions.
func (e *Episodes) restore(o gymOrder) (any, error) {
	if o.Row < 0 || o.Row >= len(e.rows) {
		return nil, fmt.Errorf("row: %d; there are %d", o.Row, len(e.rows))
	}
	start, err := e.position(o.Position)
	if err != nil {
		return nil, err
	}
	if err := e.playable(o, start); err != nil {
		return nil, err
	}
	if !e.rows[o.Row].continued(o, start) {
		dismiss(e.rows[o.Row : o.Row+1])
	}
	e.begin(o.Row, o.Seed, start)
	for _, a := range o.Actions {
		e.play(o.Row, env.Action(a))
	}
	return e.view([]int{o.Row}), nil
}

// continued reports whether what is restored is the row's own episode, further on: the
// programs that play in it stay.
func (r *episode) continued(o gymOrder, start env.State) bool {
	if r.state == nil || r.seed != o.Seed || (r.start == nil) != (start == nil) || len(o.Actions) < len(r.played) {
		return false
	}
	if start != nil && start.Key() != r.start.Key() {
		return false
	}
	for i, a := range r.played {
		if int(a) != o.Actions[i] {
			return false
		}
	}
	return true
}

// position reads a position; nil for none.
func (e *Episodes) position(text *string) (env.State, error) {
	if text == nil {
		return nil, nil
	}
	n, ok := env.As[env.Notated](e.game)
	if !ok {
		return nil, fmt.Errorf("position: %s has no texts of positions", e.spec.Name)
	}
	s, err := n.ParsePosition(*text)
	if err != nil {
		return nil, fmt.Errorf("position: %w", err)
	}
	return s, nil
}

// playable returns the error of playing an order's actions one after the other, if one
// of them is illegal.
func (e *Episodes) playable(o gymOrder, start env.State) error {
	s := start
	if s == nil {
		s = e.game.New(o.Seed)
	} else {
		s = s.Copy(nil)
	}
	var legal []env.Action
	for ply, a := range o.Actions {
		if env.Truncated(s, ply, e.spec.MaxPly) || s.Result() != env.Ongoing {
			return fmt.Errorf("actions: %w after %d", env.ErrOver, ply)
		}
		legal = s.Legal(legal[:0])
		if _, ok := slices.BinarySearch(legal, env.Action(a)); !ok || int(env.Action(a)) != a {
			return fmt.Errorf("actions: %w %d at ply %d", env.ErrIllegal, a, ply)
		}
		s.Play(env.Action(a))
	}
	return nil
}

// ongoing returns an episode that is not over.
func (e *Episodes) ongoing(o gymOrder) (*episode, error) {
	r, err := e.row(o)
	if err == nil && len(r.legal) == 0 {
		err = errors.New("the episode is over: there is nothing to think about")
	}
	return r, err
}
