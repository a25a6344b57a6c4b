package race_test

import (
	"fmt"
	"strings"

	"ludens/env"
	"ludens/env/race"
	"ludens/env/variant"
)

// A Halma of one's own: the defaults are those of Halma, so that the board is nearly
// all there is to say.
const halma7 = `
family = "race"
name = "halma-7x7"

start = '''
. . . . a a a
. . . . . a a
. . . . . . a
. . . . . . .
A . . . . . .
A A . . . . .
A A A . . . .
'''
win = "filled"
`

func Example() {
	f, err := variant.Parse("halma-7x7.toml", halma7, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	g, err := race.Read(f)
	if err != nil {
		fmt.Println(err)
		return
	}
	s := g.New(0)
	for _, text := range []string{"a3-b4", "g5-f4", "a1-a3"} {
		a, err := env.Parse(s, text)
		if err != nil {
			fmt.Println(err)
			return
		}
		s.Play(a)
	}
	fmt.Println(s)
	fmt.Println(strings.Join(env.Texts(s, env.ByText(s)), " "))
	// Output:
	// 7  . . . . a a a
	// 6  . . . . . a a
	// 5  . . . . . . :
	// 4  . A . . . a .
	// 3  A . . . . . .
	// 2  A A . . . . .
	// 1  ' A A . . . .
	//    a b c d e f g
	// north to move; moves needed: south 14, north 15
	//
	// e7-d6 e7-d7 e7-e3 e7-e6 e7-g5 f4-e3 f4-e4 f4-e5 f4-f3 f4-f5 f4-g3 f4-g4 f4-g5 f6-e5 f6-e6 f6-f5 f6-g5 f7-d7 f7-e6 f7-f3 f7-f5 g6-e6 g6-f5 g6-g5 g7-e3 g7-e5 g7-g3 g7-g5
}
