package arena

import (
	"math"
	"slices"

	"ludens/stat"
)

// Factor is something that a sweep varies: a rule option, or the agent.
type Factor struct {
	Name   string
	Levels []string // the first is what others are compared with
}

// Grid is a full factorial design: a cell for each choice of one level of every
// factor, numbered so that the last factor runs fastest.
type Grid []Factor

// Len returns how many cells there are.
func (g Grid) Len() int {
	n := 1
	for _, f := range g {
		n *= len(f.Levels)
	}
	return n
}

// Levels returns which level of each factor a cell has.
func (g Grid) Levels(cell int) []int {
	levels := make([]int, len(g))
	for i, f := range slices.Backward(g) {
		levels[i] = cell % len(f.Levels)
		cell /= len(f.Levels)
	}
	return levels
}

// cell returns the cell that has some levels.
func (g Grid) cell(levels []int) (cell int) {
	for i, f := range g {
		cell = cell*len(f.Levels) + levels[i]
	}
	return cell
}

// Names returns the levels of a cell by their names.
func (g Grid) Names(cell int) []string {
	var names []string
	for i, level := range g.Levels(cell) {
		names = append(names, g[i].Levels[level])
	}
	return names
}

// Mains returns how many main effects there are.
func (g Grid) Mains() (n int) {
	for _, f := range g {
		n += len(f.Levels) - 1
	}
	return n
}

// Design is the cells of a grid that are played.
type Design struct {
	Grid
	Cells []int // increasing
}

// Whole returns the design that plays every cell.
func (g Grid) Whole() Design {
	d := Design{Grid: g}
	for cell := range g.Len() {
		d.Cells = append(d.Cells, cell)
	}
	return d
}

// Fraction returns a design of that many choices of a level for every factor but the
// last, each with every level of the last (see [stat.Fraction]).
func (g Grid) Fraction(settings int) Design {
	var counts []int
	for _, f := range g[:len(g)-1] {
		counts = append(counts, len(f.Levels))
	}
	d := Design{Grid: g}
	for _, levels := range stat.Fraction(counts, settings) {
		for last := range g[len(g)-1].Levels {
			d.Cells = append(d.Cells, g.cell(append(slices.Clone(levels), last)))
		}
	}
	slices.Sort(d.Cells)
	return d
}

// Part reports whether cells of the grid are left out.
func (d Design) Part() bool { return len(d.Cells) < d.Len() }

// Fairest returns the levels of each factor but one, the agent's, with which the scores of
// some agents, by their levels, together come nearest to one half, and which of the cells
// that were played have them, by their place in Cells: those of all agents. Agents who
// play but do not judge, such as weak budgets, are not in agents.
func (d Design) Fairest(scores []Score, agent int, agents []int) (places []int) {
	best := math.Inf(1)
	for place := range d.Cells {
		group := d.alike(place, agent)
		if group[0] != place {
			continue
		}
		far := 0.0
		for _, c := range group {
			if scores[c].Games() == 0 {
				far = math.Inf(1)
			}
			if slices.Contains(agents, d.Levels(d.Cells[c])[agent]) {
				far += math.Abs(scores[c].Mean() - 0.5)
			}
		}
		if far < best {
			best, places = far, group
		}
	}
	return places
}

// alike returns the places of the cells that differ from one in a factor at most.
func (d Design) alike(place, factor int) (places []int) {
	levels := d.Levels(d.Cells[place])
	for i, cell := range d.Cells {
		other := d.Levels(cell)
		other[factor] = levels[factor]
		if slices.Equal(levels, other) {
			places = append(places, i)
		}
	}
	return places
}
