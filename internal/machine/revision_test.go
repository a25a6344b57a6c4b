package machine

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
)

func TestStamped(t *testing.T) {
	stamp := func(settings ...string) (all []debug.BuildSetting) {
		for i := 0; i < len(settings); i += 2 {
			all = append(all, debug.BuildSetting{Key: settings[i], Value: settings[i+1]})
		}
		return all
	}
	clean := stamp("vcs.revision", "0123456789abcdef0123", "vcs.time", "2026-01-02T03:04:05Z", "vcs.modified", "false")
	dirty := stamp("vcs.revision", "0123456789abcdef0123", "vcs.time", "2026-01-02T03:04:05Z", "vcs.modified", "true")
	for _, test := range []struct {
		name, version string
		settings      []debug.BuildSetting
		release       string
		want          string
	}{
		{"of a release", "v1.2.3", nil, "", "v1.2.3"},
		{"of a release's clone", "v1.2.3", clean, "", "v1.2.3, revision 0123456789ab of 2026-01-02T03:04:05Z"},
		{"of a release, changed", "v1.2.3+dirty", dirty, "", "v1.2.3, revision 0123456789ab of 2026-01-02T03:04:05Z, modified"},
		{"of a commit", "v0.0.0-20260102030405-0123456789ab", clean, "", "revision 0123456789ab of 2026-01-02T03:04:05Z"},
		{"of a commit, changed", "v0.0.0-20260102030405-0123456789ab+dirty", dirty, "", "revision 0123456789ab of 2026-01-02T03:04:05Z, modified"},
		{"installed at a commit", "v0.0.0-20260102030405-0123456789ab", nil, "", "v0.0.0-20260102030405-0123456789ab"},
		{"run from a folder", "(devel)", nil, "", "devel"},
		{"a build that knows nothing", "", nil, "", "devel"},
		{"of a wheel", "(devel)", nil, "v1.2.3", "v1.2.3"},
		{"of a wheel, between releases", "v0.0.0-20260102030405-0123456789ab", clean, "v1.2.3", "v1.2.3, revision 0123456789ab of 2026-01-02T03:04:05Z"},
		{"of a release, stamped too", "v1.2.3", dirty, "v1.2.3", "v1.2.3, revision 0123456789ab of 2026-01-02T03:04:05Z, modified"},
	} {
		built := &debug.BuildInfo{Main: debug.Module{Version: test.version}, Settings: test.settings}
		if got := stamped(built, test.release); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// What go run and go test make is asked of its clone; a program that was built to stay is not.
func TestPassing(t *testing.T) {
	env := func(name string) string { return map[string]string{"GOCACHE": "/var/cache/go/"}[name] }
	for program, want := range map[string]bool{
		"/tmp/go-build123/b001/exe/ludens":       true,
		"/root/.cache/go-build/ab/abcd-d/ludens": true,
		"/var/cache/go/ab/abcd-d/ludens":         true,
		"/var/cache/gone/ludens":                 false,
		"/usr/local/bin/ludens":                  false,
		"/home/ana/ludens/ludens":                false,
		`/home/ana/building/go/ludens`:           false,
	} {
		if got := passing(program, env); got != want {
			t.Errorf("%s: got %v, want %v", program, got, want)
		}
	}
}

// A clone names its commit, and says where files differ; a folder that is no clone of
// this module names none.
func TestCheckout(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	root := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(root, "internal", "host", "revision.go")
	write("go.mod", "module ludens\n")
	write("internal/machine/revision.go", "package machine\n")
	if got := checkout(file, "ludens"); got != "" {
		t.Errorf("no clone: %q", got)
	}
	for _, args := range [][]string{
		{"init", "-q"}, {"add", "."},
		{"-c", "user.name=x", "-c", "user.email=x@example.org", "commit", "-q", "-m", "x", "--date", "2026-01-02T03:04:05Z"},
	} {
		if _, err := git(root, args...); err != nil {
			t.Fatal(args, err)
		}
	}
	commit, err := git(root, "rev-parse", "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	clean := checkout(file, "ludens")
	if !strings.HasPrefix(clean, "revision "+commit[:12]+" of 20") || !strings.HasSuffix(clean, "Z, by its checkout") {
		t.Errorf("a clone at %s: %q", commit, clean)
	}
	for name, got := range map[string]string{
		"another module":    checkout(file, "checkers"),
		"a path in a clone": checkout(filepath.Join("internal", "host", "revision.go"), "ludens"),
	} {
		if got != "" {
			t.Errorf("%s: %q", name, got)
		}
	}
	write("internal/machine/revision.go", "package machine // changed\n")
	if got, want := checkout(file, "ludens"), strings.Replace(clean, ", by", ", modified, by", 1); got != want {
		t.Errorf("changed: got %q, want %q", got, want)
	}
}

// This test was made by go test, in a clone or in none; with -trimpath nothing says where.
func TestHere(t *testing.T) {
	if _, file, _, _ := runtime.Caller(0); !filepath.IsAbs(file) {
		if got := Revision(); got != unknown {
			t.Errorf("with -trimpath: got %q, want %q", got, unknown)
		}
		return
	}
	commit, err := git(".", "rev-parse", "HEAD")
	if _, no := os.Stat(filepath.Join("..", "..", ".git")); err != nil || no != nil {
		t.Skip("this is no clone, or git cannot say")
	}
	if got := Revision(); !strings.HasPrefix(got, "revision "+commit[:12]+" of ") || !strings.HasSuffix(got, ", by its checkout") {
		t.Errorf("got %q, want the revision %s", got, commit)
	}
}
