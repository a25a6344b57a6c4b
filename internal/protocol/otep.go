package protocol

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"ludens/analysis"
	"ludens/env"
	"ludens/env/record"
	"ludens/env/tafl"
	"ludens/internal/foreign"
)

// OTEP serves OpenTafl, or another program by the OpenTafl Engine Protocol
// (opentafl-engine-protocol.txt in its source, github.com/jslater89/OpenTafl),
// until it says goodbye or in ends. The game is one of the tafl family; rules
// that the other program sends may change it within the family.
//
// Where the two disagree about a position, OpenTafl is right: what it sends with
// a move is set up, and the moves before are forgotten.
func OTEP(ctx context.Context, e Engine, in io.Reader, out io.Writer) error {
	g, ok := e.Game.(*tafl.Game)
	if !ok || !g.Classic() {
		return fmt.Errorf("protocol: otep is for the classic games of the tafl family; %s speaks %s", e.Game.Spec().Name, spoken(e.Game))
	}
	d, err := openDesk(ctx, e, g, out)
	if err != nil {
		return err
	}
	o := &otep{desk: d, engine: e}
	o.sitDown(g)
	o.out.print("hello")
	return o.serve(o, in)
}

type otep struct {
	desk
	engine Engine
	game   *tafl.Game
	state  env.State
	before env.State // our last move; nil: we have made none
	clocks [2]clock  // of the attackers and of the king's side
	asked  int       // moves that an analysis is to report; 0: a move is to be made
}

// sitDown sets up the start of a game.
func (o *otep) sitDown(g *tafl.Game) {
	o.game, o.state, o.before, o.clocks = g, g.New(0), nil, [2]clock{}
}

func (o *otep) hear(line string) (quit bool) {
	word, rest := cut(line)
	var err error
	switch word {
	case "", "hello", "start", "status", "simple-moves":
	case "rules":
		err = o.setRules(rest)
	case "position":
		err = o.setPosition(rest, o.state.ToMove())
	case "side":
		err = o.setSide(rest)
	case "clock":
		err = o.setClock(rest)
	case "play":
		err = o.play(rest)
	case "analyze":
		err = o.analyse(rest)
	case "opponent-move":
		err = o.opponentMove(rest)
	case "move":
		err = o.confirm(rest)
	case "error":
		o.takeBack()
	case "finish":
		o.halt()
	case "goodbye":
		return true
	default:
		err = fmt.Errorf("unknown command %.40q", word)
	}
	if err != nil {
		o.out.print("error 0 %.200s", err)
	}
	return false
}

// setRules begins a game by the rules of a record: those of the engine's own
// game if its record is the same, else others of the family.
func (o *otep) setRules(text string) error {
	o.halt()
	g, err := tafl.ByRecord(text)
	if own := o.engine.Game.(*tafl.Game); err == nil && g.Nearest("") == own.Nearest("") {
		g = own
	}
	if err == nil && g != o.game {
		err = o.take(o.engine, g)
	}
	if err != nil {
		return fmt.Errorf("rules not supported: %w", err)
	}
	o.forget()
	o.sitDown(g)
	return nil
}

// setPosition sets up a position record, which does not say whose turn it is.
func (o *otep) setPosition(record string, mover env.Player) error {
	o.halt()
	s, err := o.game.ParseOTN(record, mover)
	if err != nil {
		return err
	}
	o.state = s
	return nil
}

// player returns who has the side of a name.
func (o *otep) player(side string) (env.Player, error) {
	attackers := foreign.Attackers(o.game)
	switch side {
	case "attackers":
		return attackers, nil
	case "defenders":
		return attackers.Other(), nil
	}
	return 0, fmt.Errorf("side %.40q; want attackers or defenders", side)
}

// setSide says whose turn it is in the position before an analysis. Before a
// game it says whom the engine will play, which play says again: so it changes
// nothing at the start position.
func (o *otep) setSide(side string) error {
	p, err := o.player(side)
	if err != nil {
		return err
	}
	start := o.game.New(0)
	if o.game.OTN(o.state) == o.game.OTN(start) {
		return nil
	}
	return o.turn(p)
}

