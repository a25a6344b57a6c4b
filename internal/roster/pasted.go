package roster

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"

	"ludens/env"
	"ludens/env/games"
	"ludens/env/record"
	"ludens/internal/disk"
	"ludens/internal/exit"
)

// Origin is what a pasted game may leave unsaid.
type Origin struct {
	Game string
	record.Beginning
}

// ReadPasted reads a game in any notation; game is its name if the text does not say it.
// Both may come from another machine: neither names a file.
func ReadPasted(text, game string) (record.Record, env.Game, error) {
	if IsGameFile(game) {
		return record.Record{}, nil, namesFile(game)
	}
	r, g, err := Origin{}.Read([]byte(text))
	if _, says := record.GameTag([]byte(text)); err != nil && game != "" && !says {
		return Origin{Game: game}.Read([]byte(text))
	}
	return r, g, err
}

// ReadFile reads the only game in a file, or the one that path names, as Each does.
func (o Origin) ReadFile(path string, in io.Reader) (r record.Record, g env.Game, err error) {
	err = o.Each(path, in, func(number int, one record.Record, of env.Game) error {
		if g != nil {
			return fmt.Errorf("holds more than one game: want one, as %s#%d names it", path, number)
		}
		r, g = one, of
		return nil
	})
	return r, g, err
}

// Each visits the games in a file, or of in if the path is "-", counted from 1; of
// FILE#2 only the second. Only one of them is in memory at a time. The error of a game
// names its number, if it is not the only one.
func (o Origin) Each(path string, in io.Reader, visit func(number int, r record.Record, g env.Game) error) error {
	path, wanted, err := numbered(path)
	if err != nil {
		return err
	}
	if path != "-" {
		f, _, err := disk.Open(path, mostText)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	number := 0
	for text, err := range record.Texts(in) {
		number++
		if err == nil && wanted > 0 && number != wanted {
			continue
		}
		if err == nil {
			err = o.visit(text.Text, number, visit)
		}
		if err != nil && number > 1 {
			err = fmt.Errorf("game %d, from line %d: %w", number, text.Line, err)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		if number == wanted {
			return nil
		}
	}
	if wanted > number {
		return fmt.Errorf("%s: holds %d games, and no game %d", path, number, wanted)
	}
	if number == 0 {
		if _, _, err := o.Read(nil); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return nil
}

// numbered splits FILE#2 into the file and the number of a game in it; 0 if it names none.
// A file of that whole name is meant before.
func numbered(path string) (file string, number int, err error) {
	i := strings.LastIndexByte(path, '#')
	if i < 0 {
		return path, 0, nil
	}
	if _, err := os.Stat(path); err == nil {
		return path, 0, nil
	}
	number, err = strconv.Atoi(path[i+1:])
	if err != nil || number < 1 {
		return "", 0, exit.Usagef("%s: %q is not the number of a game: want FILE#1 or another from 1 up", path, path[i+1:])
	}
	return path[:i], number, nil
}

// IsFile reports whether there is a file at path, which may name a game in it.
func IsFile(path string) bool {
	file, _, err := numbered(path)
	if err == nil {
		_, err = os.Stat(file)
	}
	return err == nil
}

// mostText bounds a file of games as text, bytes.
const mostText = 8 << 30

func (o Origin) visit(text []byte, number int, visit func(int, record.Record, env.Game) error) error {
	r, g, err := o.Read(text)
	if err != nil {
		return err
	}
	return visit(number, r, g)
}

// Read reads a game in any notation and makes the game that it is of.
func (o Origin) Read(text []byte) (r record.Record, g env.Game, err error) {
	name, err := o.named(text)
	if err != nil {
		return r, nil, err
	}
	if name != o.Game && IsGameFile(name) {
		return r, nil, namesFile(name)
	}
	if g, err = Game(name); err != nil {
		return r, nil, err
	}
	if r, err = record.ParseAny(g, text); err != nil {
		return r, nil, err
	}
	r.Game = g.Spec().Name
	err = o.begin(g, &r)
	return r, g, err
}

// namesFile is the error of a text that names a game by its file: only the command line may.
func namesFile(name string) error {
	return fmt.Errorf("the game is called %.80q: a text names a game, never a file", name)
}

// named returns the name of the game that a text is of.
func (o Origin) named(text []byte) (string, error) {
	game, says := record.GameTag(text)
	variant, isPGN := record.VariantTag(text)
	rules, isOTG := record.OpenTaflRules(string(text))
	switch {
	case says && o != (Origin{}):
		return "", exit.Usagef("says itself which game it is and how it starts: leave --game, --position and --seed out")
	case says:
		return game, nil
	case o.Game != "":
		return o.Game, nil
	case isOTG:
		return openTafl(rules)
	case isPGN || env.IsPGN(string(text)):
		return games.Titled(variant), nil
	}
	return "", errors.New(`no line [Game "NAME"] says which game it is: add --game`)
}

// openTafl reads the rules in a game of OpenTafl, and returns the name of the game that
// they are.
func openTafl(rules string) (string, error) {
	game, err := games.Import(rules, "")
	if err != nil {
		return "", err
	}
	if len(game.Problems) > 0 {
		return "", fmt.Errorf("rules: %s: name a game of nearly these rules by --game", strings.Join(game.Problems, "; "))
	}
	return keep(game.Text)
}

// mostPasted is how many games are known whose rules were pasted: those of the last.
const mostPasted = 16

// pasted are the names of these games, the newest last.
var pasted struct {
	sync.Mutex
	names []string
}

// keep reads the file of a game whose rules were pasted, and forgets the oldest such game
// where there are too many.
func keep(text string) (string, error) {
	pasted.Lock()
	defer pasted.Unlock()
	before := games.Files()
	name, err := games.Read("the rules of the game", text)
	i := slices.Index(pasted.names, name)
	switch {
	case err != nil, i < 0 && games.Files() == before: // it was read from a file
		return name, err
	case i >= 0:
		pasted.names = slices.Delete(pasted.names, i, i+1)
	}
	pasted.names = append(pasted.names, name)
	if len(pasted.names) > mostPasted {
		games.Forget(pasted.names[0])
		pasted.names = pasted.names[1:]
	}
	return name, nil
}

// begin notes how a game began that does not say so itself.
func (o Origin) begin(g env.Game, r *record.Record) error {
	if o.Position == "" {
		r.Seed = cmp.Or(r.Seed, o.Seed)
		return nil
	}
	if r.Start != "" {
		return exit.Usagef("says itself how the game starts: leave --position out")
	}
	at, err := o.Record(g)
	r.Start = at.Start
	return err
}
