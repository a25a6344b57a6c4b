package env_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ludens/env"
)

func TestGlyphs(t *testing.T) {
	for nag, want := range map[int]string{-1: "", 0: "", 1: "!", 4: "??", 6: "?!", 7: "$7", 140: "$140", 255: "$255", 256: ""} {
		if got := env.Glyph(nag); got != want {
			t.Errorf("$%d is %q, want %q", nag, got, want)
		}
	}
	for nag := 1; nag <= 255; nag++ {
		if got := env.NAG(env.Glyph(nag)); got != nag {
			t.Errorf("the number of %q is %d, want %d", env.Glyph(nag), got, nag)
		}
	}
	for _, word := range []string{"", "!!!", "a", "$", "$0", "$1", "$014", "$256", "$-7"} {
		if got := env.NAG(word); got != 0 {
			t.Errorf("the number of %q is %d, want 0", word, got)
		}
	}
}

func TestNote(t *testing.T) {
	for want, said := range map[string][]string{
		"":                           {"", " "},
		"two words":                  {"  two\nwords "},
		"bold and right":             {"bold", "and right"},
		"!? bold":                    {"bold", "!?"},
		"!? $14 bold":                {"!?", "!?", "$14", "bold"},
		"!? $14 bold again":          {"!? $14 bold", "again"},
		"bold ?? it was":             {"bold", "?? it was"},
		"[%clk 0:01:05] bold":        {"[%clk 0:01:05]", "bold"},
		"$14 [%eval 0.3] [%clk 1:0]": {"[%eval 0.3]", "[%clk 1:0]", "$14"},
	} {
		var n env.Note
		for _, text := range said {
			n.Add(text)
		}
		if got := n.String(); got != want {
			t.Errorf("%q: got %q, want %q", said, got, want)
		}
		var again env.Note
		again.Add(want)
		if again.String() != want {
			t.Errorf("%q is %q once read back", want, again.String())
		}
	}
}

// A line of movetext may be broken between words, but not within a command, nor so that
// one begins with it.
func TestMovetext(t *testing.T) {
	for comment, want := range map[string][]string{
		"":                         nil,
		"!? $14":                   {"$5", "$14"},
		"!? two words":             {"$5", "{two", "words}"},
		"[%clk 0:01:05] two words": {"{[%clk 0:01:05]", "two", "words}"},
		"so [%cal Gd1d2, Ra1a2] [%eval 0.3] said": {"{so [%cal Gd1d2, Ra1a2] [%eval 0.3]", "said}"},
		"a [%open to the end":                     {"{a [%open to the end}"},
		"a [b] c":                                 {"{a", "[b]", "c}"},
		"so [%csl Ge4][%cal Ga1b2] said":          {"{so [%csl Ge4][%cal Ga1b2]", "said}"},
	} {
		if diff := cmp.Diff(want, env.Movetext(comment)); diff != "" {
			t.Errorf("%q: -want +got:\n%s", comment, diff)
		}
	}
	if got := len(env.Movetext(strings.Repeat("[%x ", 1<<18))); got != 1 {
		t.Errorf("commands that never end are %d words, want 1", got)
	}
}

func TestReadTag(t *testing.T) {
	for text, want := range map[string]env.Tag{
		`[White "Ana \"the fox\" \\o/"]`: {Name: "White", Value: `Ana "the fox" \o/`},
		"[ Event\t\"a\tb\"  ]":           {Name: "Event", Value: "a b"},
		`[Round""]`:                      {Name: "Round"},
	} {
		got, rest, ok := env.ReadTag(text + " rest")
		if got != want || rest != " rest" || !ok {
			t.Errorf("%s: got %+v, %q, %v", text, got, rest, ok)
		}
		if back, _, ok := env.ReadTag(got.String()); back != got || !ok {
			t.Errorf("%s is read back as %+v", got, back)
		}
	}
	for _, text := range []string{"", "[", `[White]`, `[White "a]`, "[White \"a\nb\"]", `White "a"`, `[a b "c"]`} {
		if got, rest, ok := env.ReadTag(text); ok || rest != text {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
}
