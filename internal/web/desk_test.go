package web

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
)

// writing is held by who writes down that he may think, or why not.
var writing sync.Mutex

// visit sits down in a goroutine of its own and reports when it may think.
func visit(ctx context.Context, d *desk, name string, log *[]string, errs map[string]error) {
	go func() {
		err := d.sit(ctx)
		writing.Lock()
		defer writing.Unlock()
		if err != nil {
			errs[name] = err
			return
		}
		*log = append(*log, name)
	}()
	synctest.Wait()
}

func TestDeskServesInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, errs := newDesk(1, 2), map[string]error{}
		var log []string
		ctx := context.Background()
		for _, name := range []string{"ana", "ben", "cyd", "dan"} {
			visit(ctx, d, name, &log, errs)
		}
		if !slices.Equal(log, []string{"ana"}) || !errors.Is(errs["dan"], errBusy) || len(errs) != 1 {
			t.Fatalf("one seat, two places in the line: %v think, %v", log, errs)
		}
		d.leave()
		synctest.Wait()
		d.leave()
		synctest.Wait()
		if want := []string{"ana", "ben", "cyd"}; !slices.Equal(log, want) {
			t.Errorf("got %v, want %v", log, want)
		}
		d.leave()
		if d.seats != 1 || d.begun != 0 {
			t.Errorf("at the end %d seats and %d searches, want 1 and 0", d.seats, d.begun)
		}
	})
}

// A long search lets a short one go before it, and gets its seat back.
func TestDeskGivesWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, errs := newDesk(1, 8), map[string]error{}
		var log []string
		ctx := context.Background()
		visit(ctx, d, "long", &log, errs)
		if err := d.giveWay(ctx); err != nil {
			t.Fatal("nobody waits:", err)
		}
		visit(ctx, d, "short", &log, errs)
		back := false
		go func() { back = d.giveWay(ctx) == nil }()
		synctest.Wait()
		if want := []string{"long", "short"}; !slices.Equal(log, want) || back {
			t.Fatalf("got %v, long back: %v; want %v", log, back, want)
		}
		d.leave()
		synctest.Wait()
		if !back {
			t.Error("the long search did not get its seat back")
		}
	})
}

// Searches that have begun hold memory: however they give way to each other,
// there are never more than that many.
func TestDeskBoundsMemory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, errs := newDesk(1, 100), map[string]error{}
		var log []string
		ctx, stop := context.WithCancel(context.Background())
		visit(ctx, d, "first", &log, errs)
		for range 3 * keptTrees {
			visit(ctx, d, "next", &log, errs)
			go d.giveWay(ctx)
			synctest.Wait()
		}
		if len(log) != keptTrees {
			t.Errorf("%d searches have begun, want %d", len(log), keptTrees)
		}
		stop()
	})
}

// Who goes away while waiting leaves no hole in the line.
func TestDeskForgetsWhoLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, errs := newDesk(1, 8), map[string]error{}
		var log []string
		visit(context.Background(), d, "ana", &log, errs)
		ctx, leave := context.WithCancel(context.Background())
		visit(ctx, d, "ben", &log, errs)
		visit(context.Background(), d, "cyd", &log, errs)
		leave()
		synctest.Wait()
		d.leave()
		synctest.Wait()
		if want := []string{"ana", "cyd"}; !slices.Equal(log, want) || !errors.Is(errs["ben"], context.Canceled) {
			t.Errorf("got %v, %v; want %v", log, errs, want)
		}
	})
}
