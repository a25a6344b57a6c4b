package foreign

import (
	"context"
	"fmt"
	"slices"
	"time"

	"ludens/env"
	"ludens/env/chess"
	"ludens/internal/machine"
)

// Player is an engine that plays one game. It is an env.Agent, and must be closed.
type Player struct {
	engine    Engine
	process   *process
	speaker   speaker
	line      line
	allowance machine.Allowance
}

// speaker is a protocol as a process speaks it. Its methods are called within an exchange:
// their errors are the engine's fault.
type speaker interface {
	// greet shakes hands, sets the options and says which game is played.
	greet(g env.Game, options []Option) error
	// ask has the engine think about where l has come to. seen, if not nil, is shown what
	// it says on the way.
	ask(l *line, limits Limits, lines int, seen func(Found)) (Found, error)
	// stop says that a move is wanted now; "" where the protocol has no word for it.
	stop() string
	// goodbye ends the session.
	goodbye() string
}

// Found is what an engine says of a position.
type Found struct {
	Action env.Action
	Depth  int
	Nodes  int
	Lines  []Line // the best first; none if it said nothing
}

// Line is the play that an engine expects, with its value for the mover.
type Line struct {
	Actions []env.Action
	Value   float32
}

// Start starts an engine for a game of g. It returns an env.Forfeit if the engine does not
// run, does not speak its protocol or does not play g.
func Start(e Engine, g env.Game) (*Player, error) {
	p := &Player{engine: e, allowance: machine.Allowance{Each: e.Time}, line: line{usual: g.New(0)}}
	var err error
	if e.CPU {
		if err = machine.CheckProcessTime(); err != nil {
			return nil, err
		}
	}
	if p.process, err = start(e.Command, e.Patience); err != nil {
		return nil, err
	}
	if p.speaker, err = speaking(e.Protocol, p.process, g); err == nil {
		err = p.process.exchange(context.Background(), e.Patience, func() error { return p.speaker.greet(g, e.Options) })
	}
	if err != nil {
		p.process.close("")
		return nil, err
	}
	return p, nil
}

// speaking returns the speaker of a protocol, if it has words for g.
func speaking(protocol string, p *process, g env.Game) (speaker, error) {
	switch protocol {
	case "uci":
		return newUCI(p, g)
	case "cecp":
		return newCECP(p, g)
	case "otep":
		return newOTEP(p, g)
	}
	return newJSON(p, g)
}

// Close ends the engine and all that it has started.
func (p *Player) Close() error {
	p.process.close(p.speaker.goodbye())
	return nil
}

// Act has the engine choose a move.
func (p *Player) Act(ctx context.Context, s env.State) (env.Decision, error) {
	p.line.follow(s)
	limit, told := usualMove, p.engine.told()
	if told.Time > 0 {
		limit = told.Time
	}
	var f Found
	err := p.metered(ctx, p.engine.Limits, func() error {
		return p.process.exchange(ctx, limit+p.engine.Patience, func() (err error) {
			f, err = p.speaker.ask(&p.line, told, 1, nil)
			return err
		})
	})
	if err != nil {
		return env.Decision{}, err
	}
	p.line.play(f.Action)
	d := env.Decision{Action: f.Action, Simulations: f.Nodes, Depth: f.Depth, Line: []env.Action{f.Action}}
	if len(f.Lines) > 0 && f.Lines[0].leads(f.Action) {
		d.Value, d.Line = f.Lines[0].Value, f.Lines[0].Actions
	}
	return d, nil
}

// leads reports whether a line begins with a move.
func (l Line) leads(a env.Action) bool { return len(l.Actions) > 0 && l.Actions[0] == a }

// Think has the engine look at a position until ctx ends, which is no error, or its limits
// are reached; at that many lines, where it can. Zero limits are its own.
func (p *Player) Think(ctx context.Context, s env.State, l Limits, lines int, seen func(Found)) (f Found, err error) {
	if l == (Limits{}) {
		l = p.engine.Limits
	}
	p.line = line{usual: p.line.usual, game: p.line.game}
	p.line.follow(s)
	alive, kill := context.WithCancelCause(context.WithoutCancel(ctx))
	defer kill(nil)
	defer context.AfterFunc(ctx, func() { // it is hurried, and killed if that does not help
		if word := p.speaker.stop(); word != "" {
			p.process.say("%s", word)
		}
		time.AfterFunc(p.engine.Patience, func() { kill(errLate) })
	})()
	limit, told := usualMove, l.told()
	switch {
	case l.Endless:
		limit = 0
	case told.Time > 0:
		limit = told.Time
	}
	if limit > 0 {
		limit += p.engine.Patience
	}
	err = p.metered(ctx, l, func() error {
		return p.process.exchange(alive, limit, func() (err error) {
			f, err = p.speaker.ask(&p.line, told, lines, seen)
			return err
		})
	})
	if context.Cause(alive) == errLate {
		err = errLate
	}
	return f, err
}

