package chess

import (
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/variant"
	"ludens/games"
)

// FuzzRead hands any text to the reader: it is a game that can be played and written
// down, or one line that says why not.
func FuzzRead(f *testing.F) {
	for _, name := range games.Names() {
		if text, _ := games.Text(name); strings.Contains(text, `family = "chess"`) {
			f.Add(text)
		}
	}
	for seed := range uint64(20) {
		f.Add(randomFile(seed))
	}
	f.Fuzz(func(t *testing.T, text string) {
		file, err := variant.Parse("f.toml", text, games.Text)
		if err != nil {
			return
		}
		g, err := Read(file)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("not one line: %v", err)
			}
			return
		}
		if err := g.Spec().Validate(); err != nil {
			t.Error(err)
		}
		s := g.New(1)
		for range 3 {
			legal := s.Legal(nil)
			if len(legal) == 0 {
				break
			}
			s.Play(legal[len(legal)/2])
		}
		position := g.(env.Notated).Position(s)
		if again, err := g.(env.Notated).ParsePosition(position); err != nil {
			t.Errorf("%s: %v", position, err)
		} else if got := g.(env.Notated).Position(again); got != position {
			t.Errorf("%s is written as %s once read", position, got)
		}
		if len(g.(env.Symmetric).Symmetries()) == 0 {
			t.Error("no identity")
		}
	})
}

// FuzzPosition hands any text to the reader of positions.
func FuzzPosition(f *testing.F) {
	var all []env.Notated
	for _, name := range []string{"chess", "crazyhouse", "minishogi", "three-check", "grand-chess"} {
		text, _ := games.Text(name)
		file, err := variant.Parse(name, text, games.Text)
		if err != nil {
			f.Fatal(err)
		}
		g, err := Read(file)
		if err != nil {
			f.Fatal(err)
		}
		all = append(all, g.(env.Notated))
		f.Add(g.(env.Notated).Position(g.New(0)))
	}
	f.Add("rnb+PkQ~P/8/**/10[Q] b Kq e3f4 1+2 0 1")
	f.Fuzz(func(t *testing.T, text string) {
		for _, g := range all {
			s, err := g.ParsePosition(text)
			if err != nil {
				if strings.Contains(err.Error(), "\n") {
					t.Errorf("not one line: %v", err)
				}
				continue
			}
			once := g.Position(s)
			again, err := g.ParsePosition(once)
			if err != nil || g.Position(again) != once || again.Key() != s.Key() {
				t.Errorf("%q is written as %q: %v", text, once, err)
			}
		}
	})
}

// FuzzImport hands any text to the reader of variants.ini.
func FuzzImport(f *testing.F) {
	for _, name := range []string{"orda", "diana", "minishogi", "crossderby"} {
		f.Add(someIni, name)
	}
	f.Fuzz(func(t *testing.T, ini, name string) {
		text, problems, err := Import(ini, name)
		if err != nil && strings.Contains(err.Error(), "\n") || strings.Contains(strings.Join(problems, ""), "\n") {
			t.Errorf("not one line: %v, %v", err, problems)
		}
		if err == nil {
			if _, err := variant.Parse("f", text, nil); err != nil {
				t.Error(err)
			}
		}
	})
}
