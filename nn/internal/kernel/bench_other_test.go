//go:build !amd64 || purego

package kernel

// peak does nothing: there is no loop to compare with.
func peak(string) {}

func peakFlops(string) float64 { return 0 }
