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
