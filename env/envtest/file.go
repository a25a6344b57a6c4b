package envtest

import (
	"testing"

	"ludens/env"
	"ludens/env/variant"
	"ludens/games"
)

// File returns the file of a game that comes with ludens, for the tests of its family. settings
// are names and values of rules, by turns; rules are what the family's files may say.
func File(t testing.TB, name string, rules func() any, settings ...string) *variant.File {
	t.Helper()
	text, ok := games.Text(name)
	if !ok {
		t.Fatalf("no game %s", name)
	}
	f, err := variant.Parse(name, text, games.Text)
	if err != nil {
		t.Fatal(err)
	}
	var all []env.Setting
	for i := 0; i+1 < len(settings); i += 2 {
		all = append(all, env.Setting{Name: settings[i], Value: settings[i+1]})
	}
	if len(all) == 0 {
		return f
	}
	if f, err = f.With(all, rules); err != nil {
		t.Fatal(err)
	}
	return f
}
