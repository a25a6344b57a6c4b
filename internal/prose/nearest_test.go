package prose

import (
	"strings"
	"testing"
)

func TestWord(t *testing.T) {
	const games = "celta cuervo cetro connect4"
	for _, test := range []struct{ law, word, candidates, want string }{
		{"the word itself", "celta", games, "celta"},
		{"a letter too many", "celtta", games, "celta"},
		{"a letter too few", "clta", games, "celta"},
		{"another letter", "centa", games, "celta"},
		{"neighbours swapped count once", "conenct4", games, "connect4"},
		{"nothing near", "bridge", games, ""},
		{"nothing to choose from", "celta", "", ""},
		{"of equally near ones the first", "cat", "bat hat rat", "bat"},
		{"the nearer one, though it comes later", "cetrp", "celta cetro", "cetro"},
		{"half of a word must stand", "ab", "xb", "xb"},
		{"words that share nothing", "ab", "xy", ""},
		{"a single letter is not another one", "a", "b", ""},
		{"of three letters one may be wrong", "abc", "abx", "abx"},
		{"but not two", "abc", "axy", ""},
		{"of four letters two", "abcd", "abxy", "abxy"},
		{"of a long word a third and one", "abcdefghi", "abcdexxxx", "abcdexxxx"},
		{"and no more", "abcdefghi", "abcdxxxxx", ""},
	} {
		if got := closest(test.word, strings.Fields(test.candidates)); got != test.want {
			t.Errorf("%s: %q among %s: got %q, want %q", test.law, test.word, test.candidates, got, test.want)
		}
	}
}

func TestHint(t *testing.T) {
	if got, want := Hint("celtta", []string{"celta"}), ` (did you mean "celta"?)`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := Hint("bridge", []string{"celta"}); got != "" {
		t.Errorf("got %q, want nothing", got)
	}
}

func TestSuggest(t *testing.T) {
	for _, test := range []struct{ law, word, candidates, want string }{
		{"the nearest first, and three at most", "b2", "c3 c2 b3 a2 b1", "nearest: c2, b3, a2"},
		{"only those that are near", "b9", "c3 b3 a2", "nearest: b3"},
		{"hyphens do not matter", "d6-b7", "d7b7 d6b6 d6-c6", "nearest: d7b7, d6b6, d6-c6"},
		{"none is near", "resign", "a1 a2 a3 b1 b2", "legal: a1, a2, a3 and 2 more"},
		{"there are but few", "resign", "a1 a2 a3", "legal: a1, a2, a3"},
	} {
		if got := Suggest(test.word, "legal", strings.Fields(test.candidates), unhyphened); got != test.want {
			t.Errorf("%s: %q among %s: got %q, want %q", test.law, test.word, test.candidates, got, test.want)
		}
	}
}

func unhyphened(word string) string { return strings.ReplaceAll(word, "-", "") }

func TestDistance(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"", "abc", 3},
		{"abc", "abc", 0},
		{"abc", "ab", 1},
		{"abc", "axc", 1},
		{"abc", "acb", 1},
		{"abc", "cab", 2},
		{"ca", "abc", 3}, // a swap is not torn apart again
		{"kitten", "sitting", 3},
	} {
		if got := distance(test.a, test.b); got != test.want {
			t.Errorf("%q, %q: got %d, want %d", test.a, test.b, got, test.want)
		}
		if got := distance(test.b, test.a); got != test.want {
			t.Errorf("%q, %q: got %d, want %d", test.b, test.a, got, test.want)
		}
	}
}
