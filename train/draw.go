package train

import (
	"errors"
	"fmt"
	"sort"
	"sync"

	"ludens/env"
	"ludens/env/seed"
	"ludens/nn"
	"ludens/selfplay"
)

// Draw fills b with positions drawn evenly from the window, each under a random
// symmetry. Row i depends on s and i alone, so that any number of workers
// draws the same batch.
func (r *Replay) Draw(b nn.Batch, s seed.Seed, workers int) error {
	if r.Positions() == 0 {
		return errors.New("train: no position to learn from: no game has a searched ply")
	}
	rows := len(b.ValueWeight)
	workers = min(workers, rows)
	errs := make([]error, workers)
	var wait sync.WaitGroup
	for w := range workers {
		wait.Go(func() {
			for i := w; i < rows && errs[w] == nil; i += workers {
				errs[w] = r.drawRow(b, i, s.At("row", i))
			}
		})
	}
	wait.Wait()
	return errors.Join(errs...)
}

func (r *Replay) drawRow(b nn.Batch, row int, s seed.Seed) error {
	rng := s.Rand()
	at := rng.IntN(r.Positions())
	i := sort.SearchInts(r.ends, at+1)
	game, skip := r.games[i], at
	if i > 0 {
		skip = at - r.ends[i-1]
	}
	var symmetry *env.Symmetry
	if len(r.symmetries) > 0 {
		symmetry = &r.symmetries[rng.IntN(len(r.symmetries))]
	}
	state, ply, err := playUpTo(r.game, game, skip)
	if err != nil {
		return err
	}
	fill(b, row, r.game.Spec(), state, game, ply, symmetry)
	if !endedByTheRules(r.game, game) {
		temper(b, row, r.adjudicated)
	}
	r.blendValue(b, row, game.Plies[ply].Value)
	r.fillScore(b, row, state, game, ply)
	return nil
}

// blendValue mixes what the search expected into the target of the value: q in
// [-1, 1] as a win with probability (1+q)/2, else a loss.
func (r *Replay) blendValue(b nn.Batch, row int, q float32) {
	if r.blend == 0 {
		return
	}
	wdl := b.WDL[3*row : 3*row+3]
	for i, p := range [3]float32{(1 + q) / 2, 0, (1 - q) / 2} {
		wdl[i] = float32((1-r.blend)*wdl[i]) + float32(r.blend*p)
	}
}

// fillScore writes how far the mover of s had come when the game ended: all the
// way or not at all if it was won or lost by the rules, halfway if drawn by them,
// and if it was cut off or adjudicated what the game's own score says of the last
// position. It then plays s to the end.
func (r *Replay) fillScore(b nn.Batch, row int, s env.State, game *selfplay.Record, ply int) {
	b.Score[row], b.ScoreWeight[row] = 0, 0
	if _, ok := s.(env.Scored); !ok {
		return
	}
	mover := s.ToMove()
	b.Score[row], b.ScoreWeight[row] = game.Result.For(mover), 1
	if endedByTheRules(r.game, game) {
		return
	}
	for _, p := range game.Plies[ply:] {
		s.Play(p.Action)
	}
	b.Score[row] = s.(env.Scored).Score(mover)
}

// endedByTheRules reports whether a game was over before the length limit, where
// some games are decided by their score. A draw by the rules is no better for who
// was ahead: else the network would not learn to win what is won.
func endedByTheRules(g env.Game, r *selfplay.Record) bool {
	if r.Result == env.Ongoing || len(r.Plies) >= g.Spec().MaxPly {
		return false
	}
	return !g.Spec().Uncounted || !adjudged(g, r)
}

// adjudged reports whether a score at the length limit decided the game.
func adjudged(g env.Game, r *selfplay.Record) bool {
	s, err := r.Begin(g)
	if err != nil {
		return false
	}
	for _, p := range r.Plies {
		s.Play(p.Action)
	}
	return env.Adjudged(s)
}

// playUpTo returns the position before the learnable ply number skip of a game.
func playUpTo(g env.Game, game *selfplay.Record, skip int) (env.State, int, error) {
	s, err := game.Begin(g)
	if err != nil {
		return nil, 0, err
	}
	for i := range game.Plies {
		if game.Plies[i].Policy != nil {
			if skip == 0 {
				return s, i, nil
			}
			skip--
		}
		s.Play(game.Plies[i].Action)
	}
	return nil, 0, fmt.Errorf("train: a game of %d plies has too few to learn from", len(game.Plies))
}

// fill writes one position and its targets to a row of b.
func fill(b nn.Batch, row int, spec env.Spec, s env.State, game *selfplay.Record, ply int, sym *env.Symmetry) {
	obs := b.Obs[row*spec.Size() : (row+1)*spec.Size()]
	policy := b.Policy[row*spec.Actions : (row+1)*spec.Actions]
	legal := b.Legal[row*spec.Actions : (row+1)*spec.Actions]
	clear(policy)
	clear(legal)

	s.Observe(obs)
	image := func(a env.Action) env.Action { return a }
	if sym != nil {
		permute(obs, sym.Cells)
		image = func(a env.Action) env.Action { return sym.Actions[a] }
	}
	for _, a := range s.Legal(nil) {
		legal[image(a)] = true
	}
	for _, share := range game.Plies[ply].Policy {
		policy[image(share.Action)] = share.Probability
	}
	b.PolicyWeight[row] = 1
	b.ValueWeight[row] = 1
	if game.Truncated {
		b.ValueWeight[row] = 0 // a truncated game is not a draw
	}
	wdl := b.WDL[3*row : 3*row+3]
	clear(wdl)
	wdl[1-int(game.Result.For(s.ToMove()))] = 1
}

// temper makes the win of a game that was adjudicated at the length limit one
// with probability share, else a draw.
func temper(b nn.Batch, row int, share float32) {
	wdl := b.WDL[3*row : 3*row+3]
	lost := 1 - share
	wdl[1] += float32(lost * (wdl[0] + wdl[2]))
	wdl[0], wdl[2] = float32(share*wdl[0]), float32(share*wdl[2])
}

// permute moves cell c of every plane of obs to cells[c].
func permute(obs []float32, cells []int) {
	n := len(cells)
	plane := make([]float32, n)
	for ; len(obs) > 0; obs = obs[n:] {
		copy(plane, obs)
		for c, to := range cells {
			obs[to] = plane[c]
		}
	}
}
