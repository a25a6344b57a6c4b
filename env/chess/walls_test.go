package chess

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/variant"
	"ludens/games"
)

// closable returns the squares that a side may close after its man has come to a square.
func (s *slow) closable(side int, from at) (list []at) {
	aims := map[at]bool{}
	man := s.men[from]
	s.goes(from, man, func(t at, letters string, _ []at) {
		if (strings.Contains(letters, "m") || !strings.ContainsAny(letters, "ce")) && (!strings.Contains(letters, "i") || s.begins(from, t, man)) {
			aims[t] = true
		}
	})
	for q := range s.there {
		if _, full := s.men[q]; !full && s.within(q, side, s.k.WallRegion, s.k.WallRegionSecond) && (s.k.Walls != "arrow" || aims[q]) {
			list = append(list, q)
		}
	}
	return list
}

func (s *slow) closings() (texts []string) {
	for _, q := range s.closable(s.turn, s.walled) {
		texts = append(texts, "@"+q.String())
	}
	slices.Sort(texts)
	return texts
}

// close closes a square and ends the turn.
func (s *slow) close(q at) *slow {
	next := s.copy()
	if s.k.Walls == "duck" {
		maps.DeleteFunc(next.men, func(_ at, m slowMan) bool { return m == slowWall })
	}
	next.men[q] = slowWall
	next.turn, next.walled = 1-s.turn, at{}
	next.victim = s.victim
	next.over = slices.DeleteFunc(slices.Clone(s.over), func(p at) bool { return p == q })
	next.history, next.checked = append(next.history, next.key()), append(next.checked, false)
	return next
}

// without are the lines of a random file that do not go with walls.
var without = regexp.MustCompile(`(?m)^(royal|petrifies|blast|trail|pass|drop|captures_to_hand|keeps_promotion|must_drop|hand|castling = .*\ncastling_dropped|no_mate|facing|checks|perpetual).*\n`)

// The engine and the slow reader agree on random files in which moves close squares, in either half
// of a turn, and after a position has been written and read.
func TestWallsDifferential(t *testing.T) {
	plies, files := 0, 0
	for seed := uint64(500); files < 60; seed++ {
		rule := []string{"arrow", "static", "duck"}[seed%3]
		text := without.ReplaceAllString(randomFile(seed), "")
		walls := fmt.Sprintf("walls = %q\n", rule)
		if seed%2 == 0 {
			walls += "wall_region = \"*1 *2 b* c*\"\n"
		}
		if seed%4 == 0 {
			walls += "wall_region_second = \"*3 *2 a* d4\"\n"
		}
		text = strings.Replace(text, "[men.", walls+"[men.", 1)
		f, err := variant.Parse("random.toml", text, games.Text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		read, err := Read(f)
		if err != nil {
			continue
		}
		files++
		g := read.(*Game)
		for game := range uint64(3) {
			n, err := differ(g, game, 40)
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, text)
			}
			plies += n
		}
		s := g.New(1)
		for range 30 {
			legal := s.Legal(nil)
			if len(legal) == 0 {
				break
			}
			s.Play(legal[int(seed)%len(legal)])
			again, err := g.ParsePosition(g.Position(s))
			if err != nil || g.Position(again) != g.Position(s) || !slices.Equal(again.Legal(nil), s.Legal(nil)) && s.Result() == env.Ongoing && again.Result() == env.Ongoing {
				t.Fatalf("seed %d: %s is read as another position, %v\n%s", seed, g.Position(s), err, text)
			}
		}
	}
	if t.Logf("%d plies over %d files", plies, files); plies < 1000 {
		t.Error("too few to say anything")
	}
}

// Duck Chess by hand: the duck opens the square where it stood, blocks riders and pawns but not
// knights, and may not stay. In PGN both halves of a turn have one number. A king is captured, and the
// turn is finished before the game is over; a square that is not empty is not closed.
func TestDuck(t *testing.T) {
	g := general(t, "duck-chess")
	s := g.New(0).(*State)
	moves := strings.Fields("e2e4 @e5 e7e6 @d4 g1f3 @e5 d8h4 @a3 f3h4 @a4")
	captions := []string{"White to move", "White to close a square", "Black to move", "Black to close a square"}
	for i, text := range moves {
		if got := s.caption(); got != captions[i%4] {
			t.Errorf("before %s: %q, want %q", text, got, captions[i%4])
		}
		a, err := env.Parse(s, text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		s.Play(a)
	}
	if got, want := g.Position(s), "rnb1kbnr/pppp1ppp/4p3/8/*3P2N/8/PPPP1PPP/RNBQKB1R b KQkq - 0 3"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	words, err := movetext(g.New(0).(*State), env.Variation{Moves: moves})
	if got, want := strings.Join(words, " "), "1. e4 @e5 e6 @d4 2. Nf3 @e5 Qh4 @a3 3. Nxh4 @a4"; err != nil || got != want {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
	for position, want := range map[string]string{ // the move, and whether it is legal
		"4k3/8/8/4*3/8/8/8/K3R3 w - - 0 1": "e1e8 no", "4k3/8/8/3*4/8/8/8/K3R3 w - - 0 1": "e1e8 yes",
		"4k3/8/5N2/4*3/8/8/8/K7 w - - 0 1": "f6e8 yes", "4k3/8/8/3*4/8/8/8/K3R3 w@e1 - - 0 1": "@d5 no",
		"4k3/8/8/3*4/8/8/8/K3R3 w@a1 - - 0 1": "@e8 no", "4k3/8/8/3*4/8/8/8/K2R4 w@d1 - - 0 1": "@d4 yes",
	} {
		s, err := g.ParsePosition(position)
		if err != nil {
			t.Fatal(err)
		}
		move, legal, _ := strings.Cut(want, " ")
		if _, err := env.Parse(s, move); (err == nil) != (legal == "yes") {
			t.Errorf("%s in %s: %v, want %s", move, position, err, legal)
		}
	}
	s1, err := g.ParsePosition("4k3/8/5N2/4*3/8/8/8/K7 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range []string{"f6e8", "@a5"} {
		if s1.Result() != env.Ongoing {
			t.Errorf("over before %s", text)
		}
		a, err := env.Parse(s1, text)
		if err != nil {
			t.Fatal(err)
		}
		if s1.Play(a); i == 1 && s1.Result() != env.FirstWins {
			t.Errorf("%v after the king is captured", s1.Result())
		}
	}
	for _, wrong := range []string{"w@e4", "x@a1", "w@e8"} {
		if _, err := g.ParsePosition("4k3/8/8/3*4/8/8/8/K3R3 " + wrong + " - - 0 1"); err == nil {
			t.Errorf("%s is read", wrong)
		}
	}
}
