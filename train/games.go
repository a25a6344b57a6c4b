package train

import (
	"fmt"
	"iter"

	"ludens/env"
	"ludens/internal/segment"
	"ludens/selfplay"
)

// mostGames bounds the memory that the games of one iteration take, bytes. An
// iteration of 96 games of 400 plies takes 3 MB.
const mostGames = 512 << 20

// SaveGames writes the games of an iteration.
func (f *Folder) SaveGames(iteration int, games []*selfplay.Record) error {
	frames, room := make([][]byte, len(games)), 0
	for i, g := range games {
		frames[i] = g.Marshal()
		room += g.Room()
	}
	if room > mostGames {
		return fmt.Errorf("train: the games of an iteration take %d MiB, want at most %d: play fewer at a time (selfplay.games)", room>>20, mostGames>>20)
	}
	return segment.Write(f.games(iteration), frames)
}

// LoadGames reads the games of an iteration and holds each against the rules of g.
func (f *Folder) LoadGames(g env.Game, iteration int) (games []*selfplay.Record, err error) {
	room := 0
	for r, err := range ReadGames(f.games(iteration), g) {
		if err != nil {
			return nil, err
		}
		if room += r.Room(); room > mostGames {
			return nil, fmt.Errorf("%s: its games take more than %d MiB of memory, which no iteration's do", f.games(iteration), mostGames>>20)
		}
		games = append(games, r)
	}
	return games, nil
}

// ReadGames yields the games of a file one by one, each held against the rules of g,
// in memory for one of them. An error names the file and the game, counted from
// 1, and is the last.
func ReadGames(path string, g env.Game) iter.Seq2[*selfplay.Record, error] {
	return func(yield func(*selfplay.Record, error) bool) {
		number := 0
		for frame, err := range segment.Frames(path) {
			if err != nil {
				yield(nil, err)
				return
			}
			number++
			r, err := selfplay.UnmarshalRecord(frame)
			if err == nil {
				err = r.Check(g)
			}
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
