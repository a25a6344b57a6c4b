package session

import (
	"testing"
	"time"
)

// 100 iterations of 10 s, an evaluation of 30 s after each tenth, and one four times
// as long at the end: a run that was resumed at iteration 60 and has just evaluated
// says what is left, not what its last iteration would come to.
func TestForecastCountsEvaluations(t *testing.T) {
	f := forecast{iterations: 100, every: 10, last: 4, guess: 2}
	if f.left(0) != 0 {
		t.Error("a forecast out of nothing")
	}
	f.iterated(10 * time.Second)
	if got, want := f.left(60), (400+(4+4)*20)*time.Second; got != want {
		t.Errorf("before an evaluation: %v, want %v", got, want)
	}
	f.evaluated(30 * time.Second)
	if got, want := f.left(60), (400+(4+4)*30)*time.Second; got != want {
		t.Errorf("after one: %v, want %v", got, want)
	}
	f.evaluated(50 * time.Second)
	if got, want := f.left(95), (50+(1+4)*40)*time.Second; got != want {
		t.Errorf("after two: %v, want %v", got, want)
	}
	if got, want := f.left(100), 4*40*time.Second; got != want {
		t.Errorf("at the end: %v, want %v", got, want)
	}
}

// Games that grow shorter are believed soon.
func TestForecastLooksBackAFewIterations(t *testing.T) {
	f := forecast{iterations: 20}
	for range 10 {
		f.iterated(60 * time.Second)
	}
	for range lately {
		f.iterated(10 * time.Second)
	}
	if got, want := f.left(15), 50*time.Second; got != want {
		t.Errorf("%v, want %v", got, want)
	}
}
