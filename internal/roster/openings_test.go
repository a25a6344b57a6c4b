package roster

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ludens/configs"
	"ludens/env"
	"ludens/env/games"
	"ludens/internal/web"
)

// Each game with levels has 500 games of its champion, whose moves are legal and which go on in
// more than one way; most say how they ended. A game that draws its start has them from twenty.
func TestOpenings(t *testing.T) {
	all := Openings()
	for _, c := range all {
		g := games.Must(c.Game)
		n, decided, ways, starts := 0, 0, map[string]bool{}, map[uint64]int{}
		err := c.Each(t.Context(), g, func(s env.State, actions []env.Action, r env.Result) error {
			n++
			starts[s.Key()]++
			if r != env.Ongoing {
				decided++
			}
			ways[fmt.Sprint(actions[:min(6, len(actions))])] = true
			for _, a := range actions {
				if !slices.Contains(s.Legal(nil), a) {
					t.Fatalf("%s: game %d has an illegal move", c.Game, n)
				}
				s.Play(a)
			}
			return nil
		})
		want := 1
		if _, drawn := env.As[env.Arrayed](g); drawn {
			want = 20
		}
		for _, games := range starts {
			if len(starts) != want || games < n/want {
				t.Errorf("%s: %d games from one of %d starts, want %d from each of %d", c.Game, games, len(starts), n/want, want)
			}
		}
		if err != nil || n < 500 || decided < n/2 || len(ways) < 10 {
			t.Errorf("%s: %v, %d games, %d with a result, %d ways of six plies", c.Game, err, n, decided, len(ways))
		}
	}
	for game := range measured() {
		if !slices.ContainsFunc(all, func(c web.Collection) bool { return c.Game == game }) {
			t.Errorf("%s has no openings: go run ./scripts/measure openings %s", game, game)
		}
	}
	if _, ok := configs.Champion("tictactoe"); ok || slices.ContainsFunc(all, func(c web.Collection) bool { return c.Game == "tictactoe" }) {
		t.Error("tic-tac-toe has games of a champion")
	}
}

// What is written is read back; another line is refused with its number.
func TestOpeningText(t *testing.T) {
	all := []Beginning{{env.FirstWins, 0, []string{"a1", "b2"}}, {env.Drawn, 7, []string{"a2"}}, {env.SecondWins, 0, []string{"a3"}}, {env.Ongoing, 1 << 63, []string{"a4"}}}
	got, err := readOpenings(WriteOpenings(all))
	if err != nil || !slices.EqualFunc(got, all, func(a, b Beginning) bool {
		return a.Result == b.Result && a.Seed == b.Seed && slices.Equal(a.Moves, b.Moves)
	}) {
		t.Errorf("%v, %v", got, err)
	}
	for _, bad := range []string{"", "1", "2 a1", "a1 b2", "1 @ a1", "1 @x a1", "1 @7"} {
		if _, err := readOpenings("1 a1\n" + bad + "\n"); err == nil || !strings.Contains(err.Error(), "line 2") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}
