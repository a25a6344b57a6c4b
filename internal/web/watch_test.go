package web

import (
	"context"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"ludens/env/record"
)

// Few requests read files at a time. What is read for one who hangs up ends; when
// too many wait the next get that answer at once.
func TestReadersAreFew(t *testing.T) {
	var most, now atomic.Int32
	h := open(t, Config{Reads: 1, Runs: func() ([]Run, error) {
		return []Run{{Name: "a", Games: func(ctx context.Context, _ int) ([]record.Record, error) {
			if n := now.Add(1); n > most.Load() {
				most.Store(n)
			}
			defer now.Add(-1)
			<-ctx.Done()
			return nil, ctx.Err()
		}}}, nil
	}})
	ctx, hangUp := context.WithCancel(t.Context())
	ask := func() (int, error) {
		r, err := http.NewRequestWithContext(ctx, "GET", h.url+"/api/run?name=a&games", nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			return 0, err
		}
		answer.Body.Close()
		return answer.StatusCode, nil
	}
	statuses := make(chan int)
	const asked = 3 + mostReaders
	for range asked {
		go func() {
			status, _ := ask()
			statuses <- status
		}()
	}
	for range asked - 1 - mostReaders {
		if status := <-statuses; status != http.StatusServiceUnavailable {
			t.Errorf("one too many: status %d, want 503", status)
		}
	}
	hangUp()
	for range 1 + mostReaders {
		<-statuses
	}
	for deadline := time.Now().Add(time.Minute); now.Load() > 0 && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
	if most.Load() != 1 || now.Load() != 0 {
		t.Errorf("%d at once, %d left; want 1 and 0", most.Load(), now.Load())
	}
}
