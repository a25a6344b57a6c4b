package chess

import (
	"fmt"
	"slices"
	"strings"
)

// Array is a start position: the officers of both sides on their back ranks,
// each from file a to file h, in capital letters.
type Array struct {
	White, Black string
}

// String writes the array like the board's first and last row: "qrknchsa/KSNRCAQH".
func (a Array) String() string { return strings.ToLower(a.Black) + "/" + a.White }

// Mirror reports whether equal officers face each other.
func (a Array) Mirror() bool { return a.Black == a.White }

// Central reports whether a half turn of the board changes sides and nothing else.
func (a Array) Central() bool { return a.Black == reversed(a.White) }

// parseArray reads an array as String writes it, Black's rank first: the
// picture of the board. The slash may be missing, as in the addresses of Game
// Courier.
func parseArray(text string) (Array, error) {
	black, white, slash := strings.Cut(text, "/")
	if !slash && len(text) == 16 {
		black, white = text[:8], text[8:]
	}
	if white != strings.ToUpper(white) || black != strings.ToLower(black) {
		return Array{}, fmt.Errorf("array %q: write Black's rank small and first, then White's in capitals: qrknchsa/KSNRCAQH", text)
	}
	return Array{White: white, Black: strings.ToUpper(black)}, nil
}

func reversed(rank string) string {
	letters := []byte(rank)
	slices.Reverse(letters)
	return string(letters)
}

// Officers are the letters of a back rank in alphabetical order, those of two
// equal officers twice. They number the orders of the officers, the ranks.
type Officers string

// Ranks returns how many orders there are: 40320 of eight different officers,
// 20160 if two are equal.
func (o Officers) Ranks() int {
	n := 1
	for i, same := 1, 1; i <= len(o); i, same = i+1, same+1 {
		if i > 1 && o[i-1] != o[i-2] {
			same = 1
		}
		n = n * i / same
	}
	return n
}

// Rank returns the order of the officers, from file a to file h, whose place
// among all orders is number, counted from 0. Orders are sorted like words: of
// Cetran 2 the first is ACHKNQRS and the last SRQNKHCA.
//
// If all officers differ, a word's number in the factorial base (Lehmer 1960)
// spells it: the first digit, times 7!, says which of the eight letters comes
// first, the second, times 6!, which of the seven others comes next, and so on.
func (o Officers) Rank(number int) (string, error) {
	if number < 0 || number >= o.Ranks() {
		return "", fmt.Errorf("rank %d: must be in 0..%d", number, o.Ranks()-1)
	}
	var rank strings.Builder
	for left := o; len(left) > 0; {
		for i := 0; ; i = left.next(i) {
			rest := left[:i] + left[i+1:]
			if number < rest.Ranks() {
				rank.WriteByte(left[i])
				left = rest
				break
			}
			number -= rest.Ranks()
		}
	}
	return rank.String(), nil
}

// Number is the inverse of Rank.
func (o Officers) Number(rank string) (number int, err error) {
	left := o
	for _, letter := range []byte(rank) {
		at := strings.IndexByte(string(left), letter)
		if at < 0 {
			return 0, fmt.Errorf("rank %q: must have the officers %s in any order", rank, o)
		}
		for i := 0; i != at; i = left.next(i) {
			number += (left[:i] + left[i+1:]).Ranks()
		}
		left = left[:at] + left[at+1:]
	}
	if left != "" {
		return 0, fmt.Errorf("rank %q: must have the officers %s in any order", rank, o)
	}
	return number, nil
}

// next returns the place of the first letter behind i that differs from it.
func (o Officers) next(i int) int {
	for j := i + 1; j < len(o); j++ {
		if o[j] != o[i] {
			return j
		}
	}
	return len(o)
}

// Draw is a way of drawing the arrays of the two sides.
type Draw int8

const (
	Independent Draw = iota // each side draws its own
	Mirror                  // Black's officers face the same ones of White
	Central                 // a half turn carries White's officers to Black's
)

// Arrays numbers the start positions that can be drawn.
type Arrays struct {
	Officers Officers
	Draw     Draw
}

// Count returns how many arrays there are.
func (a Arrays) Count() int {
	if a.Draw == Independent {
		return a.Officers.Ranks() * a.Officers.Ranks()
	}
	return a.Officers.Ranks()
}

// Array returns the array with that number: White's rank number where it
// decides Black's, else White's times Officers.Ranks() plus Black's.
func (a Arrays) Array(number int) (Array, error) {
	if number < 0 || number >= a.Count() {
		return Array{}, fmt.Errorf("array %d: must be in 0..%d", number, a.Count()-1)
	}
	n := a.Officers.Ranks()
	switch a.Draw {
	case Mirror:
		return Array{White: a.rank(number), Black: a.rank(number)}, nil
	case Central:
		return Array{White: a.rank(number), Black: reversed(a.rank(number))}, nil
	}
	return Array{White: a.rank(number / n), Black: a.rank(number % n)}, nil
}

// rank returns the rank of a number in range.
func (a Arrays) rank(number int) string {
	rank, err := a.Officers.Rank(number)
	if err != nil {
		panic(err)
	}
	return rank
}

// Number is the inverse of Array.
func (a Arrays) Number(array Array) (int, error) {
	black, err := a.Officers.Number(array.Black)
	if err != nil {
		return 0, fmt.Errorf("array %v: Black's %w", array, err)
	}
	white, err := a.Officers.Number(array.White)
	if err != nil {
		return 0, fmt.Errorf("array %v: White's %w", array, err)
	}
	switch {
	case a.Draw == Independent:
		return white*a.Officers.Ranks() + black, nil
	case a.Draw == Mirror && !array.Mirror():
		return 0, fmt.Errorf("array %v: mirror arrays have equal officers face to face: %v", array, Array{array.White, array.White})
	case a.Draw == Central && !array.Central():
		return 0, fmt.Errorf("array %v: central arrays look alike after a half turn: %v", array, Array{array.White, reversed(array.White)})
	}
	return white, nil
}

// Parse reads an array as its String writes it, with or without the slash.
func (a Arrays) Parse(text string) (Array, error) {
	array, err := parseArray(text)
	if err != nil {
		return Array{}, err
	}
	_, err = a.Number(array)
	return array, err
}

// random draws an array; an asymmetric one is drawn again until it is neither
// mirror nor central. pick returns a number below its argument.
func (a Arrays) random(pick func(n int) int, asymmetric bool) Array {
	for {
		array, err := a.Array(pick(a.Count()))
		if err != nil {
			panic(err) // pick keeps within Count
		}
		if !asymmetric || !array.Mirror() && !array.Central() {
			return array
		}
	}
}
