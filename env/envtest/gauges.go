package envtest

import "ludens/env"

// Gauges are no larger than they may be, those behind them stay 0, and a position has those of
// its image.
func checkGauges(k *kit) error {
	g, ok := env.As[env.Gauged](k.game)
	if !ok {
		return nil
	}
	images := []env.Symmetry{{}}
	if s, ok := env.As[env.Symmetric](k.game); ok && !k.asymmetric {
		images = s.Symmetries()[1:]
	}
	for _, image := range images {
		for i := range uint64(k.games) {
			if err := k.gauged(g, image, i); err != nil {
				return err
			}
		}
	}
	return nil
}

// gauged plays game n and its image under s, if there is one, side by side.
func (k *kit) gauged(g env.Gauged, s env.Symmetry, n uint64) error {
	image, gauges := k.game.New(n), g.Gauges()
	return k.walk(n, uniform, func(p position) error {
		if i := len(p.actions); i > 0 && s.Actions != nil {
			image.Play(s.Actions[p.actions[i-1]])
		}
		var got, again [2][env.MaxGauges]uint8
		g.Gauge(p.State, &got)
		for o, of := range got {
			for i, x := range of {
				if i >= len(gauges) && x > 0 || i < len(gauges) && int(x) > gauges[i].Most {
					return p.breach("gauge %d of %v is %d: it is one of %d, and larger than it may be", i, env.Player(o), x, len(gauges))
				}
			}
		}
		if s.Actions == nil {
			return nil
		}
		if g.Gauge(image, &again); again != got {
			return p.breach("the gauges are %v, those of the image by %s %v", got, s.Name, again)
		}
		return nil
	})
}
