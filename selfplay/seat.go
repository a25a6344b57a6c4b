package selfplay

import (
	"math/rand/v2"

	"ludens/env"
	"ludens/env/seed"
	"ludens/mcts"
)

// The networks of a game, in the order of Resources.
const (
	now = iota
	past
	networks
)

// seat is where one game after another is played.
type seat struct {
	batch   *batch
	trees   [networks]*mcts.Tree // the second one is idle unless past plays
	network int                  // which searches: now or past
	index   int                  // of the game
	record  *Record
	rng     *rand.Rand // of the game: noise and move choice
	handicap
	draws     float64    // what a draw is worth to First
	pastSide  env.Player // whom past plays
	pastPlays bool
	fast      bool         // this search is not trained on
	legal     []env.Action // scratch
	policy    []float32    // scratch
}

func newSeat(b *batch) *seat {
	s := &seat{batch: b}
	for i := range s.trees {
		s.trees[i] = mcts.NewTree(b.game, b.cfg.Search)
	}
	return s
}

// tree is the search at work.
func (s *seat) tree() *mcts.Tree { return s.trees[s.network] }

// state is the position on the board.
func (s *seat) state() env.State { return s.trees[now].Root() }

// take takes the next game, plays its opening and begins the first search. It
// returns false if there is none.
func (s *seat) take() bool {
	game, ok := s.batch.next()
	if !ok {
		return false
	}
	start := s.draw(game)
	for i := range s.trees {
		s.trees[i].SetDraw(s.draws)
		s.trees[i].Reset(start)
	}
	s.search()
	return true
}

// draw draws all of a game that its plan settles before the first search, and returns
// the position that it begins from.
func (s *seat) draw(game int) env.State {
	b, cfg := s.batch, &s.batch.cfg
	own := seed.Seed(b.plan.Seed).At("game", game)
	s.index = game
	s.rng = own.Rand()
	s.record = &Record{Seed: own.At("start", 0).Uint64()}
	s.handicap = drawHandicap(cfg.Handicap, b.plan.handicapFirst(b.game, s.record.Seed), s.rng)
	s.record.Handicap[s.weak] = float32(s.often)
	s.pastPlays = s.happens(cfg.Past)
	s.pastSide = env.Player(s.rng.IntN(2))
	s.record.Past[s.pastSide] = s.pastPlays
	s.record.Checked = b.plan.ResignBelow == 0 || s.happens(cfg.ResignCheck)
	if s.draws = cfg.Search.Contempt; s.draws > 0 && s.rng.IntN(2) == 0 {
		s.draws = -s.draws
	}
	return s.opening()
}

// happens draws whether something of this probability does.
func (s *seat) happens(share float32) bool { return share > 0 && s.rng.Float64() < float64(share) }

// advance plays moves while searches are done, and takes another game when
// this one is over. It returns false if there is none.
func (s *seat) advance() (more bool, err error) {
	for s.tree().Done() {
		if !s.over() {
			s.decide()
			s.search()
			continue
		}
		if err := s.batch.finish(s.index, s.record); err != nil {
			return false, err
		}
		if !s.take() {
			return false, nil
		}
	}
	return true, nil
}

// search plays the random moves of a handicap until it is time to think,
// and begins a search. A game that is over has nothing to search.
func (s *seat) search() {
	for !s.over() && s.errs(s.state().ToMove(), s.rng) {
		s.legal = s.state().Legal(s.legal[:0])
		s.play(Ply{Action: s.legal[s.rng.IntN(len(s.legal))]})
	}
	s.network = now
	if s.over() {
		s.tree().Begin(s.batch.ctx, 0, nil)
		return
	}
	cfg := &s.batch.cfg
	if s.pastPlays && s.state().ToMove() == s.pastSide {
		s.network = past
	}
	s.fast = s.network == past || s.happens(cfg.FastShare)
	if s.fast && s.network == now {
		s.tree().Begin(s.batch.ctx, cfg.FastSimulations, nil)
		return
	}
	s.tree().Begin(s.batch.ctx, mcts.Full, s.rng)
}

// decide plays the search's choice and notes what it found, or resigns.
func (s *seat) decide() {
	cfg := &s.batch.cfg
	value, mover := s.tree().Value(), s.state().ToMove()
	if s.network == now {
		s.record.Lows[mover] = min(s.record.Lows[mover], value)
	}
	if below := s.batch.plan.ResignBelow; below < 0 && value < below && s.network == now && !s.record.Checked {
		s.record.Resigned = true
		s.record.Result = env.WinFor(mover.Other())
		return
	}
	var temperature float64
	if len(s.record.Plies) < cfg.TemperaturePly {
		temperature = float64(cfg.Temperature)
	}
	ply := Ply{Value: value, Action: s.tree().Pick(temperature, s.rng)}
	if !s.fast {
		ply.Policy = s.target()
	}
	s.play(ply)
}

// target returns the policy that the search proposes.
func (s *seat) target() (shares []Share) {
	s.legal = s.state().Legal(s.legal[:0])
	s.policy = s.tree().Policy(s.policy[:0])
	for i, p := range s.policy {
		if p > 0 {
			shares = append(shares, Share{s.legal[i], p})
		}
	}
	return shares
}

// play makes a move on the board of every network of this game.
func (s *seat) play(p Ply) {
	s.record.Plies = append(s.record.Plies, p)
	s.trees[now].Advance(p.Action)
	if s.pastPlays {
		s.trees[past].Advance(p.Action)
	}
}

// over reports whether the game has ended, and notes how.
func (s *seat) over() bool {
	if s.record.Resigned {
		return true
	}
	s.record.Result = s.state().Result()
	s.record.Truncated = env.Truncated(s.state(), len(s.record.Plies), s.batch.game.Spec().MaxPly)
	return s.record.Result != env.Ongoing || s.record.Truncated
}

// Resignation is what resigning below a value would have done in games that
// were played to the end.
type Resignation struct {
	Below float32 `json:"below"` // 0: no resignation yet
	Games int     `json:"games"` // in which a player would have resigned
	Wrong int     `json:"wrong"` // of them: who would have did not lose
}

// The values that are tried, and how many resignations it takes to judge one.
const (
	leastHopeless = -0.6
	mostHopeless  = -0.98
	hopelessStep  = 0.02
	enoughGames   = 20
)

// Judge returns the highest value below which resigning would have been wrong
// in a share of the checked games of at most wrong. AlphaGo Zero holds it the
// same way (Silver et al. 2017, Methods, "Self-play").
func Judge(games []*Record, wrong float32) Resignation {
	for below := float32(leastHopeless); below >= mostHopeless; below -= hopelessStep {
		r := Resignation{Below: below}
		for _, g := range games {
			r.count(g)
		}
		if r.Games >= enoughGames && float32(r.Wrong) <= wrong*float32(r.Games) {
			return r
		}
	}
	return Resignation{}
}

// count adds a game, if it was played to the end by the rules.
func (r *Resignation) count(g *Record) {
	if !g.Checked || g.Truncated {
		return
	}
	resigns, wrong := false, false
	for p, low := range g.Lows {
		if low < r.Below {
			resigns = true
			wrong = wrong || g.Result != env.WinFor(env.Player(p).Other())
		}
	}
	if resigns {
		r.Games++
	}
	if wrong {
		r.Wrong++
	}
}
