package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"ludens/env"
	"ludens/internal/atomicfile"
	"ludens/internal/bounded"
	"ludens/solve"
)

// An exam takes minutes to draw where it is played slowly or solved by search,
// and it is the same for every agent. So it is kept.

// examPaper is an exam as it is kept: which one it is, then its questions.
type examPaper struct {
	examName
	Questions []examLine `json:"questions"`
}

// examName is all that the questions depend on.
type examName struct {
	Game      string `json:"game"`
	Rules     string `json:"rules"` // env.Fingerprint
	Player    string `json:"player"`
	Opening   int    `json:"opening"`
	From      int    `json:"from"`
	ToGo      int    `json:"to_go,omitempty"`
	Positions int    `json:"positions"`
	Seed      uint64 `json:"seed"`
}

// examLine is a solve.Question.
type examLine struct {
	Position string `json:"position"`
	Signs    []int  `json:"signs"` // by legal move: +1 won, 0 drawn, -1 lost
	Played   bool   `json:"played,omitempty"`
}

func nameOf(g env.Game, x solve.Exam) examName {
	return examName{g.Spec().Name, env.Fingerprint(g), examPlayer, x.Opening, x.From, x.ToGo, x.Positions, x.Seed}
}

// file returns where the exam is kept.
func (n examName) file() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	name := fmt.Sprintf("%s-%d-seed-%d", folderName(n.Game), n.Positions, n.Seed)
	if n.ToGo > 0 {
		name += fmt.Sprintf("-to-go-%d", n.ToGo)
	}
	return filepath.Join(cache, "ludens", "exams", name+".json"), nil
}

// recall returns the questions of an exam that was kept, if there is one and it
// is this one.
func recall(g env.Notated, name examName) ([]solve.Question, bool) {
	file, err := name.file()
	if err != nil {
		return nil, false
	}
	text, err := bounded.ReadFile(file, maxExam)
	var paper examPaper
	if err != nil || json.Unmarshal(text, &paper) != nil || paper.examName != name {
		return nil, false
	}
	var questions []solve.Question
	for _, line := range paper.Questions {
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

// keep keeps the questions of an exam.
func keep(g env.Notated, name examName, questions []solve.Question) error {
	paper := examPaper{examName: name}
	for _, q := range questions {
		line := examLine{Position: g.Position(q.State), Played: q.Played}
		for _, w := range q.Worths {
			line.Signs = append(line.Signs, w.Sign)
		}
		paper.Questions = append(paper.Questions, line)
	}
	file, err := name.file()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return atomicfile.Write(file, func(w io.Writer) error { return json.NewEncoder(w).Encode(paper) })
}
