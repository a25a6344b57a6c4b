package export

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"ludens/arena"
	"ludens/env"
	"ludens/env/games"
	"ludens/env/record"
	"ludens/internal/disk"
	"ludens/selfplay"
)

// most bounds the memory that recorded games take, bytes: about a hundred thousand
// games of 80 plies.
const most = 512 << 20

// mostLine bounds a line of records, bytes.
const mostLine = 1 << 20

// ReadGames returns the games of g in a file, or in the folder of a match, as what is to be
// trained on; at most that many, 0: all. The moves that a player chose are the policy
// targets, those of a random opening are not; where a file has policy targets itself,
// they are these. Who won by the rules, or by what the file says, has won; a game
// without a result teaches moves only.
//
// The file may be PGN or our records, one or many; records as lines of JSON (.jsonl);
// or messages (.pb). An error names the file, and the game, counted from 1, or the line.
//
// asRecorded allows texts that go on after the end of the game by the rules of g (see
// record.Within) or after its length limit: their moves until there are the targets, and the
// result only where it is also that of the rules.
func ReadGames(path string, g env.Game, limit int, asRecorded bool) (all []*selfplay.Record, err error) {
	room := 0
	err = each(path, g, asRecorded, func(r *selfplay.Record) error {
		if room += r.Room(); room > most {
			return fmt.Errorf("the games until here take more than %d MiB of memory: give fewer (pretrain.most)", most>>20)
		}
		if all = append(all, r); len(all) == limit {
			return errEnough
		}
		return nil
	})
	if err == nil && len(all) == 0 {
		err = errors.New("holds no game")
	}
	if err != nil && !errors.Is(err, errEnough) {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return all, nil
}

// mostFile bounds a file of games, bytes.
const mostFile = 8 << 30

// errEnough ends a visit.
var errEnough = errors.New("enough")

func each(path string, g env.Game, asRecorded bool, visit func(*selfplay.Record) error) error {
	if stat, err := os.Stat(path); err == nil && stat.IsDir() {
		return eachPlayed(path, g, visit)
	}
	f, _, err := disk.Open(path, mostFile)
	if err != nil {
		return err
	}
	defer f.Close()
	switch strings.ToLower(filepath.Ext(path)) {
	case ".pb":
		return readMessages(f, g, visit)
	case ".jsonl":
		return eachLine(f, g, asRecorded, visit)
	}
	return eachText(f, g, asRecorded, visit)
}

// eachText visits the games of a text, in any notation that g reads.
func eachText(in io.Reader, g env.Game, asRecorded bool, visit func(*selfplay.Record) error) error {
	n := 0
	for text, err := range record.Texts(in) {
		n++
		if err == nil {
			err = taken(g, asRecorded, func() (record.Record, error) { return record.ParseAny(g, text.Text) }, visit)
		}
		if err != nil {
			return fmt.Errorf("game %d, from line %d: %w", n, text.Line, err)
		}
	}
	return nil
}

// eachLine visits the records of lines of JSON; empty lines are skipped.
func eachLine(in io.Reader, g env.Game, asRecorded bool, visit func(*selfplay.Record) error) error {
	for line, err := range disk.Lines(in, mostLine) {
		if err == nil && len(bytes.TrimSpace(line.Text)) > 0 {
			err = taken(g, asRecorded, func() (record.Record, error) { return record.ParseLine(line.Text) }, visit)
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", line.Number, err)
		}
	}
	return nil
}

// taken visits a record that is read.
func taken(g env.Game, asRecorded bool, read func() (record.Record, error), visit func(*selfplay.Record) error) error {
	text, err := read()
	if err != nil {
		return err
	}
	claimed, after := text.Result, []string(nil)
	if asRecorded {
		if text, after, err = text.Within(g); err != nil {
			return err
		}
		if most := g.Spec().MaxPly; len(text.Moves) > most {
			text, after = text.Until(most), text.Moves[most:]
		}
	}
	r, err := lesson(g, text)
	if err != nil {
		return err
	}
	if len(after) > 0 && r.Result != claimed {
		r.Result, r.Truncated = env.Ongoing, true
	}
	return visit(r)
}

// lesson returns a recorded game as what is to be trained on.
func lesson(g env.Game, text record.Record) (*selfplay.Record, error) {
	if err := isOf(g, text.Game); err != nil {
		return nil, err
	}
	var actions []env.Action
	last, err := text.Replay(g, func(_ int, _ env.State, a env.Action) error {
		actions = append(actions, a)
		return nil
	})
	if err != nil {
		return nil, err
	}
	r := &selfplay.Record{Seed: text.Seed}
	if text.Start != "" {
		r.Start = selfplay.Start{Kind: recorded, Level: 1, Position: text.Start}
	}
	result := last.Result()
	if result == env.Ongoing {
		result = text.Result
		r.Resigned = result == env.FirstWins || result == env.SecondWins
	}
	return r, learnable(g, r, actions, 0, result)
}

// recorded is the kind of the start of a game that began from a position.
const recorded = "recorded"

// isOf returns an error if a record says that it is of another game.
func isOf(g env.Game, name string) error {
	want := g.Spec().Name
	if name == "" || name == want {
		return nil
	}
	if other, err := games.Make(name); err == nil && other.Spec().Name == want {
		return nil
	}
	return fmt.Errorf("is a game of %.100q, want %s", name, want)
}

// learnable writes down the moves of a game, each the policy target of its position
// but for the first random ones, and its result.
func learnable(g env.Game, r *selfplay.Record, actions []env.Action, random int, result env.Result) error {
	if most := g.Spec().MaxPly; len(actions) > most {
		return fmt.Errorf("%d plies, but %s ends after %d", len(actions), g.Spec().Name, most)
	}
	shares := make([]selfplay.Share, len(actions))
	r.Plies = make([]selfplay.Ply, len(actions))
	for i, a := range actions {
		shares[i] = selfplay.Share{Action: a, Probability: 1}
		r.Plies[i].Action = a
		if i >= random {
			r.Plies[i].Policy = shares[i : i+1 : i+1]
		}
	}
	r.Result, r.Truncated = result, result == env.Ongoing
	return nil
}

// eachPlayed visits the games in the folder of a match.
func eachPlayed(dir string, g env.Game, visit func(*selfplay.Record) error) error {
	about, err := arena.About(dir)
	if err != nil {
		return fmt.Errorf("is not a folder of a match: %w", err)
	}
	if err := isOf(g, about["game"]); err != nil {
		return err
	}
	for row, err := range arena.Journal(dir, about) {
		if err == nil && row.Game != nil {
			err = played(g, *row.Game, visit)
		}
		if err != nil {
			return fmt.Errorf("line %d of games.jsonl: %w", row.Number, err)
		}
	}
	return nil
}

// played visits a game of a match.
func played(g env.Game, p arena.Game, visit func(*selfplay.Record) error) error {
	if err := p.Verify(g); err != nil {
		return err
	}
	r := &selfplay.Record{Seed: p.Seed, Resigned: p.Forfeit}
	if p.Start != "" {
		r.Start = selfplay.Start{Kind: recorded, Level: 1, Position: p.Start}
	}
	if err := learnable(g, r, p.Actions, p.Opening, p.Result); err != nil {
		return err
	}
	return visit(r)
}

// HashGames returns the SHA-256 of a file with games, or of the games in a folder.
func HashGames(path string) (string, error) {
	if stat, err := os.Stat(path); err == nil && stat.IsDir() {
		path = filepath.Join(path, "games.jsonl")
	}
	return disk.SHA256(path, mostFile)
}
