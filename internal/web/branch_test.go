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
		p := paper{line: line{Game: g.Spec().Name, Seed: 7, Moves: main.Moves, Variations: main.Variations}, Comments: main.Comments,
			First: "Ana", Second: "Bert", Date: "2024.05.01", Result: "drawn", Tags: []env.Tag{{Name: "Event", Value: "club"}, {Name: "WhiteElo", Value: "1500"}}}
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
			if back.First != "Ana" || back.Second != "Bert" || back.Date != p.Date || back.Result != p.Result || !cmp.Equal(back.Tags, p.Tags) {
				t.Errorf("%s: %s: names, date, result or tags are lost: %+v of\n%s", e.Name, notation, back, text)
			}
		}
	}
}

// A text of several games is answered with their list; by its number one of them is read.
func TestSeveralGames(t *testing.T) {
	h := open(t, Config{})
	text := "[Game \"tictactoe\"]\n[First \"Ana\"]\n[Result \"1-0\"]\n\n1. b2 a1\n\n[Game \"tictactoe\"]\n[White \"Bert\"]\n[Date \"????\"]\n\n1. c3 {what\n[Date \"1\"]\n}\n"
	var list struct{ Games []map[string]string }
	if status := h.post("/api/import", map[string]any{"text": text}, &list); status != http.StatusOK {
		t.Fatal(status)
	}
	if diff := cmp.Diff([]map[string]string{{"First": "Ana", "Result": "1-0"}, {"First": "Bert"}}, list.Games); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	for number, want := range map[int]int{1: 2, 2: 1, 3: -1, -1: -1} {
		var p paper
		status := h.post("/api/import", map[string]any{"text": text, "number": number}, &p)
		if read := status == http.StatusOK; read != (want > 0) || read && len(p.Moves) != want {
			t.Errorf("game %d: %d, %v", number, status, p.Moves)
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
	v.Comments[after+1] = "!? $14 [%cal Ga1b2,Rb2a1] [%clk 0:01:05] [%eval -0.3] worth a thought"
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
