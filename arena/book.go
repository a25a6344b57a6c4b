package arena

import (
	"errors"
	"fmt"
	"strings"

	"ludens/env"
	"ludens/env/record"
	"ludens/env/seed"
)

// Book is a list of openings that pairs go through again and again.
type Book []Opening

// Opening returns the pair's.
func (b Book) Opening(pair int) Opening { return b[pair%len(b)] }

// ParseBook reads openings: one a line as the game writes its moves, or game
// records one below the other (package record), or both; lines that begin with
// # are comments. The start of a game that draws it is drawn from s, unless a
// record gives it. An error names the line.
func ParseBook(g env.Game, text string, s seed.Seed) (Book, error) {
	var book Book
	lines := strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n")
	for at := 0; at < len(lines); {
		end := at + 1
		if strings.HasPrefix(strings.TrimSpace(lines[at]), "[") {
			end = recordEnd(lines, at)
		}
		o, err := parseOpening(g, lines[at:end], s.At("start", len(book)).Uint64())
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", at+1, err)
		}
		if o != nil {
			book = append(book, *o)
		}
		at = end
	}
	if len(book) == 0 {
		return nil, errors.New("there is no opening in it")
	}
	return book, nil
}

// recordEnd returns the line after the record that begins at a line: where tags
// begin again after its moves, or the text ends.
func recordEnd(lines []string, at int) int {
	moving := false
	for i := at; i < len(lines); i++ {
		switch text := strings.TrimSpace(lines[i]); {
		case strings.HasPrefix(text, "[") && moving:
			return i
		case text != "" && !strings.HasPrefix(text, "["):
			moving = true
		}
	}
	return len(lines)
}

// parseOpening reads one opening, nil if the lines hold none.
func parseOpening(g env.Game, lines []string, start uint64) (*Opening, error) {
	text := strings.TrimSpace(strings.Join(lines, "\n"))
	if text == "" || strings.HasPrefix(text, "#") {
		return nil, nil
	}
	r, err := record.Parse(strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	if r.Game != "" && r.Game != g.Spec().Name {
		return nil, fmt.Errorf("a record of %s, the match is %s", r.Game, g.Spec().Name)
	}
	if r.Start == "" && r.Seed == 0 {
		r.Seed = start
	}
	o := Opening{Seed: r.Seed, Start: r.Start}
	r.Result = env.Ongoing // an opening of a game that went on
	last, err := r.Replay(g, func(_ int, _ env.State, a env.Action) error {
		o.Actions = append(o.Actions, a)
		return nil
	})
	if err == nil && last.Result() != env.Ongoing {
		err = fmt.Errorf("the game is over after it (%v)", last.Result())
	}
	return &o, err
}
