package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"ludens/env"
)

// Collection is games whose openings can be looked up.
type Collection struct {
	Name    string // unique among those of its kind
	Kind    string // "match", "ladder", ...; "run"
	Title   string
	Game    string // as Spec().Name has it
	Changed time.Time
	Each    Each
}

// Each visits games of g until ctx ends or visit returns an error, which it returns.
type Each func(ctx context.Context, g env.Game, visit Visit) error

// Visit is shown a game: where it began, which it may play on, its legal actions and
// how it ended, Ongoing if it was cut off.
type Visit func(s env.State, actions []env.Action, r env.Result) error

// mostCounted is how many games of a collection are counted.
const mostCounted = 200_000

// collections returns those of a game, runs first.
func (s *server) collections(ctx context.Context, game string) (all []Collection, err error) {
	runs, err := s.runs()
	if err != nil {
		return nil, err
	}
	for _, r := range runs {
		if r.Each != nil {
			all = append(all, Collection{r.Name, "run", r.Name, r.Game, r.Changed, r.Each})
		}
	}
	slices.SortStableFunc(all, func(a, b Collection) int { return b.Changed.Compare(a.Changed) })
	if s.config.Collections != nil {
		more, err := s.config.Collections(ctx)
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	return slices.DeleteFunc(all, func(c Collection) bool { return !s.same(c.Game, game) }), nil
}

// same reports whether two names are of one game.
func (s *server) same(a, b string) bool {
	if a == b {
		return true
	}
	x, err := s.games.game(a)
	if err != nil {
		return false
	}
	y, err := s.games.game(b)
	return err == nil && x.Spec().Name == y.Spec().Name
}

// listCollections answers with the collections of a game.
func (s *server) listCollections(w http.ResponseWriter, r *http.Request) {
	type entry struct {
		Kind  string `json:"kind"`
		Name  string `json:"name"`
		Title string `json:"title"`
	}
	found, err := s.collections(r.Context(), r.URL.Query().Get("game"))
	if err != nil {
		refuse(w, http.StatusInternalServerError, err)
		return
	}
	all := []entry{}
	for _, c := range found {
		all = append(all, entry{c.Kind, c.Name, c.Title})
	}
	tell(w, all)
}

// explored is what was played in a position.
type explored struct {
	Games int            `json:"games"` // in the collection
	Rare  uint32         `json:"rare"`  // as openings has it
	Most  bool           `json:"most"`  // there are more games than are counted
	Moves []exploredMove `json:"moves"`
}

// errGone is wrapped by the error of a collection that is not there.
var errGone = errors.New("there is no such collection any more")

// exploredMove is a move with the results of the games that went on with it.
type exploredMove struct {
	Text   string `json:"text"`
	From   int    `json:"from"` // as choice.From
	To     int    `json:"to"`
	First  uint32 `json:"first"` // games won by First
	Drawn  uint32 `json:"drawn"`
	Second uint32 `json:"second"`
	Cut    uint32 `json:"cut"`
}

// explore answers with what was played at the end of a line, in a collection.
func (s *server) explore(w http.ResponseWriter, r *http.Request) {
	var q struct {
		line
		Kind string `json:"kind"`
		Name string `json:"name"`
	}
	if !ask(w, r, maxBody, &q) {
		return
	}
	g, sheet, err := q.open(&s.games)
	if err != nil {
		refuse(w, http.StatusUnprocessableEntity, err)
		return
	}
	x, err := s.index(r.Context(), g, q.Kind, q.Name)
	if err != nil {
		failed(w, err)
		return
	}
	answer := explored{Games: x.Games, Rare: x.Rare, Most: x.Games == mostCounted, Moves: []exploredMove{}}
	if !sheet.Over() {
		answer.Moves = movesOf(x, sheet.State())
	}
	tell(w, answer)
}

// movesOf returns what was played in a position; a move that is not legal in it, which
// would be another position of the same key, is left out.
func movesOf(x *openings, s env.State) []exploredMove {
	legal, all := s.Legal(nil), []exploredMove{}
	for _, m := range x.Look(s.Key()) {
		if !slices.Contains(legal, m.Action) {
			continue
		}
		at := env.SquaresOf(s, m.Action)
		all = append(all, exploredMove{s.Format(m.Action), hold(at), at.To, m.First, m.Drawn, m.Second, m.Cut})
	}
	return all
}

// index returns the counts of a collection. One is looked for and counted at a time; who
// asks waits, until ctx ends.
func (s *server) index(ctx context.Context, g env.Game, kind, name string) (*openings, error) {
	if err := s.counting.sit(ctx); err != nil {
		return nil, err
	}
	defer s.counting.leave()
	all, err := s.collections(ctx, g.Spec().Name)
	if err != nil {
		return nil, err
	}
	for _, c := range all {
		if c.Kind == kind && c.Name == name {
			return s.counts.of(ctx, c, g)
		}
	}
	return nil, fmt.Errorf("%w: %s %.100q of this game", errGone, kind, name)
}

// counts are the indexes that were asked for last, the newest at the end: to count takes
// a while. They are used by one goroutine at a time.
type counts []kept

// kept is an index of a collection as it was.
type kept struct {
	kind, name, game string
	changed          time.Time
	index            *openings
}

// mostKept indexes are in memory, 20 MB each at most.
const mostKept = 2

// errMany ends the count of a collection that is too large.
var errMany = errors.New("many games")

// of returns the index of a collection, counted anew if it has changed.
func (k *counts) of(ctx context.Context, c Collection, g env.Game) (*openings, error) {
	is := func(x kept) bool { return x.kind == c.Kind && x.name == c.Name && x.game == c.Game }
	if i := slices.IndexFunc(*k, is); i >= 0 && (*k)[i].changed.Equal(c.Changed) {
		return (*k)[i].index, nil
	}
	*k = slices.DeleteFunc(*k, is)
	if len(*k) == mostKept {
		*k = slices.Delete(*k, 0, 1)
	}
	x := new(openings)
	err := c.Each(ctx, g, func(s env.State, actions []env.Action, r env.Result) error {
		if x.Games == mostCounted {
			return errMany
		}
		x.Add(s, actions, r)
		return nil
	})
	if err != nil && !errors.Is(err, errMany) {
		return nil, err
	}
	*k = append(*k, kept{c.Kind, c.Name, c.Game, c.Changed, x})
	return x, nil
}
