package cputime

import "time"

// Allowance is a budget of CPU time for each of many moves. A move that took more, since
// an evaluation is not interrupted, makes the next ones shorter; one that
// took less does not make them longer.
type Allowance struct {
	Each time.Duration
	debt time.Duration
}

// Next returns how much the next move may take: a quarter of Each at least.
func (a *Allowance) Next() time.Duration { return max(a.Each-a.debt, a.Each/4, 1) }

// Spent notes what a move has taken.
func (a *Allowance) Spent(d time.Duration) { a.debt = min(max(a.debt+d-a.Each, 0), a.Each) }
