package web

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/diagram"
	"ludens/env/games"
	"ludens/env/record"
)

// The page lists games under the headings and in the order that they name, and gets
// for each what it may ask.
func TestGamesTellThePage(t *testing.T) {
	h := open(t, Config{})
	var list []struct{ Name, Shelf, Base, Draw string }
	h.get("/api/games", &list)
	var shelves []string
	for _, e := range list {
		shelves = append(shelves, e.Shelf)
	}
	want := []string{"The king and his besiegers", "A race by jumps", "Chess with new officers", "Chess and its variants", "Stones in a row", "Draughts", "Stones that enclose, flip and connect"}
	if got := slices.Compact(shelves); !slices.Equal(got, want) {
		t.Errorf("headings %q, want %q", got, want)
	}
	for _, test := range []struct {
		game                   string
		counted, binds, arrays bool
	}{
		{"celta", true, false, false},
		{"cetro", false, true, false},
		{"cetran2-mirror", true, false, true},
		{"connect4", false, false, false},
	} {
		var a about
		h.get("/api/about?options=1&game="+test.game, &a)
		if a.Counted != test.counted || a.Binds != test.binds || (a.Array != nil) != test.arrays {
			t.Errorf("%s: counted %v, binds %v, array %v", test.game, a.Counted, a.Binds, a.Array)
		}
		for _, o := range a.Options {
			if o.Title == "" || strings.Contains(o.Title, "_") {
				t.Errorf("%s: option %s has the title %q", test.game, o.Name, o.Title)
			}
		}
	}
}

// The rules that can be set have the values that go with the settings of the others; they
// come where they are asked for.
func TestOptionsGoWithTheSettings(t *testing.T) {
	h := open(t, Config{})
	for query, want := range map[string]string{
		"options=1&game=tictactoe":                      "2 3",
		"options=1&game=tictactoe:rows=5":               "2 3 4 5",
		"options=1&game=tictactoe:rows=5,length=5":      "2 3 4 5",
		"options=1&game=misere-tictactoe:diagonals=off": "2 3",
		"game=tictactoe":                                "",
	} {
		var a about
		h.get("/api/about?"+query, &a)
		got := ""
		for _, o := range a.Options {
			if o.Name == "length" {
				got = strings.Join(o.Values, " ")
			}
		}
		if got != want {
			t.Errorf("%s: lengths %q, want %q", query, got, want)
		}
	}
}

// Moves come with their squares, what they capture and what distinguishes them; a
// position says what binds its mover.
func TestMovesTellThePage(t *testing.T) {
	h := open(t, Config{})
	for _, test := range []struct {
		line
		want  choice // of the text
		binds string
	}{
		{line{Game: "celta", Position: "3a3/3a3/1d5/aadkdaa/3d3/3a3/3a3 a"}, choice{Text: "d6b6xb5", From: 10, To: 8, Captured: []int{15}}, ""},
		{line{Game: "cetro"}, choice{Text: "b2-d4", From: 64, To: 48, Choice: "just move"}, ""},
		{line{Game: "cetro", Moves: []string{"b2-d4", "d8-f6!"}}, choice{Text: "d2-b4", From: 66, To: 46, Choice: "just move"}, "north demanded a jump: south must jump, and may choose which"},
		{line{Game: "cetro:demand=veto", Moves: []string{"b2-d4", "b8-d6", "c3-e5", "f8-h6", "d4-c3"}}, choice{Text: "veto", From: -1, To: -1, Choice: "veto the retreat"},
			"south retreated though a jump was possible: north may accept that, or veto it and make south jump"},
		{line{Game: "cetran2", Position: "8/3P4/8/8/7k/8/8/K7 w - - 0 1"}, choice{Text: "d7d8h", From: 11, To: 3, Choice: "dragon horse"}, ""},
		{line{Game: "connect4", Moves: []string{"4"}}, choice{Text: "4", From: 31, To: 31}, ""},
	} {
		if test.Moves == nil {
			test.Moves = []string{}
		}
		var s story
		if status := h.post("/api/game", test.line, &s); status != http.StatusOK {
			t.Fatal(test.line, status)
		}
		i := slices.IndexFunc(s.Legal, func(c choice) bool { return c.Text == test.want.Text })
		if i < 0 {
			t.Errorf("%s: no move %s", test.Game, test.want.Text)
			continue
		}
		got := s.Legal[i]
		if got.From != test.want.From || got.To != test.want.To || got.Choice != test.want.Choice || !slices.Equal(got.Captured, test.want.Captured) {
			t.Errorf("%s: got %+v, want %+v", test.Game, got, test.want)
		}
		if got := s.Positions[len(s.Positions)-1].Binds; got != test.binds {
			t.Errorf("%s %v: binds %q, want %q", test.Game, test.Moves, got, test.binds)
		}
	}
}

