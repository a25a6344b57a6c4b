package exact

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"ludens/env/seed"
	"ludens/internal/disk"
	"ludens/internal/exit"
	"ludens/internal/machine"
	"ludens/solve"
)

// How often work on pairs is kept, and how often it is reported.
const (
	keepEvery = 10 * time.Minute
	tellEvery = 30 * time.Second
)

// verified is how many positions of a new table the rule book checks.
const verified = 20_000

// pairs is the work of solving a game by pairs, and its files.
type pairs struct {
	Work
	table, part string // the table, and what there is of it before it is finished
	needs       solve.PairNeeds
	work        *solve.Pairs
	level       time.Duration // of the last one
}

// solvePairs solves the game unless its table is there, and returns what that
// says.
func (w Work) solvePairs(ctx context.Context, file string) (Solution, error) {
	p := &pairs{Work: w, table: file, part: file + ".part"}
	clock := machine.ClockOf(w.Workers)
	began := clock()
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		if err := p.make(ctx); err != nil {
			return Solution{}, err
		}
	}
	table, err := openPairs(w.Game, file)
	if err != nil {
		return Solution{}, err
	}
	if err := table.Verify(ctx, verified, seed.New(1)); ctx.Err() != nil {
		return Solution{}, exit.Stopped{Hint: fmt.Sprintf("The table is kept in %s.", file)}
	} else if err != nil {
		return Solution{}, err
	}
	return Solution{
		Summary: table.Summary(), Endless: "drawn", Verified: verified,
		Seconds: (clock() - began).Seconds(), Workers: w.Workers, File: file,
	}, nil
}

// make makes the table.
func (p *pairs) make(ctx context.Context) (err error) {
	lock := flock.New(p.table + ".lock")
	if ok, err := lock.TryLock(); err != nil || !ok {
		return errors.Join(err, fmt.Errorf("solve: another process is making %s", p.table))
	}
	defer func() { err = errors.Join(err, os.Remove(lock.Path()), lock.Unlock()) }()
	if p.needs, err = solve.Needs(p.Game); err != nil {
		return err
	}
	if err := p.room(); err != nil {
		return fmt.Errorf("solve: %s: %w", p.Game.Spec().Name, err)
	}
	p.tell("%s: %d pairs of placements; %s of memory, up to %s on disk in %s",
		p.Game.Spec().Name, p.needs.Pairs, size(p.needs.Memory), size(2*p.needs.File), filepath.Dir(p.table))
	if err := p.open(); err != nil {
		return err
	}
	if err := p.solve(ctx); err != nil {
		return err
	}
	return os.Rename(p.part, p.table)
}

// room returns an error if there is too little of it.
func (p *pairs) room() error {
	if err := p.sweep(); err != nil {
		return err
	}
	if most := p.Memory; most < p.needs.Memory {
		return fmt.Errorf("%w for %s of memory: it needs --memory %d", solve.ErrTooLarge, size(most), p.needs.Memory>>20+1)
	}
	if spare, ok := machine.FreeMemory(); ok && spare < p.needs.Memory {
		return fmt.Errorf("too little memory: it needs %s, and %s are free", size(p.needs.Memory), size(spare))
	}
	need := 2 * p.needs.File // while one is written, the one before is there
	if _, err := os.Stat(p.part); err == nil {
		need /= 2
	}
	folder := filepath.Dir(p.table)
	if spare, ok := machine.FreeDisk(folder); ok && spare < need {
		return fmt.Errorf("too little room in %s: it needs %s more, and %s are free", folder, size(need), size(spare))
	}
	return nil
}

// sweep removes what a process left behind that was killed while it wrote.
func (p *pairs) sweep() error {
	left, err := filepath.Glob(filepath.Join(filepath.Dir(p.part), "."+filepath.Base(p.part)+".*"))
	for _, file := range left {
		err = errors.Join(err, os.Remove(file))
	}
	return err
}

// open begins, or goes on with what is there.
func (p *pairs) open() (err error) {
	memory := p.Memory
	f, size, err := disk.Open(p.part, mostTable)
	if errors.Is(err, fs.ErrNotExist) {
		p.work, err = solve.NewPairs(p.Game, p.Workers, memory)
	} else if err == nil {
		defer f.Close()
		p.work, err = solve.ReadPairs(f, size, p.Game, p.Workers, memory)
		if err != nil {
			err = fmt.Errorf("%s: %w", p.part, err)
		}
	}
	if err != nil {
		return err
	}
	if level := p.work.Progress().Level; level > 0 {
		p.tell("going on after level %d", level)
	}
	p.foretell()
	return nil
}

// foretell measures how long a level takes at most, by a sample of its rows.
func (p *pairs) foretell() {
	const every = 50
	p.work.Sample(every) // the first touch of memory is slow
	began := time.Now()
	p.work.Sample(every)
	p.level = time.Since(began) * every
	p.tell("measured: about %s a level, a level for each ply of the longest win; their number is not known before: 100 would take %s",
		short(p.level), short(100*p.level))
}

// solve works out level after level. It stops after a whole one, and keeps what
// there is.
func (p *pairs) solve(ctx context.Context) error {
	began := time.Now()
	kept, told, level := began, began, p.work.Progress().Level
	for !p.work.Progress().Done {
		p.work.Next()
		if since := time.Since(told); since > tellEvery {
			at := p.work.Progress()
			p.level = since / time.Duration(at.Level-level)
			p.say(at, time.Since(began))
			told, level = time.Now(), at.Level
		}
		if ctx.Err() == nil && time.Since(kept) < keepEvery {
			continue
		}
		if err := disk.Write(p.part, p.work.Write); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return exit.Stopped{Hint: fmt.Sprintf("Level %d is kept in %s; the same command goes on from there.", p.work.Progress().Level, p.part)}
		}
		kept = time.Now()
	}
	return disk.Write(p.part, p.work.Write)
}

// say says how far the work is.
func (p *pairs) say(at solve.PairProgress, since time.Duration) {
	p.tell("level %d: %d positions; %.2f %% of all decided; %s a level, %s since the start; %s",
		at.Level, at.Found, 100*float64(at.Decided)/float64(at.Pairs), short(p.level), short(since), p.left(at.Left))
}

// left estimates the time that is left, if the levels get smaller. Towards the
// end they do so ever faster: so it is rather too long.
func (p *pairs) left(levels float64) string {
	if math.IsInf(levels, 1) {
		return "the end is not in sight yet"
	}
	return fmt.Sprintf("no more than %.0f levels are left, %s, if they go on getting smaller as fast", levels, short(time.Duration(levels*float64(p.level))))
}

// tell passes a line to Tell, if it is set.
func (p *pairs) tell(format string, values ...any) {
	if p.Tell != nil {
		p.Tell(fmt.Sprintf(format, values...))
	}
}

// size writes bytes for people.
func size(bytes uint64) string {
	if bytes < 10<<30 {
		return fmt.Sprintf("%d MiB", bytes>>20)
	}
	return fmt.Sprintf("%d GiB", bytes>>30)
}

// short writes a duration in no more digits than matter.
func short(d time.Duration) string {
	if d < 10*time.Second {
		return d.Round(10 * time.Millisecond).String()
	}
	return d.Round(time.Second).String()
}
