package selfplay

import (
	"math/rand/v2"

	"ludens/env"
	"ludens/mcts"
)

// The evaluators of a game, as Minds orders them.
const (
	now = iota
	past
	minds
)

// seat is where one game after another is played.
type seat struct {
	table  *table
	trees  [minds]*mcts.Tree // the second one is idle unless past plays
	mind   int               // who searches: now or past
	index  int               // of the game
	record *Record
	rng    *rand.Rand // of the game: noise and move choice
	handicap
	pastSide  env.Player // whom past plays
	pastPlays bool
	fast      bool         // this search is not learnt from
	legal     []env.Action // scratch
	policy    []float32    // scratch
}

func newSeat(t *table) *seat {
	s := &seat{table: t}
	for i := range s.trees {
		s.trees[i] = mcts.NewTree(t.game, t.cfg.Search)
	}
	return s
}

// tree is the search at work.
func (s *seat) tree() *mcts.Tree { return s.trees[s.mind] }

// state is the position on the board.
func (s *seat) state() env.State { return s.trees[now].Root() }

// sit takes the next game, plays its opening and begins the first search. It
// returns false if there are no more games.
func (s *seat) sit() bool {
	t, cfg := s.table, &s.table.cfg
	s.index = int(t.next.Add(1)) - 1
	if s.index >= cfg.Games {
		return false
	}
	own := t.seed.At("game", s.index)
	s.rng = own.Rand()
	s.record = &Record{Seed: own.At("start", 0).Uint64()}
	s.handicap = drawHandicap(cfg, s.rng)
	s.record.Handicap[s.weak] = float32(s.often)
	s.pastPlays = s.happens(cfg.Past)
	s.pastSide = env.Player(s.rng.IntN(2))
	s.record.Past[s.pastSide] = s.pastPlays
	s.record.Checked = cfg.ResignBelow == 0 || s.happens(cfg.ResignCheck)
	start := s.opening()
	for i := range s.trees {
		s.trees[i].Reset(start)
	}
	s.think()
	return true
}

// happens draws whether something of this probability does.
func (s *seat) happens(share float32) bool { return share > 0 && s.rng.Float64() < float64(share) }

// advance plays moves while searches are done, and takes another game when
// this one is over. It returns false if there is none.
func (s *seat) advance() bool {
	for s.tree().Done() {
		if !s.over() {
			s.decide()
			s.think()
			continue
		}
		s.table.finish(s.index, s.record)
		if !s.sit() {
			return false
		}
	}
	return true
}

// think plays the random moves of a handicap until it is time for a search,
// and begins it. A game that is over has nothing to search.
func (s *seat) think() {
	for !s.over() && s.errs(s.state().ToMove(), s.rng) {
		s.legal = s.state().Legal(s.legal[:0])
		s.play(Ply{Action: s.legal[s.rng.IntN(len(s.legal))]})
	}
	s.mind = now
	if s.over() {
		s.tree().Begin(0, nil)
		return
	}
	cfg := &s.table.cfg
	if s.pastPlays && s.state().ToMove() == s.pastSide {
		s.mind = past
	}
	s.fast = s.mind == past || s.happens(cfg.FastShare)
	if s.fast && s.mind == now {
		s.tree().Begin(cfg.FastSimulations, nil)
		return
	}
	s.tree().Begin(cfg.Search.Simulations, s.rng)
}

// decide plays the search's choice and notes what it learnt, or resigns.
func (s *seat) decide() {
	cfg := &s.table.cfg
	value, mover := s.tree().Value(), s.state().ToMove()
	if s.mind == now {
		s.record.Lows[mover] = min(s.record.Lows[mover], value)
	}
	if cfg.ResignBelow < 0 && value < cfg.ResignBelow && s.mind == now && !s.record.Checked {
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

// play makes a move on the board of everyone who thinks about this game.
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
	s.record.Truncated = env.Truncated(s.state(), len(s.record.Plies), s.table.game.Spec().MaxPly)
	return s.record.Result != env.Ongoing || s.record.Truncated
}
