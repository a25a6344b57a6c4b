package games

import (
	"strings"
	"testing"

	"ludens/env/variant"
	"ludens/games"
)

// gardner is a section of Fairy-Stockfish whose name is a game that comes with ludens.
const gardner = `[gardner:chess]
maxRank = 5
maxFile = 5
startFen = rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1
doubleStep = false
castling = false
promotionRegionWhite = *5
promotionRegionBlack = *1
`

// What is imported can be read back: a name that is taken is changed. Control: another name
// stays.
func TestImportedNamesAreFree(t *testing.T) {
	for section, want := range map[string]string{"gardner": "gardner-fairy", "minor5": "minor5"} {
		game, err := Import(strings.Replace(gardner, "gardner", section, 1), section)
		if err != nil || len(game.Problems) > 0 {
			t.Fatal(err, game.Problems)
		}
		if name, err := Read("mine.toml", game.Text); err != nil || name != want {
			t.Errorf("%s: read as %q, %v", section, name, err)
		}
		Forget(want)
	}
}

// A setting may be written as in a file; the game's name is the same. Control: a word that
// is neither is refused.
func TestSettingsOfFiles(t *testing.T) {
	for value, want := range map[string]string{"true": "chess:must_capture=on", "on": "chess:must_capture=on", "false": "chess", "off": "chess", "yes": ""} {
		g, err := Make("chess:must_capture=" + value)
		if want == "" && err != nil {
			continue
		}
		if err != nil || g.Spec().Name != want {
			t.Errorf("%s: %v, %v", value, g, err)
		}
	}
	if _, err := Make("celta:cap=65536"); err == nil || !strings.Contains(err.Error(), "from 1 to 65535") {
		t.Errorf("a cap beyond all packages: %v", err)
	}
}

// A key that a file does not have is blamed on what the file is like, in the file itself;
// one that it has, on its own line.
func TestInheritedKeysAreBlamedHere(t *testing.T) {
	const small = "name = \"narrow\"\nlike = \"chess\"\nboard = \"\"\"\nr n b q k\np p p p p\n. . . . .\nP P P P P\nR N B Q K\n\"\"\"\n"
	for text, want := range map[string]string{
		small:                              `narrow.toml:2: castling comes from chess:18: "g1" is no square`,
		small + "castling = \"e1g1 h1f1\"": `narrow.toml:10: "g1" is no square`,
	} {
		f, err := variant.Parse("narrow.toml", text, games.Text)
		if err != nil {
			t.Fatal(err)
		}
		own, err := familyOf(f)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = own.New("narrow", nil); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
}