// A random game of every variant goes through the server move by move, and comes
// back whole from its text.
func TestEveryVariantCanBePlayed(t *testing.T) {
	h := open(t, Config{})
	var list []struct{ Name string }
	h.get("/api/games", &list)
	if want := len(games.List()) + len(games.Gallery()); len(list) != want {
		t.Fatalf("%d games are listed, want %d", len(list), want)
	}
	for _, e := range list {
		t.Run(e.Name, func(t *testing.T) {
			h := house{t, h.url}
			rng := rand.New(rand.NewPCG(1, 2))
			l := line{Game: e.Name, Seed: 7, Moves: []string{}}
			for range 24 {
				var s story
				if status := h.post("/api/game", l, &s); status != http.StatusOK {
					t.Fatalf("after %v: %d", l.Moves, status)
				}
				checkStory(t, l, s)
				if len(s.Legal) == 0 {
					break
				}
				l.Moves = append(s.Moves, s.Legal[rng.IntN(len(s.Legal))].Text)
			}
			var texts map[string]string
			if status := h.post("/api/export", map[string]any{"game": l.Game, "seed": l.Seed, "moves": l.Moves, "shown": l.Moves}, &texts); status != http.StatusOK {
				t.Fatalf("export: %d %v", status, texts)
			}
			var back paper
			if status := h.post("/api/import", map[string]string{"text": texts["record"]}, &back); status != http.StatusOK {
				t.Fatalf("import of\n%s: %d", texts["record"], status)
			}
			if !slices.Equal(back.Moves, l.Moves) || back.Game != l.Game {
				t.Errorf("the game came back as %s %v, want %s %v", back.Game, back.Moves, l.Game, l.Moves)
			}
			if status := h.post("/api/import", map[string]string{"text": texts["position"], "game": l.Game}, &back); status != http.StatusOK || back.Position != texts["position"] {
				t.Errorf("position %q came back as %q (%d)", texts["position"], back.Position, status)
			}
		})
	}
}

// checkStory holds an answer against what the rules say.
func checkStory(t *testing.T, l line, s story) {
	t.Helper()
	g := games.Must(l.Game)
	sheet, err := record.NewSheet(g, record.Record{Game: l.Game, Seed: l.Seed, Moves: l.Moves})
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Positions) != len(l.Moves)+1 || !slices.Equal(s.Moves, sheet.Record().Moves) && len(l.Moves) > 0 {
		t.Fatalf("%d positions and moves %v for %v", len(s.Positions), s.Moves, l.Moves)
	}
	var want, got []string
	if !sheet.Over() {
		for _, a := range sheet.State().Legal(nil) {
			want = append(want, sheet.State().Format(a))
		}
	}
	last := s.Positions[len(s.Positions)-1]
	for _, c := range s.Legal {
		got = append(got, c.Text)
		if c.To >= 0 && c.From != c.To && last.Pieces[c.From] == 0 {
			t.Errorf("%s starts where nobody stands", c.Text)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("legal after %v:\ngot  %v\nwant %v", l.Moves, got, want)
	}
	if over := last.Over != nil; over != sheet.Over() || over != (last.ToMove < 0) {
		t.Errorf("over: %v to move: %d, want over %v", over, last.ToMove, sheet.Over())
	}
}

