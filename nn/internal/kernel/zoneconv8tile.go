//go:build (amd64 || arm64) && !purego

package kernel

// tiledZoneConv8 is the convolution by register tiles, each of cells of one zone. AMX
// has these too: its own know one bias alone.
type tiledZoneConv8 struct {
	*tiledConv8
	zones [Zones][]cell
}

// newTiledZoneConv8 returns a tiledZoneConv8, or nil on a path without register tiles.
func newTiledZoneConv8(path string, b Board, in, out int) zoneConv8Loops {
	if registerLanes(path) == 0 {
		return nil
	}
	c := &tiledZoneConv8{tiledConv8: newRegisterConv8(path, b, 3, in, out)}
	for i, at := range c.cells {
		z := b.Zone(i/b.Cols, i%b.Cols)
		c.zones[z] = append(c.zones[z], at)
	}
	return c
}

func (c *tiledZoneConv8) runZones(dst, src []uint8, bias []float32, n int) {
	t := c.tiles()
	in, out := c.board.Padded()*c.in, c.board.Padded()*c.out
	for i := range c.groups {
		g := &c.groups[i]
		t.aim(g, c.board.Width()*c.in)
		for i := range n {
			t.src, t.dst = &src[i*in:][:in+Slack][0], &dst[i*out:][:out][g.first]
			c.sweepZones(&t, g, bias[i*Zones*c.out:])
		}
	}
}

// sweepZones computes one board, zone by zone.
func (c *tiledZoneConv8) sweepZones(t *tiles8, g *group8, bias []float32) {
	for z, cells := range c.zones {
		if len(cells) > 0 {
			t.cells, t.bias = &cells[0], &bias[z*c.out+g.first:][:g.width()][0]
			t.sweep(g.family, len(cells))
		}
	}
}
