package env

import "testing"

func TestWorthOrder(t *testing.T) {
	won, wonLate := Worth{Sign: 1, Plies: 3}, Worth{Sign: 1, Plies: 9}
	lost, lostLate := Worth{Sign: -1, Plies: 2}, Worth{Sign: -1, Plies: 8}
	order := []Worth{lost, lostLate, {}, wonLate, won}
	for i, w := range order {
		for j, v := range order {
			if got, want := w.Less(v), i < j; got != want {
				t.Errorf("%v less than %v: got %v, want %v", w, v, got, want)
			}
		}
	}
}

// A move hands a worth on to the position before: turned round if the turn
// changes, a ply further from the end.
func TestWorthBefore(t *testing.T) {
	for _, test := range []struct {
		after Worth
		same  bool
		want  string
	}{
		{Worth{Sign: -1, Plies: 4}, false, "won in 5"},
		{Worth{Sign: 1, Plies: 4}, false, "lost in 5"},
		{Worth{Sign: 1, Plies: 4}, true, "won in 5"},
		{Worth{}, false, "drawn"},
		{WorthOf(FirstWins, First), true, "won in 1"},
		{WorthOf(FirstWins, Second), true, "lost in 1"},
		{WorthOf(Drawn, First), true, "drawn"},
	} {
		if got := test.after.Before(test.same).String(); got != test.want {
			t.Errorf("before %v (same %v): got %s, want %s", test.after, test.same, got, test.want)
		}
	}
}
