package arena

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"ludens/env"
)

var about = map[string]string{"game": "celta", "seed": "1"}

func opened(t *testing.T, dir string) (*Folder, []Entry) {
	t.Helper()
	f, entries, err := Open(dir, about)
	if err != nil {
		t.Fatal(err)
	}
	return f, entries
}

func TestFolderKeepsGames(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	f, entries := opened(t, dir)
	if len(entries) != 0 {
		t.Errorf("a new folder holds %v", entries)
	}
	games := []Game{
		{Index: 4, Seed: 1 << 63, Actions: []env.Action{3, 1, 2}, Opening: 2, Result: env.SecondWins, Ending: `"so"`},
		{Index: 1, Role: env.Second, Start: "x../.../...", Actions: []env.Action{7}, Truncated: true},
	}
	want := []Entry{{Players: []string{"a", "b"}}, {Game: &games[0]}, {A: "a", B: "b", Game: &games[1]}}
	for _, e := range want {
		if err := f.Append(e); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := Open(dir, about); err == nil || !strings.Contains(err.Error(), "in use") {
		t.Errorf("opened twice: %v", err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	f, entries = opened(t, dir)
	defer f.Close()
	if !reflect.DeepEqual(entries, want) {
		t.Errorf("got %+v, want %+v", entries, want)
	}
}

// A line that was cut short is not a game, and the next one is not glued to it.
func TestFolderAfterAKill(t *testing.T) {
	dir := t.TempDir()
	f, _ := opened(t, dir)
	for i := range 2 {
		f.Append(Entry{Game: &Game{Index: i, Role: env.Player(i), Actions: []env.Action{1}, Result: env.Drawn}})
	}
	f.Close()
	path := filepath.Join(dir, "games.jsonl")
	text, _ := os.ReadFile(path)
	os.WriteFile(path, text[:len(text)-5], 0o644)
	f, entries := opened(t, dir)
	if len(entries) != 1 {
		t.Errorf("%d games, want 1", len(entries))
	}
	f.Append(Entry{Game: &Game{Index: 1, Role: 1, Actions: []env.Action{1}, Result: env.Drawn}})
	f.Close()
	if again, _ := os.ReadFile(path); string(again) != string(text) {
		t.Errorf("got %s, want %s", again, text)
	}
}

func TestFolderOfAnother(t *testing.T) {
	dir := t.TempDir()
	f, _ := opened(t, dir)
	f.Close()
	_, _, err := Open(dir, map[string]string{"game": "celta", "seed": "2"})
	if !errors.Is(err, ErrOther) || !strings.Contains(err.Error(), `seed is "1" there, not "2"`) {
		t.Errorf("another seed: %v", err)
	}
	for _, damage := range []string{"{\n", `{"game":{"index":-1}}` + "\n", `{"game":{"index":0,"result":"won"}}` + "\n"} {
		os.WriteFile(filepath.Join(dir, "games.jsonl"), []byte(damage), 0o644)
		if _, _, err := Open(dir, about); err == nil || !strings.Contains(err.Error(), "line 1 is damaged") {
			t.Errorf("%q: %v", damage, err)
		}
	}
}

// A file of words is read up to its limit, and no further.
func TestWordsHaveALimit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "names.json")
	for size, good := range map[int]bool{mostWords: true, mostWords + 1: false} {
		text := `{"a":"` + strings.Repeat("x", size-len(`{"a":""}`)) + `"}`
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if words, err := Names(filepath.Dir(path)); (err == nil) != good || good && len(words["a"]) < 1_000_000 {
			t.Errorf("%d bytes: %d of them, %v", size, len(words["a"]), err)
		}
	}
}

// What agents are called is read as it was written, and what another command was asked is said
// word by word, whichever of the two has more.
func TestWordsOfFolders(t *testing.T) {
	dir := t.TempDir()
	f, _ := opened(t, dir)
	want := map[string]string{"a": "one\n", "b": "two"}
	if err := f.Call(want); err != nil {
		t.Fatal(err)
	}
	if got, err := Names(dir); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	for said, asked := range map[string]map[string]string{
		`game is "celta" there, not "cuervo"`:                   {"game": "cuervo", "seed": "1"},
		`seed is "1" there`:                                     {"game": "celta"},
		`book is "" there, not "b", seed is "1" there, not "2"`: {"game": "celta", "seed": "2", "book": "b"},
	} {
		_, _, err := Open(dir, asked)
		if !errors.Is(err, ErrOther) || !strings.HasSuffix(err.Error(), ": "+said) {
			t.Errorf("%v, want %s", err, said)
		}
	}
}
