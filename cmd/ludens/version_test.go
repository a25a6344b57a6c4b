package main

import (
	"regexp"
	"runtime/debug"
	"testing"
)

func TestSource(t *testing.T) {
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
		want          string
	}{
		{"of a release", "v1.2.3", nil, "v1.2.3"},
		{"of a release's clone", "v1.2.3", clean, "v1.2.3, revision 0123456789ab of 2026-01-02T03:04:05Z"},
		{"of a release, changed", "v1.2.3+dirty", dirty, "v1.2.3, revision 0123456789ab of 2026-01-02T03:04:05Z, modified"},
		{"of a commit", "v0.0.0-20260102030405-0123456789ab", clean, "revision 0123456789ab of 2026-01-02T03:04:05Z"},
		{"of a commit, changed", "v0.0.0-20260102030405-0123456789ab+dirty", dirty, "revision 0123456789ab of 2026-01-02T03:04:05Z, modified"},
		{"installed at a commit", "v0.0.0-20260102030405-0123456789ab", nil, "v0.0.0-20260102030405-0123456789ab"},
		{"run from a folder", "(devel)", nil, "devel"},
		{"a build that knows nothing", "", nil, "devel"},
	} {
		built := &debug.BuildInfo{Main: debug.Module{Version: test.version}, Settings: test.settings}
		if got := source(built); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// --version is for reading and for reports of faults: three lines, no more.
func TestVersion(t *testing.T) {
	want := regexp.MustCompile(`^ludens \S.*\nbuilt by go1\S* for \w+/\w+\nkernels \w+, of (\w+, )*portable\n$`)
	if got := works(t, "", "--version"); !want.MatchString(got) {
		t.Errorf("got %q, want it to match %s", got, want)
	}
}
