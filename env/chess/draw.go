package chess

import "fmt"

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