// What moves do is reported in words.
func TestDeeds(t *testing.T) {
	h := open(t, Config{})
	for _, test := range []struct {
		name, game, position string
		moves                []string
		want                 string
	}{
		{name: "a quiet move", game: "celta", moves: []string{"d5c5"}},
		{name: "a capture", game: "celta", position: "3a3/7/7/ad1k3/2a4/7/7 a", moves: []string{"c3c4"}, want: "takes the man on b4"},
		{name: "two at once", game: "celta", position: "7/7/7/3k3/7/1ad1da1/3a3 a", moves: []string{"d1d2"}, want: "takes the men on c2 and e2"},
		{name: "moving in between is fatal", game: "celta", position: "7/7/7/3k3/2a1a2/3d3/7 d", moves: []string{"d2d3"}, want: "is taken itself, in between two enemies"},
		{name: "and safe in cuervo", game: "cuervo", position: "7/7/7/3k3/2a1a2/3d3/7 d", moves: []string{"d2d3"}, want: ""},
		{name: "an officer", game: "cetran2", position: "k7/8/8/3s4/8/8/3R4/K7 w - - 0 1", moves: []string{"d2d5"}, want: "takes the sissa on d5"},
		{name: "in passing", game: "cetran2", position: "k7/3p4/8/4P3/8/8/8/K7 b - - 0 1", moves: []string{"d7d5", "e5d6"}, want: "takes the pawn on d5"},
		{name: "promotion", game: "cetran2", position: "8/3P4/8/8/7k/8/8/K7 w - - 0 1", moves: []string{"d7d8h"}, want: "becomes a dragon horse"},
		{name: "promotion by capture", game: "cetran2", position: "2r5/3P4/8/8/7k/8/8/K7 w - - 0 1", moves: []string{"d7c8a"}, want: "takes the rook on c8 and becomes an archbishop"},
	} {
		t.Run(test.name, func(t *testing.T) {
			h := house{t, h.url}
			var s story
			if status := h.post("/api/game", line{Game: test.game, Position: test.position, Moves: test.moves}, &s); status != http.StatusOK {
				_, why := h.told("/api/game", line{Game: test.game, Position: test.position, Moves: test.moves})
				t.Fatalf("%d: %s", status, why)
			}
			if got := s.Positions[len(s.Positions)-1].Words; got != test.want {
				t.Errorf("%v: got %q, want %q", test.moves, got, test.want)
			}
		})
	}
}

// Where everything stands, for those who cannot see it.
func TestWhereabouts(t *testing.T) {
	for _, test := range []struct {
		game  string
		moves []string
		side  diagram.Side
		want  string
	}{
		{"celta", nil, diagram.FirstSide, "king on d4; men on c4, d3, d5 and e4"},
		{"tictactoe", []string{"a1", "b2", "c3"}, diagram.FirstSide, "crosses on a1 and c3"},
		{"tictactoe", []string{"a1"}, diagram.SecondSide, ""},
		{"connect4", []string{"4", "4", "4"}, diagram.FirstSide, "red men on column 4 row 1 and column 4 row 3"},
		{"cetro-5x5", nil, diagram.FirstSide, "green men on b2 and d2; blue men on a1, c1 and e1"},
	} {
		l := line{Game: test.game, Moves: test.moves}
		_, sheet, err := l.open(new(shelf))
		if err != nil {
			t.Fatal(err)
		}
		if got := diagram.Whereabouts(diagram.Of(sheet.State()), test.side); got != test.want {
			t.Errorf("%s after %v: got %q, want %q", test.game, test.moves, got, test.want)
		}
	}
}

