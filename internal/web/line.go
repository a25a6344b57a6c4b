package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"ludens/env"
	"ludens/env/games"
	"ludens/env/record"
	"ludens/internal/prose"
)

// What a request may hold at most.
const (
	maxBody     = 64 << 10 // bytes of a line of play
	maxTree     = 1 << 20  // bytes of a game with its variations and comments
	maxPaste    = 1 << 20  // bytes of a text to be read
	mostBody    = max(maxBody, maxTree, maxPaste)
	maxName     = 256 // bytes of a game's name
	maxPosition = 512 // bytes
)

// line is a game as the page sends it: a start, and the moves from there.
type line struct {
	Game     string   `json:"game"`
	Seed     uint64   `json:"seed,omitempty"`     // of a start that is drawn
	Position string   `json:"position,omitempty"` // to start from; "" for the game's own start
	Moves    []string `json:"moves"`

	Variations []env.Variation `json:"variations,omitempty"` // other ways on
}

// open returns the game of l and its score sheet. The error says what is wrong.
func (l *line) open(s *shelf) (env.Game, *record.Sheet, error) {
	g, err := s.game(l.Game)
	if err != nil {
		return nil, nil, err
	}
	if most := g.Spec().MaxPly; len(l.Moves) > most {
		return nil, nil, fmt.Errorf("%d moves: a game of %s is cut off after %d", len(l.Moves), g.Spec().Name, most)
	}
	if len(l.Position) > maxPosition {
		return nil, nil, fmt.Errorf("a position of %d bytes: want at most %d", len(l.Position), maxPosition)
	}
	sheet, err := record.NewSheet(g, record.Record{Game: g.Spec().Name, Seed: l.Seed, Start: l.Position, Moves: l.Moves, Variations: l.Variations})
	return g, sheet, err
}

// ask reads the body of a request into v, which is at most that many bytes of
// JSON. It answers and returns false if it cannot.
func ask(w http.ResponseWriter, r *http.Request, most int64, v any) bool {
	if kind := r.Header.Get("Content-Type"); !strings.HasPrefix(kind, "application/json") {
		refuse(w, http.StatusUnsupportedMediaType, errors.New("want application/json"))
		return false
	}
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, most))
	d.DisallowUnknownFields()
	err := d.Decode(v)
	var long *http.MaxBytesError
	switch {
	case errors.As(err, &long):
		refuse(w, http.StatusRequestEntityTooLarge, fmt.Errorf("longer than %d bytes", most))
	case err != nil:
		refuse(w, http.StatusBadRequest, fmt.Errorf("not what this page sends: %w", err))
	}
	return err == nil
}

// tell answers with JSON.
func tell(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(v) // an error means that the client is gone
}

// refuse answers with an error.
func refuse(w http.ResponseWriter, status int, err error) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	tell(w, map[string]string{"error": plainly(err)})
}

// plainly drops the names of our packages from the front of an error: those of
// families of games are among them.
func plainly(err error) string {
	text := prose.Clip(err.Error())
	packages := []string{"record", "games"}
	for _, e := range games.List() {
		if !slices.Contains(packages, e.Family) {
			packages = append(packages, e.Family)
		}
	}
	for _, name := range packages {
		text = strings.TrimPrefix(text, name+": ")
	}
	return text
}

// branch is a variation, as the page lists it.
type branch struct {
	After      int      `json:"after"`
	Moves      []string `json:"moves"`           // as the game writes them
	Short      []string `json:"short,omitempty"` // as env.SANWriter does
	Variations []branch `json:"variations,omitempty"`
}

// newBranch returns a legal variation from the position s.
func newBranch(s env.State, v env.Variation) branch {
	b := branch{After: v.After, Moves: v.Moves}
	s = s.Copy(nil)
	for i, move := range v.Moves {
		for _, inner := range v.Variations {
			if inner.After == v.After+i {
				b.Variations = append(b.Variations, newBranch(s, inner))
			}
		}
		if text := short(s, move); text != "" {
			b.Short = append(b.Short, text)
		}
		a, err := record.ParseMove(s, move)
		if err != nil {
			break // a sheet has played it
		}
		s.Play(a)
	}
	return b
}
