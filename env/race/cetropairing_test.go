package race

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/seed"
)

var pairedGames = []string{
	"cetro-5x5", "cetro-5x5:demand=none", "cetro-5x5:demand=always",
	"cetro-5x7", "cetro-5x7:demand=none", "cetro-5x7:demand=always", "cetro-5x7:first=north",
}

// What the placements say of a position's moves is what the rule book says.
func TestStepsAreMoves(t *testing.T) {
	for _, name := range pairedGames {
		p, n, rng := paired(t, name), numbered(t, name), seed.New(1).Rand()
		for checked := 0; checked < 10_000; {
			s := n.At(rng.Uint64N(n.Len()), nil)
			if s == nil {
				continue
			}
			checked++
			pair, ok := p.Of(s)
			if over := s.Result() != env.Ongoing; !ok || over != isOver(p, pair) {
				t.Fatalf("%s: over: %v, is a pair: %v\n%s", name, over, ok, s)
			}
			if s.Result() == env.Ongoing {
				if got, want := pairsAfter(p, pair), playedPairs(t, p, s); !slices.Equal(got, want) {
					t.Fatalf("%s: the moves lead to %v, want %v\n%s", name, got, want, s)
				}
			}
		}
	}
}

// isOver says by the laws of a Pairing whether a position is over.
func isOver(p env.Pairing, at env.Pair) bool {
	turned := env.Pair{Mover: at.Other, Other: at.Mover}
	return p.Goal(at.Other) || len(stepsOf(p, at)) == 0 && len(stepsOf(p, turned)) == 0
}

// stepsOf returns the moves of a position by the laws of a Pairing.
func stepsOf(p env.Pairing, at env.Pair) []env.Step {
	_, facing := p.Squares(at.Other)
	legal := slices.DeleteFunc(p.Steps(at.Mover, nil), func(s env.Step) bool {
		return facing>>s.Into&1 == 1 || s.Over >= 0 && facing>>s.Over&1 == 0
	})
	yields := func(s env.Step) bool { return s.Yields }
	if !at.Free && slices.ContainsFunc(legal, func(s env.Step) bool { return !s.Yields }) {
		legal = slices.DeleteFunc(legal, yields)
	}
	return legal
}

// pairsAfter returns where the moves of a position lead, by the laws of a
// Pairing.
func pairsAfter(p env.Pairing, at env.Pair) (after []env.Pair) {
	for _, s := range stepsOf(p, at) {
		after = append(after, env.Pair{Mover: at.Other, Other: s.To})
	}
	if len(after) == 0 {
		after = append(after, env.Pair{Mover: at.Other, Other: at.Mover})
	}
	return sortedPairs(after)
}

// playedPairs returns where they lead by the rule book. Where the opponent is
// left free, that must be because it makes no difference, or be the worse move.
func playedPairs(t *testing.T, p env.Pairing, s env.State) (after []env.Pair) {
	t.Helper()
	bound := map[env.Pair]bool{}
	for _, a := range s.Legal(nil) {
		next := s.Copy(nil)
		next.Play(a)
		pair, ok := p.Of(next)
		if !ok {
			t.Fatalf("no pair:\n%s", next)
		}
		is := env.Pair{Mover: pair.Mover, Other: pair.Other}
		bound[is] = bound[is] || !pair.Free || next.Result() != env.Ongoing || slices.Equal(stepsOf(p, pair), stepsOf(p, is))
		after = append(after, is)
	}
	for pair, ok := range bound {
		if !ok {
			t.Errorf("nobody can demand anything before %v", pair)
		}
	}
	return sortedPairs(after)
}

func sortedPairs(pairs []env.Pair) []env.Pair {
	slices.SortFunc(pairs, func(a, b env.Pair) int {
		return cmp.Or(cmp.Compare(a.Mover, b.Mover), cmp.Compare(a.Other, b.Other))
	})
	return slices.Compact(pairs)
}

// A pair leads to its position, and that back to the pair.
func TestPairsThereAndBack(t *testing.T) {
	for _, name := range pairedGames {
		p, rng := paired(t, name), seed.New(2).Rand()
		for range 5_000 {
			pair := env.Pair{Mover: rng.IntN(p.Len()), Other: rng.IntN(p.Len()), Free: p.Free() && rng.IntN(2) == 0}
			own, _ := p.Squares(pair.Mover)
			if _, facing := p.Squares(pair.Other); own&facing != 0 {
				continue
			}
			s := p.At(pair)
			if back, ok := p.Of(s); !ok || back != pair || s.ToMove() != env.First {
				t.Fatalf("%s: %v is\n%sand that is %v, %v", name, pair, s, back, ok)
			}
		}
	}
}

func TestNoPairs(t *testing.T) {
	for name, want := range map[string]string{
		"cetro":                 "the cap decides",
		"cetro:cap_result=draw": "too many placements",
		"cetro-5x7:demand=veto": "a turn is not over with a move",
	} {
		if _, err := game(t, name).Pairing(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", name, err, want)
		}
	}
	for name, want := range map[string]string{
		"cetro-5x7:first=north,cap=90": "cetro-5x7:demand=always", "cetro-5x5:demand=none,cap=90": "cetro-5x5:demand=none",
	} {
		if got := paired(t, name).Bound().Spec().Name; got != want {
			t.Errorf("%s: who is always bound plays %s, want %s", name, got, want)
		}
	}
}

// paired returns the pairing of a game.
func paired(t testing.TB, name string) env.Pairing {
	t.Helper()
	p, err := game(t, name).Pairing()
	if err != nil {
		t.Fatal(err)
	}
	return p
}
