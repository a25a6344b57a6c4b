// Package duel keeps games that two people play with one another over a server: the
// server's clock decides, and what they agree on (a draw, a move taken back, a
// rematch) is agreed on here. It knows the rules of no game and nothing of HTTP.
//
// A [Lobby] finds a [Duel] by one of three keys: of who opened it, of the other, and
// of who may only watch. Who has a key has the place: there are no names and no
// passwords. Duels are limited in number and time; [Lobby.Open] and [Lobby.Follow] say
// no beyond that. A lobby of [OpenLobby] keeps them in files, so that they survive the
// server; the zero Lobby keeps them in memory alone.
package duel

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"ludens/env"
	"ludens/env/record"
)

// Person is the holder of a key.
type Person int

const (
	Opener Person = iota
	Other
	Watcher
	persons
)

// none stands for no player.
const none = env.Player(-1)

// Duel is games between two people, one after the other, with changed sides. It is
// safe for concurrent use.
type Duel struct {
	game    env.Game
	start   record.Record // Game, Start and Seed of every game
	client  string        // who opened it
	keys    [persons]string
	now     func() time.Time
	mu      sync.Mutex
	round   int
	sides   [2]env.Player // of the two persons
	moves   []string      // as the game writes them
	mover   env.Player
	clock   clock
	result  env.Result
	ending  string
	over    bool
	offers  [agreements]env.Player // who has offered it, or none
	refused [agreements][2]int     // by player: at which ply his last offer was declined, plus one
	here    [persons]int           // connections
	seen    [persons]time.Time     // when a connection last came or went
	file    string                 // where it is kept; "": in memory alone
	stored  bool                   // there, as it stands
	news    chan struct{}          // closed when something has changed
	acted   time.Time              // when a person last did something
}

// newDuel returns the first game; start holds nothing but the start.
func newDuel(g env.Game, start record.Record, t Time, side env.Player, now func() time.Time) (*Duel, error) {
	if err := t.Validate(); err != nil {
		return nil, err
	}
	if most := g.Spec().MaxPly; most > mostPlies {
		return nil, fmt.Errorf("games of %d moves cannot be played by link: want at most %d (option cap)", most, mostPlies)
	}
	d := &Duel{game: g, start: start, now: now, sides: [2]env.Player{side, side.Other()}, news: make(chan struct{})}
	d.clock = newClock(t)
	for p := range d.seen {
		d.seen[p] = now()
	}
	return d, d.begin()
}

// begin sets up a game.
func (d *Duel) begin() error {
	sheet, err := record.NewSheet(d.game, d.start)
	if err != nil {
		return err
	}
	if sheet.Over() {
		return errors.New("this position ends the game: want one that can be played")
	}
	d.clock = newClock(d.clock.Time)
	d.result, d.ending, d.over = env.Ongoing, "", false
	d.refused = [agreements][2]int{}
	d.withdraw()
	d.take(sheet)
	d.acted = d.now()
	return nil
}

// take has the game stand where the sheet does.
func (d *Duel) take(sheet *record.Sheet) {
	r := sheet.Record()
	d.moves, d.mover = slices.Clone(r.Moves), sheet.State().ToMove()
	if sheet.Over() {
		d.end(r.Result, r.Ending)
	}
}

func (d *Duel) end(r env.Result, why string) {
	d.result, d.ending, d.over = r, why, true
	d.withdraw()
}

// sheet replays the game up to a ply.
func (d *Duel) sheet(ply int) (*record.Sheet, error) {
	r := d.start
	r.Moves = d.moves[:ply]
	return record.NewSheet(d.game, r)
}

// Act is what a player does. Round and Ply are the game and the position that he
// saw: what came too late is refused.
type Act struct {
	Kind       Kind
	Round, Ply int
	Move       string // of Move
}

// Kind is a kind of Act.
type Kind string

const (
	Move     Kind = "move"
	Resign   Kind = "resign"
	Draw     Kind = "draw"     // offers a draw, or agrees to one
	TakeBack Kind = "takeback" // asks for it, or agrees
	Rematch  Kind = "rematch"  // offers it, or agrees
	Decline  Kind = "decline"  // whatever the other offers
	Claim    Kind = "claim"    // the win, when the other has gone
)

// ErrLate is the error of an act on a position that is not there any more.
var ErrLate = errors.New("the game has gone on meanwhile")

// Do does what a person may do.
func (d *Duel) Do(p Person, a Act) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if p == Watcher {
		return errors.New("who watches has no move")
	}
	d.settle()
	if a.Round != d.round || a.Ply != len(d.moves) {
		return ErrLate
	}
	if err := d.do(p, a); err != nil {
		return err
	}
	d.acted = d.now()
	d.save()
	d.tell()
	return nil
}

func (d *Duel) do(who Person, a Act) error {
	p := d.sides[who]
	switch {
	case a.Kind == Rematch:
		return d.agree(rematch, p)
	case d.over && a.Kind != Decline:
		return errors.New("the game is over")
	}
	switch a.Kind {
	case Move:
		return d.play(p, a.Move)
	case Resign:
		d.stop()
		d.end(env.WinFor(p.Other()), d.game.Spec().Roles[p]+" resigned")
		return nil
	case Draw:
		return d.agree(draw, p)
	case TakeBack:
		return d.agree(takeBack, p)
	case Decline:
		return d.decline(p)
	case Claim:
		if !d.abandoned(who) {
			return fmt.Errorf("a win can be claimed after both have moved, at the other's turn, once the other has been away for %v", absence)
		}
		d.stop()
		d.end(env.WinFor(p), d.game.Spec().Roles[p.Other()]+" left the game")
		return nil
	}
	return fmt.Errorf("no player can %q", a.Kind)
}

// play makes a move.
func (d *Duel) play(p env.Player, text string) error {
	if p != d.mover {
		return errors.New("it is not your turn")
	}
	if len(text) > mostMove {
		return fmt.Errorf("a move of %d bytes: want at most %d", len(text), mostMove)
	}
	sheet, err := d.sheet(len(d.moves))
	if err != nil {
		return err
	}
	action, err := record.ParseMove(sheet.State(), text)
	if err != nil {
		return err
	}
	d.clock.press(p, len(d.moves), d.now())
	sheet.Play(action)
	d.moved(p)
	d.take(sheet)
	return nil
}

// absence is after how long without a connection a player has left the game.
const absence = 5 * time.Minute

// abandoned reports whether the other of two players has left a game that waits for a move
// of the other.
func (d *Duel) abandoned(who Person) bool {
	if who == Watcher || d.over || len(d.moves) < freePlies {
		return false
	}
	other := Other - who
	return d.mover == d.sides[other] && d.here[other] == 0 && d.now().Sub(d.seen[other]) >= absence
}

// settle ends the game if the mover has run out of time.
func (d *Duel) settle() {
	if d.over || !d.clock.runs(len(d.moves)) || d.clock.leftOf(d.mover, d.mover, len(d.moves), d.now()) > 0 {
		return
	}
	d.stop()
	d.end(env.WinFor(d.mover.Other()), d.game.Spec().Roles[d.mover]+" ran out of time")
	d.save()
	d.tell()
}

func (d *Duel) stop() { d.clock.stop(d.mover, len(d.moves), d.now()) }

// tell wakes the followers.
func (d *Duel) tell() {
	close(d.news)
	d.news = make(chan struct{})
}

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
