package main

import (
	"os"
	"path/filepath"
	"testing"
)

func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestRename(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"go.mod":                  "module ludens\n\ngo 1.26\n\nrequire example.org/ludens v1.0.0\n",
		"env/game.go":             "package env\n\nconst name = \"ludens/nowhere\" // ludens/env\n",
		"cmd/main.go":             "package main\n\nimport (\n\tgames \"ludens/env\"\n\t\"fmt\"\n)\n\nconst prefix = \"ludens/\"\n",
		"docs/a.md":               "`import \"ludens/env\"`, run `ludens/env`; ludens serve\n",
		"outside/testdata/go.mod": "module outside\n\nrequire ludens v0.0.0\n\nreplace ludens => ../..\n",
		".git/config":             "\"ludens/env\"",
	})
	changed, err := rename(dir, "example.org/me/ludens")
	if err != nil || changed != 4 {
		t.Fatalf("%d files, %v", changed, err)
	}
	for name, want := range map[string]string{
		"go.mod":                  "module example.org/me/ludens\n\ngo 1.26\n\nrequire example.org/ludens v1.0.0\n",
		"env/game.go":             "package env\n\nconst name = \"ludens/nowhere\" // ludens/env\n",
		"cmd/main.go":             "package main\n\nimport (\n\tgames \"example.org/me/ludens/env\"\n\t\"fmt\"\n)\n\nconst prefix = \"example.org/me/ludens/\"\n",
		"docs/a.md":               "`import \"example.org/me/ludens/env\"`, run `example.org/me/ludens/env`; ludens serve\n",
		"outside/testdata/go.mod": "module outside\n\nrequire example.org/me/ludens v0.0.0\n\nreplace example.org/me/ludens => ../..\n",
		".git/config":             "\"ludens/env\"",
	} {
		if got, _ := os.ReadFile(filepath.Join(dir, name)); string(got) != want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
		}
	}
}

func TestRenameRefuses(t *testing.T) {
	dir := t.TempDir()
	if _, err := rename(dir, "example.org/x"); err == nil {
		t.Error("there is no go.mod")
	}
	write(t, dir, map[string]string{"go.mod": "go 1.26\n"})
	for _, to := range []string{"", "a b", "https://example.org/x", "x\"y"} {
		if _, err := rename(dir, to); err == nil {
			t.Errorf("%q is taken", to)
		}
	}
}
