package run

import (
	"fmt"
	"iter"

	"ludens/env"
	"ludens/internal/disk"
	"ludens/selfplay"
)

// mostGames bounds the memory that the games of one iteration take, bytes. An
// iteration of 96 games of 400 plies takes 3 MB.
const mostGames = 512 << 20

// writeGames writes the games of an iteration.
func writeGames(path string, games []*selfplay.Record) error {
	frames, room := make([][]byte, len(games)), 0
	for i, g := range games {
		frames[i] = g.Marshal()
		room += g.Room()
	}
	if room > mostGames {
		return fmt.Errorf("run: the games of an iteration take %d MiB, want at most %d: play fewer at a time (selfplay.games)", room>>20, mostGames>>20)
	}
	return disk.WriteFrames(path, frames)
}

// readGames returns the games of an iteration of the run in dir; l is its ledger,
// nil if it keeps none.
func readGames(dir string, l *ledger, g env.Game, iteration int) (games []*selfplay.Record, err error) {
	room := 0
	for r, err := range eachGame(dir, l, g, iteration) {
		if err != nil {
			return nil, err
		}
		if room += r.Room(); room > mostGames {
			return nil, fmt.Errorf("%s: its games take more than %d MiB of memory, which no iteration's do", at(dir, gamesName(iteration)), mostGames>>20)
		}
		games = append(games, r)
	}
	return games, nil
}

// eachGame yields the games of an iteration one by one, each held against the rules
// of g, in memory for one of them. An error names the file and the game, counted
// from 1, and is the last.
func eachGame(dir string, l *ledger, g env.Game, iteration int) iter.Seq2[*selfplay.Record, error] {
	return func(yield func(*selfplay.Record, error) bool) {
		path := at(dir, gamesName(iteration))
		if l != nil {
			hash, err := sha256Of(path)
			if err == nil {
				err = l.hold(dir, gamesName(iteration), hash)
			}
			if err != nil {
				yield(nil, err)
				return
			}
		}
		number := 0
		for frame, err := range disk.Frames(path) {
			if err != nil {
				yield(nil, err)
				return
			}
			number++
			r, err := readGame(frame, g)
			if err != nil {
				yield(nil, fmt.Errorf("%s, game %d: %w", path, number, err))
				return
			}
			if !yield(r, nil) {
				return
			}
		}
	}
}

// readGame returns the record in a frame, held against the rules of g.
func readGame(frame []byte, g env.Game) (*selfplay.Record, error) {
	r, err := selfplay.UnmarshalRecord(frame)
	if err == nil {
		err = r.Check(g)
	}
	return r, err
}
