package envtest

import (
	"math/rand/v2"
	"slices"
	"strings"

	"ludens/env"
	"ludens/env/diagram"
	"ludens/env/seed"
)

// What one player has come forward the other has fallen back.
func checkScore(k *kit) error {
	return k.each(func(p position) error {
		s, ok := p.State.(env.Scored)
		if !ok {
			return nil
		}
		x, y := s.Score(env.First), s.Score(env.Second)
		if !(x >= -1 && x <= 1) || x != -y {
			return p.breach("Score is %v for First and %v for Second, want x and -x in [-1, 1]", x, y)
		}
		return nil
	})
}

// Each action that wins at once is decisive, and a decisive action is legal.
func checkDecisive(k *kit) error {
	return k.each(func(p position) error {
		s, ok := p.State.(env.Decisive)
		if !ok {
			return nil
		}
		legal, decisive := p.Legal(nil), s.Decisive(nil)
		if !slices.IsSorted(decisive) {
			return p.breach("Decisive is %v, not in increasing order", decisive)
		}
		for _, a := range legal {
			after := p.Copy(nil)
			after.Play(a)
			if after.Result() == env.WinFor(p.ToMove()) && !slices.Contains(decisive, a) {
				return p.breach("%s wins at once, and is not among the decisive actions %v", p.Format(a), decisive)
			}
		}
		for _, a := range decisive {
			if !slices.Contains(legal, a) {
				return p.breach("action %d is decisive, but not legal", a)
			}
		}
		return nil
	})
}

// A drawn action is the one at the number that is drawn, of the list of all.
func checkSampled(k *kit) error {
	return k.each(func(p position) error {
		s, ok := p.State.(env.Sampled)
		if !ok || p.Result() != env.Ongoing {
			return nil
		}
		legal, room := p.Legal(nil), []env.Action(nil)
		var a env.Action
		for n := range min(4, len(legal)) {
			draw, again := seed.New(uint64(n)).Rand(), seed.New(uint64(n)).Rand()
			a, room = s.Sample(draw, room)
			if want := legal[again.IntN(len(legal))]; a != want || draw.Uint64() != again.Uint64() {
				return p.breach("Sample is action %d, want %d of %v", a, want, legal)
			}
		}
		return nil
	})
}

// Of the plies that are left each takes one at least, and when none is left the
// game is over.
func checkBounded(k *kit) error {
	return k.each(func(p position) error {
		s, ok := p.State.(env.Bounded)
		if !ok || p.Result() != env.Ongoing {
			return nil
		}
		left := s.Left()
		if left < 1 {
			return p.breach("Left is %d, and the game goes on", left)
		}
		for _, a := range p.Legal(nil) {
			after := p.Copy(nil)
			after.Play(a)
			if got := after.(env.Bounded).Left(); got >= left {
				return p.breach("Left is %d, and %d after %s", left, got, p.Format(a))
			}
		}
		return nil
	})
}

// What a position without history can become is what the same position can become
// that has one.
func checkMarkovian(k *kit) error {
	g, notated := env.As[env.Notated](k.game)
	if !k.spec.Markovian || !notated {
		return nil
	}
	return k.each(func(p position) error {
		s, err := g.ParsePosition(g.Position(p.State))
		if err != nil {
			return p.breach("%v", err)
		}
		for _, a := range p.Legal(nil) {
			x, y := p.Copy(nil), s.Copy(nil)
			x.Play(a)
			y.Play(a)
			if x.Key() != y.Key() || x.Result() != y.Result() {
				return p.breach("the game is Markovian, but after %s the history matters", p.Format(a))
			}
		}
		return nil
	})
}

// A game that is over says why, and one that goes on does not.
func checkEnding(k *kit) error {
	return k.each(func(p position) error {
		s, ok := p.State.(env.Explained)
		if !ok {
			return nil
		}
		if got := s.Ending(); (got == "") != (p.Result() == env.Ongoing) {
			return p.breach("Ending is %q where the result is %v", got, p.Result())
		}
		return nil
	})
}

// ParsePosition reads what Position writes, up to history, and of any other
// text it says what is wrong with it.
func checkNotation(k *kit) error {
	g, ok := env.As[env.Notated](k.game)
	if !ok {
		return nil
	}
	rng := seed.New(0).Rand()
	return k.each(func(p position) error {
		text := g.Position(p.State)
		s, err := g.ParsePosition(text)
		if err != nil {
			return p.breach("ParsePosition(%q): %v", text, err)
		}
		if got := g.Position(s); got != text {
			return p.breach("Position gives %q, and %q once read back", text, got)
		}
		if err := k.sameUpToHistory(p, s); err != nil {
			return err
		}
		return k.readsOrExplains(g, p, damage(text, rng))
	})
}

