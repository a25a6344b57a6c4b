package web

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"ludens/env"
	"ludens/env/diagram"
	"ludens/env/games"
	"ludens/env/record"
)

// paper is a game as it goes in and out as text.
type paper struct {
	line
	First    string         `json:"first,omitempty"`
	Second   string         `json:"second,omitempty"`
	Result   string         `json:"result,omitempty"`
	Ending   string         `json:"ending,omitempty"`
	Date     string         `json:"date,omitempty"`
	Tags     []env.Tag      `json:"tags,omitempty"`     // all others
	Comments map[int]string `json:"comments,omitempty"` // by the number of moves before the comment
}

// read answers with the game or the position that a text holds; of several games with
// their list, unless the number of one is given.
func (s *server) read(w http.ResponseWriter, r *http.Request) {
	var q struct {
		Text   string `json:"text"`
		Game   string `json:"game"`             // of a text that does not say so
		Number int    `json:"number,omitempty"` // of the game in the text, from 1; 0: there is one
	}
	if !ask(w, r, maxPaste, &q) {
		return
	}
	text := strings.TrimSpace(q.Text)
	if text == "" {
		refuse(w, http.StatusUnprocessableEntity, errors.New("there is nothing in it: paste a game or a position"))
		return
	}
	if p, ok := s.readPosition(text, q.Game); ok {
		tell(w, p)
		return
	}
	all, err := gamesOf(text)
	if err == nil && len(all) > 1 && q.Number == 0 {
		tell(w, map[string][]heading{"games": headings(all)})
		return
	}
	var rec record.Record
	var g env.Game
	if err == nil && len(all) > 1 && (q.Number < 1 || q.Number > len(all)) {
		err = fmt.Errorf("holds %d games, and no game %d", len(all), q.Number)
	} else if err == nil {
		rec, g, err = s.config.Read(all[max(q.Number, 1)-1], q.Game)
	}
	if err == nil {
		_, err = record.NewSheet(g, rec)
	}
	if err != nil {
		refuse(w, http.StatusUnprocessableEntity, s.why(err, text, q.Game))
		return
	}
	tell(w, newPaper(rec))
}

// gamesOf returns the games of a text, one at least.
func gamesOf(text string) (all []string, err error) {
	for one, err := range record.Texts(strings.NewReader(text)) {
		if err != nil {
			return nil, err
		}
		all = append(all, string(one.Text))
	}
	if len(all) < 2 {
		return []string{text}, nil
	}
	return all, nil
}

// mostHeadings is how many games of a text are listed.
const mostHeadings = 1000

// heading is what the tags of a game say, for a list: Event, First, Second, Date, Result.
type heading map[string]string

func headings(all []string) (list []heading) {
	called := map[string]string{"White": "First", "Black": "Second"}
	for _, text := range all[:min(len(all), mostHeadings)] {
		h := heading{}
		for line := range strings.Lines(text) {
			tag, _, ok := env.ReadTag(strings.TrimSpace(line))
			if !ok {
				break
			}
			switch name := cmp.Or(called[tag.Name], tag.Name); name {
			case "Event", "First", "Second", "Date", "Result":
				if strings.Trim(tag.Value, "?.") != "" {
					h[name] = tag.Value
				}
			}
		}
		list = append(list, h)
	}
	return list
}

// readPosition reads a text as a position of a game.
func (s *server) readPosition(text, game string) (paper, bool) {
	g, err := s.games.game(game)
	if err != nil || len(text) > maxPosition || strings.Contains(text, "\n") {
		return paper{}, false
	}
	n, ok := env.As[env.Notated](g)
	if !ok {
		return paper{}, false
	}
	state, err := n.ParsePosition(text)
	if err != nil {
		return paper{}, false
	}
	return paper{line: line{Game: g.Spec().Name, Position: n.Position(state), Moves: []string{}}}, true
}

// why says what is wrong with a text: with the position if it looks like one.
func (s *server) why(err error, text, game string) error {
	g, unknown := s.games.game(game)
	if unknown != nil || strings.Count(text, "/") < 2 || strings.ContainsAny(text, "\n[") {
		return err
	}
	if n, ok := env.As[env.Notated](g); ok {
		_, err = n.ParsePosition(text)
	}
	return err
}

// newPaper returns a record as the page takes it.
func newPaper(r record.Record) paper {
	p := paper{
		line:  line{Game: r.Game, Seed: r.Seed, Position: r.Start, Moves: r.Moves, Variations: r.Variations},
		First: r.First, Second: r.Second, Ending: r.Ending, Date: r.Date, Tags: r.Tags, Comments: r.Comments,
	}
	if r.Result != env.Ongoing {
		p.Result = r.Result.String()
	}
	if p.Moves == nil {
		p.Moves = []string{}
	}
	return p
}

// readRecord reads a record as package record writes it.
func readRecord(text, game string) (record.Record, env.Game, error) {
	r, err := record.Parse(strings.NewReader(text))
	if err != nil {
		return r, nil, err
	}
	r.Game = cmp.Or(r.Game, game)
	g, err := games.Make(r.Game)
	return r, g, err
}

// write answers with a game in all notations there are, and with the position that
// is looked at, drawn too.
func (s *server) write(w http.ResponseWriter, r *http.Request) {
	var q struct {
		paper
		Shown []string `json:"shown"` // the moves that lead to the position looked at
		Dark  bool     `json:"dark,omitempty"`
	}
	if !ask(w, r, maxTree, &q) {
		return
	}
	shown := line{Game: q.Game, Seed: q.Seed, Position: q.Position, Moves: q.Shown}
	g, sheet, err := q.open(&s.games)
	var at *record.Sheet
	if err == nil {
		_, at, err = shown.open(&s.games)
	}
	if err != nil {
		refuse(w, http.StatusUnprocessableEntity, err)
		return
	}
	rec := sheet.Record()
	if rec.Start == "" && record.Drawn(g) {
		rec.Start, rec.Seed = record.New(g, rec.Seed).Start, 0
	}
	rec.First, rec.Second, rec.Date, rec.Tags, rec.Comments = q.First, q.Second, q.Date, q.Tags, q.Comments
	if !sheet.Over() {
		rec.Result, rec.Ending = agreed(q.Result), q.Ending
	}
	answer, err := s.texts(g, rec, at.State(), q.Dark)
	if err != nil {
		refuse(w, http.StatusUnprocessableEntity, err)
		return
	}
	tell(w, answer)
}

// agreed returns the result of a game that its rules have not ended, by its name.
func agreed(name string) env.Result {
	for r := env.FirstWins; r <= env.Drawn; r++ {
		if r.String() == name {
			return r
		}
	}
	return env.Ongoing
}

// texts returns a game and one of its positions in all notations there are.
func (s *server) texts(g env.Game, r record.Record, at env.State, dark bool) (map[string]string, error) {
	all := map[string]string{}
	if s.config.Notations != nil {
		all = s.config.Notations(g, r)
	}
	var text, drawing bytes.Buffer
	if err := record.Write(&text, r); err != nil {
		return nil, err
	}
	theme := diagram.Light
	if dark {
		theme = diagram.Dark
	}
	if err := diagram.SVG(&drawing, diagram.Of(at), theme); err != nil {
		return nil, err
	}
	all["record"], all["svg"] = text.String(), drawing.String()
	for _, notation := range record.PositionNotations {
		if text, ok := record.PositionAs(g, at, notation); ok {
			all[notation] = text
		}
	}
	return all, nil
}
