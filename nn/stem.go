package nn

import (
	"ludens/nn/internal/kernel"
)

// Uniform returns n for games in which each of the last planes shows one number on
// all cells in every position, as the rules of a game of many rules do. Engines of it
// do not convolve for these planes: with zeros around the board, what one comes to in
// the stem depends on its number and on which taps a cell sees, which is the same for
// all cells of a zone ([kernel.Zones]). At least one plane is convolved for.
func (n *Net) Uniform(planes int) *Net {
	u := *n
	u.uniform = max(0, min(planes, n.spec.Planes-1))
	return &u
}

// input is what a trunk is shown: planes to convolve for, and behind them uniform ones.
type input struct {
	spec            Spec
	planes, uniform int
	layout          *kernel.Layout[float32]
}

func newInput(s Spec, uniform int) input {
	planes := s.Planes - uniform
	return input{s, planes, uniform, kernel.NewLayout[float32](s.board(), planes)}
}

// furnish gives a workspace room for the uniform planes.
func (in input) furnish(ws *workspace) {
	ws.uniform = make([]float32, maxRows*in.uniform)
}

// pack writes the planes of n observations to ws.obs, and the numbers of the uniform
// ones to ws.uniform.
func (in input) pack(ws *workspace, obs []float32, n int) {
	cells, board := in.spec.Cells(), in.spec.board().Padded()*in.planes
	for i := range n {
		row := obs[i*in.spec.Size():][:in.spec.Size()]
		in.layout.Pack(ws.obs[i*board:], row, 1)
		numbers := ws.uniform[i*in.uniform:][:in.uniform]
		for k := range numbers {
			numbers[k] = row[(in.planes+k)*cells]
		}
	}
}

// stem returns the weights and the bias of the first convolution, batch norm worked
// into them.
//
//	w:     [channels, planes, 3, 3]
//	bias:  [channels]
//	zones: [zones, channels, uniform], of a uniform plane's number in each zone
func (in input) stem(n *Net) (w, bias, zones []float32) {
	l, _ := n.spec.layer("stem")
	all, bias := n.folded(l)
	fan, own := l.fanIn(), l.fanIn()-9*in.uniform
	for o := range l.Out {
		w = append(w, all[o*fan:][:own]...)
	}
	for z := range kernel.Zones {
		for o := range l.Out {
			for k := range in.uniform {
				zones = append(zones, seen(z, all[o*fan+own+9*k:][:9]))
			}
		}
	}
	return w, bias, zones
}

// seen returns the sum of the taps that are on the board for the cells of a zone.
func seen(zone int, taps []float32) float32 {
	sum := 0.0
	for t, v := range taps {
		if kernel.Sees(zone, t) {
			sum += float64(v)
		}
	}
	return float32(sum)
}

// stem32 is the first convolution in float32.
type stem32 struct {
	input
	conv *kernel.Conv[float32]

	// Where planes are uniform: [uniform] to [zones, channels], and from there to cells.
	zones *kernel.Dense[float32]
	cells *kernel.ZoneLayout
}

func newStem32(n *Net, s *kernel.Slab) *stem32 {
	st := &stem32{input: newInput(n.spec, n.uniform)}
	w, bias, zones := st.stem(n)
	st.conv = kernel.NewFastestConv[float32](n.spec.board(), 3, st.planes, n.spec.Channels, s)
	st.conv.Set(w, bias)
	if st.uniform > 0 {
		st.zones = kernel.NewDense[float32](st.uniform, kernel.Zones*n.spec.Channels)
		st.zones.SetTransposed(zones)
		st.cells = kernel.NewZoneLayout(n.spec.board())
	}
	return st
}

func (s *stem32) furnish(ws *workspace) {
	s.input.furnish(ws)
	if s.zones != nil {
		ws.zones = make([]float32, maxRows*s.zones.Out)
	}
}

