package env

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Claims is what the text of a move from square to square says of it beyond what
// it takes to play it.
type Claims struct {
	Capture bool     // something is captured: "d2xe2", or Taken
	Taken   []string // the squares of what is captured, sorted: "d2-e2xg2,e3"
	Marks   string   // "+" or "#" at its end, as often as it stands there
}

// claim is move with what it claims as groups.
var claim = regexp.MustCompile(`^[a-w]\d+([-x:]?)[a-w]\d+((?:[x/,][a-w]\d+)*)=?.*?([+#]*)$`)

// ReadClaims returns what a text claims; nothing if it is not a move from square to
// square.
func ReadClaims(text string) (c Claims) {
	fields := claim.FindStringSubmatch(fold(text))
	if fields == nil {
		return c
	}
	c.Taken = strings.FieldsFunc(fields[2], func(r rune) bool { return strings.ContainsRune("x/,", r) })
	slices.Sort(c.Taken)
	c.Capture = len(c.Taken) > 0 || fields[1] == "x" || fields[1] == ":"
	c.Marks = fields[3]
	return c
}

// Deny returns an error if c claims anything that does not happen, where the
// squares taken are captured and marks stand behind the move. Who claims nothing
// claims nothing false.
func (c Claims) Deny(taken []string, marks string) error {
	switch {
	case c.Capture && len(taken) == 0:
		return fmt.Errorf("nothing is captured")
	case len(c.Taken) > 0 && !slices.Equal(c.Taken, slices.Sorted(slices.Values(taken))):
		return fmt.Errorf("captured is what stands on %s", strings.Join(taken, ","))
	case c.Marks != "" && marks == "":
		return fmt.Errorf("it deserves no %s", c.Marks)
	case c.Marks != "" && c.Marks != marks:
		return fmt.Errorf("it deserves %s and not %s", marks, c.Marks)
	}
	return nil
}
