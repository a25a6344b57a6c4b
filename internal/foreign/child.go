package foreign

import (
	"context"
	"errors"
	"time"

	"ludens/env"
)

// Child is a program that is no engine: it answers each line with one line. It ends with
// this process, and is killed when an answer is late. It is used by one goroutine at a
// time.
type Child struct{ process *process }

// NewChild starts a program, which says nothing before it is asked.
func NewChild(command []string) (*Child, error) {
	p, err := start(command, 0)
	if err != nil {
		return nil, blameless(err)
	}
	return &Child{p}, nil
}

// Ask says a line and returns the answer. After an error the child has been killed.
func (c *Child) Ask(ctx context.Context, limit time.Duration, line string) (answer string, err error) {
	err = c.process.exchange(ctx, limit, func() error {
		if err := c.process.say("%s", line); err != nil {
			return err
		}
		answer, err = c.process.hear()
		return err
	})
	return answer, blameless(err)
}

// Close ends the program.
func (c *Child) Close() { c.process.close("") }

// blameless returns an error as one that loses no game: a child plays none.
func blameless(err error) error {
	if fault := new(env.Forfeit); errors.As(err, &fault) {
		return errors.New(fault.Reason)
	}
	return err
}

// Kill ends the program at once. It may be called from anywhere.
func (c *Child) Kill() { c.process.kill() }
