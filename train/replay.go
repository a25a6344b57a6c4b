package train

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"
	"sync"

	"ludens/env"
	"ludens/env/seed"
	"ludens/nn"
	"ludens/selfplay"
)

// Replay is the window of games that learning draws positions from. It keeps
// games, not positions: a drawn position is played up to, which costs
// microseconds and a thousandth of the memory.
type Replay struct {
	game        env.Game
	symmetries  []env.Symmetry
	window      int     // positions
	blend       float32 // of the search's value in the value target
	adjudicated float32 // what a win at the length limit counts
	haste       float32 // what a win's score loses with each ply that it is away
	games       []*selfplay.Record
	ends        []int // ends[i]: learnable positions of games[:i+1]
}

// NewReplay returns an empty window as c describes it.
func NewReplay(g env.Game, c Config) *Replay {
	r := &Replay{game: g, window: c.Window, blend: c.SearchValue, adjudicated: float32(c.SelfPlay.Search.Adjudicated), haste: c.Haste}
	if sym, ok := g.(env.Symmetric); ok && c.Augment {
		r.symmetries = sym.Symmetries()
	}
	return r
}

// resize sets how many positions the window holds from the next Append on.
func (r *Replay) resize(window int) { r.window = window }

// Append adds finished games and forgets the oldest that the window has no
// room for. It returns how many positions were added.
func (r *Replay) Append(games []*selfplay.Record) int {
	before := r.Positions()
	for _, g := range games {
		r.games = append(r.games, g)
		r.ends = append(r.ends, r.Positions()+learnable(g))
	}
	added := r.Positions() - before
	r.trim()
	return added
}

// refill appends the games of so many iterations: all that the window holds. load
// returns those of one, counted from 1.
func (r *Replay) refill(iterations int, load func(iteration int) ([]*selfplay.Record, error)) error {
	var batches [][]*selfplay.Record
	for i, positions := iterations, 0; i >= 1 && positions < r.window; i-- {
		games, err := load(i)
		if err != nil {
			return err
		}
		for _, g := range games {
			positions += learnable(g)
		}
		batches = append(batches, games)
	}
	for _, games := range slices.Backward(batches) {
		r.Append(games)
	}
	return nil
}

// trim drops whole games from the front while the rest still fills the window.
func (r *Replay) trim() {
	drop, gone := 0, 0
	for drop < len(r.games)-1 && r.Positions()-r.ends[drop] >= r.window {
		gone = r.ends[drop]
		drop++
	}
	r.games = append([]*selfplay.Record(nil), r.games[drop:]...)
	r.ends = append([]int(nil), r.ends[drop:]...)
	for i := range r.ends {
		r.ends[i] -= gone
	}
}

// learnable counts the plies that have a policy target.
func learnable(g *selfplay.Record) int {
	n := 0
	for i := range g.Plies {
		if g.Plies[i].Policy != nil {
			n++
		}
	}
	return n
}

// Positions returns how many positions can be drawn.
func (r *Replay) Positions() int {
	if len(r.ends) == 0 {
		return 0
	}
	return r.ends[len(r.ends)-1]
}

// FirstShare returns which share of the wins in the window is First's, held
// within [0.1, 0.9]; 0.5 without wins.
func (r *Replay) FirstShare() float32 {
	var wins winners
	for _, g := range r.games {
		wins.count(g.Result)
	}
	return wins.first()
}

// FirstShares returns the same of a game that draws its rules, by what First is called
// under them; nil of others. Games that began from another start than their own do
// not count.
func (r *Replay) FirstShares() map[string]float32 {
	v, ok := r.game.(env.Varied)
	if !ok {
		return nil
	}
	wins := map[string]*winners{}
	for _, g := range r.games {
		if g.Start.Kind != "" {
			continue
		}
		role := v.Drawn(g.Seed).Spec().Roles[env.First]
		if wins[role] == nil {
			wins[role] = new(winners)
		}
		wins[role].count(g.Result)
	}
	shares := map[string]float32{}
	for role, w := range wins {
		shares[role] = w.first()
	}
	return shares
}

// winners counts the games that each player won.
type winners [2]int

func (w *winners) count(r env.Result) {
	switch r {
	case env.FirstWins:
		w[env.First]++
	case env.SecondWins:
		w[env.Second]++
	}
}

// first returns First's share, held within [0.1, 0.9]; 0.5 of none.
func (w *winners) first() float32 {
	if w[0]+w[1] == 0 {
		return 0.5
	}
	return min(0.9, max(0.1, float32(w[0])/float32(w[0]+w[1])))
}

// Resignation returns when to resign so that a share of at most wrong of the
// resignations are mistaken, by the games of the window; 0: never.
func (r *Replay) Resignation(wrong float32) selfplay.Resignation {
	if wrong == 0 {
		return selfplay.Resignation{}
	}
	return selfplay.Judge(r.games, wrong)
}

// Games returns the games that the window holds, oldest first.
func (r *Replay) Games() []*selfplay.Record { return r.games }

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
// position. With haste, what is far off counts less, and nobody knows how far off
// the end was when somebody resigned. It plays s to the end.
func (r *Replay) fillScore(b nn.Batch, row int, s env.State, game *selfplay.Record, ply int) {
	b.Score[row], b.ScoreWeight[row] = 0, 0
	if _, ok := s.(env.Scored); !ok {
		return
	}
	mover := s.ToMove()
	b.Score[row], b.ScoreWeight[row] = game.Result.For(mover), 1
	switch {
	case endedByTheRules(r.game, game):
		b.Score[row] *= float32(math.Pow(1-float64(r.haste), float64(len(game.Plies)-ply)))
		if r.haste > 0 && game.Resigned {
			b.ScoreWeight[row] = 0
		}
	default:
		for _, p := range game.Plies[ply:] {
			s.Play(p.Action)
		}
		b.Score[row] = s.(env.Scored).Score(mover)
	}
}

// endedByTheRules reports whether a game was over before the length limit, where
// some games are decided by their score. A draw by the rules is no better for who
// was ahead: else nobody would learn to win what is won.
func endedByTheRules(g env.Game, r *selfplay.Record) bool {
	if r.Result == env.Ongoing || len(r.Plies) >= g.Spec().MaxPly {
		return false
	}
	u, ok := g.(env.Uncounted)
	return !ok || !u.Uncounted() || !adjudged(g, r)
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
	a, ok := s.(env.Adjudged)
	return ok && a.Adjudged()
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

// StartLevel returns how hard the next iteration's starts of other kinds are
// (selfplay.Config.StartLevel): those of the hardest level in the window once
// more, or widened if enough of these games ended by the rules; first if there
// are none yet.
func (r *Replay) StartLevel(first float32) float32 {
	if first == 0 || first == 1 {
		return first
	}
	level, games, ended := first, 0, 0
	for _, g := range r.games {
		if g.Start.Kind == "" || g.Start.Level < level {
			continue
		}
		if g.Start.Level > level {
			level, games, ended = g.Start.Level, 0, 0
		}
		games++
		if endedByTheRules(r.game, g) {
			ended++
		}
	}
	if games >= enoughStarts && float64(ended) >= easy*float64(games) {
		return min(1, widening*level)
	}
	return level
}

// From so many games of a level on, of which this share ended by the rules, the
// next level is so much harder.
const (
	enoughStarts = 24
	easy         = 0.6
	widening     = 1.25
)
