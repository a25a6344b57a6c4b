package run

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Share is a share of games, written as in "1%": a flag's value.
type Share float64

// Set reads "0%" to "100%".
func (s *Share) Set(text string) error {
	percent, ok := strings.CutSuffix(text, "%")
	share, err := strconv.ParseFloat(percent, 64)
	if !ok || err != nil || !(share >= 0 && share <= 100) {
		return errors.New("want 0% to 100%")
	}
	*s = Share(share / 100)
	return nil
}

func (s *Share) String() string { return fmt.Sprintf("%g%%", 100*float64(*s)) }

// Type is what help calls it.
func (*Share) Type() string { return "share" }
