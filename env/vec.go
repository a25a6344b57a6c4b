package env

import (
	"fmt"
	"slices"

	"ludens/env/seed"
)

// VecEnv plays n episodes side by side, row by row in flat buffers. An episode
// that ends is begun anew within the same Step: Reward, Terminated and
// Truncated then speak of the one that ended, all else of the new one.
// A Step allocates nothing but what Game.New does for the episodes it begins.
// It is used by one goroutine at a time.
type VecEnv struct {
	Obs        []float32    // [n, Spec.Size()], each row seen by its mover
	Mask       []bool       // [n, Spec.Actions], true for legal actions
	ToMove     []Player     // [n]
	Reward     [][2]float32 // [n], of First and of Second
	Terminated []bool       // [n], ended by the rules
	Truncated  []bool       // [n], cut off at the length limit

	game Game
	spec Spec
	root seed.Seed
	rows []row
}

// row is one of the episodes of a VecEnv.
type row struct {
	state   State
	episode int // how many came before it in this row
	ply     int
	legal   []Action
}

// MakeVec returns n environments, reset with seed 0.
func MakeVec(g Game, n int) *VecEnv {
	spec := g.Spec()
	v := &VecEnv{
		Obs:        make([]float32, n*spec.Size()),
		Mask:       make([]bool, n*spec.Actions),
		ToMove:     make([]Player, n),
		Reward:     make([][2]float32, n),
		Terminated: make([]bool, n),
		Truncated:  make([]bool, n),
		game:       g,
		spec:       spec,
		rows:       make([]row, n),
	}
	v.Reset(0)
	return v
}

// Spec describes the game.
func (v *VecEnv) Spec() Spec { return v.spec }

// Len returns the number of rows.
func (v *VecEnv) Len() int { return len(v.rows) }

// Legal returns the legal actions of a row in increasing order. It must not be
// changed, and is valid until the next Step or Reset.
func (v *VecEnv) Legal(row int) []Action { return v.rows[row].legal }

// Reset begins all episodes anew. How an episode of a row begins depends on
// root, the row and how many episodes the row has had, and on nothing else.
func (v *VecEnv) Reset(root uint64) {
	v.root = seed.New(root)
	clear(v.Reward)
	clear(v.Terminated)
	clear(v.Truncated)
	for i := range v.rows {
		v.rows[i].episode = 0
		v.begin(i)
		v.look(i)
	}
}

// Step plays actions[i] in row i. If one of them is illegal, nothing has
// changed in any row; the error wraps ErrIllegal and names the row.
func (v *VecEnv) Step(actions []Action) error {
	if len(actions) != len(v.rows) {
		return fmt.Errorf("env: %d actions for %d rows", len(actions), len(v.rows))
	}
	for i, a := range actions {
		if _, ok := slices.BinarySearch(v.rows[i].legal, a); !ok {
			return fmt.Errorf("env: row %d: %w %d at ply %d", i, ErrIllegal, a, v.rows[i].ply)
		}
	}
	for i, a := range actions {
		v.step(i, a)
		v.look(i)
	}
	return nil
}

// step plays a legal action in row i and begins a new episode if it was the last.
func (v *VecEnv) step(i int, a Action) {
	r := &v.rows[i]
	r.state.Play(a)
	r.ply++
	result := r.state.Result()
	v.Reward[i] = [2]float32{result.For(First), result.For(Second)}
	v.Terminated[i] = result != Ongoing
	v.Truncated[i] = Truncated(r.state, r.ply, v.spec.MaxPly)
	if v.Terminated[i] || v.Truncated[i] {
		r.episode++
		v.begin(i)
	}
}

// begin puts row i at the start of its episode.
func (v *VecEnv) begin(i int) {
	r := &v.rows[i]
	r.state = v.game.New(v.root.At("row", i).At("episode", r.episode).Uint64())
	r.ply = 0
}

// look takes down what the position of row i shows.
func (v *VecEnv) look(i int) {
	r := &v.rows[i]
	size, actions := v.spec.Size(), v.spec.Actions
	legal := v.Mask[i*actions : (i+1)*actions]
	for _, a := range r.legal { // quicker than clearing all
		legal[a] = false
	}
	r.legal = r.state.Legal(r.legal[:0])
	for _, a := range r.legal {
		legal[a] = true
	}
	r.state.Observe(v.Obs[i*size : (i+1)*size])
	v.ToMove[i] = r.state.ToMove()
}
