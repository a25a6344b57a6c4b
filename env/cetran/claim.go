package cetran

import (
	"errors"
	"regexp"
	"strings"

	"ludens/env"
)

// passing is the sign of a capture in passing in algebraic notation.
var passing = regexp.MustCompile(`(?i)e\.?p\.?[+#!?]*$`)

// Deny implements record.Witness, for any notation: "x" and ":" claim a capture,
// "e.p." one in passing, "+" a check and "#" mate. A mate is a check, too.
func (s *State) Deny(a env.Action, text string) error {
	m := s.game.move(a, s.board.toMove)
	k, _ := s.board.at(m.from)
	captured, at := s.board.victim(m, k)
	threat := s.threat(m, k)
	switch {
	case strings.ContainsAny(text, "xX:") && captured == none:
		return errors.New("nothing is captured")
	case passing.MatchString(text) && (captured == none || at == m.to):
		return errors.New("nothing is captured in passing")
	case strings.Contains(text, "#") && threat != "#":
		return errors.New("it is no mate")
	case strings.Contains(text, "+") && threat == "":
		return errors.New("it is no check")
	}
	return nil
}
