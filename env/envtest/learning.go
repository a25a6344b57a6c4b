package envtest

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"ludens/env"
)

// The planes that are said to be uniform show one number on all squares.
func checkUniform(k *kit) error {
	planes, cells := k.spec.Shape[0], k.spec.Cells()
	uniform := k.spec.Uniform
	if uniform < 0 || uniform >= planes {
		return fmt.Errorf("%d Uniform planes of %d, want at least one that is not", uniform, planes)
	}
	obs := make([]float32, k.spec.Size())
	return k.each(func(p position) error {
		if p.Result() != env.Ongoing {
			return nil // the game is over: no mover, no observation
		}
		p.Observe(obs)
		for plane := planes - uniform; plane < planes; plane++ {
			numbers := obs[plane*cells:][:cells]
			for cell, v := range numbers {
				if v != numbers[0] {
					return p.breach("Uniform: plane %d is %v on cell 0 and %v on cell %d", plane, numbers[0], v, cell)
				}
			}
		}
		return nil
	})
}

// A settled score is exact with the whole window, a bound with a narrow one, and
// in [-1, 1] in either case.
func checkSettled(k *kit) error {
	rng := rand.New(rand.NewPCG(3, 1))
	return k.each(func(p position) error {
		s, ok := p.State.(env.Tactical)
		if !ok || p.Result() != env.Ongoing {
			return nil
		}
		exact := s.Settled(-1, 1)
		if !(exact >= -1 && exact <= 1) {
			return p.breach("Settled is %v, want a score in [-1, 1]", exact)
		}
		alpha := 2*rng.Float32() - 1
		beta := alpha + (1-alpha)*rng.Float32()
		got := s.Settled(alpha, beta)
		if got <= alpha && got < exact || got >= beta && got > exact || alpha < got && got < beta && got != exact {
			return p.breach("Settled is %v in [%v, %v], which is not a bound on %v", got, alpha, beta, exact)
		}
		return nil
	})
}

// A position recurs only if the same men stood there before in the game, and
// a player must have moved between.
func checkRecurs(k *kit) error {
	return k.each(func(p position) error {
		s, ok := p.State.(env.Recurrent)
		if !ok || s.Recurs() == env.Ongoing {
			return nil
		}
		if len(p.actions) < 2 {
			return p.breach("Recurs is %v after %d plies", s.Recurs(), len(p.actions))
		}
		return nil
	})
}

// A game that was adjudicated is over.
func checkAdjudged(k *kit) error {
	return k.each(func(p position) error {
		if env.Adjudged(p.State) && p.Result() == env.Ongoing {
			return p.breach("Adjudged, but the game goes on")
		}
		return nil
	})
}

// What Start draws is unfinished, the same for equal draws, and given by its text.
func checkStarts(k *kit) error {
	g, ok := env.As[env.Startable](k.game)
	if !ok {
		return nil
	}
	for _, kind := range g.Starts() {
		for n := range uint64(4 * k.games) {
			draw := func() position {
				return position{State: g.Start(kind, float64(n%4)/3, rand.New(rand.NewPCG(n, 7))), seed: n}
			}
			p := draw()
			text := g.Position(p.State)
			again, err := g.ParsePosition(text)
			switch {
			case p.Result() != env.Ongoing:
				return p.breach("Start %s: the game is over", kind)
			case g.Position(draw().State) != text:
				return p.breach("Start %s: two positions from equal draws", kind)
			case err != nil:
				return p.breach("Start %s: ParsePosition: %v", kind, err)
			case again.Key() != p.Key():
				return p.breach("Start %s: ParsePosition of its text gives another position", kind)
			}
		}
	}
	return nil
}

// Loud actions are legal, their gains do not change, and what is not loud
// adds nothing to the Score of its mover, and brings nothing by an exchange.
func checkLoud(k *kit) error {
	return k.each(func(p position) error {
		s, ok := p.State.(env.Tactical)
		if !ok {
			return nil
		}
		legal, loud := p.Legal(nil), s.Loud(nil)
		for i, a := range loud {
			switch {
			case !slices.Contains(legal, a):
				return p.breach("action %d is loud, but not legal", a)
			case i > 0 && a <= loud[i-1]:
				return p.breach("Loud: %d comes after %d", a, loud[i-1])
			case s.Gain(a) != p.Copy(nil).(env.Tactical).Gain(a):
				return p.breach("the Gain of %s is not always the same", p.Format(a))
			}
		}
		prefix := []env.Action{-7, -8}
		if got := s.Loud(prefix); !slices.Equal(got, slices.Concat(prefix, loud)) {
			return p.breach("Loud(%v) is %v, want %v appended", prefix, got, loud)
		}
		x, exchanges := p.State.(env.Exchanging)
		for _, a := range legal {
			if slices.Contains(loud, a) {
				continue
			}
			if rise := k.rise(p, a); rise > 0 {
				return p.breach("%s is quiet, and adds %v to Score", p.Format(a), rise)
			}
			if exchanges && x.Exchange(a) > 0 {
				return p.breach("%s is quiet, and its Exchange is %d", p.Format(a), x.Exchange(a))
			}
		}
		return nil
	})
}

// rise returns by how much an action raises the Score of its mover.
func (k *kit) rise(p position, a env.Action) float32 {
	me, after := p.ToMove(), p.Copy(nil)
	after.Play(a)
	if after.Result() != env.Ongoing {
		return 0
	}
	return env.Estimate(after, me) - env.Estimate(p.State, me)
}

// A skipped turn is the other's, the rest stays as it was; one that cannot be
// skipped changes nothing.
func checkSkip(k *kit) error {
	return k.each(func(p position) error {
		next := p.Copy(nil)
		s, ok := next.(env.Tactical)
		if !ok {
			return nil
		}
		before, skipped := k.view(p.State), s.Skip()
		after := k.view(next)
		switch {
		case !skipped:
			if err := before.differs(after); err != nil {
				return p.breach("Skip refuses, and %v", err)
			}
		case before.result != env.Ongoing || after.result != env.Ongoing:
			return p.breach("Skip leads from %v to %v", before.result, after.result)
		case after.mover == before.mover:
			return p.breach("Skip leaves the turn with %v", after.mover)
		case env.Estimate(next, before.mover) != env.Estimate(p.State, before.mover):
			return p.breach("Skip changes Score")
		case after.key == before.key:
			return p.breach("Skip leaves the key as it is")
		}
		return nil
	})
}
