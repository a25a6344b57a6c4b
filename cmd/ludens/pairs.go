package main

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

	"ludens/env"
	"ludens/internal/atomicfile"
	"ludens/internal/cputime"
	"ludens/internal/seed"
	"ludens/solve"
)

// Work on pairs is kept so often, and told about so often.
const (
	keepEvery = 10 * time.Minute
	tellEvery = 30 * time.Second
)

// verified is how many positions of a new table the rule book checks.
const verified = 20_000

// pairing is the work of solving a game by pairs, and its files.
type pairing struct {
	*solving
	table, part string // the table, and what there is of it before it is finished
	needs       solve.PairNeeds
	work        *solve.Pairs
	level       time.Duration // of the last one
}

// tellPairs solves the game unless its table is there, and tells what that says.
func (v *solving) tellPairs(ctx context.Context, file string) error {
	p := &pairing{solving: v, table: file, part: file + ".part"}
	clock := cputime.ClockOf(v.workers)
	began := clock()
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		if err := p.make(ctx); err != nil {
			return err
		}
	}
	table, err := openPairs(v.game, file)
	if err != nil {
		return err
	}
	if err := table.Verify(ctx, verified, seed.New(1)); ctx.Err() != nil {
		return interrupted{fmt.Sprintf("The table is kept in %s.", file)}
	} else if err != nil {
		return err
	}
	return v.tellSolution(ctx, solution{
		Summary: table.Summary(), Endless: "drawn", Verified: verified,
		Seconds: (clock() - began).Seconds(), Workers: v.workers, File: file,
	})
}

// make makes the table.
func (p *pairing) make(ctx context.Context) (err error) {
	lock := flock.New(p.table + ".lock")
	if ok, err := lock.TryLock(); err != nil || !ok {
		return errors.Join(err, fmt.Errorf("solve: another process is making %s", p.table))
	}
	defer func() { err = errors.Join(err, os.Remove(lock.Path()), lock.Unlock()) }()
	if p.needs, err = solve.Needs(p.game); err != nil {
		return err
	}
	if err := p.room(); err != nil {
		return fmt.Errorf("solve: %s: %w", p.game.Spec().Name, err)
	}
	fmt.Fprintf(p.errs, "%s: %d pairs of placements; %s of memory, up to %s on disk in %s\n",
		p.game.Spec().Name, p.needs.Pairs, size(p.needs.Memory), size(2*p.needs.File), filepath.Dir(p.table))
	if err := p.open(); err != nil {
		return err
	}
	if err := p.solve(ctx); err != nil {
		return err
	}
	return os.Rename(p.part, p.table)
}

// room returns an error if there is too little of it.
func (p *pairing) room() error {
	if err := p.sweep(); err != nil {
		return err
	}
	if most := uint64(p.memory) << 20; most < p.needs.Memory {
		return fmt.Errorf("%w for %s of memory: it needs --memory %d", solve.ErrTooLarge, size(most), p.needs.Memory>>20+1)
	}
	if free, ok := freeMemory(); ok && free < p.needs.Memory {
		return fmt.Errorf("too little memory: it needs %s, and %s are free", size(p.needs.Memory), size(free))
	}
	need := 2 * p.needs.File // while one is written, the one before is there
	if _, err := os.Stat(p.part); err == nil {
		need /= 2
	}
	folder := filepath.Dir(p.table)
	if free, ok := freeDisk(folder); ok && free < need {
		return fmt.Errorf("too little room in %s: it needs %s more, and %s are free", folder, size(need), size(free))
	}
	return nil
}

// sweep removes what a process left behind that was killed while it wrote.
func (p *pairing) sweep() error {
	left, err := filepath.Glob(filepath.Join(filepath.Dir(p.part), "."+filepath.Base(p.part)+".*"))
	for _, file := range left {
		err = errors.Join(err, os.Remove(file))
	}
	return err
}

// open begins, or goes on with what is there.
func (p *pairing) open() (err error) {
	memory := uint64(p.memory) << 20
	f, err := os.Open(p.part)
	if errors.Is(err, fs.ErrNotExist) {
		p.work, err = solve.NewPairs(p.game, p.workers, memory)
	} else if err == nil {
		defer f.Close()
		var info os.FileInfo
		if info, err = f.Stat(); err != nil {
			return err
		}
		p.work, err = solve.ReadPairs(f, info.Size(), p.game, p.workers, memory)
		if err != nil {
			err = fmt.Errorf("%s: %w", p.part, err)
		}
	}
	if err != nil {
		return err
	}
	if level := p.work.Progress().Level; level > 0 {
		fmt.Fprintf(p.errs, "going on after level %d\n", level)
	}
	p.foretell()
	return nil
}

// foretell measures how long a level takes at most, by a sample of its rows.
func (p *pairing) foretell() {
	const every = 50
	p.work.Sample(every) // the first touch of memory is slow
	began := time.Now()
	p.work.Sample(every)
	p.level = time.Since(began) * every
	fmt.Fprintf(p.errs, "measured: about %s a level, a level for each ply of the longest win; how many there are nobody knows before: 100 would take %s\n",
		short(p.level), short(100*p.level))
}

// solve works out level after level. It stops after a whole one, and keeps what
// there is.
func (p *pairing) solve(ctx context.Context) error {
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
		if err := atomicfile.Write(p.part, p.work.Write); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return interrupted{fmt.Sprintf("Level %d is kept in %s; the same command goes on from there.", p.work.Progress().Level, p.part)}
		}
		kept = time.Now()
	}
	return atomicfile.Write(p.part, p.work.Write)
}

// say says how far the work is.
func (p *pairing) say(at solve.PairProgress, since time.Duration) {
	fmt.Fprintf(p.errs, "level %d: %d positions; %.2f %% of all decided; %s a level, %s since the start; %s\n",
		at.Level, at.Found, 100*float64(at.Decided)/float64(at.Pairs), short(p.level), short(since), p.left(at.Left))
}

// left estimates the time that is left, if the levels get smaller. Towards the
// end they do so ever faster: so it is rather too long.
func (p *pairing) left(levels float64) string {
	if math.IsInf(levels, 1) {
		return "the end is not in sight yet"
	}
	return fmt.Sprintf("no more than %.0f levels are left, %s, if they go on getting smaller as fast", levels, short(time.Duration(levels*float64(p.level))))
}

// openPairs opens the table of a game. Its file is closed when nobody refers to
// the table any more.
func openPairs(g env.Game, file string) (*solve.PairTable, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	table, err := solve.OpenPairs(f, g)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return table, nil
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
