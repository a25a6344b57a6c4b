package bench

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"ludens/env/games"
	"ludens/nn"
)

// Network is what is measured of networks: each of Nets on each of Boards, or the
// preset's network of each of Games, in all the ways that the other fields name.
type Network struct {
	Games                   []string // with a network and a board of their own
	Nets                    []string // CHANNELSxBLOCKS
	Boards                  []int    // their sides
	Paths, Precisions, Work []string
	Batches                 []int // positions evaluated at once
	Threads                 []int // of a training step
	Quick                   bool  // a quarter of the slices
}

// Check says what is wrong with the words and numbers.
func (b *Network) Check() error {
	for _, field := range []struct {
		name string
		has  []string
		from []string
	}{{"paths", b.Paths, nn.Paths()}, {"precision", b.Precisions, Precisions}, {"work", b.Work, Works}} {
		for _, v := range field.has {
			if !slices.Contains(field.from, v) {
				return fmt.Errorf("--%s %s: want one of %s", field.name, v, strings.Join(field.from, ", "))
			}
		}
	}
	if len(b.Games) > 0 {
		return nil
	}
	_, err := b.subjects()
	return err
}

// Report measures all rows, and says how many it left out. seen is called for each row
// before it is measured. When ctx ends, the report has the rows until then.
func (b *Network) Report(ctx context.Context, seen func(row string, of int)) (r Report, left int, err error) {
	r.Machine = thisMachine()
	subjects, err := b.subjects()
	if err != nil {
		return r, 0, err
	}
	cases, left := b.cases(subjects)
	for _, c := range cases {
		seen(c.String(), len(cases))
		row, err := c.measure(ctx, b.patience())
		if err != nil {
			return r, left, err
		}
		r.Rows = append(r.Rows, row)
	}
	return r, left, nil
}

// patience is how long one row is measured, but for the longest steps.
func (b *Network) patience() time.Duration {
	if b.Quick {
		return 100 * time.Millisecond
	}
	return 400 * time.Millisecond
}

// subject is a network to be measured.
type subject struct {
	game  string // "" in the table
	spec  nn.Spec
	learn nn.Config
}

// subjects returns the networks of the games, else of the table.
func (b *Network) subjects() (all []subject, err error) {
	for _, name := range b.Games {
		g, err := games.Make(name)
		if err != nil {
			return nil, err
		}
		s, err := Task{Game: g}.subject()
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	if len(b.Games) > 0 {
		return all, nil
	}
	for _, net := range b.Nets {
		for _, side := range b.Boards {
			spec, err := tableSpec(net, side)
			if err != nil {
				return nil, err
			}
			all = append(all, subject{"", spec, nn.DefaultConfig()})
		}
	}
	return all, nil
}

// subject returns the network that ludens train would make for the game.
func (t Task) subject() (subject, error) {
	cfg, err := t.preset()
	return subject{t.Game.Spec().Name, cfg.Spec(t.Game.Spec()), cfg.Optimiser}, err
}

// tableSpec returns a network such as "64x6" on a square board, with the head
// that the table is for.
func tableSpec(net string, side int) (nn.Spec, error) {
	s := nn.Spec{Planes: 12, Rows: side, Cols: side, PolicyPlanes: 24, ValueChannels: 4, ValueHidden: 64}
	n, err := fmt.Sscanf(net, "%dx%d", &s.Channels, &s.Blocks)
	if err != nil || n != 2 || net != shape(s) {
		return s, fmt.Errorf("--nets %s: want CHANNELSxBLOCKS, as in 64x6", net)
	}
	s.PolicyChannels = s.Channels
	if err := s.Validate(); err != nil {
		return s, fmt.Errorf("network %s on a board of %d: %w", net, side, err)
	}
	return s, nil
}

// shape writes the size of a network: "64x6".
func shape(s nn.Spec) string { return fmt.Sprintf("%dx%d", s.Channels, s.Blocks) }

// cases returns the rows of the table, and how many would take too long.
func (b *Network) cases(subjects []subject) (cases []netCase, left int) {
	for _, path := range b.Paths {
		for _, s := range subjects {
			for _, c := range b.casesOf(path, s) {
				if c.Path == portable && c.operations() > portableMost {
					left++
					continue
				}
				cases = append(cases, c)
			}
		}
	}
	slices.SortStableFunc(cases, func(a, b netCase) int { return cmp.Compare(a.Work, b.Work) })
	return cases, left
}

// portable is the path of plain Go, and portableMost what it is asked to do at
// once: a second or two.
const (
	portable     = "portable"
	portableMost = 5e9
)

func (b *Network) casesOf(path string, s subject) (cases []netCase) {
	add := func(work, precision string, batch, threads int) {
		board := fmt.Sprintf("%dx%d", s.spec.Rows, s.spec.Cols)
		cases = append(cases, netCase{Key{work, s.game, shape(s.spec), board, batch, threads, precision, path}, s})
	}
	if slices.Contains(b.Work, inferring) {
		for _, precision := range b.Precisions {
			for _, batch := range b.Batches {
				if precision == fp32 && !b.repeats(path) || precision == int8s && countsInBytes(path) {
					add(inferring, precision, batch, 1)
				}
			}
		}
	}
	if slices.Contains(b.Work, training) && !b.repeats(path) {
		for _, threads := range b.Threads {
			add(training, fp32, s.learn.Batch, threads)
		}
	}
	return cases
}

// repeats reports whether the loops of floats of a path are measured under another
// name: amx differs from avx512 in bytes alone.
func (b *Network) repeats(path string) bool {
	return path == "amx" && slices.Contains(b.Paths, "avx512")
}

// countsInBytes reports whether a path has instructions for int8.
func countsInBytes(path string) (has bool) {
	err := onPath(path, func() error {
		has = nn.HasInt8()
		return nil
	})
	return has && err == nil
}

// presetRates measures the preset's network of a game, for ludens bench.
func presetRates(ctx context.Context, t Task, rounds int) (rates []Rate, err error) {
	s, err := t.subject()
	if err != nil {
		return nil, err
	}
	b := Network{
		Work: Works, Precisions: []string{fp32}, Batches: []int{16}, Threads: []int{1}, Paths: []string{nn.Path()},
	}
	cases, _ := b.cases([]subject{s})
	for _, c := range cases {
		batch, err := c.prepare()
		if err != nil {
			return nil, err
		}
		what, unit := fmt.Sprintf("%s %s %s, batches of %d", c.Work, c.Net, c.Path, c.Batch), c.unit()
		r, err := measure(ctx, s.game, what, unit, rounds, func() (int, error) { return c.Batch, batch() })
		if err != nil {
			return nil, err
		}
		rates = append(rates, r)
	}
	return rates, nil
}
