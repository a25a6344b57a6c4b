package cetran_test

import (
	"fmt"
	"strings"

	"ludens/env"
	"ludens/env/cetran"
)

// The inventor's own array, and the first moves of a game.
func Example() {
	g, err := cetran.New("cetran2", []env.Setting{{Name: "array", Value: "qrknchsa/KSNRCAQH"}})
	if err != nil {
		panic(err)
	}
	s := g.New(0)
	for _, text := range strings.Fields("b2b4 f7f5 b1c3") {
		a, err := env.Parse(s, text)
		if err != nil {
			fmt.Println(err)
			break
		}
		s.Play(a)
	}
	fmt.Print(s)
	// Output:
	// 8  q r k n c h s a
	// 7  p p p p p . p p
	// 6  . . . . . . . .
	// 5  . . . . . p . .
	// 4  . P . . . . . .
	// 3  . . S . . . . .
	// 2  P . P P P P P P
	// 1  K . N R C A Q H
	//    a b c d e f g h
	// Black to move
}

// Arrays have numbers.
func ExampleArrays() {
	g, _ := cetran.New("cetran2-central", nil)
	arrays := g.(*cetran.Game).Arrays()
	a, _ := arrays.Array(12345)
	n, _ := arrays.Number(a)
	fmt.Println(a, n)
	// Output:
	// crqksanh/HNASKQRC 12345
}

// A position is asked in one notation and answered in three.
func ExampleState_ParseSAN() {
	g, _ := cetran.New("cetran2", nil)
	position, err := g.(*cetran.Game).ParsePosition("8/4P2k/8/6K1/8/8/8/8 w")
	if err != nil {
		panic(err)
	}
	s := position.(*cetran.State)
	a, err := s.ParseSAN("e8S")
	if err != nil {
		panic(err)
	}
	fmt.Println(s.Format(a))
	fmt.Println(s.SAN(a))
	fmt.Println(s.Courier(a))
	// Output:
	// e7e8s
	// e8=S
	// P e7-e8; S-e8
}
