package nn

import "testing"

// The layers' operations are those of the network.
func TestCostIsThatOfTheNetwork(t *testing.T) {
	const rows = 3
	for name, s := range tinySpecs {
		sum := 0.0
		for _, l := range s.Layers() {
			operations, _ := s.Cost(l, rows)
			sum += operations
			s.LayerLoop(l, rows)()
		}
		if want := 2 * rows * float64(s.MulAdds()); sum != want {
			t.Errorf("%s: the layers do %v operations, the network %v", name, sum, want)
		}
	}
}

func TestCostCountsEveryByteOnce(t *testing.T) {
	s := Spec{Rows: 3, Cols: 4}
	for _, tt := range []struct {
		layer             Layer
		operations, bytes float64
	}{
		{Layer{Kind: Conv3x3, In: 5, Out: 7}, 2 * 2 * 12 * 9 * 5 * 7, 4 * (9*5*7 + 2*12*5 + 2*12*7)},
		{Layer{Kind: Conv1x1, In: 5, Out: 7}, 2 * 2 * 12 * 5 * 7, 4 * (5*7 + 2*12*5 + 2*12*7)},
		{Layer{Kind: Dense, In: 60, Out: 7}, 2 * 2 * 60 * 7, 4 * (60*7 + 2*60 + 2*7)},
	} {
		if operations, bytes := s.Cost(tt.layer, 2); operations != tt.operations || bytes != tt.bytes {
			t.Errorf("%v: %v operations, %v bytes; want %v, %v", tt.layer.Kind, operations, bytes, tt.operations, tt.bytes)
		}
	}
}

func TestPeakWorksOnEveryPath(t *testing.T) {
	for _, path := range Paths() {
		loop, operations := Peak(path)
		loop()
		if operations <= 0 {
			t.Errorf("%s: %v operations", path, operations)
		}
	}
}
