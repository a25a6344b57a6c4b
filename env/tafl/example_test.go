package tafl_test

import (
	"fmt"

	"ludens/env"
	"ludens/env/tafl"
	"ludens/env/variant"
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

// A board of one's own: a shieldwall falls.
func Example_board() {
	f, err := variant.Parse("mine.toml", `family = "tafl"
name = "my-tafl"
shieldwall = "strong"
board = """
. . a d d . . .
. . . a a . . .
. . . . . a . .
a . . k . . . a
. . . . . . . ."""
`, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	g, err := tafl.Read(f)
	if err != nil {
		fmt.Println(err)
		return
	}
	s := g.New(0)
	a, err := env.Parse(s, "f3-f5")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Format(a))
	s.Play(a)
	fmt.Print(s)
	// Output:
	// f3f5xd5,e5
	// 5  + . a . . a . +
	// 4  . . . a a . . .
	// 3  . . . . . . . .
	// 2  a . . k . . . a
	// 1  + . . . . . . +
	//    a b c d e f g h
	// king's side to move
}
