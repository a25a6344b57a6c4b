package protocol

import (
	"fmt"
	"regexp"

	"ludens/env"
)

// move is a move in OpenTafl's notation, simple or full: Ke5-e1xe2/e3--. Nothing
// but its squares is needed.
var move = regexp.MustCompile(`^[a-zA-Z]?([a-s]\d{1,2})[-^=]{1,2}([a-s]\d{1,2})`)

// opponentMove reads a move and the position that it has led to.
func (o *otep) opponentMove(rest string) error {
	o.halt()
	text, after := cut(rest)
	squares := move.FindStringSubmatch(text)
	if squares == nil {
		return fmt.Errorf("move %.40q; want one like a4-a1", text)
	}
	if after == o.game.OTN(o.state) { // told once more, since our answer was refused
		return nil
	}
	a, err := env.Parse(o.state, squares[1]+"-"+squares[2])
	if err == nil {
		next := o.state.Copy(nil)
		next.Play(a)
		if after == "" || o.game.OTN(next) == after {
			o.state = next
			return nil
		}
	}
	if after == "" {
		return err
	}
	return o.setPosition(after, o.state.ToMove().Other())
}

// confirm hears that a move of ours was made, and the position after it.
func (o *otep) confirm(after string) error {
	if after == o.game.OTN(o.state) {
		return nil
	}
	return o.setPosition(after, o.state.ToMove())
}

// format is a move of the tafl family as the game writes it: d1d3xc3,e3.
var format = regexp.MustCompile(`^([a-s]\d+)([a-s]\d+)`)

// simple writes a move in OpenTafl's simple notation, a4-a1.
func simple(s env.State, a env.Action) string {
	return format.ReplaceAllString(format.FindString(s.Format(a)), "$1-$2")
}