// sameUpToHistory compares p with s, which was read from its text.
func (k *kit) sameUpToHistory(p position, s env.State) error {
	v, w := k.view(p.State), k.view(s)
	switch {
	case w.result != v.result && w.result != env.Ongoing: // a repetition may be forgotten, not invented
		return p.breach("Result is %v, and %v once written and read", v.result, w.result)
	case v.result != env.Ongoing:
		return nil
	case w.mover != v.mover:
		return p.breach("ToMove is %v, and %v once written and read", v.mover, w.mover)
	case !slices.Equal(w.legal, v.legal):
		return p.breach("Legal is %v, and %v once written and read", v.legal, w.legal)
	}
	return nil
}

// readsOrExplains hands ParsePosition a text that may be no position.
func (k *kit) readsOrExplains(g env.Notated, p position, text string) error {
	s, err := g.ParsePosition(text)
	if err != nil {
		if strings.Contains(err.Error(), "\n") {
			return p.breach("ParsePosition(%q): the error is not one line: %v", text, err)
		}
		return nil
	}
	if legal := s.Legal(nil); (len(legal) == 0) != (s.Result() != env.Ongoing) {
		return p.breach("ParsePosition(%q): Result is %v with legal actions %v", text, s.Result(), legal)
	}
	once := g.Position(s)
	again, err := g.ParsePosition(once)
	if err != nil || g.Position(again) != once {
		return p.breach("ParsePosition(%q) is written as %q, which does not read back: %v", text, once, err)
	}
	return nil
}

// damage takes a byte of text away, doubles it, or puts another one there.
func damage(text string, rng *rand.Rand) string {
	i := rng.IntN(len(text) + 1)
	j := min(i+1, len(text))
	switch rng.IntN(3) {
	case 0:
		return text[:i] + text[j:]
	case 1:
		return text[:j] + text[i:]
	}
	const others = "x/ .9kKpP-\x00\xff"
	k := rng.IntN(len(others))
	return text[:i] + others[k:k+1] + text[j:]
}

// A diagram has a cell for each square, a label for each line, and points at
// cells that are there.
func checkDiagram(k *kit) error {
	return k.each(func(p position) error {
		s, ok := p.State.(diagram.Pictured)
		if !ok {
			return nil
		}
		d := s.Diagram()
		switch {
		case d.Rows < 1 || d.Cols < 1 || len(d.Cells) != d.Rows*d.Cols:
			return p.breach("Diagram of %d by %d has %d cells", d.Rows, d.Cols, len(d.Cells))
		case d.Files != nil && len(d.Files) != d.Cols, d.Ranks != nil && len(d.Ranks) != d.Rows:
			return p.breach("Diagram of %d by %d has %d files and %d ranks", d.Rows, d.Cols, len(d.Files), len(d.Ranks))
		case strings.Contains(d.Caption, "\n"):
			return p.breach("Diagram: caption %q is not one line", d.Caption)
		}
		for _, c := range slices.Concat(d.Last, d.Hints) {
			if c < 0 || c >= len(d.Cells) {
				return p.breach("Diagram points at cell %d of %d", c, len(d.Cells))
			}
		}
		for c, cell := range d.Cells {
			if f := cell.Piece; f.Figure != diagram.Nothing && (f.Side == diagram.NoSide || f.Letter == 0) {
				return p.breach("Diagram: the piece on cell %d has no side or no letter", c)
			}
		}
		return nil
	})
}

// What stands on the board of a position, arranged anew, is a position with the same
// pieces, and with the same side to move unless the game is over.
func checkArranged(k *kit) error {
	g, ok := env.As[env.Arranged](k.game)
	if !ok {
		return nil
	}
	return k.each(func(p position) error {
		drawn, ok := p.State.(diagram.Pictured)
		if !ok {
			return p.breach("is Arranged, but draws no board")
		}
		letters := lettersOf(drawn.Diagram())
		text := g.Arrange(letters, p.ToMove())
		s, err := g.ParsePosition(text)
		if err != nil {
			return p.breach("Arrange writes %q: %v", text, err)
		}
		if !slices.Equal(lettersOf(s.(diagram.Pictured).Diagram()), letters) {
			return p.breach("Arrange writes %q, which is another board", text)
		}
		if p.Result() == env.Ongoing && s.ToMove() != p.ToMove() {
			return p.breach("Arrange writes %q, in which %v is to move", text, s.ToMove())
		}
		return nil
	})
}

func lettersOf(d diagram.Diagram) []rune {
	all := make([]rune, len(d.Cells))
	for i, c := range d.Cells {
		all[i] = c.Piece.Letter
	}
	return all
}
