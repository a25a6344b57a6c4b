package agent

import (
	"context"
	"math/rand/v2"

	"ludens/env"
)

// Greedy returns an agent that looks one ply ahead: it takes a win, avoids
// what loses at once or lets the opponent win at once, and otherwise makes the
// move after which its Score (env.Scored: material or progress) is best.
// Moves that are equal to it are drawn from rng.
func Greedy(rng *rand.Rand) env.Agent { return &greedy{rng: rng} }

type greedy struct {
	rng            *rand.Rand
	legal, replies []env.Action
	child, reply   env.State
}

// worth orders moves: first by rank, then by score.
type worth struct {
	rank  int
	score float32
}

const (
	rankLoss     = iota // the mover loses at once
	rankLosable         // the opponent can win at once
	rankOrdinary        //
	rankWin             //
)

func (w worth) less(v worth) bool {
	return w.rank < v.rank || w.rank == v.rank && w.score < v.score
}

func (g *greedy) Act(ctx context.Context, s env.State) (env.Decision, error) {
	g.legal = s.Legal(g.legal[:0])
	var best worth
	var choice env.Action
	equals := 0
	for _, a := range g.legal {
		w := g.worth(s, a)
		switch {
		case equals == 0 || best.less(w):
			best, choice, equals = w, a, 1
		case w == best:
			equals++
			if g.rng.IntN(equals) == 0 {
				choice = a
			}
		}
	}
	return env.Decision{Action: choice}, ctx.Err()
}

// worth judges action a of s for its mover.
func (g *greedy) worth(s env.State, a env.Action) worth {
	me := s.ToMove()
	g.child = s.Copy(g.child)
	g.child.Play(a)
	switch g.child.Result() {
	case env.Ongoing:
	case env.WinFor(me):
		return worth{rank: rankWin}
	case env.WinFor(me.Other()):
		return worth{rank: rankLoss}
	default:
		return worth{rank: rankOrdinary}
	}
	w := worth{rank: rankOrdinary, score: env.Estimate(g.child, me)}
	if g.losable(me) {
		w.rank = rankLosable
	}
	return w
}

// losable reports whether the opponent of me can win at once in g.child.
func (g *greedy) losable(me env.Player) bool {
	if g.child.ToMove() == me {
		return false
	}
	g.replies = g.child.Legal(g.replies[:0])
	for _, b := range g.replies {
		g.reply = g.child.Copy(g.reply)
		g.reply.Play(b)
		if g.reply.Result() == env.WinFor(me.Other()) {
			return true
		}
	}
	return false
}

// Random returns an agent that plays every legal action equally often.
func Random(rng *rand.Rand) env.Agent { return &random{rng: rng} }

type random struct {
	rng   *rand.Rand
	legal []env.Action
}

func (r *random) Act(ctx context.Context, s env.State) (env.Decision, error) {
	a, room := env.Sample(s, r.rng, r.legal)
	r.legal = room
	return env.Decision{Action: a}, ctx.Err()
}
