package tune

import (
	"context"
	"math/rand/v2"

	"ludens/alphabeta"
	"ludens/env"
	"ludens/eval"
	"ludens/selfplay"
)

// play plays a game.
func (t *teacher) play(ctx context.Context, number int, first float64) (*selfplay.Record, error) {
	at := t.seed.At("game", number)
	rng := at.At("moves", 0).Rand()
	players, err := t.players(at.At("players", 0).Rand())
	if err != nil {
		return nil, err
	}
	r := &selfplay.Record{Seed: rng.Uint64()}
	weak, often := env.Second, 0.0
	if rng.Float64() < float64(t.config.Handicap) {
		often = max(rng.Float64(), rng.Float64())
		if rng.Float64() < first {
			weak = env.First
		}
		r.Handicap[weak] = float32(often)
	}
	s, opening := t.game.New(r.Seed), rng.IntN(openingPlies)
	for s.Result() == env.Ongoing && !env.Truncated(s, len(r.Plies), t.game.Spec().MaxPly) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var p selfplay.Ply
		if len(r.Plies) < opening || s.ToMove() == weak && often > 0 && rng.Float64() < often {
			legal := s.Legal(nil)
			p.Action = legal[rng.IntN(len(legal))]
		} else {
			d, err := players[s.ToMove()].Act(ctx, s)
			if err != nil {
				return nil, err
			}
			p.Action, p.Policy = d.Action, []selfplay.Share{{Action: d.Action, Probability: 1}}
		}
		r.Plies = append(r.Plies, p)
		s.Play(p.Action)
	}
	r.Result, r.Truncated = s.Result(), s.Result() == env.Ongoing
	return r, nil
}

// players returns alpha-beta for either side: each draws whether it plays with the evaluation
// or, in games that keep one, by the score. Two kinds of players show more of the game than
// one, and by the score the attackers of a tafl game play better than with an evaluation
// that was learned from games which they lost.
func (t *teacher) players(rng *rand.Rand) (players [2]*alphabeta.Agent, err error) {
	for p := range players {
		search := alphabeta.Strong(alphabeta.MaxDepth)
		if !t.scored || rng.IntN(2) == 0 {
			search = alphabeta.Learned(alphabeta.MaxDepth, eval.New(t.features, t.weights))
		}
		search.Nodes = t.config.Nodes
		if players[p], err = alphabeta.New(t.game, search, rng); err != nil {
			return players, err
		}
	}
	return players, nil
}
