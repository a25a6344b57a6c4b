package arch

import (
	"regexp"
	"testing"
)

// printers are the files that may name the process's own output. All else gets a writer, which
// is a tui.Guard: text from files and machines of others cannot steer the terminal.
var printers = []string{
	"cmd/ludens/main.go",
	"cmd/ludens/usage.go",
	"internal/docs/testdata/outside/main.go", // a program of its own
	"nn/internal/kernel/_asm/main.go",        // another
	"scripts/",                               // of this source
}

func TestOutputHasOneGuard(t *testing.T) {
	onlyIn(t, regexp.MustCompile(`(?m)^(?:[^/\n]|/[^/\n])*(?:\bos\.Std(?:out|err)\b|\bfmt\.Print(?:f|ln)?\()`), printers, "os.Stdout, os.Stderr or fmt.Print, which no guard sees: want the writer of the command")
}
