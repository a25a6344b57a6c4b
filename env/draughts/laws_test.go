package draughts

import (
	"math/bits"
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/envtest"
	"ludens/env/seed"
)

// drawn returns the position of a drawing, a row a line, a point for an empty square, with the
// side to move: w or b.
func drawn(t *testing.T, g *Game, drawing, rest string) *State {
	t.Helper()
	var letters []rune
	for _, c := range strings.Join(strings.Fields(drawing), "") {
		if c == '.' {
			c = 0
		}
		letters = append(letters, c)
	}
	s, err := g.ParsePosition(env.Rows(letters, g.side, false) + " " + rest)
	if err != nil {
		t.Fatal(err)
	}
	return s.(*State)
}

// moves returns the legal moves as text, sorted.
func moves(s env.State) (all []string) {
	for _, a := range s.Legal(nil) {
		all = append(all, s.Format(a))
	}
	slices.Sort(all)
	return all
}

// The rules of Russian draughts on a board of six by six, a line for each, and what becomes of
// them by one key.
func TestRules(t *testing.T) {
	for _, tt := range []struct {
		name, board, turn string
		keys              []string
		want, other       string // moves by the plain rules; by the keys
	}{
		{name: "a man moves forward", turn: "w", board: `
			. . . . . b
			. . . . . .
			. . . . . .
			. . w . . .
			. . . . . .
			. . . . . .`, want: "c3-b4 c3-d4"},
		{name: "Black's forward is down", turn: "b", board: `
			. . . . . .
			. . b . . .
			. . . . . .
			. . . . . .
			. . . . . .
			w . . . . .`, want: "c5-b4 c5-d4"},
		{name: "a man captures backward, or not", turn: "w", keys: []string{"backward", "off"}, board: `
			. . . . . .
			. . . . . .
			. . . w . .
			. . . . b .
			. . . . . .
			w . . . . .`, want: "d4xf2", other: "a1-b2 d4-c5 d4-e5"},
		{name: "who can capture must", turn: "w", board: `
			. . . . . .
			. . . . . .
			. b . . . .
			w . w . . .
			. . . . . .
			. . . . w .`, want: "a3xc5 c3xa5"},
		{name: "no piece is jumped with another right behind it", turn: "w", board: `
			. . . . . .
			. . . . b .
			. . . b . .
			. . w . . .
			. . . . . .
			. . . . . .`, want: "c3-b4"},
		{name: "a king goes as far as it likes, or one square", turn: "w", keys: []string{"flying", "off"}, board: `
			. . . . . .
			. . . . . .
			. . . . . .
			. . . . . .
			. . . . . b
			W . . . . .`, want: "a1-b2 a1-c3 a1-d4 a1-e5 a1-f6", other: "a1-b2"},
		{name: "a king captures from afar, or from beside", turn: "w", keys: []string{"flying", "off"}, board: `
			. . . . . .
			. . . . . .
			. . . b . .
			. . . . . .
			. . . . . .
			W . . . . .`, want: "a1xe5 a1xf6", other: "a1-b2"},
		{name: "a king lands where it can go on, or anywhere if the most is asked for and both come to it", turn: "w", keys: []string{"most", "on"}, board: `
			. . . . . .
			. . . . . .
			. . . . . .
			. . b . b .
			. . . . . .
			W . . . . .`, want: "a1xd4", other: "a1xd4"},
		{name: "the longer chain, if the most is asked for", turn: "w", keys: []string{"most", "on"}, board: `
			. . . . . .
			. . b . . .
			. . . . . .
			. . b . b .
			. . . w . .
			. . . . . .`, want: "d2xb4 d2xf4", other: "d2xb4"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			plain := []string{"side", "6", "ranks", "2"}
			if got := strings.Join(moves(drawn(t, game(t, "russian-draughts", plain...), tt.board, tt.turn)), " "); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
			if tt.keys == nil {
				return
			}
			if got := strings.Join(moves(drawn(t, game(t, "russian-draughts", append(plain, tt.keys...)...), tt.board, tt.turn)), " "); got != tt.other {
				t.Errorf("with %v: got %s, want %s", tt.keys, got, tt.other)
			}
		})
	}
}

