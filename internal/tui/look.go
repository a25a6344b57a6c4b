// Package tui is what people see and type at a terminal: boards, tables in columns,
// bars, and a whole game against an agent.
package tui

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"ludens/env"
	"ludens/env/diagram"
	"ludens/env/record"
	"ludens/solve"
)

// look is how a game is shown in a terminal, or elsewhere.
type look struct {
	plain   bool // nothing that moves the cursor, and no line broken to fit
	colours bool
	words   bool      // each position is described in words, too
	dress   env.Dress // zero: as games are drawn here
	out     io.Writer
}

// newLook returns how to show a game on out: plainly where that is no terminal or
// if asked for, and then in words, too.
func newLook(out io.Writer, plain bool) look {
	return look{plain: plain || !Terminal(out), colours: Colourful(out) && !plain, words: plain, out: out}
}

// Widths in columns.
const (
	usualWidth = 80
	leastWidth = 20
	mostWidth  = 120 // lines longer than that are hard to read
)

// Width returns how many columns a line has on out: those of a terminal, up to 120,
// elsewhere 80.
func Width(out io.Writer) int { return min(look{out: out}.width(), mostWidth) }

// width returns how many characters a line has room for.
func (l look) width() int {
	if f := fileOf(l.out); f != nil && !l.plain {
		if w, _, err := term.GetSize(int(f.Fd())); err == nil && w > 0 {
			return max(leastWidth, w)
		}
	}
	return usualWidth
}

// board draws a position with hints: in colours where they may be and there is
// room, else as plain text.
func (l look) board(s env.State, hints ...int) string {
	text := dressed(s, l.dress, l.colours, hints...)
	if l.colours && widest(text) > l.width() {
		text = dressed(s, l.dress, false)
	}
	return text
}

// whereabouts says in words what stands where, one side a line.
func whereabouts(g env.Game, dress env.Dress, s env.State) string {
	d, roles := diagram.Of(s), dress.RolesOf(g)
	var text strings.Builder
	for p := range env.Player(2) {
		side := env.SideOf(s, d, p)
		fmt.Fprintf(&text, "%s: %s.\n", roles[p], cmp.Or(diagram.Whereabouts(d, side), "nothing on the board"))
	}
	return text.String()
}

// bold makes a text stand out where there are colours.
func (l look) bold(text string) string {
	if !l.colours {
		return text
	}
	return "\x1b[1m" + text + "\x1b[0m"
}

// widest returns how wide the widest line of a text is, colours not counted.
func widest(text string) (width int) {
	for line := range strings.Lines(text) {
		visible, coloured := 0, false
		for _, r := range strings.TrimSuffix(line, "\n") {
			switch {
			case r == '\x1b':
				coloured = true
			case coloured:
				coloured = r != 'm'
			default:
				visible++
			}
		}
		width = max(width, visible)
	}
	return width
}

// wrap breaks the lines of a text that are too long for a terminal between words,
// and sets what follows in as far as the line was.
func (l look) wrap(text string) string {
	if l.plain {
		return text
	}
	most := l.width()
	var out strings.Builder
	for line := range strings.Lines(text) {
		if widest(line) <= most {
			out.WriteString(line)
			continue
		}
		margin := line[:len(line)-len(strings.TrimLeft(line, " "))]
		at := 0
		for _, word := range strings.Fields(line) {
			long := utf8.RuneCountInString(word)
			switch {
			case at == 0:
				out.WriteString(margin)
				at = len(margin)
			case at+1+long > most:
				out.WriteString("\n" + margin + "  ")
				at = len(margin) + 2
			default:
				out.WriteString(" ")
				at++
			}
			out.WriteString(word)
			at += long
		}
		if strings.HasSuffix(line, "\n") {
			out.WriteString("\n")
		}
	}
	return out.String()
}

// NewBar draws on stderr; without a terminal it draws nothing.
func NewBar(visible bool, errs io.Writer, most int, unit, what string) *progressbar.ProgressBar {
	if !visible {
		errs = io.Discard
	}
	return progressbar.NewOptions(most,
		progressbar.OptionSetWriter(errs),
		progressbar.OptionSetVisibility(visible),
		progressbar.OptionSetDescription(what),
		progressbar.OptionSetItsString(unit),
		progressbar.OptionShowIts(),
		progressbar.OptionShowCount(),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionSetWidth(24),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionSetTheme(progressbar.Theme{Saucer: "━", SaucerPadding: "─", BarStart: "", BarEnd: ""}),
	)
}

// Phases draws a bar for each phase of a work on exact values, if it is visible.
type Phases struct {
	Visible bool
	Errs    io.Writer

	phase string
	bar   *progressbar.ProgressBar
}

// Seen shows how far the work is.
func (p *Phases) Seen(at solve.Progress) {
	if at.Phase != p.phase {
		p.Finish()
		p.phase = at.Phase
		p.bar = NewBar(p.Visible, p.Errs, int(at.Total), "positions", at.Phase)
	}
	p.bar.Set64(int64(at.Done))
}

// Finish takes the bar away.
func (p *Phases) Finish() {
	if p.bar != nil {
		p.bar.Finish()
	}
	p.phase, p.bar = "", nil
}

// Terminal reports whether w is a terminal: bars are drawn only there.
func Terminal(w any) bool {
	f := fileOf(w)
	return f != nil && term.IsTerminal(int(f.Fd()))
}

// Colourful reports whether boards written to out may have colours: on a terminal
// whose user has not set NO_COLOR (no-color.org).
func Colourful(out io.Writer) bool { return Terminal(out) && os.Getenv("NO_COLOR") == "" }

// Board draws a position for people, in colours with hints, or plainly.
func Board(s env.State, colours bool, hints ...int) string {
	return dressed(s, env.Dress{}, colours, hints...)
}

// dressed is Board in a dress.
func dressed(s env.State, dress env.Dress, colours bool, hints ...int) string {
	p, ok := s.(diagram.Pictured)
	if !ok {
		return strings.TrimRight(s.String(), "\n") + "\n"
	}
	d := p.Diagram()
	if dress.Roles != [2]string{} {
		d = dress.Diagram(d)
	}
	d.Hints = hints
	draw := diagram.Text
	if colours {
		draw = diagram.ANSI
	}
	return strings.TrimRight(draw(d), "\n") + "\n"
}

// printPlayers prints the game, and who plays what.
func printPlayers(out io.Writer, g env.Game, r record.Record) { tellPlayers(out, g, env.Dress{}, r) }

func tellPlayers(out io.Writer, g env.Game, dress env.Dress, r record.Record) {
	fmt.Fprintln(out, g.Spec().Name)
	for p := env.First; p <= env.Second; p++ {
		line := fmt.Sprintf("%-8s%s", p, dress.RolesOf(g)[p])
		if name := r.Player(p); name != "" {
			line += ": " + name
		}
		fmt.Fprintln(out, line)
	}
}

// grid lays words out in columns, row by row, most characters wide.
func grid(words []string, most int) string {
	width := 0
	for _, w := range words {
		width = max(width, utf8.RuneCountInString(w))
	}
	across := max(1, most/(width+2))
	var b strings.Builder
	for row := range slices.Chunk(words, across) {
		for _, w := range row[:len(row)-1] {
			fmt.Fprintf(&b, "%-*s  ", width, w)
		}
		b.WriteString(row[len(row)-1] + "\n")
	}
	return b.String()
}
