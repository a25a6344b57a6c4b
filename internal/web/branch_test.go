package web

import (
	"math/rand/v2"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ludens/env"
	"ludens/env/games"
	"ludens/env/record"
)

// A game with its variations, comments and glyphs goes out as text and comes in again,
// in every game, and in each notation that keeps them. What is asked for by moves as
// people type them comes back as the game writes them, with short notation.
func TestVariationsGoOutAndIn(t *testing.T) {
	h := open(t, Config{Notations: record.Others, Read: func(text, game string) (record.Record, env.Game, error) {
		g, err := games.Make(game)
		if err != nil {
			return record.Record{}, nil, err
		}
		r, err := record.ParseAny(g, []byte(text))
		return r, g, err
	}})
	for _, e := range games.List() {
		g := games.Must(e.Name)
		rng := rand.New(rand.NewPCG(3, 4))
		main := wander(rng, g.New(7), 0, 6, 2)
		p := paper{line: line{Game: g.Spec().Name, Seed: 7, Moves: main.Moves, Variations: main.Variations}, Comments: main.Comments}
		var s story
		if status := h.post("/api/game", p.line, &s); status != http.StatusOK {
			t.Fatalf("%s: %d", e.Name, status)
		}
		_, short := g.New(7).(env.SANWriter)
		checkBranches(t, main.Variations, s.Variations, short)
		var texts map[string]string
		if status := h.post("/api/export", p, &texts); status != http.StatusOK {
			t.Fatalf("%s: export: %d %v", e.Name, status, texts)
		}
		for _, notation := range []string{"record", "pgn"} {
			text, ok := texts[notation]
			if !ok {
				continue
			}
			var back paper
			if status := h.post("/api/import", map[string]string{"text": text, "game": e.Name}, &back); status != http.StatusOK {
				t.Fatalf("%s, %s: import of\n%s: %d", e.Name, notation, text, status)
			}
			got := env.Variation{Moves: back.Moves, Comments: back.Comments, Variations: back.Variations}
			if diff := cmp.Diff(main, got); diff != "" {
				t.Errorf("%s: %s, -want +got:\n%s\nof\n%s", e.Name, notation, diff, text)
			}
		}
	}
}

// wander returns random moves from s with variations so deep, and a word on each
// first move.
func wander(rng *rand.Rand, s env.State, after, moves, depth int) env.Variation {
	v := env.Variation{After: after, Comments: map[int]string{}}
	for i := range moves {
		legal := s.Legal(nil)
		if s.Result() != env.Ongoing || len(legal) == 0 {
			break
		}
		if depth > 0 && i%2 == 0 {
			v.Variations = append(v.Variations, wander(rng, s.Copy(nil), after+i, 3, depth-1))
		}
		a := legal[rng.IntN(len(legal))]
		v.Moves = append(v.Moves, s.Format(a))
		s.Play(a)
	}
	v.Comments[after+1] = "!? worth a thought"
	return v
}

// checkBranches holds the variations of an answer against those that were asked for.
func checkBranches(t *testing.T, want []env.Variation, got []branch, short bool) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d variations, want %d", len(got), len(want))
	}
	for i, v := range want {
		b := got[i]
		if b.After != v.After || !cmp.Equal(b.Moves, v.Moves) || short != (len(b.Short) == len(b.Moves)) {
			t.Errorf("got %+v, want %v", b, v)
		}
		checkBranches(t, v.Variations, b.Variations, short)
	}
}