// A man that reaches the last row in the middle of a chain stops there, goes on as a king, or
// goes on as a man and is none the better for it.
func TestPromotionWithinAChain(t *testing.T) {
	const board = `
		. . . . . .
		. . b . b .
		. w . . . .
		. . . . . .
		. . . . . .
		. . . . . .`
	for promote, want := range map[string]struct {
		line string
		end  string // the rows after the line
	}{
		"stops":     {"b4xd6", "3W2/4b1/6/6/6/6 b"},
		"continues": {"b4xd6 d6xf4", "6/6/5W/6/6/6 b"},
		"stays":     {"b4xd6 d6xf4", "6/6/5w/6/6/6 b"},
	} {
		g := game(t, "russian-draughts", "side", "6", "ranks", "2", "promote", promote)
		s := drawn(t, g, board, "w")
		for _, move := range strings.Fields(want.line) {
			a, err := env.Parse(s, move)
			if err != nil {
				t.Fatalf("%s: %v", promote, err)
			}
			s.Play(a)
		}
		if got := g.Position(s); got != want.end {
			t.Errorf("%s: got %s, want %s", promote, got, want.end)
		}
	}
}

// Captured pieces stay on the board until the turn ends, in the way of the piece that captures
// them, and none is jumped over twice (the Turkish stroke).
func TestCapturedPiecesStay(t *testing.T) {
	g := game(t, "international-draughts")
	s := drawn(t, g, `
		. . . . . . . . . .
		. . . . . . . . . .
		. . . . . . . . . .
		. . . . . . . . . .
		. . . . . . . . . .
		. . b . b . . . . .
		. . . . . . . . . .
		. . b . b . . . . .
		. . . W . . . . . .
		. . . . . . . . . .`, "w")
	chain := []string{}
	for s.mover == env.First {
		all := s.Legal(nil)
		chain = append(chain, s.Format(all[0]))
		before := bits.OnesCount64(s.pieces[env.Second])
		s.Play(all[0])
		if now := bits.OnesCount64(s.pieces[env.Second]); s.mover == env.First && now != before {
			t.Errorf("after %v %d of %d pieces are left on the board before the turn ends", chain, now, before)
		}
	}
	if len(chain) != 4 || s.pieces[env.Second] != 0 {
		t.Errorf("%v captures %d of 4 pieces", chain, 4-bits.OnesCount64(s.pieces[env.Second]))
	}
	if s.end != byStuck || s.result != env.FirstWins {
		t.Errorf("black has no piece left: %v", s.result)
	}
}

// turned returns the position with its board turned by half and its sides exchanged.
func turned(s *State) *State {
	d := s.Copy(nil).(*State)
	half := func(w uint64) uint64 { return bits.Reverse64(w) >> (64 - s.game.dark) }
	d.pieces = [2]uint64{half(s.pieces[1]), half(s.pieces[0])}
	d.kings, d.dead, d.mover = half(s.kings), half(s.dead), s.mover.Other()
	if d.chain = s.chain; s.chain >= 0 {
		d.chain = int8(s.game.dark) - 1 - s.chain
	}
	d.rehash()
	if d.end == ongoing {
		d.find()
	}
	return d
}

// No side is favoured by the rules: the turned position has the same actions and the same
// planes, is worth the same to its mover, and ends for the other side.
func TestSidesAreAlike(t *testing.T) {
	for name, g := range tests(t) {
		for n := range 3 {
			rng := seed.New(3).At(name, n).Rand()
			s := g.New(0).(*State)
			planes, image := make([]float32, g.Spec().Size()), make([]float32, g.Spec().Size())
			for ply := 0; s.end == ongoing && ply < 120; ply++ {
				u, legal := turned(s), s.Legal(nil)
				if got := u.Legal(nil); !slices.Equal(got, legal) {
					t.Fatalf("%s: turned\n%s\nhas the actions %v, want %v", name, s, got, legal)
				}
				s.Observe(planes)
				if u.Observe(image); !slices.Equal(planes, image) {
					t.Fatalf("%s: turned\n%s\nlooks different to its mover", name, s)
				}
				if got, want := u.Score(u.mover), s.Score(s.mover); got != want {
					t.Fatalf("%s: turned\n%s\nscores %v, want %v", name, s, got, want)
				}
				a := legal[rng.IntN(len(legal))]
				s.Play(a)
				if u.Play(a); u.end != s.end || u.result.For(env.First) != s.result.For(env.Second) {
					t.Fatalf("%s: turned\n%s\nends by %v, want %v", name, s, u.result, s.result)
				}
			}
		}
	}
}

