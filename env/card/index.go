package card

import (
	"fmt"
	"io"

	"ludens/env/games"
)

// WriteIndex writes the first page of docs/games.
func WriteIndex(out io.Writer) error {
	p := &markdown{out: out}
	p.title("Games")
	p.text("A card for each game: its rules in plain words, its options, and what programs need to know. The cards are written by the code that plays, `ludens games GAME --markdown`; `go test ./env/card -update` writes them anew.")
	family, rows := "", [][]string(nil)
	for _, e := range games.List() {
		if e.Family != family && rows != nil {
			p.table([]string{family, ""}, rows)
			rows = nil
		}
		family = e.Family
		rows = append(rows, []string{fmt.Sprintf("[%s](%s.md)", e.Name, e.Name), e.Summary})
	}
	p.table([]string{family, ""}, rows)
	return p.err
}
