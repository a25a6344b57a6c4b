package kernel

import "math"

// Softmax replaces each row of logits by its probabilities.
//
//	x: rows of [width]
func Softmax[T Float](x []T, width int) {
	for ; len(x) > 0; x = x[width:] {
		softmax(x[:width])
	}
}

// softmax subtracts the largest logit first, so that no exponential overflows.
func softmax[T Float](row []T) {
	top := row[0]
	for _, v := range row {
		top = max(top, v)
	}
	var sum T
	for i, v := range row {
		row[i] = T(math.Exp(float64(v - top)))
		sum += row[i]
	}
	for i := range row {
		row[i] /= sum
	}
}
