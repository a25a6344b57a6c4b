package protocol

import "testing"

// What is wrong with a question is said in words that help to mend it.
func TestMistakesInQuestions(t *testing.T) {
	for _, test := range []struct{ line, want string }{
		{`{"id":1,"do":"play"}`, "id: want text in quotes"},
		{`[]`, "the line: want an object"},
		{`{"id":"a","do":"play","moves":"d5c5"}`, "moves: want a list"},
		{`{"id":"a","do":"play","seconds":"2"}`, "seconds: want a number that is possible there"},
		{`{"id":"a","do":"play","simultions":3}`, `unknown field "simultions" (did you mean "simulations"?)`},
		{`{"id":"a","do":"lay"}`, `do: "lay" is none of game, legal, analyse, play, record, stop (did you mean "play"?)`},
		{`{"do":"play"}`, "id: is missing"},
		{`{"id":"a","do":"play"`, "the object has no end"},
		{`{"id":"a","do":"play","simulations":-1}`, "simulations: -1; want 0 to 1000000"},
	} {
		if _, err := parseQuestion(test.line); err == nil || err.Error() != test.want {
			t.Errorf("%s: got %v, want %s", test.line, err, test.want)
		}
	}
}
