package eval

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"testing"

	"ludens/env/seed"
)

// The games from which a network learns first do not change with the search that plays (ADR
// 0160): published weights rest on them.
func TestGamesToLearnFromStay(t *testing.T) {
	const want = "301c8db3cb7bfcb4"
	g, _ := game(t, "celta")
	c := Teacher{Games: 6, Nodes: 200, Rounds: 1, RoundGames: 3}.Settled()
	games, err := Teach(context.Background(), g, c, seed.New(1), 1, func(done, all int) {})
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.New()
	for _, r := range games {
		sum.Write(r.Marshal())
	}
	if got := hex.EncodeToString(sum.Sum(nil)[:8]); got != want {
		t.Errorf("the games are %s, want %s", got, want)
	}
}
