package cetran

import (
	"fmt"
	"strings"
)

// Array is a start position: the officers of both sides on their back ranks,
// each from file a to file h, in capital letters.
type Array struct {
	White, Black string
}

// ParseArray reads an array as String writes it, Black's rank first: the
// picture of the board. The slash may be missing, as in the addresses of Game
// Courier.
func ParseArray(text string) (Array, error) {
	black, white, slash := strings.Cut(text, "/")
	if !slash && len(text) == 16 {
		black, white = text[:8], text[8:]
	}
	if white != strings.ToUpper(white) || black != strings.ToLower(black) {
		return Array{}, fmt.Errorf("array %q: write Black's rank small and first, then White's in capitals: qrknchsa/KSNRCAQH", text)
	}
	a := Array{White: white, Black: strings.ToUpper(black)}
	for _, rank := range []string{a.Black, a.White} {
		if _, err := RankNumber(rank); err != nil {
			return Array{}, fmt.Errorf("array %q: %w", text, err)
		}
	}
	return a, nil
}

// String writes the array like the board's first and last row: "qrknchsa/KSNRCAQH".
func (a Array) String() string { return strings.ToLower(a.Black) + "/" + a.White }

// Mirror reports whether equal officers face each other.
func (a Array) Mirror() bool { return a.Black == a.White }

// Central reports whether a half turn of the board changes sides and nothing else.
func (a Array) Central() bool { return a.Black == reversed(a.White) }

// Ranks is how many orders the eight different officers have.
const Ranks = 40320

// Rank returns the order of the officers, from file a to file h, whose place
// among all orders is number, counted from 0 at ACHKNQRS to 40319 at SRQNKHCA.
// Orders are sorted like words.
//
// A word's place is a number in the factorial base (Lehmer 1960): the first
// digit, times 7!, says which of the eight letters comes first, the second,
// times 6!, which of the seven others comes next, and so on.
func Rank(number int) (string, error) {
	if number < 0 || number >= Ranks {
		return "", fmt.Errorf("rank %d: must be in 0..%d", number, Ranks-1)
	}
	left, weight := cetran2.officers, Ranks
	var rank strings.Builder
	for len(left) > 0 {
		weight /= len(left)
		digit := number / weight
		number %= weight
		rank.WriteByte(left[digit])
		left = left[:digit] + left[digit+1:]
	}
	return rank.String(), nil
}

// RankNumber is the inverse of Rank.
func RankNumber(rank string) (int, error) {
	if len(rank) != len(cetran2.officers) {
		return 0, fmt.Errorf("rank %q: needs each of %s once", rank, cetran2.officers)
	}
	left, weight, number := cetran2.officers, Ranks, 0
	for i := range len(rank) {
		weight /= len(left)
		digit := strings.IndexByte(left, rank[i])
		if digit < 0 {
			return 0, fmt.Errorf("rank %q: needs each of %s once", rank, cetran2.officers)
		}
		number += digit * weight
		left = left[:digit] + left[digit+1:]
	}
	return number, nil
}

// Draw is a way of drawing the arrays of the two sides.
type Draw int8

const (
	Independent Draw = iota // each side draws its own
	Mirror                  // Black's officers face the same ones of White
	Central                 // a half turn carries White's officers to Black's
)

// Arrays returns how many arrays can be drawn.
func (d Draw) Arrays() int {
	if d == Independent {
		return Ranks * Ranks
	}
	return Ranks
}

// Array returns the array with that number: White's rank number where it
// decides Black's, else White's times 40320 plus Black's.
func (d Draw) Array(number int) (Array, error) {
	if number < 0 || number >= d.Arrays() {
		return Array{}, fmt.Errorf("array %d: must be in 0..%d", number, d.Arrays()-1)
	}
	if d == Independent {
		return ranks(number/Ranks, number%Ranks), nil
	}
	a := ranks(number, number)
	if d == Central {
		a.Black = reversed(a.White)
	}
	return a, nil
}

// Number is the inverse of Array.
func (d Draw) Number(a Array) (int, error) {
	white, err := RankNumber(a.White)
	if err != nil {
		return 0, err
	}
	black, err := RankNumber(a.Black)
	if err != nil {
		return 0, err
	}
	switch {
	case d == Independent:
		return white*Ranks + black, nil
	case d == Mirror && !a.Mirror():
		return 0, fmt.Errorf("array %v: mirror arrays have equal officers face to face: %v", a, Array{a.White, a.White})
	case d == Central && !a.Central():
		return 0, fmt.Errorf("array %v: central arrays look alike after a half turn: %v", a, Array{a.White, reversed(a.White)})
	}
	return white, nil
}

// random draws an array; an asymmetric one is drawn again until it is neither
// mirror nor central. pick returns a number below its argument.
func (d Draw) random(pick func(n int) int, asymmetric bool) Array {
	for {
		a, err := d.Array(pick(d.Arrays()))
		if err != nil {
			panic(err) // pick keeps within Arrays
		}
		if !asymmetric || !a.Mirror() && !a.Central() {
			return a
		}
	}
}

// ranks returns the array of two rank numbers, both in range.
func ranks(white, black int) Array {
	w, _ := Rank(white)
	b, _ := Rank(black)
	return Array{White: w, Black: b}
}

func reversed(rank string) string {
	letters := []byte(rank)
	for i, j := 0, len(letters)-1; i < j; i, j = i+1, j-1 {
		letters[i], letters[j] = letters[j], letters[i]
	}
	return string(letters)
}
