package chess

import (
	"strings"
	"testing"

	"ludens/env"
)

// Who castles in placement chess: men who were dropped where castling begins, whichever of them
// came first. The moves and the rights behind them are pyffish's.
func TestCastlingOfDroppedMen(t *testing.T) {
	game, why := readSection("[ours:placement]\n", "ours")
	if why != "" {
		t.Fatal(why)
	}
	short := "R@h1 R@h8 K@e1 K@e8 N@a1 N@a8 R@b1 R@b8 Q@c1 Q@c8 B@d1 B@d8 B@g1 B@g8 N@f1 N@f8 f1g3 f8g6 f2f3"
	for _, tt := range []struct{ name, moves, rights string }{
		{"rooks after the king, and a king on d8", "K@e1 K@d8 R@a1 R@e8 R@h1 R@a8 B@b1 B@b8 B@g1 B@c8 N@c1 N@f8 N@d1 N@g8 Q@f1 Q@h8", "KQ"},
		{"the king between rooks, and after them", "R@h1 R@a8 K@e1 R@h8 R@a1 K@e8 Q@b1 Q@b8 B@c1 B@c8 B@d1 B@d8 N@f1 N@f8 N@g1 N@g8", "KQkq"},
		{"one rook each in the corner", short, "Kk"},
		{"castled", short + " f7f6 g1f2 g8f7 e1g1", "k"},
		{"castled twice", short + " f7f6 g1f2 g8f7 e1g1 e8g8", "-"},
	} {
		s := game.New(0)
		for _, move := range strings.Fields(tt.moves) {
			a, err := env.Parse(s, move)
			if err != nil {
				t.Fatalf("%s: %v", tt.name, err)
			}
			s.Play(a)
		}
		fen := game.(*Game).Position(s)
		if got := strings.Fields(fen)[2]; got != tt.rights {
			t.Errorf("%s: rights %s, want %s", tt.name, got, tt.rights)
		}
		if back, err := game.(*Game).ParsePosition(fen); err != nil || back.Key() != s.Key() {
			t.Errorf("%s: %s does not come back: %v", tt.name, fen, err)
		}
	}
}
