package otn

import (
	"regexp"

	"ludens/env"
)

// move is a move in OpenTafl's notation, simple or full: Ke5-e1xe2/e3--. Nothing but its
// squares is needed.
var move = regexp.MustCompile(`^[a-zA-Z]?([a-s]\d{1,2})[-^=]{1,2}([a-s]\d{1,2})`)

// Squares returns the squares of a move in OpenTafl's notation, as env.Parse reads them:
// a4-a1. ok is false if text is not a move.
func Squares(text string) (squares string, ok bool) {
	found := move.FindStringSubmatch(text)
	if found == nil {
		return "", false
	}
	return found[1] + "-" + found[2], true
}

// written is a move of the tafl family as the game writes it: d1d3xc3,e3.
var written = regexp.MustCompile(`^([a-s]\d+)([a-s]\d+)`)

// Simple writes a move of the tafl family in OpenTafl's simple notation, a4-a1.
func Simple(s env.State, a env.Action) string {
	return written.ReplaceAllString(written.FindString(s.Format(a)), "$1-$2")
}
