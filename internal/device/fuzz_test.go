package device

import (
	"strings"
	"testing"
)

// Whatever a process answers, it is an answer or an error of one short line, and its name is
// fit for a ledger.
func FuzzAnswer(f *testing.F) {
	f.Add(`{"protocol":1,"version":"1.20.1","device":"Tesla T4"}`)
	f.Add(`{"error":"out of memory\ntraceback"}`)
	f.Add(`{"file":"/dev/shm/x","rows":3}`)
	f.Fuzz(func(t *testing.T, line string) {
		a, err := readAnswer("run", line)
		if err != nil && (strings.Contains(err.Error(), "\n") || len(err.Error()) > 1000) {
			t.Errorf("%q is refused by %q", line, err)
		}
		if name := plain(a.Version + a.Device); len(name) > 60 || strings.ContainsAny(name, "\n\x1b") {
			t.Errorf("it is called %q", name)
		}
	})
}
