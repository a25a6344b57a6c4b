package record

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"ludens/env"
	"ludens/internal/disk"
)

// Judgement is what the rules say of a legal game.
type Judgement struct {
	Game       string   `json:"game"`
	First      string   `json:"first,omitempty"`
	Second     string   `json:"second,omitempty"`
	Plies      int      `json:"plies"`
	Result     string   `json:"result"`
	Ending     string   `json:"ending,omitempty"`
	ByTheRules bool     `json:"by_the_rules"`    // the position ends the game; else it was resigned, agreed or broken off
	Flags      []string `json:"flags,omitempty"` // what of the record is not by the rules

	Record Record `json:"-"` // the moves as the game writes them, with the result that they lead to
}

// Judge holds a game of g against the rules. It fails where Replay does.
func Judge(g env.Game, r Record) (Judgement, error) {
	sheet, err := NewSheet(g, r)
	if err != nil {
		return Judgement{}, err
	}
	r = sheet.Record()
	return Judgement{
		Game: g.Spec().Name, First: r.First, Second: r.Second, Plies: sheet.Ply(),
		Result: r.Result.String(), Ending: r.Ending,
		ByTheRules: sheet.State().Result() != env.Ongoing, Record: r,
	}, nil
}

// Save writes a record into a file, whole or not at all.
func Save(path string, r Record) error {
	return disk.Write(path, func(w io.Writer) error { return Write(w, r) })
}

// Vacant returns an error if there is a file at path, which a new game would
// replace.
func Vacant(path string) error {
	if path == "" {
		return nil
	}
	if _, err := os.Stat(path); err == nil {
		return fmt.Errorf("%s exists: go on with it by --from %s, or name another file", path, path)
	}
	return nil
}

// Verdict says how a game stands: "won by attackers: the king is captured".
func Verdict(g env.Game, r Record) string {
	roles := g.Spec().Roles
	text := "unfinished"
	switch r.Result {
	case env.FirstWins:
		text = "won by " + roles[env.First]
	case env.SecondWins:
		text = "won by " + roles[env.Second]
	case env.Drawn:
		text = "drawn"
	}
	if r.Ending != "" {
		text += ": " + r.Ending
	}
	return text
}

// ErrClaim is wrapped where a record says something that did not happen: a
// capture, check, mate, a result.
var ErrClaim = errors.New("false claim")

// deny returns an error if a claim of text about a is false.
func deny(s env.State, a env.Action, text string) error {
	if text == s.Format(a) {
		return nil
	}
	if err := env.Deny(s, a, text); err != nil {
		return fmt.Errorf("%w in %s: %w", ErrClaim, clip(text), err)
	}
	return nil
}

// denyEnd returns an error if r claims another end than that of the position s
// to which its moves lead: a result that the rules contradict, or an ending in
// words of the game that is not this one. A game may also be resigned, agreed or
// broken off, which no position shows.
func (r *Record) denyEnd(g env.Game, s env.State) error {
	if by := s.Result(); by != env.Ongoing && r.Result != env.Ongoing && by != r.Result {
		return fmt.Errorf("record: %w %s: result %q, but by the rules it is %q", ErrClaim, r.atEnd(), r.Result, by)
	}
	d, ok := env.As[env.Described](g)
	x, explained := s.(env.Explained)
	if r.Ending == "" || !ok || !explained {
		return nil
	}
	for _, e := range d.Book().Endings {
		if strings.HasPrefix(r.Ending, e.Words) && !strings.HasPrefix(x.Ending(), e.Words) {
			return fmt.Errorf("record: %w %s: ending %s, but by the rules %s", ErrClaim, r.atEnd(), clip(r.Ending), orGoesOn(x.Ending()))
		}
	}
	return nil
}

// atEnd says where in the record its end is.
func (r *Record) atEnd() string {
	if len(r.Moves) == 0 {
		return "before any move"
	}
	return "after move " + place(len(r.Moves)-1)
}

func orGoesOn(ending string) string {
	if ending == "" {
		return "the game goes on"
	}
	return "it is " + clip(ending)
}