// Cetro: a demand is a choice beside the move, and what it forces is offered
// alone; who cannot move is offered to pass.
func TestCetroDemandsAndPasses(t *testing.T) {
	h := open(t, Config{})
	legal := func(position string, moves ...string) (plain, demands []string) {
		t.Helper()
		var s story
		if status := h.post("/api/game", line{Game: "cetro", Position: position, Moves: moves}, &s); status != http.StatusOK {
			_, why := h.told("/api/game", line{Game: "cetro", Position: position, Moves: moves})
			t.Fatal(status, why)
		}
		for _, c := range s.Legal {
			if text, ok := strings.CutSuffix(c.Text, "!"); ok {
				demands = append(demands, text)
				continue
			}
			plain = append(plain, c.Text)
		}
		return plain, demands
	}
	moves := []string{"b2-d4", "b8-d6", "d2-b4"}
	free, _ := legal("", moves...)
	moves[2] = "d2-b4!"
	bound, _ := legal("", moves...)
	if !slices.Contains(free, "a7-b8") {
		t.Errorf("without a demand %v: want a retreat among them", free)
	}
	for _, move := range bound {
		if move[1]+2 != move[4] && move[4]+2 != move[1] {
			t.Errorf("under a demand %s is offered: want jumps only", move)
		}
	}
	if len(bound) == 0 || len(bound) >= len(free) {
		t.Errorf("under a demand %v, without %v", bound, free)
	}
}

// What is wrong with a request is reported in one line, in its own words.
func TestRefusals(t *testing.T) {
	h := open(t, Config{})
	many := slices.Repeat([]string{"d5c5"}, 201)
	for _, test := range []struct {
		name, path string
		question   any
		status     int
		want       string
	}{
		{"a game that there is not", "/api/game", line{Game: "celtic"}, 422, `no game "celtic" (did you mean "celta"?)`},
		{"an option that there is not", "/api/game", line{Game: "celta:frist=attackers"}, 422, `celta has no option "frist"`},
		{"an illegal move", "/api/game", line{Game: "celta", Moves: []string{"d5d4"}}, 422, `move 1: illegal action "d5d4" (nearest: `},
		{"a move after the end", "/api/game", line{Game: "tictactoe", Moves: strings.Fields("a1 b1 a2 b2 a3 c3")}, 422, "move 3...: "},
		{"a position of nothing", "/api/game", line{Game: "celta", Position: "8/8"}, 422, `start: tafl: position "8/8"`},
		{"a long position", "/api/game", line{Game: "celta", Position: strings.Repeat("x", 600)}, 422, "a position of 600 bytes: want at most 512"},
		{"more moves than a game has", "/api/game", line{Game: "celta", Moves: many}, 422, "201 moves: a game of celta is cut off after 200"},
		{"a move without end", "/api/game", line{Game: "celta", Moves: []string{strings.Repeat("x", 70_000)}}, 422, "longer than 64 bytes"},
		{"a body without end", "/api/game", line{Game: "celta", Moves: []string{strings.Repeat("x", 1_100_000)}}, 413, "longer than 1048576 bytes"},
		{"a line without end", "/api/move", question{line: line{Game: "celta", Moves: []string{strings.Repeat("x", 70_000)}}}, 413, "longer than 65536 bytes"},
		{"an illegal variation", "/api/game", line{Game: "celta", Moves: []string{"d5c5"}, Variations: []env.Variation{{Moves: []string{"c4c5", "a1a1"}}}}, 422, "variation of move 1: move 1...: illegal action"},
		{"a field that there is not", "/api/game", map[string]string{"path": "/etc/passwd"}, 400, "unknown field"},
		{"no player of that name", "/api/move", question{line: line{Game: "celta"}, Player: "ckpt:/etc/passwd"}, 422, `no player of this game is called "ckpt:/etc/passwd": choose another player`},
		{"too many simulations", "/api/move", question{line: line{Game: "celta"}, Player: "mcts", Simulations: 1e9}, 422, "takes 1 to 20000"},
		{"too much time", "/api/move", question{line: line{Game: "celta"}, Player: "mcts", Seconds: 1e6}, 422, "want at most 30"},
		{"less than no time", "/api/move", question{line: line{Game: "celta"}, Player: "mcts", Seconds: -1}, 422, "want at most 30"},
		{"a move after the game", "/api/move", question{line: line{Game: "tictactoe", Moves: strings.Fields("a1 b1 a2 b2 a3")}, Player: "mcts"}, 422, "the game is over"},
		{"a survey that never ends", "/api/survey", question{line: line{Game: "celta"}, Player: "mcts", Simulations: 20_000}, 422, "want at most 2000"},
		{"an empty text", "/api/import", map[string]string{"text": " \n"}, 422, "there is nothing in it"},
		{"a position that cannot be", "/api/import", map[string]string{"text": "3a3/3a3/3d3/aadkdaa/3d3/3a3/3x3 d", "game": "celta"}, 422, `'x' in column 4`},
		{"a record with an illegal move", "/api/import", map[string]string{"text": "[Game \"celta\"]\n\n1. d5c5 a4b4"}, 422, "move 1...: illegal action"},
		{"a picture of no position", "/api/export", map[string]any{"game": "celta", "shown": []string{"a1a1"}}, 422, "move 1: illegal action"},
	} {
		t.Run(test.name, func(t *testing.T) {
			status, got := house{t, h.url}.told(test.path, test.question)
			if status != test.status || !strings.Contains(got, test.want) || strings.Contains(got, "\n") {
				t.Errorf("got %d %q, want %d and %q", status, got, test.status, test.want)
			}
		})
	}
}

