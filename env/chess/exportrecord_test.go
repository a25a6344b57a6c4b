package chess

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ludens/env"
)

// exported is a section that we write and the game that it says.
type exported struct {
	text string
	game *Game
}

// exports returns sections of the gallery's games and of games that were imported, by the name
// that Fairy-Stockfish knows them by.
func exports(t *testing.T) map[string]exported {
	all := map[string]exported{}
	add := func(g env.Game) {
		own := fileName(g.Spec().Name)
		text, err := Section(g)
		if err != nil {
			t.Fatal(err)
		}
		name := "ludens" + strings.ReplaceAll(own, "-", "")
		text = strings.Replace(text, "["+own+"]", "["+name+"]", 1)
		back, why := readSection(text, name) // without insufficient; TestSection compares it with g
		if why != "" {
			t.Fatal(name, why)
		}
		all[name] = exported{text, back.(*Game)}
	}
	for _, g := range family(t) {
		if unsaid[g.Spec().Name] == "" {
			add(g)
		}
	}
	for _, name := range []string{"allwayspawns", "indiangreat", "centaurking", "orda", "crossderby", "hexapawn", "grasshopper", "losers", "breakthrough"} {
		g, _ := imported(t, name)
		add(g)
	}
	return all
}

// exportFile is Fairy-Stockfish's record of the sections that we write: a line for each, with its
// name, a hash of its text, perft 3, a game, a hash of the legal moves at each position, and the
// FEN at the end of the game.
const exportFile = "testdata/exports.tsv"

// Fairy-Stockfish itself reads the sections as the same games: its library counts as many
// positions from the start, and has the same legal moves all along a game that it plays at
// random. The record has its answers; it is asked again about sections that have changed with
// -update, and about all of them, for other games, with LUDENS_LONG.
func TestSectionByFairyStockfish(t *testing.T) {
	all := exports(t)
	if *updateFairy {
		recordExports(t, all)
	}
	answers := exportAnswers(t)
	if os.Getenv("LUDENS_LONG") != "" {
		answers = askExports(t, all, slices.Sorted(maps.Keys(all)), 2)
	}
	positions := 0
	for name, e := range all {
		p, ok := answers[name]
		if !ok || p.Section != digest(e.text) {
			t.Errorf("%s has no record: PYTHON=python go test ./env/chess -run SectionByFairyStockfish -update", name)
			continue
		}
		if why := e.differsFrom(p); why != "" {
			t.Errorf("%s: %s", name, why)
		}
		positions += len(p.Lists)
	}
	t.Logf("%d games, %d positions of games at random", len(all), positions)
}

// differsFrom says in what a game is not the one that Fairy-Stockfish played.
func (e exported) differsFrom(p played) string {
	g := e.game
	if got := env.Perft(g.New(0), 3); got != p.Perft {
		return fmt.Sprintf("perft 3 is %d, and Fairy-Stockfish says %d", got, p.Perft)
	}
	if ply, here := differs(g, p, digest); ply >= 0 {
		return fmt.Sprintf("after %s the legal moves are here %q, and others in Fairy-Stockfish", strings.Join(p.Moves[:ply], " "), here)
	}
	s, err := g.ParsePosition(p.FEN)
	if err != nil {
		return err.Error()
	}
	texts := []string{}
	for _, a := range s.Legal(nil) {
		texts = append(texts, fairyText(s, a))
	}
	slices.Sort(texts)
	if got := digest(strings.Join(slices.Compact(texts), " ")); got != p.Lists[len(p.Lists)-1] {
		return fmt.Sprintf("at %s the legal moves are %v, and others in Fairy-Stockfish", p.FEN, texts)
	}
	return ""
}

// A section of which a word is wrong is another game in the record.
func TestSectionByFairyStockfishShowsFaults(t *testing.T) {
	all, answers := exports(t), exportAnswers(t)
	for _, fault := range []struct{ name, line string }{
		{"ludenschess", "doubleStep = false"}, {"ludenscrazyhouse", "capturesToHand = false"}, {"ludenslosers", "mustCapture = false"},
	} {
		p, ok := answers[fault.name]
		if !ok {
			t.Fatalf("%s has no record", fault.name)
		}
		text := all[fault.name].text + fault.line + "\n"
		g, why := readSection(text, fault.name)
		if why != "" {
			t.Errorf("%s with %s: %s", fault.name, fault.line, why)
			continue
		}
		if why := (exported{text, g.(*Game)}).differsFrom(p); why == "" {
			t.Errorf("%s with %s is the same game", fault.name, fault.line)
		}
	}
}

// exportAnswers reads the record.
func exportAnswers(t *testing.T) map[string]played {
	text, err := os.ReadFile(exportFile)
	if err != nil {
		t.Fatal(err)
	}
	answers := map[string]played{}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		f := strings.Split(line, "\t")
		perft, err := strconv.ParseUint(f[2], 10, 64)
		if err != nil || len(f) != 6 {
			t.Fatalf("%s: line %.40q: want six columns, the third a number", exportFile, line)
		}
		answers[f[0]] = played{Name: f[0], Section: f[1], Perft: perft, Moves: strings.Fields(f[3]), Lists: strings.Fields(f[4]), FEN: f[5]}
	}
	return answers
}

// askExports has Fairy-Stockfish play sections; other seeds are other games.
func askExports(t *testing.T, all map[string]exported, names []string, seed int) map[string]played {
	var question []asked
	for _, name := range names {
		question = append(question, asked{Name: name, Section: all[name].text, Plies: 80, Perft: 3, Seed: fmt.Sprint(name, seed)})
	}
	answers := fairyPlays(t, question)
	for name, p := range answers {
		p.Section = digest(all[name].text)
		for i := range p.Lists {
			p.Lists[i] = digest(p.Lists[i])
		}
		answers[name] = p
	}
	return answers
}

// recordExports asks about the sections that the record does not have as they are today.
func recordExports(t *testing.T, all map[string]exported) {
	old := map[string]played{}
	if _, err := os.Stat(exportFile); err == nil {
		old = exportAnswers(t)
	}
	var stale []string
	for name, e := range all {
		if old[name].Section != digest(e.text) {
			stale = append(stale, name)
		}
	}
	slices.Sort(stale)
	maps.Copy(old, askExports(t, all, stale, 1))
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(old)) {
		if p := old[name]; all[name].game != nil {
			fmt.Fprintf(&b, "%s\t%s\t%d\t%s\t%s\t%s\n", name, p.Section, p.Perft, strings.Join(p.Moves, " "), strings.Join(p.Lists, " "), p.FEN)
		}
	}
	if err := os.WriteFile(exportFile, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
