package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ludens/env"
	"ludens/env/diagram"
	"ludens/env/record"
	"ludens/internal/disk"
	"ludens/internal/exit"
	"ludens/internal/prose"
	"ludens/internal/roster"
	"ludens/internal/tui"
)

func newShow() *cobra.Command {
	var v viewer
	c := &cobra.Command{
		Use:   "show GAME|FILE",
		Short: "Draw a position, or one out of a game record",
		Long: `Show draws a game's start, a position, or where a record has got to: as text,
in colours for a terminal, or as a picture; as GIF the moves that led there, too. It
also writes positions down: as --position takes them, as FEN (chess), as OTN
(OpenTafl's notation of tafl). FILE is what ludens replay reads.`,
		Example: `  ludens show celta
  ludens show celta --moves "d5c5 d6b6" -o after-two.svg
  ludens show cetran2 --position "8/8/8/8/7P/8/5k2/K3C3 w - - 0 1" --format text
  ludens show game.txt --ply 12 -o move12.png --theme dark
  ludens show game.txt --format png > last.png
  ludens show game.txt -o game.gif               move by move
  ludens show celta --position /3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ --format position
  ludens show game.pgn --ply 30 --format fen`,
		Args: arguments(1, 1, "show GAME|FILE"),
		RunE: func(c *cobra.Command, args []string) error {
			format, err := v.chooseFormat(c.OutOrStdout())
			if err != nil {
				return err
			}
			g, sheet, ply, err := v.find(args[0], c.InOrStdin())
			if err != nil {
				return err
			}
			return v.draw(c.OutOrStdout(), g, sheet, ply, format)
		},
	}
	originFlags(c, &v.from)
	c.Flags().StringVar(&v.moves, "moves", "", `play these moves first, as in "d5c5 d6b6"`)
	c.Flags().IntVar(&v.ply, "ply", -1, "number of moves after which the position is shown; -1: all")
	c.Flags().StringVar(&v.format, "format", "", strings.Join(formats, ", ")+" (default: by the ending of FILE; else ansi on a terminal, text elsewhere)")
	c.Flags().StringVar(&v.theme, "theme", diagram.Light.String(), "colours of pictures: light, dark")
	c.Flags().StringVarP(&v.file, "output", "o", "", "write to this file")
	return c
}

// viewer is what show was asked to do.
type viewer struct {
	from   roster.Origin
	moves  string
	ply    int
	format string
	theme  string
	file   string
}

var formats = append([]string{"text", "ansi", "svg", "png", "gif"}, record.PositionNotations...)

// chooseFormat returns one of formats, and no picture for a terminal.
func (v *viewer) chooseFormat(out io.Writer) (string, error) {
	ending := strings.TrimPrefix(strings.ToLower(filepath.Ext(v.file)), ".")
	switch {
	case v.format != "" && !slices.Contains(formats, v.format):
		return "", exit.Usagef("show: no format %q%s; want one of %s", v.format, prose.Hint(v.format, formats), strings.Join(formats, ", "))
	case v.theme != diagram.Light.String() && v.theme != diagram.Dark.String():
		return "", exit.Usagef("show: no theme %q; want light or dark", v.theme)
	case (v.format == "png" || v.format == "gif") && v.file == "" && tui.Terminal(out):
		return "", exit.Usagef("show: a %s is nothing for a terminal: add -o FILE", strings.ToUpper(v.format))
	case v.format != "":
		return v.format, nil
	case v.file == "" && tui.Colourful(out):
		return "ansi", nil
	case v.file == "" || ending == "txt":
		return "text", nil
	case slices.Contains(formats, ending):
		return ending, nil
	}
	return "", exit.Usagef("show: the ending of %s names no format: add --format, one of %s", v.file, strings.Join(formats, ", "))
}

// find returns the game that was asked for, and how many of its moves.
func (v *viewer) find(name string, in io.Reader) (env.Game, *record.Sheet, int, error) {
	g, sheet, err := v.open(name, in)
	if err != nil {
		return nil, nil, 0, err
	}
	if err := sheet.PlayText(v.moves); err != nil {
		return nil, nil, 0, fmt.Errorf("--moves: %w", err)
	}
	if v.ply > sheet.Ply() {
		return nil, nil, 0, fmt.Errorf("--ply %d: there are %d moves", v.ply, sheet.Ply())
	}
	if v.ply >= 0 {
		return g, sheet, v.ply, nil
	}
	return g, sheet, sheet.Ply(), nil
}

// open returns a game: new if name is a game's, else from a record.
func (v *viewer) open(name string, in io.Reader) (env.Game, *record.Sheet, error) {
	g, err := roster.Game(name)
	if err != nil && name != "-" && !roster.IsFile(name) {
		return nil, nil, fmt.Errorf("%w; nor is there a file %s", err, name)
	}
	if err == nil && v.from.Game != "" {
		return nil, nil, exit.Usagef("show: %s is a game: leave --game out", name)
	}
	if err == nil {
		r, err := v.from.Record(g)
		if err != nil {
			return nil, nil, err
		}
		sheet, err := record.NewSheet(g, r)
		return g, sheet, err
	}
	r, g, err := v.from.ReadFile(name, in)
	if err != nil {
		return nil, nil, err
	}
	sheet, err := record.NewSheet(g, r)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	return g, sheet, nil
}

// pixels is the side of a square: in a PNG, and in the pictures of a GIF.
const (
	pixels     = 64
	filmPixels = 40
)

// draw writes the position after ply moves to the file, or to out if none was named.
func (v *viewer) draw(out io.Writer, g env.Game, sheet *record.Sheet, ply int, format string) error {
	var picture []byte
	var err error
	switch s := sheet.At(ply); format {
	case "text", "ansi":
		picture = []byte(tui.Board(s, format == "ansi"))
	case "svg", "png", "gif":
		picture, err = v.picture(sheet, ply, format)
	default:
		text, ok := record.PositionAs(g, s, format)
		if !ok {
			return exit.Usagef("show: positions of %s have no %s: want --format position", g.Spec().Name, format)
		}
		picture = []byte(text + "\n")
	}
	if err != nil {
		return err
	}
	if v.file != "" {
		return disk.WriteBytes(v.file, picture)
	}
	_, err = out.Write(picture)
	return err
}

func (v *viewer) picture(sheet *record.Sheet, ply int, format string) ([]byte, error) {
	p, ok := sheet.At(ply).(diagram.Pictured)
	if !ok {
		return nil, errors.New("show: this game has no pictures: want --format text")
	}
	theme := diagram.Light
	if v.theme == diagram.Dark.String() {
		theme = diagram.Dark
	}
	var b bytes.Buffer
	var err error
	switch format {
	case "svg":
		err = diagram.SVG(&b, p.Diagram(), theme)
	case "png":
		err = diagram.PNG(&b, p.Diagram(), theme, pixels)
	case "gif":
		err = diagram.GIF(&b, sheet.Film(ply, func(ply int) (diagram.Diagram, error) {
			d := sheet.At(ply).(diagram.Pictured).Diagram()
			d.Caption = sheet.Move(ply)
			return d, nil
		}), theme, filmPixels)
	}
	return b.Bytes(), err
}
