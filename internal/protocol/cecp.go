package protocol

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"ludens/analysis"
	"ludens/env"
	"ludens/env/chess"
	"ludens/env/record"
)

// CECP serves a board that speaks the Chess Engine Communication Protocol,
// version 2 (gnu.org/software/xboard/engine-intf.html), until it says quit or in
// ends. The game is one whose positions chess programs read; the board may choose another
// of its family. Of a game that boards do not know, the board learns the start position and
// the pieces from us.
func CECP(ctx context.Context, e Engine, in io.Reader, out io.Writer) error {
	g, ok := e.Game.(chesslike)
	if !ok {
		return fmt.Errorf("protocol: cecp is for games of chess; %s speaks %s", e.Game.Spec().Name, spoken(e.Game))
	}
	d, err := openDesk(ctx, e, g, out)
	if err != nil {
		return err
	}
	c := &cecp{desk: d, engine: e, game: g, opened: g, seed: e.Seed}
	c.lay()
	c.side = env.Second
	return c.serve(c, in)
}

type cecp struct {
	desk
	engine Engine
	game   chesslike
	opened chesslike // which the analyst plays
	seed   uint64    // of the start position
	sheet  *record.Sheet

	mode  mode
	side  env.Player // whom the engine plays in mode playing
	post  bool
	pings []string // that wait for a move to be made

	clock       clock
	base        time.Duration // what the clock shows at the beginning
	perControl  int           // moves of a control; 0: one for the game
	moveTime    time.Duration // for each move; 0: by the clock
	depthLimit  int
	simulations int // option; 0: by time

	resigns  bool // option
	hopeless int  // own moves running that looked lost
	value    float32
	latest   analysis.Report
}

// mode is what the engine does when it is its turn.
type mode int8

const (
	playing   mode = iota
	forced         // it only keeps the score
	analysing      // it thinks about whatever is on the board
)

// lay puts the pieces on the board.
func (c *cecp) lay() {
	c.sheet, _ = record.NewSheet(c.game, record.New(c.game, c.seed)) // the game's own start is always sound
}

// begin sets up a new game, of the engine's own variant until the board says another: the
// engine has Black. XBoard asks for one several
// times before it plays it, and believes the first setup that it is sent: so a
// new array is drawn only after a game in which a move was made.
func (c *cecp) begin() {
	c.halt()
	if c.sheet.Ply() > 0 {
		c.seed++
	}
	c.game = c.engine.Game.(chesslike) // as CECP found it
	c.forget()
	c.lay()
	if c.mode != analysing {
		c.mode = playing
	}
	c.side = env.Second
	c.depthLimit, c.hopeless, c.value = 0, 0, 0
	c.clock.left = c.base
}

// order is a command of the board.
type order func(c *cecp, rest string) error

var errQuit = errors.New("quit")

// orders are the commands that there are; nil: nothing to do.
var orders = map[string]order{
	"xboard": nil, "accepted": nil, "rejected": nil, "random": nil, "hard": nil, "easy": nil, "otim": nil,
	"name": nil, "rating": nil, "computer": nil, "ics": nil, "egtpath": nil, "bk": nil, "hint": nil,

	"protover": (*cecp).introduce,
	"variant":  (*cecp).chooseVariant,
	"new":      func(c *cecp, _ string) error { c.begin(); return c.resume() },
	"setboard": (*cecp).setBoard,
	"usermove": (*cecp).userMove,
	"undo":     func(c *cecp, _ string) error { return c.takeBack(1) },
	"remove":   func(c *cecp, _ string) error { return c.takeBack(2) },

	"force":     func(c *cecp, _ string) error { c.halt(); c.mode = forced; return nil },
	"go":        (*cecp).goOn,
	"playother": (*cecp).playOther,
	"?":         func(c *cecp, _ string) error { return c.hurry() },
	"analyze":   func(c *cecp, _ string) error { c.halt(); c.mode = analysing; return c.resume() },
	"exit":      func(c *cecp, _ string) error { c.halt(); c.mode = forced; return nil },
	".":         func(c *cecp, _ string) error { c.tellStatus(); return nil },
	"result":    func(c *cecp, _ string) error { c.halt(); c.mode = forced; return nil },
	"draw":      (*cecp).considerDraw,
	"quit":      func(*cecp, string) error { return errQuit },

	"level":  (*cecp).setLevel,
	"st":     (*cecp).setMoveTime,
	"sd":     (*cecp).setDepth,
	"time":   (*cecp).setClock,
	"post":   func(c *cecp, _ string) error { c.post = true; return nil },
	"nopost": func(c *cecp, _ string) error { c.post = false; return nil },
	"option": (*cecp).setOption,
	"cores":  (*cecp).setCores,
	"memory": (*cecp).setMemory,
	"ping":   (*cecp).ping,
}

// refusal is an error in the protocol's form: "Error (why): what".
type refusal string

func (r refusal) Error() string { return string(r) }

