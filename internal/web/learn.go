package web

import (
	"net/http"
	"sync"

	"ludens/internal/lesson"
)

// lessons keeps those that were asked for last: to make one takes seconds.
type lessons struct {
	mu    sync.Mutex
	names []title // the newest last
	tasks map[title][]lesson.Task
}

// of returns the lesson of a game; nil if it is not kept.
func (l *lessons) of(name title) []lesson.Task {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.tasks[name]
}

// keep keeps a lesson, and forgets the oldest if there are too many.
func (l *lessons) keep(name title, tasks []lesson.Task) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.tasks == nil {
		l.tasks = map[title][]lesson.Task{}
	}
	if l.tasks[name] != nil {
		return
	}
	if len(l.names) == shelfRoom {
		delete(l.tasks, l.names[0])
		l.names = l.names[1:]
	}
	l.names, l.tasks[name] = append(l.names, name), tasks
}

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
	tasks := s.lessons.of(of)
	if tasks == nil {
		if err := s.teaching.sit(r.Context()); err != nil {
			failed(w, err)
			return
		}
		defer s.teaching.leave()
		if tasks = s.lessons.of(of); tasks == nil {
			if tasks, err = lesson.Of(r.Context(), g); err != nil {
				failed(w, err)
				return
			}
			s.lessons.keep(of, tasks)
		}
	}
	tell(w, tasks)
}
