package duel

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"ludens/env/games"
)

// A game by link is read from its file as a whole or not at all; what was read is what is
// written.
func FuzzSaved(f *testing.F) {
	f.Add([]byte(`{"keys":["a","b","c"],"game":"tictactoe","sides":[0,1],"moves":["b2","a1"],"left":[0,0]}`))
	f.Add([]byte(`{"keys":["a","b","c"],"game":"tictactoe","sides":[1,0],"moves":["b2","a1"],"main":60000000000,"left":[1,2],"over":true,"result":1}`))
	f.Add([]byte(`{"game":"tictactoe","sides":[0,0]}`))
	g := games.Must("tictactoe")
	file := filepath.Join(f.TempDir(), "game.json")
	now := func() time.Time { return time.Unix(1e9, 0) }
	read := func(text []byte) (*Duel, error) {
		var s saved
		if err := json.Unmarshal(text, &s); err != nil {
			return nil, err
		}
		return s.duel(g, now)
	}
	if d, err := read([]byte(`{"game":"tictactoe","sides":[0,1],"moves":["b2"]}`)); err != nil || len(d.moves) != 1 {
		f.Fatalf("a whole game: %v", err)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		d, err := read(text)
		if err != nil {
			return
		}
		d.file = file
		d.save()
		written, err := os.ReadFile(file)
		if err != nil || !d.stored {
			t.Fatal(err)
		}
		again, err := read(written)
		if err != nil || !slices.Equal(again.moves, d.moves) || again.over != d.over || again.result != d.result || again.sides != d.sides {
			t.Errorf("%s is read, and written as %s: %v", text, written, err)
		}
	})
}
