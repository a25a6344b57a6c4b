package cetran

import (
	"fmt"
	"regexp"
	"strings"

	"ludens/env"
	"ludens/internal/nearest"
)

// ParseMove returns the legal move that a text stands for in any notation:
// Format's (e7e8s), algebraic (exd8=S) or Game Courier's (P e7-e8; S-e8).
func (s *State) ParseMove(text string) (env.Action, error) {
	a, err := env.Parse(s, text)
	if err == nil || plain.MatchString(text) {
		return a, err
	}
	if courier.MatchString(text) {
		return s.parseCourier(text)
	}
	return s.parseSAN(text)
}

// plain is how the moves of Format begin, those off the board included.
var plain = regexp.MustCompile(`^[a-z]\d[a-z]\d`)

// misread is the error of a text that stands for no legal move.
func (s *State) misread(text, why string) error {
	if s.ending() != ongoing {
		return fmt.Errorf("%w: %.40q comes after %s", env.ErrOver, text, s.Ending())
	}
	return fmt.Errorf("%w %.40q: %s", env.ErrIllegal, text, why)
}

// unknown is misread for a text that is no move of a notation, or none that is
// legal: it names the nearest that are.
func (s *State) unknown(text, why string, spell func(env.Action) string) error {
	var texts []string
	for _, a := range s.Legal(nil) {
		texts = append(texts, spell(a))
	}
	if texts == nil {
		return s.misread(text, why)
	}
	return s.misread(text, why+" ("+nearest.Suggest(text, "legal", texts, strings.ToLower)+")")
}
