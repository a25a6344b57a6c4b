package envtest

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"ludens/env"
	"ludens/env/diagram"
)

// A constraint is one sentence, and empty once the game is over.
func checkConstraint(k *kit) error {
	return k.each(func(p position) error {
		s, ok := p.State.(env.Constrained)
		if !ok {
			return nil
		}
		text := s.Constraint()
		if text != "" && p.Result() != env.Ongoing {
			return p.breach("Constraint is %q where the result is %v", text, p.Result())
		}
		if strings.Contains(text, "\n") || strings.HasSuffix(text, ".") {
			return p.breach("Constraint is %q, want one sentence without a full stop", text)
		}
		return nil
	})
}

// A shelf has a title of one line, always the same; of the men each has a letter of its own.
func checkShelf(k *kit) error {
	g, ok := env.As[env.Described](k.game)
	if !ok {
		return nil
	}
	b := g.Book()
	if b.Shelf.Title == "" && b.Shelf.Order != 0 || strings.Contains(b.Shelf.Title, "\n") {
		return fmt.Errorf("the title of the Shelf is %q, want one line", b.Shelf.Title)
	}
	if g.Book().Shelf != b.Shelf {
		return errors.New("the Shelf is not always the same")
	}
	met := map[string]bool{}
	for _, m := range b.Men {
		if m.Letter == "" || met[m.Letter] {
			return fmt.Errorf("the letter of the %s is %q, want one of its own", m.Name, m.Letter)
		}
		met[m.Letter] = true
	}
	return nil
}

// The sides of a dress have names that differ, the same each time; what it changes of
// the book stands there; and a caption that begins with the name of a side begins with
// that side's name in the dress.
func checkDress(k *kit) error {
	d, ok := env.DressOf(k.game)
	if !ok {
		return nil
	}
	if again, _ := env.DressOf(k.game); !reflect.DeepEqual(d, again) {
		return errors.New("the Dress is not always the same")
	}
	if d.Roles[0] == "" || d.Roles[1] == "" || d.Roles[0] == d.Roles[1] {
		return fmt.Errorf("the Roles of the Dress are %q", d.Roles)
	}
	described, _ := env.As[env.Described](k.game)
	b := described.Book()
	all := fmt.Sprint(b.Chapters, b.Endings, b.Readings)
	for _, w := range d.Book {
		if !strings.Contains(all, w[0]) {
			return fmt.Errorf("the Dress replaces %q, which is not in the Book", w[0])
		}
	}
	return k.each(func(p position) error {
		s, ok := p.State.(diagram.Pictured)
		if !ok {
			return nil
		}
		own, shown := s.Diagram().Caption, d.Diagram(s.Diagram()).Caption
		for side, role := range k.game.Spec().Roles {
			if strings.HasPrefix(own, role+" ") && !strings.HasPrefix(shown, d.Roles[side]+" ") {
				return p.breach("the caption is %q, in the Dress %q", own, shown)
			}
		}
		return nil
	})
}

// The texts of arrays differ and read back.
func checkArrays(k *kit) error {
	g, ok := env.As[env.Arrayed](k.game)
	if !ok {
		return nil
	}
	if g.ArrayOption() == "" || g.ArrayCount() < 2 {
		return fmt.Errorf("%d arrays with the option %q: want 2 or more to draw from", g.ArrayCount(), g.ArrayOption())
	}
	met := map[string]int{}
	for n := range 32 {
		i := n * (g.ArrayCount() - 1) / 31
		text := g.ArrayText(i)
		if j, twice := met[text]; twice && i != j {
			return fmt.Errorf("the ArrayText of %d and of %d is %q", j, i, text)
		}
		met[text] = i
		if again, err := g.ParseArray(text); err != nil || again != text {
			return fmt.Errorf("the result of ParseArray(%q) is %q, %v", text, again, err)
		}
	}
	return nil
}

// A game written in a notation of others reads back, and a position's text is
// none of their games.
func checkTranscript(k *kit) error {
	g, ok := env.As[env.Transcribed](k.game)
	if !ok {
		return nil
	}
	for n := range uint64(k.games) {
		played, err := k.transcript(g, n)
		if err != nil {
			return err
		}
		for _, notation := range g.Notations() {
			if err := k.readsBack(g, notation, played); err != nil {
				return fmt.Errorf("seed %d, %s: %w", n, notation, err)
			}
		}
	}
	if err := g.WriteTranscript(new(strings.Builder), "no notation", env.Transcript{}); err == nil {
		return errors.New("WriteTranscript writes a notation that there is not")
	}
	return nil
}

// The short texts of the legal moves differ, and read back.
func checkSAN(k *kit) error {
	return k.each(func(p position) error {
		s, ok := p.State.(env.SANWriter)
		if !ok || p.Result() != env.Ongoing {
			return nil
		}
		met := map[string]env.Action{}
		for _, a := range p.Legal(nil) {
			text := s.SAN(a)
			if b, twice := met[text]; twice {
				return p.breach("SAN is %q for %s and for %s", text, p.Format(a), p.Format(b))
			}
			met[text] = a
			if b, err := env.ReadMove(p.State, text); err != nil || b != a {
				return p.breach("SAN of %s is %q, which is read as action %d, %v", p.Format(a), text, b, err)
			}
		}
		return nil
	})
}

// transcript plays a random game and writes it down.
func (k *kit) transcript(g env.Notated, n uint64) (t env.Transcript, err error) {
	t = env.Transcript{Start: g.Position(k.game.New(n)), First: "Ana", Tags: []env.Tag{{Name: "Event", Value: "club"}}}
	var last position
	before := k.game.New(n)
	err = k.walk(n, uniform, func(p position) error {
		if i := len(p.actions); i > 0 {
			t.Moves = append(t.Moves, before.Format(p.actions[i-1]))
		}
		before, last = p.Copy(nil), p
		return nil
	})
	if err == nil {
		t.Result = last.Result()
	}
	return t, err
}

// readsBack writes a game and reads it. A notation may leave out who played and
// how it began and ended, but neither invent nor change anything.
func (k *kit) readsBack(g env.Transcribed, notation string, t env.Transcript) error {
	var text strings.Builder
	if err := g.WriteTranscript(&text, notation, t); err != nil {
		return err
	}
	again, ok, err := g.ReadTranscript(text.String())
	switch {
	case err != nil || !ok:
		return fmt.Errorf("ReadTranscript of what was written: %v, %v", ok, err)
	case again.Start != "" && again.Start != t.Start:
		return fmt.Errorf("the start is %q, want %q", again.Start, t.Start)
	case again.First != "" && again.First != t.First || again.Result != env.Ongoing && again.Result != t.Result:
		return fmt.Errorf("read back is %q, %v, want %q, %v", again.First, again.Result, t.First, t.Result)
	case len(again.Moves) != len(t.Moves):
		return fmt.Errorf("%d moves are read back, want %d", len(again.Moves), len(t.Moves))
	}
	s, err := g.ParsePosition(t.Start)
	for i := 0; err == nil && i < len(t.Moves); i++ {
		var a env.Action
		if a, err = env.ReadMove(s, again.Moves[i]); err == nil && s.Format(a) != t.Moves[i] {
			return fmt.Errorf("move %d is %s, and %s once read back", i+1, t.Moves[i], s.Format(a))
		}
		if err == nil {
			s.Play(a)
		}
	}
	if err != nil {
		return fmt.Errorf("once read back: %w", err)
	}
	_, stranger, err := g.ReadTranscript(t.Start)
	if stranger || err != nil {
		return fmt.Errorf("the position %q is taken for a game, %v", t.Start, err)
	}
	return nil
}
