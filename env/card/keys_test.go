package card

import (
	"bytes"
	_ "embed"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ludens/env/games"
)

//go:embed variants.md
var guide string

// docs/variants.md is the guide in variants.md and the keys that the code prints.
func TestVariantsPageIsFresh(t *testing.T) {
	page := filepath.Join("..", "..", "docs", "variants.md")
	want := append([]byte(guide), written(t, func(out io.Writer) error { return WriteKeys(out, "", true) })...)
	if *update {
		if err := os.WriteFile(page, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(page); err != nil || !bytes.Equal(got, want) {
		t.Error("docs/variants.md is stale: go test ./env/card -run Fresh -update")
	}
}

// Each key of each family is explained, in a sentence without a full stop.
func TestKeysAreExplained(t *testing.T) {
	for _, e := range games.Engines() {
		text := written(t, func(out io.Writer) error { return WriteKeys(out, e.Family, false) })
		if !strings.Contains(text, "cap") {
			t.Errorf("%s has no cap: its games need not end", e.Family)
		}
		for _, k := range keysOf(e) {
			if k.Help == "" || strings.HasSuffix(k.Help, ".") {
				t.Errorf("%s: %s: %q", e.Family, k.Name, k.Help)
			}
		}
	}
}

// Random games tell how a game ends, and what looks wrong with it.
func TestTry(t *testing.T) {
	g := games.Must("tictactoe")
	trial := Try(g, 200)
	if trial.Games != 200 || trial.First+trial.Second+trial.Drawn != 200 || trial.First <= trial.Second {
		t.Errorf("of 200 games of noughts and crosses: %+v", trial)
	}
	if trial.Quartiles[0] < 5 || trial.Quartiles[2] != 9 {
		t.Errorf("their lengths: %v", trial.Quartiles)
	}
	sum := 0
	for _, e := range trial.Endings {
		sum += e.Games
	}
	if sum != 200 || !slices.IsSortedFunc(trial.Endings, func(a, b EndingCount) int { return b.Games - a.Games }) {
		t.Errorf("endings: %v", trial.Endings)
	}
	if d := trial.Doubts(g.Spec()); len(d) > 0 {
		t.Errorf("doubts about noughts and crosses: %v", d)
	}
	short := games.Must("celta:cap=10")
	if d := Try(short, 50).Doubts(short.Spec()); len(d) == 0 || !strings.Contains(d[0], "50 of 50 random games were cut off") {
		t.Errorf("doubts about games that are cut off: %v", d)
	}
}

// The files that the page shows are games.
func TestFilesOfThePage(t *testing.T) {
	blocks := strings.Split(guide, "```")
	files := 0
	for i := 1; i < len(blocks); i += 2 {
		text, ok := strings.CutPrefix(blocks[i], "toml\n")
		if !ok {
			continue
		}
		name, err := games.Read("docs/variants.md", text)
		if err != nil {
			t.Error(err)
			continue
		}
		g, err := games.Make(name)
		if err != nil {
			t.Error(err)
			continue
		}
		c, err := NewCheck(g)
		if err != nil {
			t.Fatal(err)
		}
		if even := name == "heron-chess" || name == "four-on-five"; even && len(c.Doubts) > 0 {
			t.Errorf("%s: %v", name, c.Doubts)
		}
		if out := written(t, c.Write); !strings.Contains(out, name) {
			t.Errorf("the check of %s:\n%s", name, out)
		}
		files++
	}
	if files != 8 {
		t.Errorf("%d files on the page, want 8", files)
	}
}
