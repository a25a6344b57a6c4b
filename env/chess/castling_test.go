package chess

import (
	"strings"
	"testing"

	"ludens/env/variant"
	"ludens/games"
)

// Who castles is royal, where some man is.
func TestWhoCastles(t *testing.T) {
	text, _ := games.Text("chess")
	for castling, want := range map[string]string{
		"e1g1 h1f1, e1c1 a1d1": "",
		"d1g1 h1f1":            `chess.toml:18: "d1g1 h1f1": no royal man stands on the first square`,
	} {
		f, err := variant.Parse("chess.toml", strings.Replace(text, "e1g1 h1f1, e1c1 a1d1", castling, 1), nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = Read(f); (err == nil) != (want == "") || err != nil && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s:\ngot  %v\nwant %s", castling, err, want)
		}
	}
}
