package record

import "ludens/env"

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
