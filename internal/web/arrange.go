package web

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"unicode/utf8"

	"ludens/env"
	"ludens/env/diagram"
)

// arrange answers with the text of an arranged position, or says why
// it is not one of the game.
func (s *server) arrange(w http.ResponseWriter, r *http.Request) {
	var q struct {
		Game   string   `json:"game"`
		Cells  []string `json:"cells"`  // letters of pieces, row by row from the top; "" for none
		ToMove int      `json:"toMove"` // 0, 1
	}
	if !ask(w, r, maxBody, &q) {
		return
	}
	g, err := s.games.game(q.Game)
	var text string
	if err == nil {
		text, err = arranged(g, q.Cells, q.ToMove)
	}
	if err != nil {
		refuse(w, http.StatusUnprocessableEntity, err)
		return
	}
	tell(w, map[string]string{"position": text})
}

func arranged(g env.Game, cells []string, toMove int) (string, error) {
	a, ok := env.As[env.Arranged](g)
	if !ok {
		return "", fmt.Errorf("%s has no written positions: none can be put together", g.Spec().Name)
	}
	if want := len(diagram.Of(g.New(0)).Cells); len(cells) != want {
		return "", fmt.Errorf("%d cells: the board has %d", len(cells), want)
	}
	if toMove != 0 && toMove != 1 {
		return "", fmt.Errorf("player %d to move: want 0 or 1", toMove)
	}
	letters := make([]rune, len(cells))
	for i, c := range cells {
		if utf8.RuneCountInString(c) > 1 {
			return "", fmt.Errorf("%q on cell %d: want one letter, or none", c, i)
		}
		for _, letters[i] = range c {
		}
	}
	state, err := a.ParsePosition(a.Arrange(letters, env.Player(toMove)))
	if err != nil {
		if cause := errors.Unwrap(err); cause != nil { // less the text, which was not typed
			err = cause
		}
		return "", err
	}
	return a.Position(state), nil
}

// palette returns the kinds of pieces that a position of g can be put together from;
// none if it cannot.
func palette(g env.Game, dress env.Dress) (kinds []kind) {
	if _, ok := env.As[env.Arranged](g); !ok {
		return nil
	}
	v := viewer{game: g, dress: dress}
	for _, s := range []env.State{g.New(0), twoMovesOn(g)} { // a game may begin with an empty board
		d := diagram.Of(s)
		v.pieces(s, d)
	}
	slices.SortStableFunc(v.kinds, func(a, b kind) int { return a.Side - b.Side })
	return v.kinds
}

// turns reports whether the pieces leave open who is to move.
func turns(g env.Game) bool {
	a, ok := env.As[env.Arranged](g)
	if !ok {
		return false
	}
	letters := lettersOf(diagram.Of(g.New(0)))
	return a.Arrange(letters, env.First) != a.Arrange(letters, env.Second)
}

func lettersOf(d diagram.Diagram) []rune {
	all := make([]rune, len(d.Cells))
	for i, c := range d.Cells {
		all[i] = c.Piece.Letter
	}
	return all
}
