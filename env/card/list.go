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
	"ludens/env/variant"
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

// WriteKeys writes what the files of a family can say; of all families for "".
func WriteKeys(out io.Writer, family string, asMarkdown bool) error {
	if asMarkdown {
		p := &markdown{out: out}
		return writeKeys(p, family, &p.err)
	}
	p := &plain{out: out}
	return writeKeys(p, family, &p.err)
}

func writeKeys(p page, family string, failed *error) error {
	var names []string
	for _, e := range games.Engines() {
		names = append(names, e.Family)
	}
	if family == "" {
		p.chapter("Every file")
		writeTable(p, variant.HeadKeys())
	}
	known := family == ""
	for _, e := range games.Engines() {
		if family != "" && family != e.Family {
			continue
		}
		known = true
		p.chapter(fmt.Sprintf("family = %q", e.Family))
		p.text(capital(e.About) + ".")
		writeTable(p, keysOf(e))
	}
	if !known {
		return fmt.Errorf("no family %q%s; there are %s", family, prose.Hint(family, names), strings.Join(names, ", "))
	}
	return *failed
}

// keysOf returns what the files of a family can say.
func keysOf(e games.Engine) []variant.Key { return variant.Keys(e.Rules()) }

// writeTable writes a row for each key.
func writeTable(p page, keys []variant.Key) {
	var rows [][]string
	for _, k := range keys {
		rows = append(rows, []string{"`" + k.Name + "`", kindOf(k), k.Default, sentence(k)})
	}
	p.table([]string{"key", "type", "default", "meaning"}, rows)
}

// kindOf says what a key's value is.
func kindOf(k variant.Key) string {
	switch {
	case len(k.Values) > 0:
		return strings.Join(k.Values, ", ")
	case k.Unit != "":
		return k.Kind + " (" + k.Unit + ")"
	}
	return k.Kind
}

// sentence is what a key means, and whether it can be set behind a game's name.
func sentence(k variant.Key) string {
	if k.Option {
		return k.Help
	}
	return k.Help + " (only in the file)"
}
