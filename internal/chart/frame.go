package chart

import (
	"cmp"
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Frame is what stands around the values of a chart.
type Frame struct {
	Title  string
	Note   string // under the title: units, definitions
	X, Y   Axis
	Rules  []Rule
	Empty  string // what is said where there is no value; "": no data
	Height int    // pixels as displayed; 0: what suits the chart
}

// Rule is a line across the chart at a value that others are compared with.
type Rule struct {
	At      float64
	Name    string
	Upright bool // at a value of X, not of Y
}

// content is what a frame is drawn around.
type content interface {
	frame() Frame
	extent() (x, y span)  // of the finite values
	scales() (x, y scale) // fitted
	names(p plane) []name // at the right edge
	draw(p plane)         // the values
	grid() (upright, flat bool)
}

// name is a word at the right edge of a chart.
type name struct {
	text string
	line draw.LineStyle // of what it names
	at   vg.Length      // the height it wants
}

// plane is where the values of a chart are drawn.
type plane struct {
	draw.Canvas
	*look
	x, y scale
	room vg.Length // that names may take
}

// X and Y return where a value is drawn.
func (p plane) X(v float64) vg.Length { return p.Canvas.X(p.x.norm(v)) }
func (p plane) Y(v float64) vg.Length { return p.Canvas.Y(p.y.norm(v)) }

func (p plane) at(x, y float64) vg.Point { return vg.Point{X: p.X(x), Y: p.Y(y)} }

// Measures of a frame, in points.
const (
	plotHeight  = vg.Length(118) // of the plane, unless a chart says otherwise
	titleHeight = vg.Length(sizeTitle * 1.5)
	leastLeft   = vg.Length(26) // so that planes of a column begin together
	swatch      = vg.Length(7)
)

// frameHeight returns the height of a frame around a plane of the height.
func frameHeight(f Frame, width, plane vg.Length) vg.Length {
	if f.Height > 0 {
		return vg.Length(f.Height) * 3 / 4
	}
	return headOf(f, width) + plane + footOf(f)
}

// headOf is the height of title, note and the names of upright rules.
func headOf(f Frame, width vg.Length) vg.Length {
	h := titleHeight + vg.Length(len(wrap(f.Note, style(sizeText, nil), width)))*lineHeight + 6
	if slices.ContainsFunc(f.Rules, func(r Rule) bool { return r.Upright && r.Name != "" }) {
		h += lineHeight
	}
	return h
}

// footOf is the height of the numbers and the label under the plane.
func footOf(f Frame) vg.Length {
	if f.X.Label == "" {
		return lineHeight + 4
	}
	return 2*lineHeight + 5
}

// paintFrame draws a chart: title, note, grid, rules, values, names.
func paintFrame(c draw.Canvas, l *look, k content) {
	f, width := k.frame(), c.Max.X-c.Min.X
	c.FillText(bold(style(sizeTitle, l.ink)), vg.Point{X: c.Min.X, Y: c.Max.Y}, f.Title)
	paintLines(c, style(sizeText, l.faint), c.Min.X, c.Max.Y-titleHeight, wrap(f.Note, style(sizeText, nil), width))

	p := plane{look: l, room: min(80, width*0.28)}
	p.x, p.y = k.scales()
	p.Canvas = draw.Crop(c, 0, 0, footOf(f), -headOf(f, width))
	if x, y := k.extent(); x.empty() || y.empty() {
		p.paintEmpty(f)
		return
	}
	left, right := p.sides(k)
	p.Canvas = draw.Crop(p.Canvas, left, -right, 0, 0)
	p.paintGrid(k)
	p.paintFlat(f.Rules)
	k.draw(p)
	p.paintUpright(f.Rules)
	p.paintFoot(f)
	p.paintNames(allNames(k, p))
}

// paintEmpty says that there is nothing to show.
func (p plane) paintEmpty(f Frame) {
	say := f.Empty
	say = cmp.Or(say, "no data")
	p.SetColor(p.grid)
	p.StrokeLines(draw.LineStyle{Color: p.grid, Width: 0.6}, []vg.Point{
		p.Min, {X: p.Max.X, Y: p.Min.Y}, p.Max, {X: p.Min.X, Y: p.Max.Y}, p.Min,
	})
	st := style(sizeText, p.faint)
	lines := wrap(say, st, (p.Max.X-p.Min.X)*0.8)
	paintLines(p.Canvas, centre(st), p.Center().X, p.Center().Y+vg.Length(len(lines))*lineHeight/2, lines)
}

// allNames returns what stands at the right edge: the names of the values and of
// the flat rules.
func allNames(k content, p plane) []name {
	names := k.names(p)
	for _, r := range k.frame().Rules {
		if !r.Upright && r.Name != "" {
			names = append(names, name{r.Name, p.ruled(), p.Y(r.At)})
		}
	}
	return names
}

// sides returns the room that numbers need to the left of the plane and names
// to its right.
func (p plane) sides(k content) (left, right vg.Length) {
	var numbers, names []string
	for _, t := range p.y.ticks(p.down()) {
		numbers = append(numbers, t.text)
	}
	for _, n := range allNames(k, p) {
		names = append(names, p.broken(n)...)
	}
	left = max(leastLeft, widest(style(sizeText, nil), numbers)+5)
	if len(names) > 0 {
		right = widest(style(sizeText, nil), names) + swatch + 8
	}
	return left, max(right, 8)
}

// broken returns the lines of a name, which leaves most of the chart to the
// values if its words allow it.
func (p plane) broken(n name) []string { return wrap(n.text, style(sizeText, nil), p.room) }

// across and down are about how many marks the axes take.
func (p plane) across() int { return max(2, int((p.Max.X-p.Min.X)/45)) }
func (p plane) down() int   { return max(2, int((p.Max.Y-p.Min.Y)/32)) }

func (p plane) paintGrid(k content) {
	upright, flat := k.grid()
	line := draw.LineStyle{Color: p.grid, Width: 0.6}
	if flat {
		for _, t := range p.y.ticks(p.down()) {
			p.StrokeLine2(line, p.Min.X, p.Y(t.at), p.Max.X, p.Y(t.at))
		}
	}
	if upright {
		for _, t := range p.x.ticks(p.across()) {
			p.StrokeLine2(line, p.X(t.at), p.Min.Y, p.X(t.at), p.Max.Y)
		}
	}
	st := middle(right(style(sizeText, p.faint)))
	for _, t := range p.y.ticks(p.down()) {
		p.FillText(st, vg.Point{X: p.Min.X - 4, Y: p.Y(t.at)}, t.text)
	}
}

// paintFlat draws the rules that lie behind the values.
func (p plane) paintFlat(rules []Rule) {
	for _, r := range rules {
		if y := p.Y(r.At); !r.Upright {
			p.StrokeLine2(p.ruled(), p.Min.X, y, p.Max.X, y)
		}
	}
}

// paintUpright draws the rules that stand before the values, their names on top.
func (p plane) paintUpright(rules []Rule) {
	st := centre(style(sizeText, p.faint))
	st.YAlign = draw.YBottom
	for _, r := range rules {
		if x := p.X(r.At); r.Upright {
			p.StrokeLine2(p.ruled(), x, p.Min.Y, x, p.Max.Y)
			p.FillText(st, vg.Point{X: x, Y: p.Max.Y + 2}, r.Name)
		}
	}
}

// named is the line before a name of the values in a colour.
func named(c color.Color) draw.LineStyle { return draw.LineStyle{Color: c, Width: 2} }

func (p plane) ruled() draw.LineStyle {
	return draw.LineStyle{Color: p.faint, Width: 0.8, Dashes: []vg.Length{2, 2}}
}

// paintFoot draws the line under the plane with its numbers and label.
func (p plane) paintFoot(f Frame) {
	line := draw.LineStyle{Color: p.faint, Width: 0.6}
	p.StrokeLine2(line, p.Min.X, p.Min.Y, p.Max.X, p.Min.Y)
	st := centre(style(sizeText, p.faint))
	for _, t := range p.x.ticks(p.across()) {
		x := p.X(t.at)
		p.StrokeLine2(line, x, p.Min.Y, x, p.Min.Y-2.5)
		p.FillText(st, vg.Point{X: x, Y: p.Min.Y - 4}, t.text)
	}
	p.FillText(st, vg.Point{X: p.Center().X, Y: p.Min.Y - 4 - lineHeight}, f.X.Label)
}

// paintNames sets the names at the right edge, apart from one another and in the
// order of the heights they want.
func (p plane) paintNames(names []name) {
	slices.SortStableFunc(names, func(a, b name) int { return cmp.Compare(b.at, a.at) })
	heights := make([]vg.Length, len(names))
	wants := make([]vg.Length, len(names))
	for i, n := range names {
		heights[i] = vg.Length(len(p.broken(n)))*lineHeight + 1
		wants[i] = n.at
	}
	st := style(sizeText, p.ink)
	for i, y := range spread(wants, heights, p.Min.Y, p.Max.Y) {
		lines := p.broken(names[i])
		x, first := p.Max.X+5, y+vg.Length(len(lines)-1)*lineHeight/2
		p.StrokeLine2(names[i].line, x, first, x+swatch, first)
		paintLines(p.Canvas, middle(st), x+swatch+3, first, lines)
	}
}

// spread moves things of the given heights, whose middles want to stand at wants,
// highest first, as little as keeps them apart and, if there is room, within
// low and high.
func spread(wants, heights []vg.Length, low, high vg.Length) []vg.Length {
	at := slices.Clone(wants)
	for i := range at { // down from the top
		top := high
		if i > 0 {
			top = at[i-1] - heights[i-1]/2
		}
		at[i] = min(at[i], top-heights[i]/2)
	}
	for i := len(at) - 1; i >= 0; i-- { // and up from the bottom
		bottom := low
		if i < len(at)-1 {
			bottom = at[i+1] + heights[i+1]/2
		}
		at[i] = max(at[i], bottom+heights[i]/2)
	}
	return at
}
