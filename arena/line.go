package arena

import (
	"bytes"
	"encoding/json"
	"fmt"

	"ludens/env"
)

// line is a Game as it is stored; who plays which side follows from the index.
type line struct {
	Index   int          `json:"index"`
	Seed    uint64       `json:"seed"`
	Start   string       `json:"start,omitempty"`
	Opening int          `json:"opening"`
	Actions []env.Action `json:"actions"`
	Result  string       `json:"result"`
	Cut     bool         `json:"cut,omitempty"`
	Forfeit bool         `json:"forfeit,omitempty"`
	Ending  string       `json:"ending,omitempty"`
	Values  []Value      `json:"values,omitempty"`
}

func newLine(g *Game) *line {
	if g == nil {
		return nil
	}
	return &line{g.Index, g.Seed, g.Start, g.Opening, g.Actions, g.Result.String(), g.Truncated, g.Forfeit, g.Ending, g.Values}
}

// game returns the game, or why no game can be like that.
func (l *line) game() (*Game, error) {
	if l == nil {
		return nil, nil
	}
	g := &Game{
		Index: l.Index, Role: env.Player(l.Index % 2), Seed: l.Seed, Start: l.Start,
		Actions: l.Actions, Opening: l.Opening, Truncated: l.Cut, Forfeit: l.Forfeit, Ending: l.Ending, Values: l.Values,
	}
	for g.Result = env.Ongoing; g.Result.String() != l.Result; g.Result++ {
		if g.Result == env.Drawn {
			return nil, fmt.Errorf("there is no result %q", l.Result)
		}
	}
	switch {
	case l.Index < 0 || l.Opening < 0 || l.Opening > len(l.Actions):
		return nil, fmt.Errorf("game %d has an opening of %d of %d plies", l.Index, l.Opening, len(l.Actions))
	case len(l.Values) > 0 && len(l.Values) != len(l.Actions)-l.Opening:
		return nil, fmt.Errorf("game %d has %d values for %d plies", l.Index, len(l.Values), len(l.Actions)-l.Opening)
	case (g.Result == env.Ongoing) != l.Cut:
		return nil, fmt.Errorf("game %d: %v, cut off: %v", l.Index, g.Result, l.Cut)
	}
	return g, nil
}

// row is an Entry as it is stored.
type row struct {
	Players []string `json:"players,omitempty"`
	A       string   `json:"a,omitempty"`
	B       string   `json:"b,omitempty"`
	Game    *line    `json:"game,omitempty"`
}

// MarshalJSON writes the entry on one line.
func (e Entry) MarshalJSON() ([]byte, error) {
	return json.Marshal(row{e.Players, e.A, e.B, newLine(e.Game)})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (e *Entry) UnmarshalJSON(b []byte) error {
	var r row
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil {
		return err
	}
	g, err := r.Game.game()
	*e = Entry{r.Players, r.A, r.B, g}
	return err
}
