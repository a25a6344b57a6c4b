package card

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"ludens/env"
	"ludens/env/games"
	"ludens/internal/prose"
)

// WriteList lists the games family by family, in that many columns.
func WriteList(out io.Writer, columns int) error {
	gallery := games.Gallery()
	width := 0
	for _, e := range slices.Concat(games.List(), gallery) {
		width = max(width, len(e.Name))
	}
	line := func(name, about string) {
		fmt.Fprint(out, prose.Help(fmt.Sprintf("  %-*s  %s", width, name, about), columns))
	}
	family := ""
	for _, e := range games.List() {
		if e.Family != family {
			family = e.Family
			fmt.Fprintln(out, family)
		}
		line(e.Name, e.Summary)
	}
	if len(gallery) > 0 {
		fmt.Fprintln(out, "from files, as yours can be (docs/variants.md)")
	}
	for _, e := range gallery {
		line(e.Name, e.Summary)
	}
	fmt.Fprintln(out, "each game by rules of its own (docs/guide/rules.md)")
	spaces := games.Spaces()
	for _, name := range slices.Sorted(maps.Keys(spaces)) {
		line(name, breakable.Replace(spaces[name]))
	}
	_, err := fmt.Fprintf(out, "\nludens games GAME tells all about one of them.\n")
	return err
}

// breakable lets the name of a space break where a line ends.
var breakable = strings.NewReplacer("|", " | ", "+", " + ", ",", ", ", ":", ": ")

// EncodeList writes the list as JSON.
func EncodeList(out io.Writer) error {
	type line struct {
		Family  string `json:"family"`
		Name    string `json:"name"`
		Summary string `json:"summary"`
	}
	var list []line
	for _, e := range slices.Concat(games.List(), games.Gallery()) {
		list = append(list, line{e.Family, e.Name, e.Summary})
	}
	return json.NewEncoder(out).Encode(list)
}

// WriteDrawn writes the names of the games that g draws from n consecutive seeds.
func WriteDrawn(out io.Writer, g env.Game, n int, from uint64) error {
	v, ok := env.As[env.Varied](g)
	if !ok {
		return fmt.Errorf("%s has one set of rules: nothing is drawn", g.Spec().Name)
	}
	for i := range uint64(n) {
		fmt.Fprintln(out, v.Drawn(from+i).Spec().Name)
	}
	return nil
}
