package protocol

import (
	"fmt"

	"ludens/env"
	"ludens/env/record"
)

// opponentMove reads a move and the position that it has led to.
func (o *otep) opponentMove(rest string) error {
	o.halt()
	text, after := cut(rest)
	squares, ok := record.OpenTaflSquares(text)
	if !ok {
		return fmt.Errorf("move %.40q; want one like a4-a1", text)
	}
	if after == o.game.OTN(o.state) { // sent once more, since our answer was refused
		return nil
	}
	a, err := env.Parse(o.state, squares)
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