// run leaves the activations of n observations in ws.x.
func (s *stem32) run(ws *workspace, obs []float32, n int) {
	s.pack(ws, obs, n)
	if s.zones == nil {
		s.conv.Run(ws.x, ws.obs, nil, n, true)
		return
	}
	s.zones.Run(ws.zones, ws.uniform, n, s.zones.Out, false)
	s.cells.Spread(ws.x, ws.zones, n, s.conv.Out)
	s.conv.Run(ws.x, ws.obs, ws.x, n, true)
}

// stem8 is the first convolution in int8. It has either conv, or zoned and zones.
type stem8 struct {
	input
	quantise kernel.Quantiser
	conv     *kernel.Conv8
	zoned    *kernel.ZoneConv8
	zones    *kernel.Dense8 // [uniform] to the biases of zoned, [zones, channels]
}

func newStem8(q *Quantised) *stem8 {
	s := &stem8{input: newInput(q.spec, q.uniform), quantise: kernel.NewQuantiser(255)}
	own := q.layers[0]
	if s.uniform == 0 {
		s.conv = kernel.NewConv8(q.spec.board(), 3, s.planes, q.spec.Channels)
		s.conv.Set(own.w, own.Affine)
		return s
	}
	s.zoned = kernel.NewZoneConv8(q.spec.board(), s.planes, q.spec.Channels)
	s.zoned.Set(own.w, own.Scale)
	s.zones = kernel.NewDense8(s.uniform, kernel.Zones*q.spec.Channels)
	s.zones.Set(q.layers[1].w, q.layers[1].Affine)
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

// trunk32 is the trunk in float32.
type trunk32 struct {
	spec Spec
	slab *kernel.Slab // of weights and workspaces

	stem                          *stem32
	blocks                        [][2]*kernel.Conv[float32]
	policyFeatures, valueFeatures *kernel.Conv[float32]
}

func newTrunk32(n *Net) *trunk32 {
	s := &kernel.Slab{}
	t := &trunk32{
		spec:           n.spec,
		slab:           s,
		stem:           newStem32(n, s),
		policyFeatures: n.conv("policy.features", s),
		valueFeatures:  n.conv("value.features", s),
	}
	for i := range n.spec.Blocks {
		t.blocks = append(t.blocks, [2]*kernel.Conv[float32]{n.conv(first(i), s), n.conv(second(i), s)})
	}
	return t
}

// conv returns a convolution with batch norm folded into it, or nil if there is
// no such layer.
func (n *Net) conv(name string, s *kernel.Slab) *kernel.Conv[float32] {
	l, ok := n.spec.layer(name)
	if !ok {
		return nil
	}
	c := kernel.NewFastestConv[float32](n.spec.board(), l.side(), l.In, l.Out, s)
	c.Set(n.folded(l))
	return c
}

func (t *trunk32) furnish(ws *workspace) {
	room := func(channels int) []float32 {
		return kernel.Take[float32](t.slab, maxRows*t.spec.board().Padded()*channels)
	}
	ws.obs, ws.x, ws.y = room(t.stem.planes), room(t.spec.Channels), room(t.spec.Channels)
	t.stem.furnish(ws)
}

// run leaves the last activations in ws.x.
func (t *trunk32) run(ws *workspace, obs []float32, n int) {
	t.show(ws, obs, n, func(int, []float32) {})
}

// show runs and lets see look at the activations of each layer: the stem's, and
// those of both convolutions of each block.
func (t *trunk32) show(ws *workspace, obs []float32, n int, see func(layer int, x []float32)) {
	t.stem.run(ws, obs, n)
	see(0, ws.x)
	for i, b := range t.blocks {
		b[0].Run(ws.y, ws.x, nil, n, true)
		see(2*i+1, ws.y)
		b[1].Run(ws.x, ws.y, ws.x, n, true)
		see(2*i+2, ws.x)
	}
}

func (t *trunk32) policy(ws *workspace, n int) {
	t.policyFeatures.Run(ws.features, ws.x, nil, n, true)
}

func (t *trunk32) value(ws *workspace, n int) {
	t.valueFeatures.Run(ws.features, ws.x, nil, n, true)
}
