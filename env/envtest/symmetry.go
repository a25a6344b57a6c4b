package envtest

import (
	"errors"
	"fmt"
	"slices"

	"ludens/env"
)

// Symmetries are permutations, the identity first, closed under composition,
// and the rules respect them.
func checkSymmetry(k *kit) error {
	g, ok := env.As[env.Symmetric](k.game)
	if !ok {
		return nil
	}
	all := g.Symmetries()
	if len(all) == 0 || !isIdentity(all[0]) {
		return errors.New("symmetries: the identity does not come first")
	}
	for _, s := range all {
		if !isPermutation(s.Cells, k.spec.Cells()) {
			return fmt.Errorf("%s: Cells is not a permutation of %d cells", s.Name, k.spec.Cells())
		}
		if !isPermutation(s.Actions, k.spec.Actions) {
			return fmt.Errorf("%s: Actions is not a permutation of %d actions", s.Name, k.spec.Actions)
		}
	}
	if err := closed(all); err != nil {
		return err
	}
	if k.asymmetric {
		return nil
	}
	for _, s := range all {
		for i := range uint64(k.games) {
			if err := k.mirrored(s, i); err != nil {
				return fmt.Errorf("%s: %w", s.Name, err)
			}
		}
	}
	return nil
}

// mirrored plays game n and its image under s side by side.
func (k *kit) mirrored(s env.Symmetry, n uint64) error {
	image := k.game.New(n)
	return k.walk(n, uniform, func(p position) error {
		if i := len(p.actions); i > 0 {
			image.Play(s.Actions[p.actions[i-1]])
		}
		if got, want := image.Result(), p.Result(); got != want {
			return p.breach("the image's result is %v, want %v", got, want)
		}
		if p.Result() != env.Ongoing {
			return nil
		}
		if got, want := image.ToMove(), p.ToMove(); got != want {
			return p.breach("in the image it is %v to move, want %v", got, want)
		}
		want := p.Legal(nil)
		for i, a := range want {
			want[i] = s.Actions[a]
		}
		slices.Sort(want)
		if got := image.Legal(nil); !slices.Equal(got, want) {
			return p.breach("the image's legal actions are %v, want %v", got, want)
		}
		return k.observedAlike(s, p, image)
	})
}

// observedAlike compares what is seen in an image with the image of what is seen.
func (k *kit) observedAlike(s env.Symmetry, p position, image env.State) error {
	cells := k.spec.Cells()
	original, got := make([]float32, k.spec.Size()), make([]float32, k.spec.Size())
	p.Observe(original)
	image.Observe(got)
	for i, x := range original {
		plane, cell := i/cells, i%cells
		if y := got[plane*cells+s.Cells[cell]]; y != x {
			return p.breach("plane %d: the image shows %v at cell %d, want %v as at cell %d",
				plane, y, s.Cells[cell], x, cell)
		}
	}
	return nil
}

// closed returns an error unless one symmetry after another is always a third.
func closed(all []env.Symmetry) error {
	for _, s := range all {
		for _, t := range all {
			is := func(u env.Symmetry) bool {
				return slices.Equal(u.Cells, compose(s.Cells, t.Cells)) &&
					slices.Equal(u.Actions, compose(s.Actions, t.Actions))
			}
			if !slices.ContainsFunc(all, is) {
				return fmt.Errorf("symmetries: %s after %s is not among them", t.Name, s.Name)
			}
		}
	}
	return nil
}

// compose returns s and then t.
func compose[T int | env.Action](s, t []T) []T {
	both := make([]T, len(s))
	for i, j := range s {
		both[i] = t[j]
	}
	return both
}

func isIdentity(s env.Symmetry) bool {
	for i, j := range s.Cells {
		if i != j {
			return false
		}
	}
	for a, b := range s.Actions {
		if env.Action(a) != b {
			return false
		}
	}
	return true
}

func isPermutation[T int | env.Action](s []T, n int) bool {
	sorted := slices.Sorted(slices.Values(s))
	for i, j := range sorted {
		if T(i) != j {
			return false
		}
	}
	return len(s) == n
}
