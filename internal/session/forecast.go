package session

import "time"

// forecast says how long a run will still take. Evaluations are counted as what they
// are: some iterations have one, the end has a larger one.
type forecast struct {
	iterations int // of the run
	every      int // iterations between evaluations; 0: none but the last
	last       float64
	guess      float64 // an evaluation's time over an iteration's, before one was seen

	recent      []time.Duration // of iterations, without evaluations
	evaluation  time.Duration   // the mean so far
	evaluations int
}

// lately is how many iterations a forecast looks back on: games grow shorter or
// longer as a network learns.
const lately = 5

// iterated notes what an iteration took without its evaluation.
func (f *forecast) iterated(d time.Duration) {
	if f.recent = append(f.recent, d); len(f.recent) > lately {
		f.recent = f.recent[1:]
	}
}

// evaluated notes what an evaluation took.
func (f *forecast) evaluated(d time.Duration) {
	f.evaluations++
	f.evaluation += (d - f.evaluation) / time.Duration(f.evaluations)
}

// left returns what the rest takes after that many iterations.
func (f *forecast) left(done int) time.Duration {
	if len(f.recent) == 0 {
		return 0
	}
	var each time.Duration
	for _, d := range f.recent {
		each += d / time.Duration(len(f.recent))
	}
	evaluation := f.evaluation
	if f.evaluations == 0 {
		evaluation = time.Duration(f.guess * float64(each))
	}
	coming := f.last
	if f.every > 0 {
		coming += float64(f.iterations/f.every - done/f.every)
	}
	return time.Duration(f.iterations-done)*each + time.Duration(coming*float64(evaluation))
}
