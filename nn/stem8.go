package nn

import (
	"slices"

	"ludens/nn/internal/kernel"
)

// stem8 is the first convolution in int8. It has either conv, or zoned and zones.
type stem8 struct {
	input
	quantise kernel.Quantiser
	conv     *kernel.Conv8
	zoned    *kernel.ZoneConv8
	zones    *kernel.Dense8 // [uniform] to the biases of zoned, [zones, channels]
}

// newStem8 returns one whose outputs have these scales.
func newStem8(n *Net, out []float64) *stem8 {
	s := &stem8{input: newInput(n), quantise: kernel.NewQuantiser(255)}
	if s.uniform == 0 {
		s.conv = n.conv8("stem", wholes(s.planes), nil, out)
		return s
	}
	w, bias, zones := s.stem(n)
	w8, a := quantised(w, bias, wholes(s.planes), nil, out)
	s.zoned = kernel.NewZoneConv8(n.spec.board(), s.planes, n.spec.Channels)
	s.zoned.Set(w8, a.Scale)
	w8, a = quantised(zones, slices.Repeat(bias, kernel.Zones), wholes(s.uniform), nil, slices.Repeat(out, kernel.Zones))
	s.zones = kernel.NewDense8(s.uniform, kernel.Zones*n.spec.Channels)
	s.zones.Set(w8, a)
	return s
}

func (s *stem8) furnish(ws *workspace) {
	s.input.furnish(ws)
	ws.obs = boards(s.spec, s.planes)
	ws.obs8 = kernel.NewBytes(len(ws.obs))
	if s.uniform > 0 {
		ws.uniform8 = kernel.NewBytes(maxRows * s.uniform)
		ws.zones = make([]float32, maxRows*s.zones.Out+kernel.Slack)
	}
}

// run leaves the activations of n observations in ws.x8.
func (s *stem8) run(ws *workspace, obs []float32, n int) {
	s.pack(ws, obs, n)
	s.quantise.Run(ws.obs8, ws.obs[:n*s.spec.board().Padded()*s.planes])
	if s.zoned == nil {
		s.conv.Run(ws.x8, ws.obs8, nil, n)
		return
	}
	s.quantise.Run(ws.uniform8, ws.uniform[:n*s.uniform])
	s.zones.Run(ws.zones, ws.uniform8, n)
	s.zoned.Run(ws.x8, ws.obs8, ws.zones, n)
}
