package run

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"ludens/internal/disk"
	"ludens/selfplay"
	"ludens/train"
)

// games plays all games again, an iteration a goroutine at a time.
func (v *verifier) games() error {
	all, err := iterations(v.dir, games)
	if err != nil || v.game == nil {
		return err
	}
	found := make([]replayed, len(all))
	next := make(chan int)
	var wait sync.WaitGroup
	for range v.workers {
		wait.Go(func() {
			for i := range next {
				found[i] = v.replay(all[i])
			}
		})
	}
	for i := range all {
		next <- i
	}
	close(next)
	wait.Wait()
	for _, r := range found {
		v.report.Games += r.games
		v.report.Plies += r.plies
		v.report.Problems = append(v.report.Problems, r.problems...)
	}
	return nil
}

// replayed is what came of the games of an iteration.
type replayed struct {
	games, plies int
	problems     []string
}

// mostTold is for how many games of a file the fault is reported.
const mostTold = 3

func (v *verifier) replay(n int) (r replayed) {
	path := at(v.dir, gamesName(n))
	var records []*selfplay.Record
	number, wrong, room := 0, 0, 0
	for frame, err := range disk.Frames(path) {
		if err != nil {
			r.problems = append(r.problems, err.Error())
			break
		}
		number++
		record, err := readGame(frame, v.game)
		if record != nil {
			r.games, r.plies = r.games+1, r.plies+len(record.Plies)
			room += record.Room()
			records = append(records, record)
		}
		if room > mostGames {
			r.problems = append(r.problems, fmt.Sprintf("%s: its games take more than %d MiB of memory, which no iteration's do", path, mostGames>>20))
			break
		}
		if err != nil {
			if wrong++; wrong <= mostTold {
				r.problems = append(r.problems, fmt.Sprintf("%s, game %d: %v", path, number, err))
			}
		}
	}
	if wrong > mostTold {
		r.problems = append(r.problems, fmt.Sprintf("%s: %s as wrong", path, count(wrong-mostTold, "more game")))
	}
	if len(r.problems) == 0 && !v.faulty[gamesName(n)] && !v.counted(n, records) {
		r.problems = append(r.problems, fmt.Sprintf("%s: its games are not those that the metrics of iteration %d count", path, n))
	}
	return r
}

// counted reports whether the games of an iteration are those that its metrics count.
func (v *verifier) counted(n int, records []*selfplay.Record) bool {
	if v.ledger == nil || v.ledger.metrics[n] == nil || v.ledger.taken[gamesName(n)] {
		return true
	}
	var it train.Iteration
	return json.Unmarshal(v.ledger.metrics[n], &it) == nil && it.Games == train.Tell(records)
}

// Share is a share of games, written as in "1%": a flag's value.
type Share float64

// Set reads "0%" to "100%".
func (s *Share) Set(text string) error {
	percent, ok := strings.CutSuffix(text, "%")
	share, err := strconv.ParseFloat(percent, 64)
	if !ok || err != nil || !(share >= 0 && share <= 100) {
		return errors.New("want 0% to 100%")
	}
	*s = Share(share / 100)
	return nil
}

func (s *Share) String() string { return fmt.Sprintf("%g%%", 100*float64(*s)) }

// Type is what help calls it.
func (*Share) Type() string { return "share" }
