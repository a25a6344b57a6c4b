package protocol

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"ludens/env"
)

// maxEngines bounds how many programs play in the rows at the same time.
const maxEngines = 64

// gymReplies is what an agent plays in some rows.
type gymReplies struct {
	Actions []env.Action `json:"actions"` // -1 where it has lost by its own fault
	// Forfeits are the reasons for that, row by row; none if there is none.
	Forfeits []string `json:"forfeits,omitempty"`
}

// replies asks another's program, which has a process for each row: as many of them think
// at the same time as there are cores. One that cannot be started is an error, and no move
// of any row; one that fails at its move has lost the game of that row.
func (e *Episodes) replies(ctx context.Context, o gymOrder, p Player) (any, error) {
	if err := e.engaging(o); err != nil {
		return nil, err
	}
	told := gymReplies{Actions: make([]env.Action, len(o.Rows)), Forfeits: make([]string, len(o.Rows))}
	failed := make([]error, len(o.Rows))
	turn := make(chan struct{}, runtime.GOMAXPROCS(0))
	var all sync.WaitGroup
	for i, row := range o.Rows {
		all.Go(func() {
			turn <- struct{}{}
			told.Actions[i], told.Forfeits[i], failed[i] = e.rows[row].reply(ctx, o.Agent, p)
			<-turn
		})
	}
	all.Wait()
	for _, err := range failed {
		if err != nil {
			return nil, err
		}
	}
	if !slices.ContainsFunc(told.Forfeits, func(reason string) bool { return reason != "" }) {
		told.Forfeits = nil
	}
	return told, nil
}

// engaging returns the error of asking a program in some rows, if it is one.
func (e *Episodes) engaging(o gymOrder) error {
	if err := e.checkRows(o.Rows, len(o.Rows), "rows"); err != nil {
		return err
	}
	running := 0
	for i := range e.rows {
		running += len(e.rows[i].engines)
	}
	for _, row := range o.Rows {
		if _, err := e.ongoing(gymOrder{Row: row}); err != nil {
			return err
		}
		if e.rows[row].engines[o.Agent] == nil {
			running++
		}
	}
	if running > maxEngines {
		return fmt.Errorf("agent: %d programs at the same time; want at most %d rows in which one plays", running, maxEngines)
	}
	return nil
}

// reply has a program move, which is started at its first move of an episode.
func (r *episode) reply(ctx context.Context, text string, p Player) (a env.Action, forfeit string, err error) {
	engine := r.engines[text]
	if engine == nil {
		if engine, err = p.Agent(r.stream()); err != nil {
			return 0, "", err
		}
		if r.engines == nil {
			r.engines = map[string]env.Agent{}
		}
		r.engines[text] = engine
	}
	d, err := engine.Act(ctx, r.state)
	if err == nil {
		return d.Action, "", nil
	}
	delete(r.engines, text)
	env.Close(engine)
	if fault := (*env.Forfeit)(nil); errors.As(err, &fault) {
		return -1, fault.Reason, nil
	}
	return 0, "", err
}

// dismiss ends the programs that play in some rows, all at the same time: each may take
// its leave.
func dismiss(rows []episode) {
	var all sync.WaitGroup
	for i := range rows {
		for _, engine := range rows[i].engines {
			all.Go(func() { env.Close(engine) })
		}
		rows[i].engines = nil
	}
	all.Wait()
}
