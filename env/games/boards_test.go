package games

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	_ "image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/diagram"
)

// thumbnail is the picture of a board in thumbPixels by thumbPixels, 16 shades of each colour: a
// hexadecimal digit for red, green and blue.
type thumbnail string

const (
	thumbPixels = 24
	cellPixels  = 8 // of the picture that is made small
	fewPlies    = 8 // played at random, so that men and stones stand where they go
	// shades in which two pictures of one board may differ: rounding of an edge on two processors
	tolerance = 1
)

// thumb makes a picture small: each pixel is the mean of what it covers.
func thumb(d diagram.Diagram, theme diagram.Theme) (thumbnail, error) {
	d.Caption = "" // words are in testdata of their own
	var file bytes.Buffer
	if err := diagram.PNG(&file, d, theme, cellPixels); err != nil {
		return "", err
	}
	picture, _, err := image.Decode(&file)
	if err != nil {
		return "", err
	}
	var text strings.Builder
	wide, high := picture.Bounds().Dx(), picture.Bounds().Dy()
	for row := range thumbPixels {
		for col := range thumbPixels {
			var sum [3]int
			left, right := col*wide/thumbPixels, (col+1)*wide/thumbPixels
			top, bottom := row*high/thumbPixels, (row+1)*high/thumbPixels
			for y := top; y < bottom; y++ {
				for x := left; x < right; x++ {
					c := color.NRGBAModel.Convert(picture.At(x, y)).(color.NRGBA)
					sum[0], sum[1], sum[2] = sum[0]+int(c.R), sum[1]+int(c.G), sum[2]+int(c.B)
				}
			}
			for _, s := range sum {
				fmt.Fprintf(&text, "%x", s/max(1, (right-left)*(bottom-top))/16)
			}
		}
	}
	return thumbnail(text.String()), nil
}

// differs returns how many colours of two thumbnails differ by more than the tolerance.
func (t thumbnail) differs(other thumbnail) (n int) {
	if len(t) != len(other) {
		return len(t) + len(other)
	}
	for i := range t {
		a, b := strings.IndexByte("0123456789abcdef", t[i]), strings.IndexByte("0123456789abcdef", other[i])
		if max(a-b, b-a) > tolerance {
			n++
		}
	}
	return n
}

// boardOf returns a position of a game, the same each time.
func boardOf(g env.Game) diagram.Diagram {
	rng, s := rand.New(rand.NewPCG(1, 2)), g.New(0)
	for range fewPlies {
		if s.Result() != env.Ongoing {
			break
		}
		legal := s.Legal(nil)
		s.Play(legal[rng.IntN(len(legal))])
	}
	return diagram.Of(s)
}

// Every game of the gallery looks as it did: the picture of a position is that of
// testdata/boards.txt, but for rounding. -update writes the file.
func TestBoardsLookAsTheyDid(t *testing.T) {
	file := filepath.Join("testdata", "boards.txt")
	golden := map[string]thumbnail{}
	text, err := os.ReadFile(file)
	if err != nil && !*update {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		name, picture, _ := strings.Cut(strings.TrimSpace(line), " ")
		golden[name] = thumbnail(picture)
	}
	var lines, unseen []string
	for _, e := range slices.Concat(List(), Gallery()) {
		d := boardOf(Must(e.Name))
		got, err := thumb(d, diagram.Light)
		if err != nil {
			t.Errorf("%s: %v", e.Name, err)
			continue
		}
		lines = append(lines, fmt.Sprintf("%s %s\n", e.Name, got))
		if *update {
			continue
		}
		if golden[e.Name] == "" {
			unseen = append(unseen, e.Name)
			continue
		}
		if n := got.differs(golden[e.Name]); n > 0 {
			t.Errorf("%s does not look as it did: %d of %d colours differ (go test ./env/games -run Boards -update, and look at it: ludens show %s)", e.Name, n, len(got), e.Name)
		}
		// The controls: a piece that is not drawn, and the other theme, are noticed.
		without := d
		without.Cells = slices.Clone(d.Cells)
		i := slices.IndexFunc(d.Cells, func(c diagram.Cell) bool { return c.Piece != (diagram.Piece{}) })
		if i < 0 {
			t.Errorf("%s: no piece on the board after %d plies", e.Name, fewPlies)
			continue
		}
		without.Cells[i].Piece = diagram.Piece{}
		for what, look := range map[string]func() (thumbnail, error){
			"a missing piece": func() (thumbnail, error) { return thumb(without, diagram.Light) },
			"the dark theme":  func() (thumbnail, error) { return thumb(d, diagram.Dark) },
		} {
			if other, err := look(); err != nil || other.differs(golden[e.Name]) == 0 {
				t.Errorf("%s: %s is not noticed (%v)", e.Name, what, err)
			}
		}
	}
	if len(unseen) > 0 {
		t.Logf("new, and so not compared until -update writes their pictures: %s", strings.Join(unseen, ", "))
	}
	if 5*len(unseen) > len(lines) && !*update {
		t.Errorf("%d of %d games are not compared", len(unseen), len(lines))
	}
	if *update {
		slices.Sort(lines)
		if err := os.WriteFile(file, []byte(strings.Join(lines, "")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