var errLate = forfeit("it hung: it did not stop when asked to")

// Watch shows the engine a position that its game has passed through: where it is shown
// all of them, it knows the moves, too.
func (p *Player) Watch(s env.State) { p.line.follow(s) }

// line is a game as the engine gets it: a position, and the moves since.
type line struct {
	usual env.State // the game's own start
	game  int       // grows with each new start, and when moves are taken back
	start env.State
	moves []env.Action
	now   env.State
}

// follow moves the line to s: by the reply to the last move, by none, by taking back moves,
// or to a new start.
func (l *line) follow(s env.State) {
	if l.now == nil && l.usual != nil {
		l.begin(l.usual)
	}
	if l.now != nil && (l.reach(s) || l.takeBack(s)) {
		return
	}
	l.begin(s)
}

func (l *line) begin(s env.State) {
	l.game++
	l.start, l.moves, l.now = s.Copy(nil), nil, s.Copy(nil)
}

// reach moves the line to s if that is where it stands, or one move on.
func (l *line) reach(s env.State) bool {
	a, moves, ok := between(l.now, s)
	if ok && moves {
		l.play(a)
	}
	return ok
}

// between returns the move that leads from one position to another, if they are not equal.
func between(from, to env.State) (a env.Action, moves, ok bool) {
	if from.Key() == to.Key() {
		return 0, false, true
	}
	var next env.State
	for _, a := range from.Legal(nil) {
		next = from.Copy(next)
		next.Play(a)
		if next.Key() == to.Key() {
			return a, true, true
		}
	}
	return 0, false, false
}

// takeBack takes back as few moves as lead to s, or to one move before it.
func (l *line) takeBack(s env.State) bool {
	at, left, found := l.start.Copy(nil), line{game: l.game + 1, start: l.start, usual: l.usual}, false
	for i := range l.moves {
		if a, moves, ok := between(at, s); ok {
			left.moves, left.now, found = slices.Clone(l.moves[:i]), at.Copy(left.now), true
			if moves {
				left.play(a)
			}
		}
		at.Play(l.moves[i])
	}
	if found {
		*l = left
	}
	return found
}

// play adds a move.
func (l *line) play(a env.Action) {
	l.moves = append(l.moves, a)
	l.now.Play(a)
}

// texts returns the moves in some notation.
func (l *line) texts(write func(env.State, env.Action) string) (all []string) {
	s := l.start.Copy(nil)
	for _, a := range l.moves {
		all = append(all, write(s, a))
		s.Play(a)
	}
	return all
}

// read returns the legal action that the engine means.
func (l *line) read(text string) (env.Action, error) {
	a, err := readMove(l.now, clip(text))
	if err != nil {
		return 0, forfeit("it played %q: %v", clip(text), err)
	}
	return a, nil
}

// readLine returns a line of play, up to the first move that is not legal.
func (l *line) readLine(words []string) (all []env.Action) {
	s := l.now.Copy(nil)
	for _, text := range words[:min(len(words), mostPlies)] {
		a, err := readMove(s, text)
		if err != nil {
			break
		}
		all = append(all, a)
		s.Play(a)
	}
	return all
}

// readMove reads a move in the game's own notation. Some engines write a few in another,
// whatever they are asked for: Phalanx castles by O-O.
func readMove(s env.State, text string) (env.Action, error) {
	a, err := chess.ReadWritten(s, text)
	if err != nil {
		if b, other := env.ReadMove(s, text); other == nil {
			return b, nil
		}
	}
	return a, err
}

// mostPlies of a line are read.
const mostPlies = 40

// clip shortens what an engine says for a message.
func clip(text string) string { return text[:min(len(text), 40)] }

// writer returns what writes positions of g for programs of chess.
func writer(g env.Game) (func(env.State) string, error) {
	if w, ok := env.As[env.FENWriter](g); ok {
		return w.FEN, nil
	}
	if n, ok := env.As[env.Notated](g); ok {
		return n.Position, nil
	}
	return nil, fmt.Errorf("%s has no text for positions, which the engine needs", g.Spec().Name)
}
