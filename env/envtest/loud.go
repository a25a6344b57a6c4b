package envtest

import (
	"slices"

	"ludens/env"
)

// Loud actions are legal, their gains do not change, and what is not loud
// adds nothing to the Score of its mover.
func checkLoud(k *kit) error {
	return k.each(func(p position) error {
		s, ok := p.State.(env.Loud)
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
			case s.Gain(a) != p.Copy(nil).(env.Loud).Gain(a):
				return p.breach("the Gain of %s is not always the same", p.Format(a))
			}
		}
		prefix := []env.Action{-7, -8}
		if got := s.Loud(prefix); !slices.Equal(got, slices.Concat(prefix, loud)) {
			return p.breach("Loud(%v) is %v, want %v appended", prefix, got, loud)
		}
		for _, a := range legal {
			if rise := k.rise(p, a); !slices.Contains(loud, a) && rise > 0 {
				return p.breach("%s is quiet, and adds %v to Score", p.Format(a), rise)
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
		s, ok := p.Copy(nil).(env.Skipping)
		if !ok {
			return nil
		}
		before, skipped := k.view(p.State), s.Skip()
		after := k.view(s.(env.State))
		switch {
		case !skipped:
			if err := before.differs(after); err != nil {
				return p.breach("Skip refuses, and %v", err)
			}
		case before.result != env.Ongoing || after.result != env.Ongoing:
			return p.breach("Skip leads from %v to %v", before.result, after.result)
		case after.mover == before.mover:
			return p.breach("Skip leaves the turn with %v", after.mover)
		case env.Estimate(s.(env.State), before.mover) != env.Estimate(p.State, before.mover):
			return p.breach("Skip changes Score")
		case after.key == before.key:
			return p.breach("Skip leaves the key as it is")
		}
		return nil
	})
}
