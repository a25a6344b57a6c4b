package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	runs "ludens/internal/run"
	"ludens/train"
)

// rehearsal is a run of seconds in the folder dir/run.
func rehearsal(t *testing.T, p, dir string, args ...string) (string, error) {
	t.Helper()
	c, out := command(dir, p, slices.Concat([]string{"train"}, args, []string{"--rehearse"})...)
	err := c.Run()
	return out.String(), err
}

func TestARunBeginsWithTheNetworkOfASister(t *testing.T) {
	p, dir := program(t), t.TempDir()
	for _, args := range [][]string{
		{"celta", "--run", "old"},
		{"cuervo", "--run", "new", "--from", "old"},
	} {
		if out, err := rehearsal(t, p, dir, args...); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	all, err := runs.Checkpoints(filepath.Join(dir, "old"))
	if err != nil {
		t.Fatal(err)
	}
	old, hash, err := train.ReadCheckpoint(all[len(all)-1])
	if err != nil {
		t.Fatal(err)
	}
	first, _, err := train.ReadCheckpoint(filepath.Join(dir, "new", "checkpoints", "000000.ckpt"))
	if err != nil {
		t.Fatal(err)
	}
	if first.Game != "cuervo" || first.Parent != hash {
		t.Errorf("checkpoint 0 is of %s with parent %s, want cuervo and %s", first.Game, first.Parent, hash)
	}
	for i, want := range old.Net.Tensors() {
		if got := first.Net.Tensors()[i]; !slices.Equal(got.Data, want.Data) {
			t.Errorf("%s differs from the network it began with", want.Name)
		}
	}
}

func TestNetworksThatDoNotFit(t *testing.T) {
	p, dir := program(t), t.TempDir()
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"cetro", "--from", "champion:connect4"}, `from = "champion:connect4": its network is of `},
		{[]string{"cetro", "--from", "champion:go"}, `from = "champion:go": no champion of go comes with ludens`},
		{[]string{"cetro", "--from", "nowhere"}, `from = "nowhere": no checkpoint at nowhere`},
		{[]string{"cetro", "--preset", "alphabeta", "--from", "nowhere"}, `from = "nowhere": no learned evaluation at nowhere`},
		{[]string{"cetro", "--preset", "alphabeta", "--from", "champion:chess"}, `from = "champion:chess": want champion:cetro, or a run of this game`},
	} {
		out, err := rehearsal(t, p, dir, append(c.args, "--run", "run")...)
		if err == nil || !strings.Contains(out, c.want) {
			t.Errorf("%v: %v, %q, want %q", c.args, err, out, c.want)
		}
		if made, _ := filepath.Glob(filepath.Join(dir, "run*")); made != nil {
			t.Errorf("%v left %v", c.args, made)
		}
	}
}
