package tuning

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"ludens/eval"
	"ludens/internal/machine"
	"ludens/tune"
)

// Round is what a round has come to.
type Round struct {
	Number        int
	Tally         Tally
	Positions     int     // learned from, those of earlier rounds among them
	Before, After float64 // mean cross entropy of the positions held out, in nats
	CPU           time.Duration
}

// String says it in two lines.
func (r Round) String() string {
	t := r.Tally
	return fmt.Sprintf("round %d: %d games in %.1f CPU minutes, first %d, second %d, drawn %d, cut off %d, %.0f plies each\n"+
		"         %d positions; cross entropy of those held out %.4f, before %.4f",
		r.Number, t.Games, r.CPU.Minutes(), t.First, t.Second, t.Drawn, t.Cut, float64(t.Plies)/float64(max(1, t.Games)), r.Positions, r.After, r.Before)
}

// Tally counts games.
type Tally struct{ Games, Plies, First, Second, Drawn, Cut int }

func (t *Tally) add(r *tune.Record) {
	t.Games++
	t.Plies += len(r.Actions)
	switch r.Points {
	case 2:
		t.First++
	case 1:
		t.Drawn++
	case 0:
		t.Second++
	default:
		t.Cut++
	}
}

// Learn does the rounds that are left, and calls done after each, and played, unless it is
// nil, after each game.
func (f *Folder) Learn(ctx context.Context, workers int, played func(round, game int), done func(Round)) error {
	var w *eval.Weights
	for round := 1; round <= f.config.Rounds; round++ {
		next, err := Read(weightsFile(f.dir, round), f.game)
		if errors.Is(err, os.ErrNotExist) {
			next, err = f.round(ctx, w, round, workers, played, done)
		}
		if err != nil {
			return err
		}
		w = next
	}
	return nil
}

// round plays the rest of a round's games with the weights of the one before, and learns
// the next ones.
func (f *Folder) round(ctx context.Context, w *eval.Weights, round, workers int, played func(round, game int), done func(Round)) (*eval.Weights, error) {
	began := machine.CPUTime()
	if err := f.play(ctx, w, round, workers, played); err != nil {
		return nil, err
	}
	r := Round{Number: round}
	var lessons tune.Lessons
	for from := max(1, round-f.config.Window+1); from <= round; from++ {
		var games []*tune.Record
		if _, _, err := f.kept(from, func(game *tune.Record) error {
			if from == round {
				r.Tally.add(game)
			}
			games = append(games, game)
			return nil
		}); err != nil {
			return nil, err
		}
		if err := lessons.Add(f.game, f.features, f.config, from, games); err != nil {
			return nil, fmt.Errorf("%s: %w", f.dir, err)
		}
	}
	r.Positions = lessons.Train.Len()
	next, before, after, err := lessons.Fit(f.game, f.features, f.config, w, round)
	if err != nil {
		return nil, err
	}
	if err := write(weightsFile(f.dir, round), next.Encode()); err != nil {
		return nil, err
	}
	r.Before, r.After, r.CPU = before, after, machine.CPUTime()-began
	done(r)
	return next, nil
}

// play plays the games of a round that are not there yet.
func (f *Folder) play(ctx context.Context, w *eval.Weights, round, workers int, played func(round, game int)) error {
	n, end, err := f.kept(round, func(*tune.Record) error { return nil })
	if err != nil {
		return err
	}
	file, err := os.OpenFile(f.gamesFile(round), os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer file.Close()
	if err := file.Truncate(end); err != nil {
		return err
	}
	if _, err := file.Seek(end, 0); err != nil {
		return err
	}
	err = tune.Games(ctx, f.game, f.features, f.config, w, round, n, workers, func(r *tune.Record) error {
		text, err := json.Marshal(r)
		if err != nil {
			return err
		}
		if n++; played != nil {
			played(round, n)
		}
		_, err = file.Write(append(text, '\n'))
		return err
	})
	return errors.Join(err, file.Sync(), file.Close())
}
