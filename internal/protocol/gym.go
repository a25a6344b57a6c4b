package protocol

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync"

	"ludens/env"
	"ludens/internal/prose"
)

// Gym lets another program play many episodes of a game side by side: an
// environment as learners know it, with one line for each message. It ends when
// in does, or by the order close.
func Gym(ctx context.Context, g env.Game, d Doors, in io.Reader, out io.Writer) error {
	e, p := NewEpisodes(g, d), printer{w: out}
	defer e.Close()
	lines := readLines(ctx, in)
	for p.err == nil {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case line, more := <-lines:
			if !more {
				return cmp.Or(p.err, ctx.Err())
			}
			answer, quit := e.Hear(ctx, line)
			if answer != nil {
				p.line(answer)
			}
			if quit {
				return cmp.Or(p.err, ctx.Err())
			}
		}
	}
	return p.err
}

// Episodes are rows of episodes of one game, for a learner in another language. Orders
// come as lines of JSON; with shared memory none is needed to play.
// They are used by one goroutine at a time. An order that cannot be obeyed changes
// nothing in any row.
type Episodes struct {
	game    env.Game
	spec    env.Spec
	doors   Doors
	memory  *memory
	rows    []episode
	endings []string         // every way that an episode has ended, by its number; "" first
	numbers map[string]int32 // of endings
	players map[string]Player
	release func() error // gives back the memory that is shared; nil: none is
}

// Doors are what episodes need of the world: each may be missing.
type Doors struct {
	// Map makes a file the memory of this process and of another, until release.
	Map func(path string, size int) (memory []byte, release func() error, err error)
	// Player opens an agent by its text.
	Player func(text string, g env.Game) (Player, error)
	// Release is the version of this program, "v1.2.3"; "" if it is no release.
	Release string
}

// NewEpisodes returns no rows yet of a game.
func NewEpisodes(g env.Game, d Doors) *Episodes {
	return &Episodes{
		game: g, spec: g.Spec(), doors: d, memory: newMemory(0, 0, 1),
		endings: []string{""}, numbers: map[string]int32{"": 0}, players: map[string]Player{},
	}
}

// bell is the line that rings for a run: what is to be done lies in the memory. It is
// answered by itself, or by an error.
const bell = "."

// Hear answers a line: nil if it is empty.
func (e *Episodes) Hear(ctx context.Context, line string) (answer []byte, quit bool) {
	if line == bell {
		if err := e.Run(); err != nil {
			return said(nil, err), false
		}
		return []byte(bell), false
	}
	if strings.TrimSpace(line) == "" {
		return nil, false
	}
	var o gymOrder
	if err := decode(line, &o); err != nil {
		return said(nil, plainJSON(err, o)), false
	}
	a, err := e.take(ctx, o)
	return said(a, err), err == nil && o.Do == "close"
}

// gymError is the answer to an order that is not obeyed.
type gymError struct {
	Error   string `json:"error"`
	Forfeit bool   `json:"forfeit,omitempty"` // another's program is at fault
}

// said writes an answer, or the error in its place.
func said(a any, err error) []byte {
	if err != nil {
		a = gymError{prose.OneLine(prose.Clip(err.Error())), errors.As(err, new(*env.Forfeit))}
	}
	text, err := json.Marshal(a)
	if err != nil {
		panic(err) // answers are made of texts and finite numbers
	}
	return text
}

// Share has the episodes read and write n rows in a memory that is the learner's too:
// layout says where. All rows are still to be begun.
func (e *Episodes) Share(bytes []byte, n int) error {
	if err := checkCount(n, "rows"); err != nil {
		return err
	}
	if _, want := layout(e.spec.Size(), e.spec.Actions, n); len(bytes) < want {
		return fmt.Errorf("memory: %d bytes; %d rows need %d", len(bytes), n, want)
	}
	err := e.Close()
	e.seat(n, memoryOn(bytes, e.spec.Size(), e.spec.Actions, n))
	return err
}

// Close gives back a memory that was mapped. There are no rows any more.
func (e *Episodes) Close() error {
	e.seat(0, newMemory(0, 0, 1))
	if e.release == nil {
		return nil
	}
	release := e.release
	e.release = nil
	return release()
}

func checkCount(n int, what string) error {
	if n < 1 || n > maxRows {
		return fmt.Errorf("%s: %d; want 1 to %d", what, n, maxRows)
	}
	return nil
}

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
