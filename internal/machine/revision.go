package machine

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
)

// release is the version that a builder has stamped: "v1.2.3". scripts/release does, by
// -ldflags "-X .../internal/machine.release=v1.2.3". It is "" elsewhere.
var release string

// Release returns the version that this program was released as, "v1.2.3"; "" if it is
// built from a source that is no release.
func Release() string { return release }

// Revision names the source of this program: "v1.2.3", "revision 0123456789ab of
// 2026-01-02T03:04:05Z", with ", modified" where files differed from it; "devel" if
// nothing is known. What was asked of a clone ends with ", by its checkout".
//
// The go command writes the revision into what `go build` and `go install` make. It
// writes none into what `go run` and `go test` make, and that is asked of the clone that
// was compiled.
var Revision = sync.OnceValue(func() string {
	built, ok := debug.ReadBuildInfo()
	if !ok {
		return unknown
	}
	name := stamped(built, release)
	if program, err := os.Executable(); name == unknown && err == nil && built.Main.Path != "" && passing(program, os.Getenv) {
		_, file, _, _ := runtime.Caller(0)
		name = cmp.Or(checkout(file, built.Main.Path), unknown)
	}
	return name
})

const unknown = "devel"

// stamped returns what was written into a binary: the release, or else the module's version
// where it has one of its own, and the revision.
func stamped(built *debug.BuildInfo, release string) string {
	set := map[string]string{}
	for _, s := range built.Settings {
		set[s.Key] = s.Value
	}
	revision := fmt.Sprintf("%.12s", set["vcs.revision"])
	var parts []string
	v := strings.TrimSuffix(built.Main.Version, "+dirty")
	if release != "" {
		parts = append(parts, release)
	} else if v != "" && v != "(devel)" && (revision == "" || !strings.Contains(v, revision)) {
		parts = append(parts, v)
	}
	if revision != "" {
		parts = append(parts, "revision "+revision+" of "+set["vcs.time"])
	}
	if set["vcs.modified"] == "true" {
		parts = append(parts, "modified")
	}
	return cmp.Or(strings.Join(parts, ", "), unknown)
}

// passing reports whether a program is one of `go run` or `go test`: it was linked just
// now, of the files that lie in the clone, and lies in the build cache or in a folder for
// the time of the command. A program of `go build -buildvcs=false` may be older than
// what the clone has now, and is not asked about.
func passing(program string, env func(string) string) bool {
	for _, folder := range []string{env("GOCACHE"), env("GOTMPDIR")} {
		if folder != "" && strings.HasPrefix(program, filepath.Clean(folder)+string(filepath.Separator)) {
			return true
		}
	}
	return strings.Contains(filepath.ToSlash("/"+program), "/go-build")
}

// checkout names the commit of the clone that a source file of a module lies in; "" if
// it lies in none, or git cannot say.
func checkout(file, module string) string {
	if !filepath.IsAbs(file) { // -trimpath
		return ""
	}
	root := filepath.Dir(filepath.Dir(filepath.Dir(file)))
	text, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil || !strings.HasPrefix(string(text), "module "+module+"\n") {
		return ""
	}
	if _, err := os.Stat(filepath.Join(root, ".git")); err != nil { // a folder within another repository
		return ""
	}
	head, err := git(root, "show", "--no-patch", "--no-show-signature", "--format=%H %cd", "--date=format-local:%Y-%m-%dT%H:%M:%SZ", "HEAD")
	commit, when, ok := strings.Cut(head, " ")
	if err != nil || !ok {
		return ""
	}
	name := fmt.Sprintf("revision %.12s of %s", commit, when)
	if changes, err := git(root, "status", "--porcelain"); err != nil || changes != "" {
		name += ", modified"
	}
	return name + ", by its checkout"
}

// git asks git about a clone, as the go command does when it stamps a binary.
func git(root string, args ...string) (string, error) {
	c := exec.Command("git", append([]string{"-C", root, "-c", "core.fsmonitor=false", "--no-optional-locks"}, args...)...)
	for _, v := range os.Environ() { // of a hook that calls us: they name another repository
		if !strings.HasPrefix(v, "GIT_") {
			c.Env = append(c.Env, v)
		}
	}
	c.Env = append(c.Env, "TZ=UTC")
	out, err := c.Output()
	return strings.TrimSpace(string(out)), err
}
