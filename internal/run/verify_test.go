package run

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
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
	v := &verifier{dir: dir, game: ticTacToe(t), config: c.Config}
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

// rewritten writes the ledger of a run anew, each entry changed, so that it fits itself.
func rewritten(t *testing.T, dir string, change func(e *entry)) {
	t.Helper()
	var all []entry
	for _, line := range lines(t, at(dir, ledgerName)) {
		object, _, ok := unseal(bytes.TrimSuffix(line, []byte("\n")))
		var e entry
		if !ok || json.Unmarshal(object, &e) != nil {
			t.Fatalf("%s", line)
		}
		change(&e)
		all = append(all, e)
	}
	text, err := newLedger().write(all...)
	if err != nil {
		t.Fatal(err)
	}
	write(t, at(dir, ledgerName), text)
}

// A ledger that was written anew, and fits config.toml and itself, is found by the headers
// of the checkpoints: by verify, and by resume before it trains. Control: a ledger written
// anew without a change passes.
func TestHeadersAreTheAnchor(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(e *entry)
		want   string
	}{
		{"nothing", func(*entry) {}, ""},
		{"the configuration", func(e *entry) {
			if e.Text != "" {
				e.Text = strings.Replace(e.Text, "seed = ", "seed = 1", 1)
			}
			if e.Config != "" {
				e.Config = ""
			}
		}, "000004.ckpt: its header has another configuration than the ledger: seed = 1, the ledger says 11"},
		{"kernels", func(e *entry) {
			if e.Machine != nil {
				e.Machine.Kernels = "other"
			}
		}, "000004.ckpt: its header has the kernels "},
		{"metrics", func(e *entry) {
			if e.Metrics != nil {
				e.Metrics = json.RawMessage(strings.Replace(string(e.Metrics), `"window":`, `"window":1`, 1))
			}
		}, "000004.ckpt: its metrics are not those of the ledger"},
		{"a parent", func(e *entry) {
			if e.Iteration == 3 && e.Files != nil {
				e.Files[checkpointName(3)] = strings.Repeat("0", 64)
			}
		}, "000004.ckpt: it was made of checkpoints/000003.ckpt with sha256 "},
	} {
		dir := copied(t)
		rewritten(t, dir, test.change)
		if test.name == "the configuration" {
			l, err := readLedger(dir)
			if err != nil {
				t.Fatal(err)
			}
			rewritten(t, dir, func(e *entry) {
				if e.Kind == began {
					e.Config = sha256OfText(l.text)
				}
			})
			write(t, at(dir, configName), []byte(l.text))
		}
		r, err := Verify(dir, 1)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(r.Problems, "\n"); (got == "") != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("%s: verify says %q, want %q", test.name, got, test.want)
		}
		f, err := Open(dir, Options{})
		if err == nil {
			closed(t, f)
		}
		if got := fmt.Sprint(err); (err == nil) != (test.want == "") || err != nil && !strings.Contains(got, test.want) {
			t.Errorf("%s: resume says %v, want %q", test.name, err, test.want)
		}
		if f, err = Open(dir, Options{Accept: true}); err != nil {
			t.Errorf("%s, accepted: %v", test.name, err)
			continue
		}
		closed(t, f)
		if r, err := Verify(dir, 1); err != nil || len(r.Problems) > 0 || (len(r.Changes) == 0) != (test.want == "") {
			t.Errorf("%s, accepted: %+v, %v", test.name, r, err)
		}
	}
}

// Without its ledger, which the headers say it had, nothing is well; and what was exchanged
// is found where a header names it.
func TestVerifyWithoutTheLedger(t *testing.T) {
	dir := copied(t)
	if err := os.Remove(at(dir, ledgerName)); err != nil {
		t.Fatal(err)
	}
	r, err := Verify(dir, 1)
	if err != nil || len(r.Problems) != 1 || !strings.Contains(r.Problems[0], "ledger.jsonl is gone") {
		t.Errorf("%+v, %v", r, err)
	}
	for name, from := range map[string]string{gamesName(5): gamesName(4), checkpointName(5): checkpointName(4)} {
		b, err := os.ReadFile(at(dir, from))
		if err != nil {
			t.Fatal(err)
		}
		old, err := os.ReadFile(at(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		os.WriteFile(at(dir, name), b, 0o644)
		if r, err := Verify(dir, 1); err != nil || len(r.Problems) < 2 || !strings.Contains(strings.Join(r.Problems, "\n"), "it was made of "+name) {
			t.Errorf("%s exchanged: %+v, %v", name, r, err)
		}
		os.WriteFile(at(dir, name), old, 0o644)
	}
	write(t, at(dir, configName), []byte(strings.Replace(string(contents(t, dir)[configName]), "seed = ", "seed = 1", 1)))
	if r, err := Verify(dir, 1); err != nil || !strings.Contains(strings.Join(r.Problems, "\n"), "its header has another configuration than config.toml: seed = 1, config.toml says 11") {
		t.Errorf("config.toml edited: %+v, %v", r, err)
	}
}

// A folder that cannot be read as a run is an error, for one who may write and for one who
// may not, and it is free again for others.
func TestVerifyLeavesTheFolderFree(t *testing.T) {
	dir := copied(t)
	path := at(dir, ledgerName)
	if err := os.Rename(path, path+".old"); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(path, 0o755); err != nil {
		t.Fatal(err)
	}
	if r, err := Verify(dir, 1); err == nil || !strings.Contains(err.Error(), "is a folder") {
		t.Errorf("a folder for a ledger: %+v, %v", r, err)
	}
	if err := errors.Join(os.Remove(path), os.Rename(path+".old", path)); err != nil {
		t.Fatal(err)
	}
	if told := opened(t, dir); len(told) != 0 {
		t.Errorf("opened with %q", told)
	}
}
