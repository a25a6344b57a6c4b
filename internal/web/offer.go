package web

import (
	"slices"
	"strings"

	"ludens/analysis"
	"ludens/env"
	"ludens/env/record"
)

// Offer is a game that the home page offers with one click: the levels are measured, and
// the side that stands better is known.
type Offer struct {
	First  float64  `json:"first"`  // the share of the points that First can expect at the start
	Levels []Player `json:"levels"` // the weakest first

	Seat  int       `json:"seat"`  // the side for a person who has chosen none: 0 is the first
	Roles [2]string `json:"roles"` // these three the page's server adds
	Drawn bool      `json:"drawn"` // the start is, from a seed
}

// offers are those of the configuration, in the names of a dress; none whose game cannot be
// made.
func (s *server) offers(dress string) map[string]*Offer {
	all := map[string]*Offer{}
	if s.config.Offers == nil {
		return all
	}
	for name, o := range s.config.Offers() {
		if g, err := s.games.game(name); err == nil && len(o.Levels) > 0 {
			o.Roles, o.Drawn = dressOf(g, dress).RolesOf(g), record.Drawn(g)
			o.Seat = int(analysis.Seat(float32(2*o.First - 1)))
			all[name] = &o
		}
	}
	return all
}

// longestWish is how many letters the sentence about a side's goal has at most.
const longestWish = 200

// wishes returns what each side of g wants, in a sentence: the one of the chapter Goal that
// begins with the side's name, or else the first; both in the names of dress.
func wishes(g env.Game, dress env.Dress) (all [2]string) {
	d, ok := env.As[env.Described](g)
	if !ok {
		return all
	}
	shown, own := dress.RolesOf(g), g.Spec().Roles
	for side := range all {
		all[side] = wish(d.Book().Dressed(dress), shown[side], own[side])
	}
	return all
}

// wish returns the sentence about the first of the names that one is about.
func wish(b env.Book, names ...string) string {
	for _, c := range b.Chapters {
		if c.Title != "Goal" {
			continue
		}
		sentences := strings.SplitAfter(strings.Join(c.Paragraphs, " "), ". ")
		for _, s := range sentences {
			if slices.ContainsFunc(names, func(name string) bool { return begins(s, name) }) {
				return strings.TrimSpace(s)
			}
		}
		s := strings.TrimSpace(sentences[0])
		if head, _, long := strings.Cut(s, ": "); long && len(s) > longestWish {
			return head + "."
		}
		return s
	}
	return ""
}

// begins reports whether a sentence is about a role: "The king's side wins ...".
func begins(sentence, role string) bool {
	rest, _ := strings.CutPrefix(strings.ToLower(sentence), "the ")
	return strings.HasPrefix(rest, strings.ToLower(role)+" ")
}
