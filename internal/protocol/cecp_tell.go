package protocol

import (
	"strings"

	"ludens/analysis"
	"ludens/env"
	"ludens/internal/foreign"
)

// tellThinking prints a line of thinking: depth, score, centiseconds, positions
// looked at, the play expected.
func (c *cecp) tellThinking(r analysis.Report) {
	s := c.sheet.State()
	score := foreign.Centipawns(r.Value)
	if moves, ok := mate(r, s.ToMove()); ok && moves >= 0 {
		score = mateScore + moves
	} else if ok {
		score = -mateScore + moves
	}
	line := strings.Join(spell(s, r.Moves[0].Line, plain), " ")
	c.out.print("%d %d %d %d %s", max(1, r.Depth), score, r.Elapsed.Milliseconds()/10, r.Simulations, line)
}

// mateScore + n is a mate in n moves.
const mateScore = 100_000

// tellStatus answers ".", which asks how an analysis goes.
func (c *cecp) tellStatus() {
	if c.thinking() && c.mode == analysing {
		c.out.print("stat01: %d %d %d 0 0", c.latest.Elapsed.Milliseconds()/10, c.latest.Simulations, max(1, c.latest.Depth))
	}
}

// tellResult says how the game has ended, if it has.
func (c *cecp) tellResult() {
	s := c.sheet.State()
	score, over := map[env.Result]string{env.FirstWins: "1-0", env.SecondWins: "0-1", env.Drawn: "1/2-1/2"}[s.Result()]
	if over && c.mode != analysing {
		c.out.print("%s {%s}", score, s.(env.Explained).Ending())
	}
}
