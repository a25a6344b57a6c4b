package stat

import (
	"strings"
	"testing"
)

func TestParseSPRT(t *testing.T) {
	if got, err := ParseSPRT(" 0, 20", 0.05, 0.1); err != nil || *got != (SPRT{Elo0: 0, Elo1: 20, Alpha: 0.05, Beta: 0.1}) {
		t.Errorf("got %+v, %v", got, err)
	}
	for text, want := range map[string]string{
		"20": "want two Elo differences", "a,20": "want two Elo differences", "0,": "want two Elo differences",
		"20,0": "want elo0 below elo1", "0,NaN": "elo1 = NaN",
	} {
		if _, err := ParseSPRT(text, 0.05, 0.05); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}
