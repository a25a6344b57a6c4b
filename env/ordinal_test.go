package env_test

import (
	"testing"

	"ludens/env"
)

func TestOrdinal(t *testing.T) {
	for n, want := range map[int]string{1: "first", 3: "third", 10: "tenth", 11: "11th", 13: "13th", 21: "21st", 22: "22nd", 23: "23rd", 24: "24th", 112: "112th"} {
		if got := env.Ordinal(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}
