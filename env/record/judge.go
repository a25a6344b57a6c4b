package record

import (
	"fmt"
	"io"
	"os"

	"ludens/env"
	"ludens/internal/disk"
)

// Judgement is what the rules say of a legal game.
type Judgement struct {
	Game       string `json:"game"`
	First      string `json:"first,omitempty"`
	Second     string `json:"second,omitempty"`
	Plies      int    `json:"plies"`
	Result     string `json:"result"`
	Ending     string `json:"ending,omitempty"`
	ByTheRules bool   `json:"by_the_rules"` // the position ends the game; else it was resigned, agreed or broken off

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
