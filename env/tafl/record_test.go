package tafl

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/variant"
	"ludens/games"
)

// Published games and puzzles are legal to the last ply, capture what they say they do,
// and end as they say. A file of testdata has the game, by name or as a rules record, how
// it ended, and the moves.
func TestRecordedGames(t *testing.T) {
	files, err := filepath.Glob("testdata/games/*.txt")
	if err != nil || len(files) < 9 {
		t.Fatalf("%d games, %v", len(files), err)
	}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		for line := range strings.Lines(string(text)) {
			if !strings.HasPrefix(line, "#") {
				lines = append(lines, strings.TrimSpace(line))
			}
		}
		s := named(t, lines[0]).New(0)
		for i, move := range strings.Fields(strings.Join(lines[2:], " ")) {
			move = strings.ReplaceAll(move, "K", "")
			a, err := env.Parse(s, move)
			if err != nil {
				t.Fatalf("%s: ply %d: %v\n%s", path, i+1, err, s)
			}
			denied := s.(interface {
				Deny(env.Action, string) error
			}).Deny(a, move)
			_, claims, _ := strings.Cut(move, "x")
			if captured := len(s.(env.Spatial).Squares(a).Captured); denied != nil || captured > 0 && claims == "" {
				t.Fatalf("%s: ply %d: %s captures %d: %v\n%s", path, i+1, move, captured, denied, s)
			}
			s.Play(a)
		}
		ending := s.(env.Explained).Ending()
		if ending == "" {
			ending = "resigned"
		}
		if !strings.HasPrefix(ending, lines[1]) {
			t.Errorf("%s: got %q, want %q\n%s", path, ending, lines[1], s)
		}
	}
}

// named returns the game of a name with settings, or of a rules record.
func named(t *testing.T, name string) env.Game {
	t.Helper()
	if strings.HasPrefix(name, "dim:") {
		text, err := Import(name)
		if err != nil {
			t.Fatal(err)
		}
		return read(t, text)
	}
	name, rest, _ := strings.Cut(name, ":")
	text, _ := games.Text(name)
	f := file(t, text)
	if option, value, ok := strings.Cut(rest, "="); ok {
		var err error
		if f, err = f.With([]env.Setting{{Name: option, Value: value}}, NewRules); err != nil {
			t.Fatal(err)
		}
	}
	g, err := Read(f)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// A file's options are its keys that are not drawings, those of package tafl first.
func TestOptions(t *testing.T) {
	text, _ := games.Text("copenhagen")
	v, err := file(t, text).Variant(NewRules)
	if err != nil {
		t.Fatal(err)
	}
	if len(v.Options) < 40 || v.Options[0].Name != "first" || v.Options[21].Name != "cap" || v.Options[22].Name != "corner_pass" {
		t.Errorf("got %+v", v.Options)
	}
	for _, k := range variant.Keys(NewRules()) {
		if k.Help == "" {
			t.Errorf("%s has no help", k.Name)
		}
	}
}
