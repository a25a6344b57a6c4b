package tafl_test

import (
	"fmt"

	"ludens/env"
	"ludens/env/tafl"
)

// A game of Juego Celta in which the attackers begin.
func Example() {
	g, err := tafl.New("celta", []env.Setting{{Name: "first", Value: "attackers"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	s := g.New(0)
	for _, text := range []string{"d6-a6", "c4-c1", "f4-f7"} {
		a, err := env.Parse(s, text)
		if err != nil {
			fmt.Println(err)
			return
		}
		s.Play(a)
	}
	fmt.Print(s)
	fmt.Println(len(s.Legal(nil)), "moves")
	// Output:
	// 7  + . . a . a +
	// 6  a . . . . . .
	// 5  . . . d . . .
	// 4  a a . k d . a
	// 3  . . . d . . .
	// 2  . . . a . . .
	// 1  + . d a . . +
	//    a b c d e f g
	// king's side to move
	// 28 moves
}
