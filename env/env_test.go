package env_test

import (
	"errors"
	"slices"
	"testing"

	"ludens/env"
)

func TestEpisodeToItsEnd(t *testing.T) {
	e := env.Make(nim{heap: 4, maxPly: 10})
	obs, info := e.Reset(0)
	if want := (env.Info{Legal: 3, Key: 8}); info != want {
		t.Errorf("start: got %+v, want %+v", info, want)
	}
	if want := []float32{1, 1, 1, 1, 0, 0}; !slices.Equal(obs, want) {
		t.Errorf("start: got %v, want %v", obs, want)
	}
	obs, reward, terminated, truncated, info, err := e.Step(0)
	if err != nil || reward != [2]float32{} || terminated || truncated {
		t.Errorf("1 of 4: got %v %v %v %v, want the game to go on", reward, terminated, truncated, err)
	}
	if want := (env.Info{ToMove: env.Second, Ply: 1, Legal: 3, Key: 7}); info != want {
		t.Errorf("1 of 4: got %+v, want %+v", info, want)
	}
	if want := []float32{1, 1, 1, 0, 0, 0}; !slices.Equal(obs, want) {
		t.Errorf("1 of 4: got %v, want %v", obs, want)
	}
	if want := []env.Action{0, 1, 2}; !slices.Equal(e.Legal(), want) {
		t.Errorf("1 of 4: legal are %v, want %v", e.Legal(), want)
	}
	_, reward, terminated, truncated, info, err = e.Step(2)
	if len(e.Legal()) != 0 {
		t.Errorf("all: legal are %v, want none", e.Legal())
	}
	if err != nil || reward != [2]float32{-1, 1} || !terminated || truncated {
		t.Errorf("all: got %v %v %v %v, want Second to have won", reward, terminated, truncated, err)
	}
	if info.Result != env.SecondWins || info.Ending != "no match is left" || info.Legal != 0 {
		t.Errorf("all: got %+v", info)
	}
}

func TestTruncation(t *testing.T) {
	e := env.Make(nim{heap: 5, maxPly: 2})
	e.Step(0)
	_, reward, terminated, truncated, info, err := e.Step(0)
	if err != nil || terminated || !truncated || reward != [2]float32{} {
		t.Errorf("ply 2 of 2: got %v %v %v %v, want a truncation", reward, terminated, truncated, err)
	}
	if info.Result != env.Ongoing || info.Ending != "cut off after 2 plies" || info.Legal != 0 {
		t.Errorf("ply 2 of 2: got %+v", info)
	}
	if got := e.ActionMask(nil); slices.Contains(got, true) || len(e.Legal()) != 0 {
		t.Errorf("ply 2 of 2: mask %v, legal %v, want none", got, e.Legal())
	}
	if _, _, _, truncated, _, err := e.Step(0); !errors.Is(err, env.ErrOver) || !truncated {
		t.Errorf("after that: got %v, want ErrOver and still truncated", err)
	}
}

// A game that ends by its rules on the last ply allowed is not cut off.
func TestEndOnLastPlyIsNoTruncation(t *testing.T) {
	e := env.Make(nim{heap: 2, maxPly: 2})
	e.Step(0)
	if _, _, terminated, truncated, _, _ := e.Step(0); !terminated || truncated {
		t.Errorf("got terminated %v, truncated %v, want true, false", terminated, truncated)
	}
}

func TestErrorsChangeNothing(t *testing.T) {
	for _, test := range []struct {
		name   string
		before []env.Action
		a      env.Action
		want   error
	}{
		{"too large", nil, 3, env.ErrIllegal},
		{"negative", nil, -1, env.ErrIllegal},
		{"not here", []env.Action{2}, 1, env.ErrIllegal},
		{"after the end", []env.Action{2, 0}, 0, env.ErrOver},
	} {
		e := env.Make(nim{heap: 4, maxPly: 10})
		obs, info := e.Reset(0)
		for _, a := range test.before {
			_, _, _, _, info, _ = e.Step(a)
		}
		was := slices.Clone(obs)
		after, reward, _, _, now, err := e.Step(test.a)
		if !errors.Is(err, test.want) {
			t.Errorf("%s: got %v, want %v", test.name, err, test.want)
		}
		if reward != [2]float32{} {
			t.Errorf("%s: rewarded with %v", test.name, reward)
		}
		if now != info || !slices.Equal(after, was) {
			t.Errorf("%s: changed %+v %v to %+v %v", test.name, info, was, now, after)
		}
	}
}

func TestActionMaskAppends(t *testing.T) {
	e := env.Make(nim{heap: 2, maxPly: 10})
	if got, want := e.ActionMask([]bool{true}), []bool{true, true, true, false}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestStepDoesNotAllocate(t *testing.T) {
	e := env.Make(nim{heap: 1 << 20, maxPly: 1 << 20})
	if got := testing.AllocsPerRun(100, func() { e.Step(0) }); got != 0 {
		t.Errorf("%v allocations a step, want none", got)
	}
}
