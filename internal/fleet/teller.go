package fleet

import (
	"fmt"
	"sync"
	"time"
)

// mostLines are printed in a minute: any worker can cause a line, and must not
// fill a terminal with them.
const mostLines = 60

// teller passes lines on, not too many of them.
type teller struct {
	mu    sync.Mutex
	tell  func(line string)
	since time.Time // the beginning of the minute
	lines int       // in it
}

func (t *teller) say(line string) { t.sayAt(line, time.Now()) }

func (t *teller) sayAt(line string, now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if now.Sub(t.since) >= time.Minute {
		if more := t.lines - mostLines; more > 0 {
			t.tell(fmt.Sprintf("%d lines more about workers were left out", more))
		}
		t.since, t.lines = now, 0
	}
	if t.lines++; t.lines <= mostLines {
		t.tell(line)
	}
}
