package envtest

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ludens/env"
)

func checkSpec(k *kit) error {
	s := k.spec
	switch {
	case s.Name == "" || strings.ToLower(s.Name) != s.Name && !strings.Contains(s.Name, ":"):
		return fmt.Errorf("Spec.Name is %q, want a lower-case name", s.Name)
	case s.Version < 1:
		return fmt.Errorf("Spec.Version is %d, want at least 1", s.Version)
	case s.Roles[0] == "" || s.Roles[1] == "" || s.Roles[0] == s.Roles[1]:
		return fmt.Errorf("Spec.Roles are %q", s.Roles)
	case k.game.Spec() != s:
		return errors.New("the Spec is not always the same")
	}
	return nil
}

// The sizes of a game are such that every package has room for it.
func checkSizes(k *kit) error { return k.spec.Validate() }

// Legal appends actions in range and in increasing order, none exactly when
// the game is over, and asking changes nothing.
func checkLegal(k *kit) error {
	return k.each(func(p position) error {
		legal := p.Legal(nil)
		if (len(legal) == 0) != (p.Result() != env.Ongoing) {
			return p.breach("Result is %v with legal actions %v", p.Result(), legal)
		}
		for i := 1; i < len(legal); i++ {
			if legal[i] <= legal[i-1] {
				return p.breach("Legal: %d comes after %d", legal[i], legal[i-1])
			}
		}
		if err := k.inRange(p, legal); err != nil {
			return err
		}
		if m := p.ToMove(); len(legal) > 0 && m != env.First && m != env.Second {
			return p.breach("ToMove is %d", m)
		}
		prefix := []env.Action{-7, -8}
		if got := p.Legal(prefix); !slices.Equal(got, slices.Concat(prefix, legal)) {
			return p.breach("Legal(%v) is %v, want %v appended", prefix, got, legal)
		}
		return nil
	})
}

// Format distinguishes legal actions, and Parse reads what it writes.
func checkText(k *kit) error {
	return k.each(func(p position) error {
		legal := p.Legal(nil)
		action := map[string]env.Action{}
		for _, a := range legal {
			text := p.Format(a)
			if text == "" || strings.ContainsAny(text, "\n\r\t") {
				return p.breach("Format(%d) is %q", a, text)
			}
			if b, taken := action[text]; taken {
				return p.breach("Format of %d and of %d is %q", b, a, text)
			}
			action[text] = a
		}
		for i, a := range legal {
			if i%parseEvery != len(p.actions)%parseEvery {
				continue
			}
			if got, err := env.Parse(p.State, p.Format(a)); err != nil || got != a {
				return p.breach("Parse(%q) is %d, %v, want %d", p.Format(a), got, err, a)
			}
		}
		return nil
	})
}

// parseEvery is how many legal actions share one round trip through Parse,
// which formats them all.
const parseEvery = 8

// The gym agrees with the game: mask and Info are those of the position,
// rewards those of the result, and every episode ends by Spec.MaxPly.
func checkGym(k *kit) error {
	for i := range uint64(k.games) {
		if err := k.episode(i); err != nil {
			return err
		}
	}
	return nil
}

// episode plays one random game through Env.Step.
func (k *kit) episode(n uint64) error {
	e := env.Make(k.game)
	_, before := e.Reset(n)
	return k.walk(n, uniform, func(p position) error {
		if len(p.actions) == 0 {
			return k.agrees(e, before, p)
		}
		a := p.actions[len(p.actions)-1]
		_, reward, terminated, truncated, info, err := e.Step(a)
		if err != nil {
			return p.breach("Step(%d): %v", a, err)
		}
		r := p.Result()
		if reward != [2]float32{r.For(env.First), r.For(env.Second)} || terminated != (r != env.Ongoing) {
			return p.breach("reward %v, terminated %v, but the result is %v", reward, terminated, r)
		}
		if truncated != env.Truncated(p.State, len(p.actions), k.spec.MaxPly) {
			return p.breach("truncated is %v at ply %d of %d", truncated, len(p.actions), k.spec.MaxPly)
		}
		if terminated || truncated {
			return nil
		}
		return k.agrees(e, info, p)
	})
}

// agrees compares an episode that is not over with its position.
func (k *kit) agrees(e *env.Env, info env.Info, p position) error {
	legal := p.Legal(nil)
	want := env.Info{ToMove: p.ToMove(), Ply: len(p.actions), Legal: len(legal), Key: p.Key()}
	if info != want {
		return p.breach("Info is %+v, want %+v", info, want)
	}
	var masked []env.Action
	for a, ok := range e.ActionMask(nil) {
		if ok {
			masked = append(masked, env.Action(a))
		}
	}
	if !slices.Equal(masked, legal) {
		return p.breach("ActionMask allows %v, want %v", masked, legal)
	}
	return nil
}
