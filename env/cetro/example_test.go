package cetro_test

import (
	"fmt"
	"strings"

	"ludens/env"
	"ludens/env/cetro"
)

// South demands a jump, and North has no choice but of which.
func Example() {
	g, err := cetro.New("cetro-5x5", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	s := g.New(0)
	for _, move := range []string{"c1-a3", "c5-e3!"} {
		a, err := env.Parse(s, move)
		if err != nil {
			fmt.Println(err)
			return
		}
		s.Play(a)
	}
	fmt.Print(s)
	var moves []string
	for _, a := range s.Legal(nil) {
		moves = append(moves, s.Format(a))
	}
	fmt.Println(strings.Join(moves, " "))
	// Output:
	// 5  b . : . b
	// 4  . g . g .
	// 3  B . . . b
	// 2  . G . G .
	// 1  B . : . B
	//    a b c d e
	// south to move, must jump if possible; moves needed: south 7, north 7
	// e1-c3 a3-c5 a1-c3 e1-c3! a1-c3!
}
