package record_test

import (
	"fmt"
	"os"
	"strings"

	"ludens/env"
	"ludens/env/games"
	"ludens/env/record"
)

// A game that came by mail is held against the rules.
func Example() {
	mail := `
[Game "tictactoe"]
[First "Ana"]
[Second "mcts:400"]

1. b2 c3 2. a3 {threatens c1} c1 3. c2 a2 4. b3 b1 5. a1
`
	r, err := record.Parse(strings.NewReader(mail))
	if err != nil {
		fmt.Println(err)
		return
	}
	g, err := games.Make(r.Game)
	if err != nil {
		fmt.Println(err)
		return
	}
	last, err := r.Replay(g, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(last)
	// Output:
	// 3  x x o
	// 2  o x x
	// 1  x o o
	//    a b c
	// drawn: the board is full
}

// A sheet writes a game down while it is played.
func ExampleSheet() {
	g, _ := games.Make("tictactoe")
	r := record.New(g, 0)
	r.First = "Ana"
	sheet, err := record.NewSheet(g, r)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, move := range []string{"b2", "a3", "b3", "b1", "c3"} {
		a, err := env.Parse(sheet.State(), move)
		if err != nil {
			fmt.Println(err)
			return
		}
		sheet.Play(a)
	}
	sheet.TakeBack(4)
	sheet.Resign(env.First)
	if err := record.Write(os.Stdout, sheet.Record()); err != nil {
		fmt.Println(err)
	}
	// Output:
	// [Game "tictactoe"]
	// [First "Ana"]
	// [Result "second wins"]
	// [Ending "crosses resigned"]
	//
	// 1. b2 a3 2. b3 b1
}
