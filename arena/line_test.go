package arena

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"ludens/env"
)

// What is stored comes back, and what no game can be is refused.
func TestEntriesRoundTrip(t *testing.T) {
	for _, e := range []Entry{
		{Players: []string{"a", "b"}},
		{A: "a", B: "b", Game: &Game{Index: 4, Role: env.First, Seed: 1 << 63, Start: "x", Actions: []env.Action{3, 1, 2}, Opening: 1, Result: env.SecondWins, Ending: "mate", Values: []Value{-1000, 7}}},
		{A: "a", B: "b", Game: &Game{Index: 5, Role: env.Second, Actions: []env.Action{3}, Opening: 1, Truncated: true}},
		{A: "a", B: "b", Game: &Game{Actions: []env.Action{}, Result: env.Drawn}},
	} {
		text, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		var got Entry
		if err := json.Unmarshal(text, &got); err != nil || !reflect.DeepEqual(got, e) {
			t.Errorf("%s came back as %+v (%v)", text, got, err)
		}
	}
}

func TestEntriesThatCannotBe(t *testing.T) {
	const whole = `{"a":"x","b":"y","game":{"index":2,"seed":1,"opening":1,"actions":[1,2,3],"result":"drawn","values":[1,2]}}`
	var e Entry
	if err := json.Unmarshal([]byte(whole), &e); err != nil {
		t.Fatal(err)
	}
	for _, change := range [][3]string{
		{`"index":2`, `"index":-1`, "opening of"},
		{`"opening":1`, `"opening":-1`, "opening of -1"},
		{`"opening":1`, `"opening":4`, "opening of 4 of 3"},
		{`"opening":1`, `"opening":0`, "2 values for 3 plies"},
		{`[1,2]}`, `[1,2,3,4]}`, "4 values for 2 plies"},
		{`"drawn"`, `"ongoing"`, "cut off: false"},
		{`"drawn"`, `"drawn","cut":true`, "cut off: true"},
		{`"drawn"`, `"won"`, "no result"},
		{`"seed":1`, `"seed":-1`, "seed"},
	} {
		text := strings.Replace(whole, change[0], change[1], 1)
		if err := json.Unmarshal([]byte(text), &e); err == nil || !strings.Contains(err.Error(), change[2]) {
			t.Errorf("%s: error %v, want one with %q", text, err, change[2])
		}
	}
}
