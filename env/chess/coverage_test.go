package chess

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// coveragePage lists which of Fairy-Stockfish's variants are read, with the reason for each that
// is not.
const coveragePage = "../../docs/from/fairy-coverage.md"

// The page says of each built-in variant of Fairy-Stockfish whether it is read, and of each
// section of its variants.ini, which LUDENS_VARIANTS names, too:
//
//	LUDENS_VARIANTS=variants.ini go test ./env/chess -run Coverage -update
func TestCoverage(t *testing.T) {
	page, err := os.ReadFile(coveragePage)
	if err != nil && !*updateFairy {
		t.Fatal(err)
	}
	_, sections, _ := strings.Cut(string(page), "## Sections of variants.ini\n")
	text, err := os.ReadFile(os.Getenv("LUDENS_VARIANTS"))
	if err == nil {
		file, err := parseIni(string(text), false)
		if err != nil {
			t.Fatal(err)
		}
		sections = "\n" + coverage(file, string(text))
	}
	want := `# Coverage of Fairy-Stockfish's variants

Written by ` + "`LUDENS_VARIANTS=variants.ini go test ./env/chess -run Coverage -update`" + `. A variant that is read is the
same game: ` + "`-run RandomSections`" + ` and ` + "`-run SectionsOfFile`" + ` compare legal moves at each position of
recorded games. A drop of a pawn of shogi that checkmates is not legal here; there it is, and loses. The
others are refused with the reasons below.

## Built-in variants

` + coverage(builtins, "") + `
## Sections of variants.ini
` + sections
	if *updateFairy {
		if err := os.WriteFile(coveragePage, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if want != string(page) {
		t.Errorf("%s is stale: go test ./env/chess -run Coverage -update", coveragePage)
	}
	if n := strings.Count(coverage(builtins, ""), "| read |"); n < leastRead {
		t.Errorf("%d built-in variants are read, %d were", n, leastRead)
	}
}

// leastRead is how many built-in variants are read.
const leastRead = 104

// coverage returns a table of sections.
func coverage(sections []section, ini string) string {
	var b strings.Builder
	read := 0
	for _, s := range sections {
		reason := "read"
		if _, problems, err := Import(ini, s.name); err != nil {
			reason = strings.TrimPrefix(strings.TrimPrefix(err.Error(), "variants.ini: "), s.name+": ")
		} else if len(problems) > 0 {
			reason = strings.Join(problems, "; ")
		}
		if reason == "read" {
			read++
		}
		fmt.Fprintf(&b, "| %s | %s |\n", s.name, strings.ReplaceAll(reason, "|", "/"))
	}
	return fmt.Sprintf("%d of %d are read.\n\n| variant | |\n|---|---|\n%s", read, len(sections), b.String())
}
