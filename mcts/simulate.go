package mcts

import "ludens/env"

// roundLimit bounds the simulations of one Gather, so that a search which
// meets finished positions only can still be stopped between rounds.
const roundLimit = 256

// Gather runs simulations down the tree and appends the leaves they reach to
// dst, up to Config.Leaves of them, one at least. Simulations that end in a finished or
// solved position are backed up at once and append nothing; so a round may
// append nothing and yet not be the last. The first round of a new tree asks
// for the root alone. A tree that is Done appends nothing.
//
// The leaves must be evaluated and given to Apply before the next Gather; with
// SetThreads, before as many further ones as there are threads.
func (t *Tree) Gather(dst []Leaf) []Leaf {
	if t.waiting == len(t.rounds) {
		panic("mcts: Gather before Apply")
	}
	r := &t.rounds[(t.oldest+t.waiting)%len(t.rounds)]
	switch {
	case t.decided():
	case !t.evaluated():
		if t.flying == 0 {
			t.askRoot(r)
		}
	default:
		t.descents(r)
	}
	for i := range r.flights[:r.flying] {
		dst = append(dst, r.flights[i].leaf())
	}
	if r.flying > 0 {
		t.waiting++
	}
	return dst
}

// descents runs simulations until a round is full or has to wait.
func (t *Tree) descents(r *round) {
	for range roundLimit {
		if r.flying == len(r.flights) || t.decided() || !t.simulate(r) {
			return
		}
	}
}

// decided reports whether no simulation is to be started any more.
func (t *Tree) decided() bool { return t.started >= t.budget || t.edges[0].proof.known() }

// askRoot makes the flight that evaluates the root. It is not a simulation.
func (t *Tree) askRoot(r *round) {
	f := &r.flights[0]
	f.path = append(f.path[:0], 0)
	f.state = t.root.Copy(f.state)
	t.launch(r)
}

// simulate runs one simulation down to its leaf. It reports false if that leaf
// is already being evaluated: the simulation then has not happened.
func (t *Tree) simulate(r *round) bool {
	f := &r.flights[r.flying]
	f.path = t.descend(f.path[:0])
	leaf := &t.edges[f.path[len(f.path)-1]]
	switch {
	case leaf.proof.known():
		t.backup(f.path, 0)
	case leaf.flying > 0:
		return false
	default:
		t.arrive(r)
	}
	t.started++
	return true
}

// arrive looks at the new position at the end of the next flight of r: either the
// game is over there, or it has to be evaluated.
func (t *Tree) arrive(r *round) {
	f := &r.flights[r.flying]
	f.state = t.replay(f.state, f.path)
	result := f.state.Result()
	switch {
	case result != env.Ongoing && t.final(f.state):
		if t.cfg.Solver {
			t.prove(f.path, proof{result, 0})
		}
		t.backup(f.path, t.result(result, env.First))
	case result != env.Ongoing:
		t.backup(f.path, t.cfg.Adjudicated*t.result(result, env.First))
	default:
		if result = t.recurs(f.state); result != env.Ongoing {
			t.backup(f.path, t.result(result, env.First))
			return
		}
		t.launch(r)
	}
}

// final reports whether the result of a finished position is worth all that a
// result can be.
func (t *Tree) final(s env.State) bool {
	return t.cfg.Adjudicated == 1 || !env.Adjudged(s)
}

// recurs returns what an unfinished position counts as because it has occurred
// before, or Ongoing.
func (t *Tree) recurs(s env.State) env.Result {
	if !t.cfg.Twofold {
		return env.Ongoing
	}
	if r, ok := s.(env.Recurrent); ok {
		return r.Recurs()
	}
	return env.Ongoing
}

// launch sends the next flight of r off to its evaluation.
func (t *Tree) launch(r *round) {
	f := &r.flights[r.flying]
	f.read(f.state)
	for _, i := range f.path {
		t.edges[i].flying++
	}
	r.flying++
	t.flying++
}

// descend appends the edges from the root to a leaf: an edge without a child,
// or one whose result is proven.
func (t *Tree) descend(path []int32) []int32 {
	at, in := int32(0), int32(0)
	for {
		path = append(path, in)
		t.open(at)
		in = t.choose(at, in)
		e := &t.edges[in]
		if e.child == 0 || e.proof.known() {
			return append(path, in)
		}
		at = e.child
	}
}

// replay returns the position at the end of path, made in dst.
func (t *Tree) replay(dst env.State, path []int32) env.State {
	dst = t.root.Copy(dst)
	for _, i := range path[1:] {
		dst.Play(t.edges[i].action)
	}
	return dst
}

// Apply takes the leaves that the oldest Gather appended off the front of
// leaves, grows the tree by them and backs up their values. It returns the
// rest, which belong to the trees that gathered later.
func (t *Tree) Apply(leaves []Leaf) []Leaf {
	if t.waiting == 0 {
		return leaves
	}
	r := &t.rounds[t.oldest]
	for i := range r.flights[:r.flying] {
		f := &r.flights[i]
		value := leaves[i].Value*float32(sign[f.state.ToMove()]) + float32(leaves[i].Drawn*float32(t.draw))
		t.grow(f, value)
		t.release(f)
		t.backup(f.path, float64(value))
	}
	leaves = leaves[r.flying:]
	t.land(r)
	return leaves
}

// Cancel forgets the leaves that have been gathered and not applied: those
// simulations have not happened. It is for a driver whose evaluation failed; Begin,
// Advance and Reset do it themselves.
func (t *Tree) Cancel() {
	for t.waiting > 0 {
		r := &t.rounds[t.oldest]
		for i := range r.flights[:r.flying] {
			f := &r.flights[i]
			t.release(f)
			if len(f.path) > 1 { // the root's own evaluation is not a simulation
				t.started--
			}
		}
		t.land(r)
	}
}

// land frees r, the oldest round.
func (t *Tree) land(r *round) {
	t.flying -= r.flying
	r.flying = 0
	t.oldest = (t.oldest + 1) % len(t.rounds)
	t.waiting--
}

// release takes the virtual visits of f back.
func (t *Tree) release(f *flight) {
	for _, i := range f.path {
		t.edges[i].flying--
	}
}

// grow hangs the evaluated leaf of f into the tree; value is for First.
func (t *Tree) grow(f *flight, value float32) {
	in := f.path[len(f.path)-1]
	if in == 0 {
		t.nodes[0].value = value
		copy(t.priors, f.prior)
		t.mixNoise()
		return
	}
	if t.full() {
		return
	}
	t.edges[in].child = t.add(f.state.ToMove(), value, f.legal, f.prior)
}

// backup counts a simulation that returned value, for First. From a proven
// edge upwards it returned what is proven.
func (t *Tree) backup(path []int32, value float64) {
	for i := len(path) - 1; i >= 0; i-- {
		e := &t.edges[path[i]]
		if e.proof.known() {
			value = t.result(e.proof.result, env.First)
		}
		e.visits++
		e.sum += value
	}
	depth := len(path) - 1
	t.depths += depth
	t.maxDepth = max(t.maxDepth, depth)
}

// read takes the moves of s and makes room for their priors.
func (f *flight) read(s env.State) {
	f.legal = s.Legal(f.legal[:0])
	f.prior = f.prior[:0]
	for range f.legal {
		f.prior = append(f.prior, 0)
	}
}

// leaf returns the question of f.
func (f *flight) leaf() Leaf {
	return Leaf{State: f.state, Legal: f.legal, Prior: f.prior}
}