// A move says where it goes, what it passes, what it captures and what becomes of its piece.
func TestSquaresOfAMove(t *testing.T) {
	g := game(t, "russian-draughts", "side", "6", "ranks", "2")
	named := func(c int) string {
		if c < 0 {
			return "-"
		}
		return g.squareName(g.square[c])
	}
	for _, tt := range []struct{ board, move, want string }{
		{`. . . . . .
		  . . . . . .
		  . . . b . .
		  . . . . . .
		  . . . . . .
		  W . . . . .`, "a1xf6", "a1 f6, by b2 c3 d4 e5, captures d4, becomes -"},
		{`. . . . . .
		  w . . . . .
		  . . . . . .
		  . . . . b .
		  . . . . . .
		  . . . . . .`, "a5-b6", "a5 b6, by, captures, becomes king"},
	} {
		s := drawn(t, g, tt.board, "w")
		a, err := env.Parse(s, tt.move)
		if err != nil {
			t.Fatal(err)
		}
		x := s.Squares(a)
		got := named(x.From) + " " + named(x.To) + ", by"
		for _, c := range x.Path {
			got += " " + named(c)
		}
		got += ", captures"
		for _, c := range x.Captured {
			got += " " + named(c)
		}
		if got += ", becomes " + x.Promotion; x.Promotion == "" {
			got += "-"
		}
		if got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.move, got, tt.want)
		}
	}
}

// The clock runs with moves of kings, begins anew with a capture or a man's move, and draws.
func TestQuietPlies(t *testing.T) {
	g := game(t, "russian-draughts", "side", "6", "ranks", "2", "quiet", "4")
	start := drawn(t, g, `
		. . . . . B
		. . . . . .
		. . . . . .
		w . . . . .
		. . . . . .
		. . . . W .`, "w quiet=2")
	for line, want := range map[string]struct {
		quiet  int16
		result env.Result
	}{
		"e1-f2":       {3, env.Ongoing},
		"e1-f2 f6-a1": {4, env.Drawn},
		"a3-b4":       {0, env.Ongoing},
	} {
		s := start.Copy(nil).(*State)
		for _, move := range strings.Fields(line) {
			a, err := env.Parse(s, move)
			if err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			s.Play(a)
		}
		if s.quiet != want.quiet || s.result != want.result {
			t.Errorf("%s: %d quiet plies, %v; want %d, %v", line, s.quiet, s.result, want.quiet, want.result)
		}
	}
}

// The player who cannot move loses, in giveaway draughts wins; and with the result turns the score.
func TestGiveawayTurnsTheResult(t *testing.T) {
	const board = `
		. . . . . .
		. . . . . .
		. b . . . .
		w . . . . .
		. . . . . .
		. . w . . .`
	for result, sign := range map[string]float32{"wins": 1, "loses": -1} {
		g := game(t, "russian-draughts", "side", "6", "ranks", "2", "backward", "off", "result", result)
		s := drawn(t, g, strings.Replace(board, "b", "w", 1), "b")
		if s.result.For(env.First) != sign {
			t.Errorf("%s: black has no piece: %v", result, s.result)
		}
		if s = drawn(t, g, board, "w"); s.Score(env.First)*sign <= 0 {
			t.Errorf("%s: two men against one score %v", result, s.Score(env.First))
		}
	}
}

