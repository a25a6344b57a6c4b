package protocol

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"ludens/analysis"
	"ludens/env"
	"ludens/env/chess"
	"ludens/internal/foreign"
	"ludens/mcts"
)

// introduce says what the engine can do.
func (c *cecp) introduce(version string) error {
	if v, err := strconv.Atoi(version); err != nil || v < 2 {
		return refusal("want: protover 2")
	}
	c.out.print("feature done=0")
	_, variants := c.variants()
	c.out.print("feature myname=%q variants=%q", c.engine.Name, strings.Join(variants, ","))
	c.out.print("feature ping=1 setboard=1 playother=1 usermove=1 san=0 time=1 draw=1 sigint=0 sigterm=0 reuse=1 analyze=1 colors=0 name=0 debug=1 smp=1 memory=1")
	c.out.print("feature option=\"Simulations -spin 0 0 %d\"", mcts.MaxSimulations)
	c.out.print("feature option=\"Resign -check 0\"")
	c.out.print("feature done=1")
	return nil
}

// setCores and setMemory obey the board's words for threads and megabytes.
func (c *cecp) setCores(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > c.engine.threads() {
		return refusal(fmt.Sprintf("want 1 to %d cores", c.engine.threads()))
	}
	return c.regive(Resources{n, c.has.Megabytes})
}

func (c *cecp) setMemory(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > analysis.MaxMegabytes {
		return refusal(fmt.Sprintf("want 1 to %d megabytes", analysis.MaxMegabytes))
	}
	return c.regive(Resources{c.has.Threads, n})
}

// regive gives the analyst other resources, who begins anew to think if he did.
func (c *cecp) regive(r Resources) error {
	c.halt()
	if err := c.give(r); err != nil {
		return refusal(err.Error())
	}
	return c.resume()
}

func (c *cecp) setOption(rest string) error {
	name, value, _ := strings.Cut(rest, "=")
	n, err := strconv.Atoi(value)
	switch {
	case err != nil:
		return refusal("want a number")
	case name == "Simulations" && 0 <= n && n <= mcts.MaxSimulations:
		c.simulations = n
	case name == "Resign" && (n == 0 || n == 1):
		c.resigns = n == 1
	default:
		return refusal("no such option or value")
	}
	return nil
}

// setLevel reads "40 5 0", "0 2:30 12": moves of a control, minutes, seconds
// for each move.
func (c *cecp) setLevel(rest string) error {
	words := strings.Fields(rest)
	if len(words) != 3 {
		return refusal("want: level MOVES MINUTES INCREMENT")
	}
	moves, err1 := strconv.Atoi(words[0])
	base, err2 := minutes(words[1])
	increment, err3 := seconds(words[2])
	if err1 != nil || err2 != nil || err3 != nil || moves < 0 {
		return refusal("want: level MOVES MINUTES INCREMENT")
	}
	c.perControl, c.base, c.moveTime = moves, base, 0
	c.clock = clock{left: base, increment: increment}
	return nil
}

// minutes reads "5" and "2:30".
func minutes(text string) (time.Duration, error) {
	whole, rest, _ := strings.Cut(text, ":")
	m, err := seconds(whole)
	if err != nil || rest == "" {
		return 60 * m, err
	}
	s, err := seconds(rest)
	return 60*m + s, err
}

// seconds reads a number of seconds, up to a day.
func seconds(text string) (time.Duration, error) {
	s, err := strconv.ParseFloat(text, 64)
	if err != nil || !(s >= 0 && s <= 86400) {
		return 0, fmt.Errorf("%q is no time", text)
	}
	return time.Duration(s * float64(time.Second)), nil
}

func (c *cecp) setMoveTime(rest string) error {
	t, err := minutes("0:" + rest)
	if err != nil || t == 0 {
		return refusal("want: st SECONDS")
	}
	c.moveTime = max(t-lag, t/2)
	return nil
}

func (c *cecp) setDepth(rest string) error {
	n, err := strconv.Atoi(rest)
	if err != nil || n < 1 {
		return refusal("want: sd PLIES")
	}
	if c.engine.Shallow {
		return refusal("this agent searches no lines of play")
	}
	c.depthLimit = n
	return nil
}

// setClock reads what is left on the engine's clock, in hundredths of a second.
func (c *cecp) setClock(rest string) error {
	n, err := strconv.Atoi(rest)
	if err != nil || n > 1e9 {
		return refusal("want: time CENTISECONDS")
	}
	c.clock.left = time.Duration(max(1, n)) * 10 * time.Millisecond
	return nil
}

// tellThinking prints a line of thinking: depth, score, centiseconds, positions
// looked at, the play expected.
func (c *cecp) tellThinking(r analysis.Report) {
	s := c.sheet.State()
	score := foreign.Centipawns(r.Value)
	if moves, ok := mate(r, s.ToMove()); ok && moves >= 0 {
		score = foreign.MateScore + moves
	} else if ok {
		score = -foreign.MateScore + moves
	}
	line := c.theirs(strings.Join(spell(s, r.Moves[0].Line, chess.Written), " "))
	c.out.print("%d %d %d %d %s", max(1, r.Depth), score, r.Elapsed.Milliseconds()/10, r.Simulations, line)
}

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
