//go:build !purego

package kernel

const peakTimes = 40000

// peak runs the peak loop of a path.
func peak(path string) {
	if path == AVX512 {
		peakAVX512(peakTimes)
	} else {
		peakAVX2(peakTimes)
	}
}

// peakFlops is how much peak does: twelve sums of multiply-adds.
func peakFlops(path string) float64 {
	if path == AVX512 {
		return peakTimes * 12 * 2 * 16
	}
	return peakTimes * 12 * 2 * 8
}
