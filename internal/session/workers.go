package session

import (
	"sync"
	"time"

	"ludens/internal/fleet"
	runs "ludens/internal/run"
)

// reportEvery is how often it is written down who plays.
const reportEvery = 2 * time.Second

// reportWorkers writes down in the run's folder who plays its games, for `ludens runs` and the
// page, until stop is called. What cannot be written keeps the run from nothing.
func (s *Session) reportWorkers() (stop func() error) {
	done, wait := make(chan struct{}), sync.WaitGroup{}
	wait.Go(func() {
		every := time.NewTicker(reportEvery)
		defer every.Stop()
		for {
			select {
			case <-done:
				return
			case now := <-every.C:
				_ = s.folder.SetWorkers(writtenDown(s.fleet.Now(), now))
			}
		}
	})
	return func() error {
		close(done)
		wait.Wait()
		return s.folder.DropWorkers()
	}
}

// writtenDown returns who plays as the run's folder has it.
func writtenDown(s fleet.Share, now time.Time) runs.Workers {
	w := runs.Workers{Time: now.UTC(), Seconds: s.Took.Seconds(), Here: s.Here, Workers: []runs.Worker{}}
	for _, one := range s.Workers {
		w.Workers = append(w.Workers, runs.Worker{
			Name: one.Name, Version: one.Version, Kernels: one.Kernels, Goroutines: one.Goroutines,
			Games: one.Games, Silent: one.Silent.Seconds(), Gone: one.Gone,
		})
	}
	return w
}
