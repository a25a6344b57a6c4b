package stat

import "math"

// walk is a Brownian motion from 0 with variance 1 a unit of time that ends at
// low < 0 or high > 0. Its laws follow from the method of images (Siegmund
// 1985, III.2; Cox and Miller 1965, 5.7): sources beyond both bounds, at a
// distance of whole periods 2 (high - low), of alternating sign.
type walk struct {
	low, high float64
	drift     float64
	time      float64
}

// reachesHigh returns the probability that the walk ends at high within its time:
//
//	sum over k of sign(x_k) exp(drift (high - |x_k|)) passage(|x_k|),  x_k = high + 2 k (high - low)
//
// where passage is the probability of a walk with one bound only.
func (w walk) reachesHigh() float64 {
	sum := 0.0
	for k := -w.images(); k <= w.images(); k++ {
		x := w.high + 2*float64(k)*(w.high-w.low)
		sum += math.Copysign(w.passage(math.Abs(x)), x)
	}
	return min(1, max(0, sum))
}

// reachesLow returns the probability that the walk ends at low within its time.
func (w walk) reachesLow() float64 {
	return walk{-w.high, -w.low, -w.drift, w.time}.reachesHigh()
}

// passage returns exp(drift (high - x)) times the probability that a free walk
// comes to x > 0 within the time (the inverse Gaussian distribution):
//
//	Phi((drift T - x)/sqrt T) + exp(2 drift x) Phi((-drift T - x)/sqrt T)
func (w walk) passage(x float64) float64 {
	root := math.Sqrt(w.time)
	return math.Exp(w.drift*(w.high-x)+logPhi(w.drift*root-x/root)) +
		math.Exp(w.drift*(w.high+x)+logPhi(-w.drift*root-x/root))
}

// staysBelow returns the probability that the walk has not ended within its
// time and stands at y or below.
func (w walk) staysBelow(y float64) float64 {
	y = min(max(y, w.low), w.high)
	sum := 0.0
	for k := -w.images(); k <= w.images(); k++ {
		shift := 2 * float64(k) * (w.high - w.low)
		sum += w.within(shift, y) - w.within(2*w.high+shift, y)
	}
	return min(1, max(0, sum))
}

// within returns what the image that starts at x adds between low and y.
func (w walk) within(x, y float64) float64 {
	root := math.Sqrt(w.time)
	mean, weight := x+w.drift*w.time, w.drift*x
	return math.Exp(weight+logPhi((y-mean)/root)) - math.Exp(weight+logPhi((w.low-mean)/root))
}

// images returns how many sources on either side matter: those within ten
// standard deviations.
func (w walk) images() int {
	return 1 + int(10*math.Sqrt(w.time)/(2*(w.high-w.low)))
}
