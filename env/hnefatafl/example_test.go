package hnefatafl_test

import (
	"fmt"

	"ludens/env"
	"ludens/env/hnefatafl"
	"ludens/env/variant"
)

// A board of one's own: a shieldwall falls.
func Example() {
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
	g, err := hnefatafl.Read(f)
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
