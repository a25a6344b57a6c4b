package exact

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"ludens/env"
	"ludens/env/games"
	"ludens/internal/disk"
	"ludens/solve"
)

// How the positions of a test are drawn. Those of games are of players who are
// neither blind nor perfect, and the same for every agent that is tested. So they
// search without proofs, which an agent of that name has since learned.
const (
	Player            = "mcts:50" // who plays them, against itself
	playerSimulations = 50
	randomPlies       = 8
	// searchedFrom is the first ply that is drawn of a game that is solved by
	// search: before, a position takes seconds.
	searchedFrom = 10
)

// Positions take minutes to draw where games are slow to play or solved by search,
// and they are the same for every agent. So they are kept.

// maxDrawn is how long their file may be, in bytes: 100,000 positions with what
// their moves are worth.
const maxDrawn = 64 << 20

// drawn are the positions of a test as they are kept: which ones, then themselves.
type drawn struct {
	name
	Questions []question `json:"questions"`
}

// name is all that the questions depend on.
type name struct {
	Game      string `json:"game"`
	Rules     string `json:"rules"` // env.Fingerprint
	Player    string `json:"player"`
	Opening   int    `json:"opening"`
	From      int    `json:"from"`
	ToGo      int    `json:"to_go,omitempty"`
	Positions int    `json:"positions"`
	Seed      uint64 `json:"seed"`
}

// question is a solve.Question.
type question struct {
	Position string `json:"position"`
	Signs    []int  `json:"signs"` // by legal move: +1 won, 0 drawn, -1 lost
	Played   bool   `json:"played,omitempty"`
}

func nameOf(g env.Game, x solve.Exam) name {
	return name{g.Spec().Name, env.Fingerprint(g), Player, x.Opening, x.From, x.ToGo, x.Positions, x.Seed}
}

// file returns where the positions are kept.
func (n name) file() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	file := fmt.Sprintf("%s-%d-seed-%d", games.FileName(n.Game), n.Positions, n.Seed)
	if n.ToGo > 0 {
		file += fmt.Sprintf("-to-go-%d", n.ToGo)
	}
	return filepath.Join(cache, "ludens", "exams", file+".json"), nil
}

// recall returns the questions of a test that were kept, if there are some and
// they are these.
func recall(g env.Notated, which name) ([]solve.Question, bool) {
	file, err := which.file()
	if err != nil {
		return nil, false
	}
	text, err := disk.ReadFile(file, maxDrawn)
	var kept drawn
	if err != nil || json.Unmarshal(text, &kept) != nil || kept.name != which {
		return nil, false
	}
	var questions []solve.Question
	for _, line := range kept.Questions {
		s, err := g.ParsePosition(line.Position)
		if err != nil || len(s.Legal(nil)) != len(line.Signs) || len(line.Signs) == 0 {
			return nil, false
		}
		q := solve.Question{State: s, Played: line.Played}
		for _, sign := range line.Signs {
			q.Worths = append(q.Worths, env.Worth{Sign: sign})
		}
		questions = append(questions, q)
	}
	return questions, len(questions) > 0
}

// keep keeps the questions of a test.
func keep(g env.Notated, which name, questions []solve.Question) error {
	kept := drawn{name: which}
	for _, q := range questions {
		line := question{Position: g.Position(q.State), Played: q.Played}
		for _, w := range q.Worths {
			line.Signs = append(line.Signs, w.Sign)
		}
		kept.Questions = append(kept.Questions, line)
	}
	file, err := which.file()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return disk.Write(file, func(w io.Writer) error { return json.NewEncoder(w).Encode(kept) })
}
