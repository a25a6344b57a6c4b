package card

import (
	_ "embed"
	"fmt"
	"io"
	"strings"

	"ludens/env/games"
	"ludens/env/variant"
	"ludens/internal/prose"
)

//go:embed variants.md
var guide string

// WriteGuide writes docs/variants.md: how a game becomes a file, and all its keys.
func WriteGuide(out io.Writer) error {
	if _, err := io.WriteString(out, guide); err != nil {
		return err
	}
	return WriteKeys(out, "", true)
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