func TestOnlyJSON(t *testing.T) {
	h := open(t, Config{})
	r, err := http.Post(h.url+"/api/game", "text/plain", strings.NewReader(`{"game":"celta","moves":[]}`))
	if err != nil {
		t.Fatal(err)
	}
	var answer string
	if status := h.read(r, &answer); status != http.StatusUnsupportedMediaType {
		t.Errorf("got %d %s, want 415: a form of another site can send text", status, answer)
	}
}

// The shelf forgets the rule books that were asked for longest ago.
func TestShelfIsBounded(t *testing.T) {
	var s shelf
	for n := range 3 * shelfRoom {
		if _, err := s.game(fmt.Sprintf("celta:cap=%d", n+50)); err != nil {
			t.Fatal(err)
		}
	}
	if len(s.books.of) != shelfRoom || len(s.books.names) != shelfRoom {
		t.Errorf("%d books, %d names, want %d", len(s.books.of), len(s.books.names), shelfRoom)
	}
}

// Whatever comes in, the answer is JSON, and an error is one line.
func FuzzGame(f *testing.F) {
	f.Add("celta", "", "d5c5 a4a5")
	f.Add("cetro:demand=veto", "", "b2-d4 b8-d6 d4-c3 veto")
	f.Add("cetran2:array=0", "8/3P4/8/8/7k/8/8/K7 w - - 0 1", "d7d8h")
	f.Add("connect4", "", "4 4 4")
	f.Fuzz(func(t *testing.T, game, position, moves string) {
		l := line{Game: game, Position: position, Moves: strings.Fields(moves)}
		var s shelf
		g, sheet, err := l.open(&s)
		if err != nil {
			if plainly(err) == "" {
				t.Error("an error without words")
			}
			return
		}
		v := viewer{game: g, sheet: sheet}
		for ply := range sheet.Ply() + 1 {
			if p := v.position(ply); len(p.Pieces) != g.Spec().Cells() {
				t.Fatalf("%d squares, want %d", len(p.Pieces), g.Spec().Cells())
			}
		}
		if legal := v.legal(); (len(legal) == 0) != (sheet.State().Result() != env.Ongoing) {
			t.Errorf("%d legal moves of a game that is %v", len(legal), sheet.State().Result())
		}
	})
}
