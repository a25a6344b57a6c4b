package foreign

import (
	"fmt"
	"strings"
	"time"

	"ludens/env"
	"ludens/env/record"
	"ludens/env/tafl"
)

// otep speaks the OpenTafl Engine Protocol (opentafl-engine-protocol.txt in its source,
// github.com/jslater89/OpenTafl), as the host of an engine.
type otep struct {
	*process
	g    *tafl.Game
	game int // of the line as the engine has it; 0: none
	told int // of its moves
}

func newOTEP(p *process, g env.Game) (*otep, error) {
	t, ok := g.(*tafl.Game)
	if !ok || !t.Classic() {
		return nil, fmt.Errorf("otep is for the classic games of the tafl family, and %s is not one of them", g.Spec().Name)
	}
	return &otep{process: p, g: t}, nil
}

func (o *otep) stop() string    { return "finish 0" }
func (o *otep) goodbye() string { return "goodbye" }

func (o *otep) greet(env.Game, []Option) error {
	for over := o.doubt(); ; {
		line, err := o.greeted("otep", &over)
		if err != nil {
			return err
		}
		if line == "hello" {
			break
		}
	}
	return o.say("rules %s", o.g.Nearest(o.g.Spec().Name))
}

func (o *otep) ask(l *line, limits Limits, _ int, _ func(Found)) (Found, error) {
	o.tell(l)
	if limits.Time > 0 { // an overtime is for one move
		ms, s := limits.Time.Milliseconds(), (limits.Time+time.Second-1)/time.Second
		o.say("clock %d* %d* %d 1 1", ms, ms, s)
	}
	if err := o.say("play %s", o.side(l.now)); err != nil {
		return Found{}, err
	}
	for {
		text, err := o.hear()
		if err != nil {
			return Found{}, err
		}
		word, rest, _ := strings.Cut(text, " ")
		switch word {
		case "move":
			move, _, _ := strings.Cut(rest, " ")
			if squares, ok := record.OpenTaflSquares(move); ok {
				move = squares
			}
			a, err := l.read(move)
			if err == nil {
				next := l.now.Copy(nil)
				next.Play(a)
				o.say("move %s", o.g.OTN(next))
				o.told = len(l.moves) + 1
			}
			return Found{Action: a}, err
		case "error":
			return Found{}, forfeit("it refuses: %s", clip(text))
		}
	}
}

// tell brings the engine to where the line is.
func (o *otep) tell(l *line) {
	if o.game != l.game {
		o.game, o.told = l.game, 0
		o.say("side %s", o.side(l.start))
		o.say("start")
		if o.g.OTN(l.start) != o.g.OTN(o.g.New(0)) {
			o.say("position %s", o.g.OTN(l.start))
			o.say("side %s", o.side(l.start))
		}
	}
	s := l.start.Copy(nil)
	for i, a := range l.moves {
		text := record.OpenTaflMove(s, a)
		if s.Play(a); i >= o.told {
			o.say("opponent-move %s %s", text, o.g.OTN(s))
		}
	}
	o.told = len(l.moves)
}

// side returns the side that is to move.
func (o *otep) side(s env.State) string {
	if s.ToMove() == Attackers(o.g) {
		return "attackers"
	}
	return "defenders"
}

// Attackers returns the player who has the attackers.
func Attackers(g *tafl.Game) env.Player {
	if g.Rules().First == tafl.Attackers {
		return env.First
	}
	return env.Second
}
