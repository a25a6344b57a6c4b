package fleet

import (
	"context"
	"reflect"
	"testing"
	"time"
)

// Now shows the worker and a count that grows while games are played, and afterwards what Last
// does.
func TestNow(t *testing.T) {
	l, said := learner(t, func(o *Options) { o.OnlyLearn = true })
	if now := l.Now(); now.Here != 0 || len(now.Workers) != 0 {
		t.Errorf("before the first game: %+v", now)
	}
	ended := make(chan error, 1)
	go func() { ended <- Work(context.Background(), workOptions(l, said)) }()
	for end := time.Now().Add(10 * time.Second); l.roster.fit() < 1 && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	over := make(chan struct{})
	partly := make(chan bool, 1)
	go func() {
		seen := false
		for {
			select {
			case <-over:
				partly <- seen
				return
			default:
				now := l.Now()
				played := now.Here + brought(now)
				seen = seen || played > 0 && played < 40 && len(now.Workers) == 1
				time.Sleep(time.Millisecond)
			}
		}
	}()
	if err := run(t, l.Play).Loop(context.Background()); err != nil {
		t.Fatal(err)
	}
	close(over)
	if !<-partly {
		t.Error("no moment was seen at which some of the games were played")
	}
	if now, last := l.Now(), l.Last(); !reflect.DeepEqual(now, last) {
		t.Errorf("%+v, Last is %+v", now, last)
	}
	l.Close(true)
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
