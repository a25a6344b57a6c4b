package agent

import (
	"slices"
	"testing"

	"ludens/env/games"
	"ludens/env/seed"
	"ludens/nn"
	"ludens/selfplay"
)

// TestPositions: as many as were asked for, the same every time, and not all of
// one game.
func TestPositions(t *testing.T) {
	g := games.Must("tictactoe")
	s := g.Spec()
	net, err := nn.New(nn.Spec{Planes: s.Shape[0], Rows: 3, Cols: 3, Channels: 4, Blocks: 1, PolicyChannels: 2,
		PolicyPlanes: s.Planes(), Globals: s.Globals(), ValueChannels: 1, ValueHidden: 4}, seed.New(1).Rand())
	if err != nil {
		t.Fatal(err)
	}
	const rows = 100
	watch := func() []float32 {
		obs, err := positions(g, selfplay.Net{Inferer: nn.NewEngine(net)}, rows)
		if err != nil {
			t.Fatal(err)
		}
		return obs
	}
	obs := watch()
	if len(obs) != rows*s.Size() {
		t.Fatalf("%d floats, want %d rows of %d", len(obs), rows, s.Size())
	}
	if !slices.Equal(watch(), obs) {
		t.Error("other positions the second time")
	}
	distinct := map[string]bool{}
	for row := range slices.Chunk(obs, s.Size()) {
		var text []byte
		for _, v := range row {
			text = append(text, byte('0'+v))
		}
		distinct[string(text)] = true
	}
	if len(distinct) < rows/3 {
		t.Errorf("%d distinct positions of %d", len(distinct), rows)
	}
}
