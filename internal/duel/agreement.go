package duel

import (
	"errors"

	"ludens/env"
)

// agreement is what takes two: one offers it, the other offers it, too, or declines.
type agreement int

const (
	draw agreement = iota
	takeBack
	rematch
	agreements
)

// agree notes that p wants something, and does it if the other wants it already.
func (d *Duel) agree(what agreement, p env.Player) error {
	switch {
	case what == rematch && !d.over:
		return errors.New("the game is not over")
	case d.offers[what] == p.Other():
		d.offers[what] = none
		return d.agreed(what, p.Other())
	case what == takeBack && d.backTo(p) < 0:
		return errors.New("you have made no move to take back")
	case d.refused[what][p] == len(d.moves)+1:
		return errors.New("it was declined: ask again after the next move")
	}
	d.offers[what] = p
	return nil
}

// agreed does what both want; by is who asked first.
func (d *Duel) agreed(what agreement, by env.Player) error {
	switch what {
	case draw:
		d.stop()
		d.end(env.Drawn, "by agreement")
	case takeBack:
		sheet, err := d.sheet(d.backTo(by))
		if err != nil {
			return err
		}
		d.stop()
		d.withdraw()
		d.take(sheet)
	case rematch:
		d.sides = [2]env.Player{d.sides[1], d.sides[0]}
		d.round++
		return d.begin()
	}
	return nil
}

// backTo returns the ply of the last move that p has made; -1 if he made none.
func (d *Duel) backTo(p env.Player) int {
	sheet, err := d.sheet(len(d.moves))
	if err != nil {
		return -1
	}
	for ply := len(d.moves) - 1; ply >= 0; ply-- {
		if sheet.At(ply).ToMove() == p {
			return ply
		}
	}
	return -1
}

// decline refuses whatever the other offers, and takes back what p offers himself.
func (d *Duel) decline(p env.Player) error {
	for what, by := range d.offers {
		if by == p.Other() {
			d.refused[what][by] = len(d.moves) + 1
		}
	}
	d.withdraw()
	return nil
}

// moved ends what a move of p answers: offers of the other, and all that is about the
// position before it.
func (d *Duel) moved(p env.Player) {
	if d.offers[draw] == p.Other() {
		d.offers[draw] = none
	}
	d.offers[takeBack] = none
}

func (d *Duel) withdraw() { d.offers = [agreements]env.Player{none, none, none} }
