package arena

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/env"
)

// A folder takes games of one network of an agent, of one set of rules of a game, and of
// any revision of the program, which it notes.
func TestFolderOfOtherPlayers(t *testing.T) {
	of := func(program, network, rules string) Players {
		return Players{Program: program, Networks: map[string]string{"champion": network}, Rules: map[string]string{"celta:first=king": rules}}
	}
	for _, test := range []struct {
		name string
		then Players
		want string // of the error; "": it is signed
	}{
		{"the same", of("r1", "aaaa", "ffff"), ""},
		{"another revision", of("r2", "aaaa", "ffff"), ""},
		{"one more agent", Players{Program: "r1", Networks: map[string]string{"ckpt:x": "cccc"}}, ""},
		{"another network", of("r1", "bbbb", "ffff"), "the network of champion is aaaa there, not bbbb"},
		{"other rules", of("r1", "aaaa", "eeee"), "the rules of celta:first=king is ffff there, not eeee"},
	} {
		dir := t.TempDir()
		f, _ := opened(t, dir)
		if err := f.Sign(of("r1", "aaaa", "ffff")); err != nil {
			t.Fatal(err)
		}
		if err := f.Append(Entry{Game: &Game{Actions: []env.Action{1}, Result: env.Drawn}}); err != nil {
			t.Fatal(err)
		}
		f.Close()
		before, _ := os.ReadFile(filepath.Join(dir, "about.json"))
		f, entries := opened(t, dir)
		err := f.Sign(test.then)
		f.Close()
		if len(entries) != 1 {
			t.Errorf("%s: %d games, want that of before", test.name, len(entries))
		}
		after, _ := About(dir)
		switch text, _ := os.ReadFile(filepath.Join(dir, "about.json")); {
		case test.want == "" && err != nil:
			t.Errorf("%s: %v", test.name, err)
		case test.want != "" && (!errors.Is(err, ErrOther) || !strings.HasSuffix(err.Error(), test.want)):
			t.Errorf("%s: got %v, want %s", test.name, err, test.want)
		case test.want != "" && string(text) != string(before):
			t.Errorf("%s: refused, and about.json has changed: %s", test.name, text)
		case test.then.Program == "r2" && after["ludens"] != "r1; r2":
			t.Errorf("%s: played by %q", test.name, after["ludens"])
		}
		f, entries = opened(t, dir) // what was signed later breaks no checksum
		if f.Close(); len(entries) != 1 || f.Unsummed > 0 {
			t.Errorf("%s: %d games, %d without a checksum", test.name, len(entries), f.Unsummed)
		}
	}
}

// Games of an older ludens do not say which network played them.
func TestFolderThatNamesNoNetwork(t *testing.T) {
	for _, played := range []bool{false, true} {
		dir := t.TempDir()
		f, _ := opened(t, dir)
		if played {
			f.Append(Entry{Game: &Game{Actions: []env.Action{1}, Result: env.Drawn}})
		}
		f.Close()
		f, _ = opened(t, dir)
		if err := f.Sign(Players{Program: "r1"}); played && err != nil {
			t.Errorf("agents without a network: %v", err)
		}
		f.Close()
		os.WriteFile(filepath.Join(dir, "about.json"), []byte(`{"game": "celta", "seed": "1"}`), 0o644)
		f, _ = opened(t, dir)
		err := f.Sign(Players{Program: "r1", Networks: map[string]string{"champion": "aaaa"}})
		f.Close()
		if played != errors.Is(err, ErrOther) {
			t.Errorf("games there: %v; got %v", played, err)
		}
	}
}
