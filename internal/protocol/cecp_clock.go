package protocol

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

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
		return 0, fmt.Errorf("%q is not a time", text)
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
