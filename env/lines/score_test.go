package lines

import (
	"math"
	"testing"

	"ludens/env"
	"ludens/env/seed"
)

// The score is that of its formula, counted place by place.
func TestScore(t *testing.T) {
	met := 0
	for i := range 300 {
		f := file(t, randomFile(seed.New(24).At("file", i)))
		g, err := read(f)
		if err != nil {
			continue
		}
		rng := seed.New(25).At("file", i).Rand()
		b, s := newSlow(f), general(g).New(0).(*State)
		for ; s.Result() == env.Ongoing; met++ {
			if got, want := float64(s.Score(s.ToMove())), b.score(); math.Abs(got-want) > 1e-6 {
				t.Fatalf("got %v, want %v\n%+v\n%s", got, want, b.said, s)
			}
			legal := s.Legal(nil)
			a := legal[rng.IntN(len(legal))]
			text := s.Format(a)
			s.Play(a)
			b.play(text)
		}
	}
	if met < 1000 {
		t.Errorf("%d positions, want 1000 or more", met)
	}
}

// score is that of the mover, by the comment of State.Score.
func (b *slow) score() float64 {
	length, sign := b.said.Length, 1.0
	longer := b.said.Longer
	if longer == same {
		longer = b.said.Line
	}
	switch {
	case b.said.Line == wins:
	case longer == wins && length < max(b.rows, b.cols):
		length++
	default:
		sign = -1
	}
	me, other := b.turn[0], enemy[b.turn[0]]
	mine, his := b.promise(me, length), b.promise(other, length)
	score := sign * (mine - his) / (mine + his + 1)
	if b.said.Capture != "none" {
		score = (score + float64(b.captured[me]-b.captured[other])/float64(b.said.CaptureWins)) / 2
	}
	return max(-1, min(1, score))
}

func (b *slow) promise(side string, length int) (sum float64) {
	for at := range b.stones {
		for i, d := range b.compass() {
			if opposite := b.compass()[len(b.compass())-1-i]; d[0] < opposite[0] || d[0] == opposite[0] && d[1] < opposite[1] {
				continue // each line once
			}
			n := 0
			for i := range length {
				stone, there := b.stones[spot{at.file + i*d[0], at.rank + i*d[1]}]
				if !there || stone == enemy[side] {
					n = -length
				}
				if stone == side {
					n++
				}
			}
			if n > 0 {
				sum += math.Pow(4, float64(n-length))
			}
		}
	}
	return sum
}

// What legal moves and results depend on has its plane.
func TestPlanes(t *testing.T) {
	for _, row := range []struct {
		text, moves string
		plane       string
		want        []float32 // at a few cells
		cells       []int
	}{
		{"rows=3\ncols=3\nlength=3\nstones=2", "a1", "stones left in this turn, of 2", []float32{1, 1}, []int{0, 8}},
		{"rows=3\ncols=3\nlength=3\nstones=2", "a1 a2", "stones left in this turn, of 2", []float32{0.5, 0.5}, []int{0, 8}},
		{"rows=3\ncols=3\nlength=3\nfirst_stones=2", "", "stones left in this turn, of 2", []float32{1, 1}, []int{0, 8}},
		{"like='pente'\nrows=5\ncols=5", "c3 b3 b4 b2 b1", "stones captured by the enemy", []float32{0.2}, []int{7}},
		{"like='pente'\nrows=5\ncols=5", "c3 b3 b4 b2 b1 e5", "stones captured by the mover", []float32{0.2}, []int{7}},
		{"like='pente'\nrows=5\ncols=5", "", "cells closed by the opening", []float32{1, 0, 1}, []int{11, 12, 13}},
		{"like='pente'\nrows=5\ncols=5", "c3", "cells closed by the opening", []float32{0, 0, 0}, []int{11, 12, 13}},
		{"like='squava'", "c3", "a swap is possible", []float32{1}, []int{3}},
		{"like='squava'", "c3 swap", "a swap is possible", []float32{0}, []int{3}},
		{"rows=3\ncols=3\nlength=3\nfull='second'", "", "the mover's stones began", []float32{1}, []int{3}},
		{"rows=3\ncols=3\nlength=3\nfull='second'", "a1", "the mover's stones began", []float32{0}, []int{3}},
		{"board='''\n#..\n...\n...'''\nlength=3", "", "cells of the board", []float32{0, 1, 1}, []int{0, 1, 8}},
	} {
		g := game(t, row.text)
		s := played(t, g, row.moves)
		obs := make([]float32, g.Spec().Size())
		s.Observe(obs)
		met := false
		for i, name := range g.PlaneNames() {
			for k, c := range row.cells {
				if met = met || name == row.plane; name == row.plane && obs[i*g.Spec().Cells()+c] != row.want[k] {
					t.Errorf("%q after %q: %s at cell %d is %v, want %v", row.text, row.moves, name, c, obs[i*g.Spec().Cells()+c], row.want[k])
				}
			}
		}
		if !met {
			t.Errorf("%q has no plane %q: %q", row.text, row.plane, g.PlaneNames())
		}
	}
}
