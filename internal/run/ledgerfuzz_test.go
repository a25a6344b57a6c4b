package run

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"
)

// Whatever entries a ledger is made of, reading them ends without a panic, and what was
// taken in is in order: each entry counts once, and no iteration is one that no run has: a ledger that says that of itself held `verify` for ever.
func FuzzLedger(f *testing.F) {
	f.Add([]byte(`{"kind":"began","format":1,"text":"game = \"tictactoe\"\n[train]\niterations = 3"}`))
	f.Add([]byte("{\"kind\":\"began\",\"format\":3}\n{\"kind\":\"iteration\",\"iteration\":1,\"files\":{\"checkpoints/000001.ckpt\":\"ab\"}}\n{\"kind\":\"accepted\",\"iteration\":0}"))
	f.Add([]byte("{\"kind\":\"began\"}\n{\"kind\":\"accepted\",\"iteration\":9223372036854775807}\n{\"kind\":\"iteration\",\"iteration\":-9223372036854775808}"))
	f.Fuzz(func(t *testing.T, text []byte) {
		l := newLedger()
		for i, line := range bytes.Split(text, []byte("\n")) {
			var e entry
			if json.Unmarshal(line, &e) != nil {
				return
			}
			e.Previous = l.head
			if i == 0 {
				e.Kind, e.Format = began, ledgerFormat // or all ends here
			}
			before := l.entries
			err := l.add(e, fmt.Sprint(i))
			if took := l.entries > before; took != (err == nil) || l.iteration < 0 {
				t.Fatalf("entry %d: %v, %d entries after %d, iteration %d", i, err, l.entries, before, l.iteration)
			}
		}
	})
}
