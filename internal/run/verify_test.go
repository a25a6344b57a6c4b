package run

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	gamelist "ludens/env/games"
	"ludens/selfplay"
	"ludens/train"
)

// A whole run has what its configuration keeps, and nothing to say of it.
func TestVerifyOfAWholeRun(t *testing.T) {
	dir := copied(t)
	r, err := Verify(dir, 3)
	if err != nil {
		t.Fatal(err)
	}
	if r.Folder != dir || r.Game != "tictactoe" || r.Iteration != 6 || r.Iterations != 6 || r.Entries != 8 || r.Checkpoints != 3 || r.Games != 6 || r.Metrics != 6 ||
		len(r.Machines) != 1 || len(r.Problems)+len(r.Notes)+len(r.Changes) != 0 || r.Problems == nil || len(r.Ledger) != 64 {
		t.Errorf("%+v", r)
	}
	plies := 0
	for n := 4; n <= 6; n++ {
		played, err := readGames(dir, nil, ticTacToe(t), n)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range played {
			plies += len(g.Plies)
		}
	}
	if r.Plies != plies {
		t.Errorf("%d plies, want %d", r.Plies, plies)
	}
	one, err := Verify(dir, 0)
	if a, b := fmt.Sprintf("%+v", *r), fmt.Sprintf("%+v", *one); err != nil || a != b {
		t.Errorf("with another number of workers: %s, %v; want %s", b, err, a)
	}
	if told := opened(t, dir); len(told) != 0 {
		t.Errorf("a whole run is opened with %q", told)
	}
}

// Games that are wrong are reported one by one, the first of them, and then how many more.
func TestVerifyTellsOfWrongGames(t *testing.T) {
	g := ticTacToe(t)
	good, bad := through(g, 0, 3, 1, 4, 2), through(g, 0, 3, 1, 4, 2)
	bad.Plies[1].Action = 0
	for _, test := range []struct {
		wrong int
		want  []string
	}{
		{0, nil},
		{1, []string{"game 2: selfplay: "}},
		{3, []string{"game 2: ", "game 3: ", "game 4: "}},
		{4, []string{"game 2: ", "game 3: ", "game 4: ", "1 more game as wrong"}},
		{6, []string{"game 2: ", "game 3: ", "game 4: ", "3 more games as wrong"}},
	} {
		dir := emptied(t)
		played := []*selfplay.Record{good}
		for range test.wrong {
			played = append(played, bad)
		}
		if err := writeGames(at(dir, gamesName(1)), played); err != nil {
			t.Fatal(err)
		}
		v := &verifier{dir: dir, game: g}
		r := v.replay(1)
		if len(r.problems) != len(test.want) || r.games != test.wrong+1 || r.plies != 5*(test.wrong+1) {
			t.Errorf("%d wrong: %+v", test.wrong, r)
			continue
		}
		for i, want := range test.want {
			if !strings.Contains(r.problems[i], want) {
				t.Errorf("%d wrong: %q, want %q", test.wrong, r.problems[i], want)
			}
		}
	}
}

// Games that are by the rules and not those of the metrics are reported, unless they
// were accepted.
func TestVerifyCountsGames(t *testing.T) {
	g := ticTacToe(t)
	played := []*selfplay.Record{through(g, 0, 3, 1, 4, 2), through(g, 8, 4, 0, 2, 6, 7, 3)}
	it := train.Iteration{At: train.Progress{Iteration: 1}, Games: train.Tell(played)}
	metrics, err := json.Marshal(it)
	if err != nil {
		t.Fatal(err)
	}
	v := &verifier{dir: "run", game: g, ledger: newLedger()}
	if !v.counted(1, nil) {
		t.Error("nothing is known of the iteration")
	}
	v.ledger.metrics[1] = metrics
	if !v.counted(1, played) || v.counted(1, played[:1]) || v.counted(1, nil) {
		t.Error("the games are counted wrongly")
	}
	if v.ledger.taken[gamesName(1)] = true; !v.counted(1, played[:1]) {
		t.Error("games that were accepted are told")
	}
}

// A checkpoint says which iteration it is of, and which game: it passes for no other.
func TestVerifyOfAForeignCheckpoint(t *testing.T) {
	dir := copied(t)
	c, _, err := train.ReadCheckpoint(at(dir, checkpointName(4)))
	if err != nil {
		t.Fatal(err)
	}
	v := &verifier{dir: dir, game: ticTacToe(t)}
	if err := v.checkpoint(4, c); err != nil {
		t.Errorf("in its place: %v", err)
	}
	if err := v.checkpoint(5, c); err == nil || err.Error() != "it is of iteration 4" {
		t.Errorf("in another's place: %v", err)
	}
	if v.game, err = gamelist.Make("connect4"); err != nil {
		t.Fatal(err)
	}
	if err := v.checkpoint(4, c); err == nil {
		t.Error("in another game's place it passes")
	}
}
