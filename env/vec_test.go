package env_test

import (
	"errors"
	"slices"
	"testing"

	"ludens/env"
	"ludens/env/seed"
)

// Each row of a VecEnv is an Env that is reset with the seed of its row and
// episode, whatever happens in the other rows.
func TestVecEnvIsManyEnvs(t *testing.T) {
	g := nim{heap: 6, maxPly: 4}
	const n, steps, root = 3, 40, 7
	vec := env.MakeVec(g, n)
	vec.Reset(root)
	envs := make([]*env.Env, n)
	episode := make([]int, n)
	begin := func(i int) {
		envs[i].Reset(seed.New(root).At("row", i).At("episode", episode[i]).Uint64())
		episode[i]++
	}
	for i := range envs {
		envs[i] = env.Make(g)
		begin(i)
	}
	rng := seed.New(1).Rand()
	size, actions := g.Spec().Size(), g.Spec().Actions
	for step := range steps {
		choice := make([]env.Action, n)
		for i := range choice {
			choice[i] = vec.Legal(i)[rng.IntN(len(vec.Legal(i)))]
		}
		if err := vec.Step(choice); err != nil {
			t.Fatal(err)
		}
		for i, e := range envs {
			obs, reward, terminated, truncated, _, err := e.Step(choice[i])
			if err != nil {
				t.Fatal(err)
			}
			if vec.Reward[i] != reward || vec.Terminated[i] != terminated || vec.Truncated[i] != truncated {
				t.Errorf("step %d row %d: got %v %v %v, want %v %v %v", step, i,
					vec.Reward[i], vec.Terminated[i], vec.Truncated[i], reward, terminated, truncated)
			}
			if terminated || truncated {
				begin(i)
			}
			if got := vec.Obs[i*size : (i+1)*size]; !slices.Equal(got, obs) {
				t.Errorf("step %d row %d: sees %v, want %v", step, i, got, obs)
			}
			if got, want := vec.Mask[i*actions:(i+1)*actions], e.ActionMask(nil); !slices.Equal(got, want) {
				t.Errorf("step %d row %d: mask %v, want %v", step, i, got, want)
			}
			if got, want := vec.ToMove[i], e.State().ToMove(); got != want {
				t.Errorf("step %d row %d: %v to move, want %v", step, i, got, want)
			}
		}
	}
	if !slices.ContainsFunc(episode, func(k int) bool { return k > 5 }) {
		t.Errorf("only %v episodes: the test shows little", episode)
	}
}

func TestVecEnvErrorsChangeNothing(t *testing.T) {
	vec := env.MakeVec(nim{heap: 9, maxPly: 4}, 2)
	was := slices.Clone(vec.Obs)
	if err := vec.Step([]env.Action{0, 3}); !errors.Is(err, env.ErrIllegal) {
		t.Errorf("got %v, want ErrIllegal", err)
	}
	if err := vec.Step([]env.Action{0}); err == nil {
		t.Error("one action for two rows: no error")
	}
	if !slices.Equal(vec.Obs, was) {
		t.Errorf("changed %v to %v", was, vec.Obs)
	}
}

func TestVecEnvStepDoesNotAllocate(t *testing.T) {
	vec := env.MakeVec(nim{heap: 1 << 12, maxPly: 1 << 12}, 4)
	actions := make([]env.Action, 4)
	if got := testing.AllocsPerRun(100, func() { vec.Step(actions) }); got != 0 {
		t.Errorf("%v allocations a step, want none", got)
	}
}

// After Reset nothing is left of the episodes before: a row that has just ended is as one
// that was never played.
func TestVecEnvResetLeavesNothing(t *testing.T) {
	g := nim{heap: 1, maxPly: 4}
	vec, fresh := env.MakeVec(g, 2), env.MakeVec(g, 2)
	if err := vec.Step([]env.Action{vec.Legal(0)[0], vec.Legal(1)[0]}); err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(vec.Terminated, true) {
		t.Fatal("no episode has ended: the test shows nothing")
	}
	vec.Reset(5)
	fresh.Reset(5)
	if !slices.Equal(vec.Terminated, fresh.Terminated) || !slices.Equal(vec.Truncated, fresh.Truncated) ||
		!slices.Equal(vec.Reward, fresh.Reward) || !slices.Equal(vec.Obs, fresh.Obs) || !slices.Equal(vec.Mask, fresh.Mask) {
		t.Errorf("got %v %v %v, want %v %v %v", vec.Terminated, vec.Truncated, vec.Reward, fresh.Terminated, fresh.Truncated, fresh.Reward)
	}
}
