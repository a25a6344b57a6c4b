package main

import (
	"regexp"
	"testing"
)

// --version is for reading and for reports of faults: three lines, no more.
func TestVersion(t *testing.T) {
	want := regexp.MustCompile(`^ludens \S.*\nbuilt by go1\S* for \w+/\w+\nkernels \w+, of (\w+, )*portable\n$`)
	if got := works(t, "", "--version"); !want.MatchString(got) {
		t.Errorf("got %q, want it to match %s", got, want)
	}
}
