package protocol

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ludens/analysis"
	"ludens/env"
	"ludens/env/games"
	"ludens/mcts"
)

// answers asks JSON some questions, lets the input end, and returns what was answered,
// by id, on the way and at last.
func answers(t *testing.T, game string, questions ...string) map[string][]map[string]any {
	t.Helper()
	g := games.Must(game)
	var out bytes.Buffer
	e := Engine{Name: "uniform", Game: g, Workers: 2, Open: func(g env.Game, _ Resources) (analysis.Analyst, error) {
		return analysis.New(g, mcts.Uniform{}, analysis.Simulations(20)), nil
	}}
	if err := JSON(t.Context(), e, strings.NewReader(strings.Join(questions, "\n")), &out); err != nil {
		t.Fatal(err)
	}
	all := map[string][]map[string]any{}
	for line := range strings.Lines(out.String()) {
		var a map[string]any
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		id, _ := a["id"].(string)
		all[id] = append(all[id], a)
	}
	return all
}

// one asks a question.
func one(t *testing.T, game, question string) map[string]any {
	t.Helper()
	for _, all := range answers(t, game, question) {
		return all[len(all)-1]
	}
	t.Fatalf("%s is not answered", question)
	return nil
}

// A position is reported by who is to move and what may be played, or how it ended.
func TestJSONTellsPositions(t *testing.T) {
	a := one(t, "tictactoe", `{"id":"1","do":"legal","moves":["b2"]}`)
	if a["ply"] != 1.0 || a["to_move"] != "second" || a["role"] != "noughts" || len(a["moves"].([]any)) != 8 || a["result"] != nil {
		t.Errorf("%v", a)
	}
	a = one(t, "tictactoe", `{"id":"1","do":"legal","moves":["a1","b1","a2","b2","a3"]}`)
	if a["result"] != "first wins" || a["ending"] == "" || a["to_move"] != nil || a["role"] != nil || len(a["moves"].([]any)) != 0 || a["ply"] != 5.0 {
		t.Errorf("%v", a)
	}
	a = one(t, "tictactoe", `{"id":"1","do":"game"}`)
	if a["game"] != "tictactoe" || a["actions"] != 9.0 || a["max_ply"] != 9.0 || a["engine"] != "uniform" || fmt.Sprint(a["roles"]) != "[crosses noughts]" || fmt.Sprint(a["shape"]) != "[2 3 3]" {
		t.Errorf("%v", a)
	}
}

// A position that is sent is read back as the same one, and a record is the same game.
func TestJSONPositionsComeBack(t *testing.T) {
	for game, moves := range map[string]string{"connect4": `["4","4","3"]`, "wtf": `[]`, source: `["e2e4","e7e5"]`} {
		told := one(t, game, `{"id":"1","do":"record","moves":`+moves+`}`)
		position, _ := json.Marshal(told["position"])
		text, _ := json.Marshal(told["record"])
		for name, from := range map[string]string{"position": `"position":` + string(position), "record": `"record":` + string(text)} {
			back := one(t, game, `{"id":"1","do":"legal",`+from+`}`)
			if back["error"] != nil || back["position"] != told["position"] || back["to_move"] != told["to_move"] {
				t.Errorf("%s by its %s:\ngot  %v\nwant %v", game, name, back, told)
			}
		}
	}
}

// A move that wins at once is found, told as proved, and played.
func TestJSONFindsTheWin(t *testing.T) {
	const moves = `"moves":["a1","b1","a2","b2"]`
	a := one(t, "tictactoe", `{"id":"1","do":"analyse",`+moves+`,"lines":2}`)
	proof, _ := a["proof"].(map[string]any)
	best := a["moves"].([]any)
	first := best[0].(map[string]any)
	if a["final"] != true || proof["result"] != "first wins" || proof["plies"] != 1.0 || first["move"] != "a3" || fmt.Sprint(first["line"]) != "[a3]" || a["ply"] != 4.0 {
		t.Errorf("%v", a)
	}
	if second := best[1].(map[string]any); second["line"] == nil || best[2].(map[string]any)["line"] != nil {
		t.Errorf("lines were asked for two moves: %v", best)
	}
	a = one(t, "tictactoe", `{"id":"1","do":"play",`+moves+`}`)
	if a["move"] != "a3" || a["result"] != "first wins" || a["ply"] != 5.0 || a["stopped"] != nil {
		t.Errorf("%v", a)
	}
}

