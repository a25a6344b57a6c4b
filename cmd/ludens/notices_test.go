package main

import (
	"strings"
	"testing"
)

// The notices name what is compiled in, what is embedded for the page, and Go.
func TestNotices(t *testing.T) {
	out := works(t, "", "notices")
	for _, want := range []string{"gonum.org/v1/gonum v", "github.com/spf13/cobra v", "uplot, on the web page", "preact, on the web page", "the Go standard library and runtime (LICENSE)"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing", want)
		}
	}
}
