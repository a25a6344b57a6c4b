package foreign

import "math"

// steep and range of the curve between values and centipawns, those of Leela Chess Zero,
// so that equal numbers mean about equal prospects:
//
//	90 tan(1.5637541897 v)
const (
	pawns = 90
	steep = 1.5637541897
)

// Centipawns returns a value as boards of chess show it.
func Centipawns(v float32) int {
	return int(math.Round(pawns * math.Tan(steep*float64(max(-1, min(1, v))))))
}

// valueOf returns the value that is shown as that many centipawns.
func valueOf(centipawns int) float32 {
	return float32(max(-1, min(1, math.Atan(float64(centipawns)/pawns)/steep)))
}