// What cannot be answered is reported in one line with the question's id, and the others
// are answered.
func TestJSONRefuses(t *testing.T) {
	for _, test := range []struct{ question, want string }{
		{`{"id":"x","do":"play","moves":["a1","b1","a2","b2","a3"]}`, "the game is over: "},
		{`{"id":"x","do":"legal","moves":["a1","a1"]}`, "moves[1]: "},
		{`{"id":"x","do":"legal","position":"nonsense"}`, "lines: position"},
		{`{"id":"x","do":"legal","record":"[Game \"connect4\"]\n\n1. 4 *"}`, "is a game of connect4, not of tictactoe"},
		{`{"id":"x","do":"legal","record":"r","position":"p"}`, "record and position: want one of them"},
		{`{"id":"x","do":"legal"} 7`, "something follows the object; want one object a line"},
	} {
		all := answers(t, "tictactoe", test.question, `{"id":"sane","do":"legal"}`)
		if got, _ := all["x"][0]["error"].(string); !strings.Contains(got, test.want) || len(all["x"]) != 1 || strings.Contains(got, "\n") {
			t.Errorf("%s: got %v, want %s", test.question, all["x"], test.want)
		}
		if len(all["sane"]) != 1 || all["sane"][0]["error"] != nil {
			t.Errorf("%s: what comes after it is not answered", test.question)
		}
	}
	if all := answers(t, "tictactoe", `{"id":"`+strings.Repeat("i", maxID+1)+`","do":"legal"}`); len(all[""]) != 1 || all[""][0]["error"] != "id: longer than 100 bytes" {
		t.Errorf("a long id: %v", all)
	}
}

// stop says how many questions it stops: of an id, or all.
func TestJSONStop(t *testing.T) {
	o := &office{open: map[string]*job{}}
	stopped := map[string]bool{}
	for _, id := range []string{"a", "b", "c"} {
		o.open[id] = &job{cancel: func() { stopped[id] = true }}
	}
	for _, test := range []struct {
		target string
		n      int
		want   []string
	}{{"b", 1, []string{"b"}}, {"nobody", 0, nil}, {"", 3, []string{"a", "b", "c"}}} {
		clear(stopped)
		if n := o.cancel(test.target); n != test.n || len(stopped) != len(test.want) {
			t.Errorf("%q: %d are stopped, %v; want %v", test.target, n, stopped, test.want)
		}
		for _, id := range test.want {
			if !stopped[id] {
				t.Errorf("%q: %s is not stopped", test.target, id)
			}
		}
	}
}

// Each bound of a question holds at its border and not beyond.
func TestQuestionBorders(t *testing.T) {
	for field, test := range map[string]struct{ good, bad []string }{
		"simulations": {[]string{"0", "1", "1000000"}, []string{"-1", "1000001"}},
		"seconds":     {[]string{"0", "0.001", "86400"}, []string{"-0.001", "86401", "1e300"}},
		"every":       {[]string{"0", "0.01", "86400"}, []string{"0.009", "-1", "86401"}},
		"lines":       {[]string{"0", "256"}, []string{"-1", "257"}},
		"seed":        {[]string{"0", "18446744073709551615"}, []string{"-1", "18446744073709551616", "0.5"}},
	} {
		ask := func(value string) error {
			_, err := parseQuestion(fmt.Sprintf(`{"id":"a","do":"analyse",%q:%s}`, field, value))
			return err
		}
		for _, value := range test.good {
			if err := ask(value); err != nil {
				t.Errorf("%s %s: %v", field, value, err)
			}
		}
		for _, value := range test.bad {
			if err := ask(value); err == nil || !strings.HasPrefix(err.Error(), field+": ") {
				t.Errorf("%s %s: %v, want what it may be", field, value, err)
			}
		}
	}
	moves := strings.TrimSuffix(strings.Repeat(`"a1",`, maxMoves), ",")
	if _, err := parseQuestion(`{"id":"a","do":"legal","moves":[` + moves + `]}`); err != nil {
		t.Errorf("%d moves: %v", maxMoves, err)
	}
	if _, err := parseQuestion(`{"id":"a","do":"legal","moves":[` + moves + `,"a1"]}`); err == nil || err.Error() != "moves: more than 10000" {
		t.Errorf("a move more: %v", err)
	}
	for n, good := range map[int]bool{1: true, maxID: true, maxID + 1: false} {
		if _, err := parseQuestion(`{"id":"` + strings.Repeat("x", n) + `","do":"legal"}`); (err == nil) != good {
			t.Errorf("an id of %d bytes: %v", n, err)
		}
	}
	for _, verb := range verbs {
		if q, err := parseQuestion(`{"id":"a","do":"` + verb + `"}`); err != nil || q.Do != verb {
			t.Errorf("%s: %v", verb, err)
		}
	}
}

// The names that are offered to who misspells one are those of the form.
func TestFields(t *testing.T) {
	got := fields(question{})
	for _, want := range []string{"id", "do", "record", "position", "seed", "moves", "simulations", "seconds", "every", "lines", "target"} {
		if !slices.Contains(got, want) {
			t.Errorf("there is no %s among %v", want, got)
		}
	}
	got = fields(gymOrder{})
	for _, want := range []string{"do", "seeds", "rows", "actions", "row", "mode", "position", "agent", "simulations"} {
		if !slices.Contains(got, want) {
			t.Errorf("there is no %s among %v", want, got)
		}
	}
}
