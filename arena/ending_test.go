package arena

import (
	"reflect"
	"testing"

	"ludens/env"
)

// told is a game whose rules text names these endings.
type parts struct {
	env.Game
	words []string
}

func (g parts) Book() (b env.Book) {
	for _, w := range g.words {
		b.Endings = append(b.Endings, env.Ending{Words: w})
	}
	return b
}

// An ending is reported by the words that the rules text begins it with, by the game's
// own where there is none, and by the result if there is neither.
func TestEndingOf(t *testing.T) {
	for _, tt := range []struct {
		game Game
		want string
	}{
		{Game{Ending: "bare king, on h8"}, "bare king"},
		{Game{Ending: "stalemate"}, "stalemate"},
		{Game{Ending: "checkmate", Truncated: true}, CutOff},
		{Game{Result: env.SecondWins}, env.SecondWins.String()},
	} {
		e := NewEndings(parts{words: []string{"checkmate", "bare king"}})
		e.Add(tt.game.How(), tt.game.Result)
		if got, want := e.Ranking(), []Ending{{tt.want, tt.game.Result, 1}}; !reflect.DeepEqual(got, want) {
			t.Errorf("%+v: got %v, want %v", tt.game, got, want)
		}
	}
}

// The most frequent comes first, then by words, then by result; at the length limit
// are those whose words begin so, with a result or not.
func TestRankingOfEndings(t *testing.T) {
	e := NewEndings(parts{})
	for _, x := range []Ending{{"b", 0, 2}, {"cut off", 0, 5}, {"a", env.SecondWins, 2}, {"a", env.FirstWins, 2}, {"cut off, more stones", env.FirstWins, 1}} {
		for range x.Games {
			e.Add(x.Words, x.Result)
		}
	}
	want := []Ending{{"cut off", 0, 5}, {"a", env.FirstWins, 2}, {"a", env.SecondWins, 2}, {"b", 0, 2}, {"cut off, more stones", env.FirstWins, 1}}
	if got := e.Ranking(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := e.AtLimit(); got != 6 {
		t.Errorf("%d at the length limit, want 6", got)
	}
}
