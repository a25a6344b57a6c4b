package main

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"ludens/nn"
)

// about tells which ludens this is, line by line: its source, the Go that built
// it, and the kernels that it has on this CPU.
func about() string {
	return strings.Join([]string{
		"ludens " + version(),
		fmt.Sprintf("built by %s for %s/%s", runtime.Version(), runtime.GOOS, runtime.GOARCH),
		fmt.Sprintf("kernels %s, of %s", nn.Path(), strings.Join(nn.Paths(), ", ")),
	}, "\n")
}

// version names the source of this binary, as far as the go command knew it.
func version() string {
	built, ok := debug.ReadBuildInfo()
	if !ok {
		return "devel"
	}
	return source(built)
}

// source names the source that a binary was built from: the module's version
// where it has one of its own, and the revision, "modified" if files differed.
func source(built *debug.BuildInfo) string {
	set := map[string]string{}
	for _, s := range built.Settings {
		set[s.Key] = s.Value
	}
	revision := fmt.Sprintf("%.12s", set["vcs.revision"])
	var parts []string
	v := strings.TrimSuffix(built.Main.Version, "+dirty")
	if v != "" && v != "(devel)" && (revision == "" || !strings.Contains(v, revision)) {
		parts = append(parts, v)
	}
	if revision != "" {
		parts = append(parts, "revision "+revision+" of "+set["vcs.time"])
	}
	if set["vcs.modified"] == "true" {
		parts = append(parts, "modified")
	}
	return cmp.Or(strings.Join(parts, ", "), "devel")
}
