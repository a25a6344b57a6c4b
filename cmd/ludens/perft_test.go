package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"ludens/internal/exit"
)

func TestPerft(t *testing.T) {
	for _, test := range []struct{ line, want string }{
		// Figures that independent programs agree in.
		{`perft celta 3`, "1 24\n2 944\n3 23840\n"},
		{`perft cuervo:first=attackers 3`, "1 40\n2 960\n3 39568\n"},
		{`perft cetran2:array=qrknchsa/KSNRCAQH 3`, "1 22\n2 462\n3 12266\n"},
		{`perft celta 2 --position "3a3/5d1/a4d1/a3d2/2aka2/7/1a5 a"`, "1 37\n2 836\n"},
		// 9! sequences, less those that a win has cut short.
		{`perft tictactoe 6`, "1 9\n2 72\n3 504\n4 3024\n5 15120\n6 54720\n"},
		{`perft tictactoe 2 --json`, `{"depth":1,"count":9}` + "\n" + `{"depth":2,"count":72}` + "\n"},
		{`perft tictactoe 3 --divide --position "xo./.../..."`, "a1 30\na2 30\nb1 30\nb2 30\nc1 30\nc2 30\nc3 30\n3 210\n"},
		{`perft tictactoe 1 --divide --json --position "xxx/oo./..."`, `{"depth":1,"count":0}` + "\n"},
	} {
		if got := works(t, "", split(test.line)...); got != test.want {
			t.Errorf("%s:\ngot\n%swant\n%s", test.line, got, test.want)
		}
	}
}

func TestPerftComplaints(t *testing.T) {
	complaints{
		{`perft celta`, 2, `perft: too few words; want: ludens perft GAME DEPTH`},
		{`perft celta three`, 2, `perft: depth "three" is not a whole number from 1 to 100`},
		{`perft celta 0`, 2, `perft: depth "0" is not a whole number from 1 to 100`},
		{`perft celtic 3`, 1, `games: no game "celtic" (did you mean "celta"?)`},
	}.check(t)
}

// A count that would take years stops on request.
func TestPerftStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(50*time.Millisecond, cancel)
	var out, errs bytes.Buffer
	code := run(ctx, []string{"perft", "celta", "20"}, strings.NewReader(""), &out, &errs)
	if code != exit.CodeInterrupted || errs.String() != "\nstopped.\n" {
		t.Errorf("got exit code %d, %q", code, errs.String())
	}
}
