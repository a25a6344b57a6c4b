package otn

import "testing"

// The ranges of OpenTafl's kinds of pieces: each side's in the same order, the
// king fourth of his.
func TestRanges(t *testing.T) {
	for text, want := range map[string][2]int{
		"3": {3, 3}, "-1": {0, 0}, "8,8": {8, 8}, "2,2,": {2, 2},
		"1,2,3,4,1,2,3,5":         {1, 5},
		"1,2,3,4,6,1,2,3,5,6":     {1, 5},
		"1,2,3,4,6,7,1,2,3,5,6,7": {1, 5},
	} {
		var o Rules
		if err := o.setRanges(text); err != nil || o.manRange != want[0] || o.kingRange != want[1] {
			t.Errorf("%s: men %d, king %d, %v; want %v", text, o.manRange, o.kingRange, err, want)
		}
	}
	for _, text := range []string{"", "9", "x", "1,2", "1,1,1", "1,1,1,1,2,2,2,2", "1,1,1,1,1,1,1,1,1", "1,1,1,1,1,1,1,1,1,1,1,1,1"} {
		var o Rules
		if err := o.setRanges(text); err == nil {
			t.Errorf("%q: men %d, king %d, want an error", text, o.manRange, o.kingRange)
		}
	}
}

// Of OpenTafl's pieces those stay that our games have, in our order.
func TestKnown(t *testing.T) {
	if got := known("NKtCxT"); got != "tTK" {
		t.Errorf("of NKtCxT we have %q, want tTK", got)
	}
}

// A move is its squares: what stands around them in the notation adds nothing.
func TestSquares(t *testing.T) {
	for text, want := range map[string]string{
		"d5-f5": "d5-f5", "Kd4-d7": "d4-d7", "Ke5-e1xe2/e3--": "e5-e1", "d5=f5": "d5-f5", "d5^f5": "d5-f5", "nd5--f5xd4": "d5-f5",
		"j10-j19": "j10-j19", "": "", "d5": "", "d5-": "", "d5f5": "", "5d-5f": "", "z5-z6": "", "dd5-f5x": "d5-f5", "ddd5-f5": "",
	} {
		got, ok := Squares(text)
		if got != want || ok != (want != "") {
			t.Errorf("%q: got %q, %v, want %q", text, got, ok, want)
		}
	}
}
