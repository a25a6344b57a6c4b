package diagram

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"reflect"
	"testing"
)

// walk is a film of a disc that walks along a row, with a caption as it goes.
func walk(steps int) Film {
	return Film{N: steps, Each: 50, Last: 300, Frame: func(i int) (Diagram, error) {
		d := Diagram{Rows: 2, Cols: 6, Cells: make([]Cell, 12), Last: []int{i % 6}}
		for c := range d.Cells {
			d.Cells[c].Ground = Plain
		}
		d.Cells[i%6].Piece = Piece{Figure: Disc, Side: SecondSide}
		if i > 0 {
			d.Caption = "it walks"
		}
		return d, nil
	}}
}

// Each picture of a film, put together from its changes, is that of the position
// alone, as near as its palette comes; all are of one size.
func TestGIF(t *testing.T) {
	f := walk(5)
	var out bytes.Buffer
	if err := GIF(&out, f, Dark, 24); err != nil {
		t.Fatal(err)
	}
	g, err := gif.DecodeAll(&out)
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Image) != 5 || !reflect.DeepEqual(g.Delay, []int{50, 50, 50, 50, 300}) || g.LoopCount != 0 {
		t.Fatalf("%d pictures, delays %v, loops %d", len(g.Image), g.Delay, g.LoopCount)
	}
	p := projector{film: f, theme: Dark, square: 24}
	if err := p.measure(); err != nil {
		t.Fatal(err)
	}
	screen := image.NewRGBA(image.Rect(0, 0, g.Config.Width, g.Config.Height))
	for i, part := range g.Image {
		draw.Draw(screen, part.Rect, part, part.Rect.Min, draw.Over)
		want, err := p.paint(i)
		if err != nil {
			t.Fatal(err)
		}
		if want.Rect != screen.Rect {
			t.Fatalf("a film of %v with pictures of %v", screen.Rect, want.Rect)
		}
		if far := farthest(screen, want); far > 24 {
			t.Errorf("picture %d: a colour is %d of 255 away", i, far)
		}
		if whole := part.Rect == screen.Rect; whole != (i == 0) {
			t.Errorf("picture %d is kept whole: %v", i, whole)
		}
	}
}

// farthest returns how much two pictures differ, in any pixel and colour.
func farthest(a, b *image.RGBA) (most int) {
	for i := range a.Pix {
		most = max(most, max(int(a.Pix[i]), int(b.Pix[i]))-min(int(a.Pix[i]), int(b.Pix[i])))
	}
	return most
}

// Equal films are equal bytes.
func TestGIFIsTheSame(t *testing.T) {
	var a, b bytes.Buffer
	if err := errors.Join(GIF(&a, walk(9), Light, 16), GIF(&b, walk(9), Light, 16)); err != nil || !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Errorf("two of one film differ, or %v", err)
	}
}

// What cannot be made is refused; an error ends the film.
func TestGIFRefusals(t *testing.T) {
	stop := errors.New("stop")
	var out bytes.Buffer
	for _, err := range []error{GIF(&out, walk(0), Light, 16), GIF(&out, walk(1), Light, 2), GIF(&out, walk(1), Light, 5000)} {
		if err == nil {
			t.Error("a film that there is not")
		}
	}
	f := walk(3)
	f.Frame = func(i int) (Diagram, error) { return Diagram{}, stop }
	if err := GIF(&out, f, Light, 16); !errors.Is(err, stop) || out.Len() > 0 {
		t.Errorf("got %v and %d bytes", err, out.Len())
	}
}

// Of more colours than a palette holds, each pixel takes the nearest.
func TestReduce(t *testing.T) {
	p := projector{colours: color.Palette{color.RGBA{0, 0, 0, 255}, color.RGBA{200, 0, 0, 255}, color.RGBA{}}, nearest: map[color.RGBA]uint8{}}
	m := image.NewRGBA(image.Rect(0, 0, 2, 1))
	m.Set(0, 0, color.RGBA{90, 0, 0, 255})
	m.Set(1, 0, color.RGBA{130, 0, 0, 255})
	if got := p.reduce(m).Pix; !bytes.Equal(got, []byte{0, 1}) {
		t.Errorf("got %v, want 0 and 1", got)
	}
}

// A board that is turned twice is as it was; once, each square lies opposite.
func TestTurned(t *testing.T) {
	d := Diagram{Rows: 2, Cols: 3, Cells: make([]Cell, 6), Files: []string{"a", "b", "c"}, Ranks: []string{"2", "1"}, Last: []int{0, 4}, Hints: []int{5}}
	d.Cells[1].Piece = Piece{Figure: King}
	once := d.Turned()
	if once.Cells[4].Piece.Figure != King || once.Files[0] != "c" || once.Ranks[0] != "1" || !reflect.DeepEqual(once.Last, []int{5, 1}) || once.Hints[0] != 0 {
		t.Errorf("turned: %+v", once)
	}
	if d.Cells[1].Piece.Figure != King || !reflect.DeepEqual(once.Turned(), d) {
		t.Errorf("turned twice: %+v, want %+v", once.Turned(), d)
	}
}

func BenchmarkGIF(b *testing.B) {
	const frames = 60
	for b.Loop() {
		var out bytes.Buffer
		if err := GIF(&out, walk(frames), Light, 40); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(out.Len())/1e3/frames, "kB/frame")
	}
	b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N)/frames, "ms/frame")
}