func TestWrongPositions(t *testing.T) {
	g := game(t, "russian-draughts", "side", "6", "ranks", "2")
	for text, want := range map[string]string{
		"6/6/6/6/6/6":                               `want the rows and whose turn it is, as in "`,
		"6/6/6/6/6 w":                               "5 rows, want 6",
		"w5/6/6/6/6/6 w":                            "a piece on a light square",
		"1x4/6/6/6/6/6 w":                           `'x' stands for no piece`,
		"6/6/6/6/6/7 w":                             "7",
		"6/6/6/6/6/w5 w quiet=61":                   "61 plies without a capture or a move of a man, want at most 60",
		"6/6/6/6/1b4/w5 w on=a1 dead=f6":            "f6: there is no such piece",
		"6/6/6/2b3/1b4/w5 w on=a1 dead=c3":          "the piece on a1 cannot go on capturing",
		"6/4b1/6/2b3/1b4/w5 w on=b2 dead=c3":        "b2: there is no such piece",
		"6/2b3/1w4/6/6/6 w on=b4 dead=c5,c5":        "each once",
		strings.Repeat("w", 5000):                   "want the rows",
		"6/6/6/6/6/w5 w quiet=99999999999999999999": "want the rows",
	} {
		_, err := g.ParsePosition(text)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") || len(err.Error()) > 300 {
			t.Errorf("%.40s: got %v, want a line with %q", text, err, want)
		}
	}
	if _, err := Read(envtest.File(t, "russian-draughts", Rules, "side", "4", "ranks", "2")); err == nil || !strings.Contains(err.Error(), "want at most 1, so that two rows are empty") {
		t.Errorf("no empty rows: %v", err)
	}
}

// What the rules ask for is in the book: a game with another value of a key that changes how it
// is played has another book.
func TestTheBookKnowsEachRule(t *testing.T) {
	book := func(settings ...string) string {
		b := game(t, "russian-draughts", settings...).Book()
		text := ""
		for _, c := range b.Chapters {
			text += strings.Join(c.Paragraphs, "\n") + "\n"
		}
		for _, e := range b.Endings {
			text += e.Words + ": " + e.Means + "\n"
		}
		return text
	}
	plain := book()
	for _, tt := range [][2]string{
		{"side", "10"}, {"ranks", "2"}, {"backward", "off"}, {"flying", "off"}, {"most", "on"}, {"promote", "stops"}, {"promote", "stays"},
		{"result", "loses"}, {"quiet", "0"}, {"quiet", "61"}, {"look", "black_white"},
	} {
		if book(tt[0], tt[1]) == plain {
			t.Errorf("%s = %s is not in the book", tt[0], tt[1])
		}
	}
	for text, want := range map[string]bool{
		"A king lands where it can go on capturing": true, "Of several ways to capture": false, "the mover has no move: the other side wins": true,
		"60 plies without a capture or a move of a man: a draw": true, "becomes a king at once, and goes on capturing as one": true,
	} {
		if strings.Contains(plain, text) != want {
			t.Errorf("the book of Russian draughts has %q: %v", text, !want)
		}
	}
	if got := game(t, "international-draughts").Book().Sources; len(got) == 0 || !strings.HasSuffix(got[0], ")") {
		t.Errorf("the source has no year: %q", got)
	}
}

// The planes show each piece once, what has been captured in this turn and who goes on, and the
// part of the clock that has run.
func TestPlanes(t *testing.T) {
	g := game(t, "russian-draughts", "side", "6", "ranks", "2", "quiet", "10")
	s := drawn(t, g, `
		. . . . . .
		. . b . b .
		. w . . . .
		. . . . . .
		. . . . . .
		W . . . . .`, "w quiet=5")
	shown := func(s *State) map[string]float32 {
		planes, sums := make([]float32, g.Spec().Size()), map[string]float32{}
		s.Observe(planes)
		for i, name := range g.PlaneNames() {
			for _, v := range planes[i*36 : (i+1)*36] {
				sums[name] += v
			}
		}
		return sums
	}
	const clock = "plies without a capture or a move of a man"
	for name, want := range map[string]float32{"own men": 1, "own kings": 1, "enemy men": 2, "enemy kings": 0, "captured in this turn": 0, "the piece that goes on": 0, clock: 18} {
		if got := shown(s)[name]; got != want {
			t.Errorf("at first %s: %v, want %v", name, got, want)
		}
	}
	a, err := env.Parse(s, "b4xd6")
	if err != nil {
		t.Fatal(err)
	}
	s.Play(a)
	for name, want := range map[string]float32{"own men": 0, "own kings": 2, "enemy men": 1, "captured in this turn": 1, "the piece that goes on": 1, clock: 0} {
		if got := shown(s)[name]; got != want {
			t.Errorf("within a chain %s: %v, want %v", name, got, want)
		}
	}
	if got := s.Constraint(); got != "white must capture" {
		t.Errorf("within a chain: %q", got)
	}
}
