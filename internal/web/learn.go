package web

import (
	"net/http"

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
