package study

import (
	"strings"
	"testing"
)

func TestSpread(t *testing.T) {
	files := []string{"1", "2", "3", "4", "5", "6", "7"}
	for most, want := range map[int]string{1: "7", 2: "37", 3: "247", 7: "1234567", 9: "1234567"} {
		if got := strings.Join(spread(files, most), ""); got != want {
			t.Errorf("%d of 7: %s, want %s", most, got, want)
		}
	}
}