// turn gives the turn to p.
func (o *otep) turn(p env.Player) error {
	if o.state.ToMove() == p || o.state.Result() != env.Ongoing {
		return nil
	}
	return o.setPosition(o.game.OTN(o.state), p)
}

// play makes the next move of a side.
func (o *otep) play(side string) error {
	o.halt()
	p, err := o.player(side)
	if err != nil {
		return err
	}
	if err := o.turn(p); err != nil {
		return err
	}
	if o.state.Result() != env.Ongoing {
		return errors.New("the game is over")
	}
	l := analysis.Limits{}
	if c := o.clocks[o.seat(p)]; c.left > 0 {
		l.Time = c.allot()
	}
	o.asked = 0
	o.think(o.state, l)
	return nil
}

// seat returns 0 for the attackers and 1 for the king's side.
func (o *otep) seat(p env.Player) int {
	if p == foreign.Attackers(o.game) {
		return 0
	}
	return 1
}

// analyse reads "5 30": report five moves, after 30 seconds at most.
func (o *otep) analyse(rest string) error {
	o.halt()
	words := strings.Fields(rest)
	if len(words) != 2 {
		return errors.New("want: analyze MOVES SECONDS")
	}
	n, err := strconv.Atoi(words[0])
	if err != nil || n < 1 {
		return fmt.Errorf("analyze %.40q: want a number of moves", words[0])
	}
	t, err := seconds(words[1])
	if err != nil {
		return fmt.Errorf("analyze: %w", err)
	}
	if o.state.Result() != env.Ongoing {
		return errors.New("the game is over")
	}
	o.asked = min(n, maxLines)
	o.think(o.state, analysis.Limits{Time: max(t-lag, t/2, time.Millisecond), Lines: o.asked})
	return nil
}

// setClock reads what is left to the attackers and to the king's side, in
// milliseconds, with an asterisk in overtime: "300000 298000* 10 3 2".
func (o *otep) setClock(rest string) error {
	words := strings.Fields(rest)
	if len(words) < 2 {
		return errors.New("want: clock ATTACKER-MILLIS DEFENDER-MILLIS OVERTIME-SECONDS ATTACKER-OVERTIMES DEFENDER-OVERTIMES")
	}
	var clocks [2]clock
	for i := range clocks {
		digits, overtime := strings.CutSuffix(words[i], "*")
		ms, err := strconv.Atoi(digits)
		if err != nil || ms > 1e9 {
			return fmt.Errorf("clock %.40q: want milliseconds", words[i])
		}
		clocks[i].left = time.Duration(max(ms, 0)) * time.Millisecond
		if overtime {
			clocks[i].moves = 1 // an overtime is for one move
		}
	}
	o.clocks = clocks
	return nil
}

func (o *otep) news(analysis.Report) {}

func (o *otep) decided(r analysis.Report, err error) {
	switch {
	case err != nil:
		o.out.print("error -1 %.200s", err)
	case o.asked > 0:
		o.tellAnalysis(r)
	default:
		o.out.print("move %s", record.OpenTaflMove(o.state, r.Best()))
		o.before = o.state.Copy(nil)
		o.state.Play(r.Best())
	}
}

// takeBack hears that our last move was refused: it has not been made. What comes
// next is the opponent's last move once more, if he has made one, and play.
func (o *otep) takeBack() {
	o.halt()
	if o.before != nil {
		o.state, o.before = o.before, nil
	}
}

// tellAnalysis prints the best moves, each with the play to follow and its value
// to the attackers, from -100 to 100.
func (o *otep) tellAnalysis(r analysis.Report) {
	sign := float32(100)
	if o.seat(o.state.ToMove()) == 1 {
		sign = -sign
	}
	moves := r.Moves[:1]
	for len(moves) < min(o.asked, len(r.Moves)) && r.Moves[len(moves)].Visits > 0 {
		moves = r.Moves[:len(moves)+1]
	}
	text := fmt.Sprintf("analysis %d", len(moves))
	for _, m := range moves {
		text += fmt.Sprintf(" %s %.1f", strings.Join(spell(o.state, m.Line, record.OpenTaflMove), "|"), sign*m.Value+0)
	}
	o.out.print("%s", text)
}

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