func (c *cecp) hear(line string) (quit bool) {
	word, rest := cut(line)
	if word == "" {
		return false
	}
	obey, known := orders[word]
	if !known && moveText.MatchString(line) { // of a board that does not accept usermove
		obey, known, rest = (*cecp).userMove, true, line
	}
	if !known {
		c.out.print("Error (unknown command): %.80s", line)
		return false
	}
	if obey == nil {
		return false
	}
	err := obey(c, rest)
	var why refusal
	switch {
	case errors.Is(err, errQuit):
		return true
	case errors.As(err, &why):
		c.out.print("Error (%s): %.80s", why, line)
	}
	return false
}

// userMove plays a move of the opponent, or of the side to move.
func (c *cecp) userMove(text string) error {
	c.halt()
	a, err := chess.ReadWritten(c.sheet.State(), c.ours(text))
	if err != nil {
		why := ""
		if errors.Is(err, env.ErrOver) {
			why = " (the game is over)"
		}
		c.out.print("Illegal move%s: %.40s", why, text)
		return c.resume()
	}
	c.sheet.Play(a)
	c.tellResult()
	return c.resume()
}

// setBoard sets up a position, the moves before it forgotten.
func (c *cecp) setBoard(fen string) error {
	c.halt()
	s, err := c.game.ParsePosition(fen)
	if err == nil {
		r := record.Record{Game: c.game.Spec().Name, Start: c.game.Position(s)}
		var sheet *record.Sheet
		if sheet, err = record.NewSheet(c.game, r); err == nil {
			c.sheet = sheet
		}
	}
	if err != nil {
		c.out.print("tellusererror Illegal position: %.200s", err)
	}
	return c.resume()
}

// takeBack takes back that many plies.
func (c *cecp) takeBack(plies int) error {
	c.halt()
	if c.sheet.Ply() < plies {
		return refusal("no move to take back")
	}
	c.sheet.TakeBack(c.sheet.Ply() - plies)
	return c.resume()
}

// goOn lets the engine play the side to move.
func (c *cecp) goOn(string) error {
	c.halt()
	c.mode, c.side = playing, c.sheet.State().ToMove()
	return c.resume()
}

// playOther lets the engine play the side that is not to move.
func (c *cecp) playOther(string) error {
	c.halt()
	c.mode, c.side = playing, c.sheet.State().ToMove().Other()
	return nil
}

func (c *cecp) hurry() error {
	if c.thinking() && c.mode == playing {
		c.stop()
	}
	return nil
}

// resume starts to think if it is the engine's turn to.
func (c *cecp) resume() error {
	s := c.sheet.State()
	if thinks := c.mode == analysing || c.mode == playing && s.ToMove() == c.side; thinks && c.opened != c.game {
		if err := c.take(c.engine, c.game); err != nil {
			return refusal(err.Error())
		}
		c.opened = c.game
	}
	switch {
	case s.Result() != env.Ongoing:
	case c.mode == analysing:
		c.think(s, analysis.Limits{Endless: true, Every: often})
	case c.mode == playing && s.ToMove() == c.side:
		c.think(s, c.limits())
	}
	return nil
}

// often is the time between two lines of thinking.
const often = 400 * time.Millisecond

// limits are those of the next move.
func (c *cecp) limits() analysis.Limits {
	l := analysis.Limits{Simulations: c.simulations, Time: c.moveTime, Depth: c.depthLimit, Every: often}
	if l.Time == 0 && c.clock.left > 0 {
		control := c.clock
		if c.perControl > 0 {
			control.moves = c.perControl - c.sheet.Ply()/2%c.perControl
		}
		l.Time = control.allot()
	}
	return l
}

func (c *cecp) news(r analysis.Report) {
	c.latest = r
	if c.post {
		c.tellThinking(r)
	}
}

// decided makes the move that was found.
func (c *cecp) decided(r analysis.Report, err error) {
	if err != nil {
		c.mode = forced
		c.out.print("tellusererror %.200s", err)
	} else {
		c.news(r)
	}
	if err == nil && c.mode == playing {
		c.move(r)
	}
	for _, n := range c.pings {
		c.out.print("pong %s", n)
	}
	c.pings = nil
}

func (c *cecp) move(r analysis.Report) {
	if c.value = r.Value; r.Value < lost {
		c.hopeless++
	} else {
		c.hopeless = 0
	}
	if c.resigns && c.hopeless >= patience {
		c.out.print("resign")
		c.mode = forced
		return
	}
	c.out.print("move %s", c.theirs(chess.Written(c.sheet.State(), r.Best())))
	c.sheet.Play(r.Best())
	c.tellResult()
}

// Where the engine may resign, it does after patience moves running that looked
// worse than lost.
const (
	lost     = -0.97
	patience = 4
)

// considerDraw takes a draw that is better than what is expected.
func (c *cecp) considerDraw(string) error {
	if c.mode == playing && c.sheet.State().Result() == env.Ongoing && c.value < 0 {
		c.out.print("offer draw")
	}
	return nil
}

// ping is answered when everything before it has been done: a move that is
// being thought about first.
func (c *cecp) ping(n string) error {
	if c.thinking() && c.mode == playing {
		c.pings = append(c.pings, n)
		return nil
	}
	c.out.print("pong %.40s", n)
	return nil
}
