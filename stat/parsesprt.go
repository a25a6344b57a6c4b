package stat

import (
	"errors"
	"strconv"
	"strings"
)

// ParseSPRT reads a test from the two Elo differences that it is between, "0,20".
func ParseSPRT(text string, alpha, beta float64) (*SPRT, error) {
	low, high, ok := strings.Cut(text, ",")
	elo0, err0 := strconv.ParseFloat(strings.TrimSpace(low), 64)
	elo1, err1 := strconv.ParseFloat(strings.TrimSpace(high), 64)
	if !ok || err0 != nil || err1 != nil {
		return nil, errors.New("want two Elo differences, as in 0,20")
	}
	t := &SPRT{Elo0: elo0, Elo1: elo1, Alpha: alpha, Beta: beta}
	return t, t.Validate()
}
