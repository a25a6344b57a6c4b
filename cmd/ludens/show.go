package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ludens/env"
	"ludens/env/diagram"
	"ludens/env/games"
	"ludens/env/record"
	"ludens/internal/atomicfile"
	"ludens/internal/nearest"
)

func newShow() *cobra.Command {
	var v viewer
	c := &cobra.Command{
		Use:   "show GAME|FILE",
		Short: "Draw a position, or one out of a game record",
		Long: `Show draws a game's start, a position, or where a record has got to: as text,
in colours for a terminal, or as a picture.`,
		Example: `  ludens show celta
  ludens show celta --moves "d5c5 d6b6" -o after-two.svg
  ludens show cetran2 --position "8/8/8/8/7P/8/5k2/K3C3 w - - 0 1" --format text
  ludens show game.txt --ply 12 -o move12.png --theme dark
  ludens show game.txt --format png > last.png`,
		Args: arguments(1, 1, "show GAME|FILE"),
		RunE: func(c *cobra.Command, args []string) error {
			format, err := v.chooseFormat(c.OutOrStdout())
			if err != nil {
				return err
			}
			s, err := v.find(args[0], c.InOrStdin())
			if err != nil {
				return err
			}
			return v.draw(c.OutOrStdout(), s, format)
		},
	}
	v.from.flags(c)
	c.Flags().StringVar(&v.moves, "moves", "", `play these moves first, as in "d5c5 d6b6"`)
	c.Flags().IntVar(&v.ply, "ply", -1, "show the position after so many moves; -1: after all")
	c.Flags().StringVar(&v.format, "format", "", strings.Join(formats, ", ")+" (default: by the ending of FILE; else ansi on a terminal, text elsewhere)")
	c.Flags().StringVar(&v.theme, "theme", diagram.Light.String(), "colours of pictures: light, dark")
	c.Flags().StringVarP(&v.file, "output", "o", "", "write to this file")
	return c
}

// viewer is what show was asked to do.
type viewer struct {
	from   start
	moves  string
	ply    int
	format string
	theme  string
	file   string
}

var formats = []string{"text", "ansi", "svg", "png"}

// chooseFormat returns one of formats, and no picture for a terminal.
func (v *viewer) chooseFormat(out io.Writer) (string, error) {
	ending := strings.TrimPrefix(strings.ToLower(filepath.Ext(v.file)), ".")
	switch {
	case v.format != "" && !slices.Contains(formats, v.format):
		return "", usage{fmt.Errorf("show: no format %q%s; want one of %s", v.format, nearest.Hint(v.format, formats), strings.Join(formats, ", "))}
	case v.theme != diagram.Light.String() && v.theme != diagram.Dark.String():
		return "", usage{fmt.Errorf("show: no theme %q; want light or dark", v.theme)}
	case v.format == "png" && v.file == "" && terminal(out):
		return "", usage{errors.New("show: a PNG is nothing for a terminal: add -o FILE")}
	case v.format != "":
		return v.format, nil
	case v.file == "" && colourful(out):
		return "ansi", nil
	case v.file == "" || ending == "txt":
		return "text", nil
	case slices.Contains(formats, ending):
		return ending, nil
	}
	return "", usage{fmt.Errorf("show: the ending of %s tells no format: add --format, one of %s", v.file, strings.Join(formats, ", "))}
}

// find returns the position that was asked for.
func (v *viewer) find(name string, in io.Reader) (env.State, error) {
	sheet, err := v.open(name, in)
	if err != nil {
		return nil, err
	}
	moves, err := record.Parse(strings.NewReader(v.moves))
	if err != nil {
		return nil, fmt.Errorf("--moves: %w", err)
	}
	for i, text := range moves.Moves {
		a, err := env.Parse(sheet.State(), text)
		if err != nil {
			return nil, fmt.Errorf("--moves: move %d: %w", i+1, err)
		}
		sheet.Play(a)
	}
	switch {
	case v.ply > sheet.Ply():
		return nil, fmt.Errorf("--ply %d: there are %d moves", v.ply, sheet.Ply())
	case v.ply >= 0:
		return sheet.At(v.ply), nil
	}
	return sheet.State(), nil
}

// open returns a game: new if name is a game's, else from a record.
func (v *viewer) open(name string, in io.Reader) (*record.Sheet, error) {
	g, err := games.Make(name)
	if err == nil {
		r, err := v.from.record(g)
		if err != nil {
			return nil, err
		}
		return record.NewSheet(g, r)
	}
	if _, missing := os.Stat(name); missing != nil && name != "-" {
		return nil, fmt.Errorf("%w; nor is there a file %s", err, name)
	}
	if v.from.position != "" {
		return nil, usage{errors.New("show: a record says itself how it starts: leave --position out")}
	}
	r, g, err := openRecord(name, in)
	if err != nil {
		return nil, err
	}
	sheet, err := record.NewSheet(g, r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return sheet, nil
}

// pixels is the side of a square in a PNG.
const pixels = 64

// draw writes s to the file, or to out if none was named.
func (v *viewer) draw(out io.Writer, s env.State, format string) error {
	picture, err := v.picture(s, format)
	if err != nil {
		return err
	}
	if v.file != "" {
		return atomicfile.Write(v.file, func(w io.Writer) error {
			_, err := w.Write(picture)
			return err
		})
	}
	_, err = out.Write(picture)
	return err
}

func (v *viewer) picture(s env.State, format string) ([]byte, error) {
	p, ok := s.(diagram.Pictured)
	if format == "text" || format == "ansi" {
		return []byte(board(s, format == "ansi")), nil
	}
	if !ok {
		return nil, fmt.Errorf("show: this game has no pictures: want --format text")
	}
	theme := diagram.Light
	if v.theme == diagram.Dark.String() {
		theme = diagram.Dark
	}
	var b bytes.Buffer
	var err error
	if format == "svg" {
		err = diagram.SVG(&b, p.Diagram(), theme)
	} else {
		err = diagram.PNG(&b, p.Diagram(), theme, pixels)
	}
	return b.Bytes(), err
}
