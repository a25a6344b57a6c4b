package nn

import "ludens/nn/internal/kernel"

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
