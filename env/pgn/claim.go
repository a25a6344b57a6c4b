package pgn

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"ludens/env"
	"ludens/internal/nearest"
)

// passing is the sign of a capture in passing in algebraic notation.
var passing = regexp.MustCompile(`(?i)e\.?p\.?[+#!?]*$`)

// Deny returns an error if a text that stands for the legal action a claims what does not
// happen, in any notation: "x" and ":" claim a capture, "e.p." one in passing, "+" a check
// and "#" mate. A mate is a check, too.
func Deny(p Position, a env.Action, text string) error {
	i, ok := slices.BinarySearch(p.Legal(nil), a)
	if !ok {
		return Misread(p, text, "no such move here")
	}
	m, threat := p.Moves()[i], p.Threat(a)
	switch {
	case strings.ContainsAny(text, "x:") && !m.Captures:
		return errors.New("nothing is captured")
	case passing.MatchString(text) && !m.Passing:
		return errors.New("nothing is captured in passing")
	case strings.Contains(text, "#") && threat != "#":
		return errors.New("it is not mate")
	case strings.Contains(text, "+") && threat == "":
		return errors.New("it is not check")
	}
	return nil
}

// Misread is the error of a text that stands for no legal move.
func Misread(p Position, text, why string) error {
	if p.Result() != env.Ongoing {
		return fmt.Errorf("%w: %.40q comes after %s", env.ErrOver, text, p.Ending())
	}
	return fmt.Errorf("%w %.40q: %s", env.ErrIllegal, text, why)
}

// Unknown is Misread for a text that is not a move of a notation, or none that is legal: it
// names the nearest that are.
func Unknown(p Position, text, why string, spell func(env.Action) string) error {
	var texts []string
	for _, a := range p.Legal(nil) {
		texts = append(texts, spell(a))
	}
	if texts == nil {
		return Misread(p, text, why)
	}
	return Misread(p, text, why+" ("+nearest.Suggest(text, "legal", texts, strings.ToLower)+")")
}
