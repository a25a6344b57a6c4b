package race

import (
	"strings"
	"testing"

	"ludens/env"
)

// Which questions a variant's page answers, and from where its rules are. A board
// that is no one's is said to be of no source.
func TestReadingsOfVariants(t *testing.T) {
	for _, tt := range []struct {
		game    string
		sources int    // of the rules; the last of three is about the small boards
		demands bool   // are there questions about what a demand is
		cap     string // how long a game may be, as the answer begins
		option  string // that answers otherwise
		test    string
	}{
		{"cetro", 2, true, "240 plies", "cap_result=draw", "TestCap"},
		{"cetro:demand=veto", 2, false, "240 plies", "cap_result=draw", "TestCap"},
		{"cetro:demand=none", 2, false, "240 plies", "cap_result=draw", "TestCap"},
		{"cetro:demand=always", 2, false, "240 plies", "cap_result=draw", "TestCap"},
		{"cetro-5x5", 3, true, "200 plies", "cap=400", "TestTruncation"},
		{"cetro-5x7", 3, true, "200 plies", "cap=400", "TestTruncation"},
	} {
		book := game(t, tt.game).Book()
		if len(book.Sources) != tt.sources {
			t.Errorf("%s: %d sources, want %d", tt.game, len(book.Sources), tt.sources)
		}
		if size := strings.TrimPrefix(tt.game, "cetro-"); size != tt.game {
			size = strings.Replace(size, "x", " by ", 1) + " squares is of no source"
			if last := book.Sources[len(book.Sources)-1]; !strings.Contains(last, size) {
				t.Errorf("%s: last source %q, want %q in it", tt.game, last, size)
			}
		}
		asked := map[string]env.Reading{}
		for _, r := range book.Readings {
			if _, twice := asked[r.Question]; twice {
				t.Errorf("%s: %q is asked twice", tt.game, r.Question)
			}
			asked[r.Question] = r
		}
		if _, ok := asked["For how long does it bind?"]; ok != tt.demands {
			t.Errorf("%s: asks how long a demand binds: %v, want %v", tt.game, ok, tt.demands)
		}
		for _, always := range []string{"Who begins?", "When has a player won?", "What of endless repetition?"} {
			if _, ok := asked[always]; !ok {
				t.Errorf("%s: does not ask %q", tt.game, always)
			}
		}
		limit := asked["How long may a game be? Weak players never come to an end."]
		if !strings.HasPrefix(limit.Answer, tt.cap) || limit.Option != tt.option || limit.Test != tt.test {
			t.Errorf("%s: %+v, want %s, %s, %s", tt.game, limit, tt.cap, tt.option, tt.test)
		}
	}
}
