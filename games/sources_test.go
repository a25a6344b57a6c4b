package games

import (
	"regexp"
	"testing"
)

var (
	family = regexp.MustCompile(`(?m)^family = "(.+)"$`)
	like   = regexp.MustCompile(`(?m)^like = "(.+)"$`)
	source = regexp.MustCompile(`(?m)^source = "(.+)"$`)
	marked = regexp.MustCompile(`\bread\b.*\)|\(.*from memory\)`)
)

// familyOf follows like to the file that names a family.
func familyOf(name string) string {
	text, _ := Text(name)
	if found := like.FindStringSubmatch(text); found != nil {
		return familyOf(found[1])
	}
	if found := family.FindStringSubmatch(text); found != nil {
		return found[1]
	}
	return ""
}

// Each game of stones and draughts, and each whose source was once cited from memory, says whether
// its source was read. All files have a source.
func TestSourcesSayWhetherTheyWereRead(t *testing.T) {
	once := map[string]bool{}
	for _, name := range []string{
		"atomic", "coregal", "dobutsu", "horde", "kyoto-shogi", "makpong", "micro-shogi", "spartan", "teeko", "three-musketeers", "tori-shogi",
	} {
		once[name] = true
	}
	asked := 0
	for _, name := range Names() {
		text, _ := Text(name)
		said := source.FindStringSubmatch(text)
		if said == nil {
			t.Errorf("%s.toml has no source", name)
			continue
		}
		if f := familyOf(name); f != "stones" && f != "draughts" && !once[name] {
			continue
		}
		if asked++; !marked.MatchString(said[1]) {
			t.Errorf("%s.toml: source = %q: want (read) or (from memory) in it", name, said[1])
		}
	}
	if asked < 40 {
		t.Errorf("%d sources were looked at: the files were not understood", asked)
	}
}
