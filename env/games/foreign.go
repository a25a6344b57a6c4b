package games

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"ludens/env"
	"ludens/env/chess"
	"ludens/env/tafl"
	"ludens/games"
	"ludens/internal/prose"
)

// Imported is a game that other programs have described, as a file.
type Imported struct {
	Text     string   // of the file
	Problems []string // what the description says and the file cannot: it is then another game
}

// Import reads how other programs describe a game: a rules record of OpenTafl, or, with
// the name of a variant, Fairy-Stockfish's variants.ini.
func Import(text, name string) (Imported, error) {
	if name != "" {
		file, problems, err := chess.Import(text, name)
		return Imported{renamed(file, "fairy"), problems}, err
	}
	if record := rulesRecord(text); record != "" {
		file, err := tafl.Import(record)
		if err != nil {
			return Imported{Problems: strings.Split(err.Error(), "\n")}, nil
		}
		return Imported{Text: renamed(file, "opentafl")}, nil
	}
	if sections := sectionName.FindAllStringSubmatch(text, -1); len(sections) > 0 {
		var names []string
		for _, s := range sections {
			names = append(names, s[1])
		}
		return Imported{}, fmt.Errorf("which variant? it has %s: say FILE#NAME", strings.Join(names, ", "))
	}
	return Imported{}, errors.New("neither a rules record of OpenTafl (dim:11 name:...) nor a variants.ini ([name] and key = value)")
}

// nameLine is the name in a file.
var nameLine = regexp.MustCompile(`(?m)^name = "([^"]+)"$`)

// renamed returns a file that calls its game otherwise than one that comes with ludens: by
// the program whose rules it has.
func renamed(file, program string) string {
	name := nameLine.FindStringSubmatch(file)
	if name == nil {
		return file
	}
	if _, taken := games.Text(name[1]); !taken && !builds(name[1]) {
		return file
	}
	return strings.Replace(file, name[0], fmt.Sprintf("name = %q", name[1]+"-"+program), 1)
}

// sectionName is the first line of a variant in variants.ini.
var sectionName = regexp.MustCompile(`(?m)^\[([A-Za-z0-9_-]+)(?::[A-Za-z0-9_-]+)?\]`)

// gameRules are the rules in a game of OpenTafl.
var gameRules = regexp.MustCompile(`(?s)\[rules:\s*([^\]]*)\]`)

// rulesRecord returns the record in a text, which may be a game of OpenTafl, or "".
func rulesRecord(text string) string {
	if m := gameRules.FindStringSubmatch(text); m != nil {
		return m[1]
	}
	if strings.Contains(text, "dim:") && strings.Contains(text, "start:") {
		return strings.TrimSpace(text)
	}
	return ""
}

// Formats are what Describe writes.
var Formats = []string{"opentafl", "betza", "fairy"}

// Describe returns the rules of a game as other programs read them: a rules record of
// OpenTafl, the pieces in XBoard's dialect of Betza's notation, one per line, or a
// section of Fairy-Stockfish's variants.ini. What they cannot say is an error.
func Describe(g env.Game, format string) (string, error) {
	switch format {
	case "opentafl":
		return tafl.Record(g)
	case "betza":
		return betza(g)
	case "fairy":
		return chess.Section(g)
	}
	return "", fmt.Errorf("format %q: want one of %s%s", format, strings.Join(Formats, ", "), prose.Hint(format, Formats))
}

// betza writes the pieces of a game of package chess.
func betza(g env.Game) (string, error) {
	own, ok := chess.Of(g)
	if !ok {
		return "", fmt.Errorf("%s has no pieces in Betza's notation", g.Spec().Name)
	}
	pieces, problems := own.Betza()
	if len(problems) > 0 {
		return "", fmt.Errorf("betza: it cannot say %s", strings.Join(problems, "; "))
	}
	var lines []string
	for _, p := range pieces {
		lines = append(lines, p.Letter+" "+p.Moves)
	}
	return strings.Join(lines, "\n"), nil
}
