package web

import (
	"fmt"
	"net/http"
	"strconv"

	"ludens/internal/lesson"
)

// learn answers with the lesson of a game. One is made at a time.
func (s *server) learn(w http.ResponseWriter, r *http.Request) {
	var q struct {
		Game string `json:"game"`
	}
	if !ask(w, r, maxBody, &q) {
		return
	}
	g, err := s.games.game(q.Game)
	if err != nil {
		refuse(w, http.StatusUnprocessableEntity, err)
		return
	}
	of := titleOf(g.Spec().Name)
	tasks, ok := s.lessons.get(of)
	if !ok {
		if err := s.teaching.sit(r.Context()); err != nil {
			failed(w, err)
			return
		}
		defer s.teaching.leave()
		if tasks, ok = s.lessons.get(of); !ok {
			if tasks, err = lesson.Of(r.Context(), g); err != nil {
				failed(w, err)
				return
			}
			s.lessons.put(of, tasks)
		}
	}
	tell(w, tasks)
}

// puzzle answers with a puzzle of a game, by its number, which is counted round: that of a
// day is asked for by the number of the day. Without a game the games take turns.
func (s *server) puzzle(w http.ResponseWriter, r *http.Request) {
	number, err := strconv.ParseUint(r.FormValue("number"), 10, 32)
	if err != nil {
		refuse(w, http.StatusUnprocessableEntity, fmt.Errorf("number %.20q: want a whole number", r.FormValue("number")))
		return
	}
	game := r.FormValue("game")
	if all := lesson.Puzzled(); game == "" {
		game, number = all[number%uint64(len(all))], number/uint64(len(all))
	}
	puzzles, err := lesson.Puzzles(game)
	if err != nil {
		refuse(w, http.StatusInternalServerError, err)
		return
	}
	if len(puzzles) == 0 {
		refuse(w, http.StatusNotFound, fmt.Errorf("there are no puzzles of %.80q", game))
		return
	}
	number %= uint64(len(puzzles))
	p, elos := puzzles[number], make([]int, len(puzzles))
	for i := range puzzles {
		elos[i] = puzzles[i].Elo
	}
	tell(w, struct {
		Game   string `json:"game"`
		Number int    `json:"number"`
		Of     int    `json:"of"`
		Ask    string `json:"ask"`
		Elos   []int  `json:"elos"` // of all of the game, by their numbers: the next one is chosen by them
		lesson.Puzzle
	}{game, int(number), len(puzzles), p.Ask(), elos, p})
}
