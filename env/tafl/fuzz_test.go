package tafl

import (
	"strings"
	"testing"

	"ludens/env"
)

// Any sequence of moves is played alike by the two rule books.
func FuzzMoves(f *testing.F) {
	f.Add(uint8(0), []byte("d5b5"))
	f.Add(uint8(2), []byte{7, 1, 2, 255, 3, 90, 4})
	f.Add(uint8(7), []byte("tablut tablut"))
	f.Fuzz(func(t *testing.T, variant uint8, choices []byte) {
		g := game(t, presets[int(variant)%len(presets)])
		s := g.New(0).(*State)
		b := newBook(g.rules)
		for _, c := range choices[:min(len(choices), 40)] {
			compare(t, g.spec.Name, g, s, b)
			legal := s.Legal(nil)
			if len(legal) == 0 {
				return
			}
			a := legal[int(c)%len(legal)]
			b.play(s.Format(a))
			s.Play(a)
		}
	})
}

// Whatever is read is written so that it reads the same again.
func FuzzPosition(f *testing.F) {
	f.Add("3a3/3a3/3d3/aadkdaa/3d3/3a3/3a3 d")
	f.Add("7/7/7/3K3/A6/7/7 attackers")
	f.Add("k6/7/7/7/7/7/7 a")
	f.Add("/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/")
	f.Add("/7/7/7/3K3/7/2T4/1t5/ a")
	f.Add("7//7/7/7/7/7 \xff")
	g := game(f, "celta")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := g.ParsePosition(text)
		if err != nil {
			oneLine(t, err)
			return
		}
		once := g.Position(s)
		if again := position(t, g, once); g.Position(again) != once || again.Key() != s.Key() {
			t.Errorf("%q is written as %q, which reads otherwise", text, once)
		}
		if (len(s.Legal(nil)) == 0) != (s.Result() != env.Ongoing) {
			t.Errorf("%q: result %v with actions %v", text, s.Result(), s.Legal(nil))
		}
	})
}

func FuzzOTN(f *testing.F) {
	f.Add("/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/")
	f.Add("7/7/7/7/7/7/1t5")
	f.Add("////\n")
	g := game(f, "wtf")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := g.ParseOTN(text, env.Second)
		if err != nil {
			oneLine(t, err)
			return
		}
		once := g.OTN(s)
		if again, err := g.ParseOTN(once, env.Second); err != nil || again.Key() != s.Key() {
			t.Errorf("%q is written as %q, which reads otherwise: %v", text, once, err)
		}
	})
}

// A name that is accepted is canonical, and plays.
func FuzzOptions(f *testing.F) {
	f.Add("celta", "first", "attackers", "cap", "20")
	f.Add("wtf", "throne_stop", "none", "repeat", "5")
	f.Add("tablut", "kingrange", "-1", "", "")
	f.Fuzz(func(t *testing.T, variant, option, value, option2, value2 string) {
		g, err := New(variant, []env.Setting{{Name: option, Value: value}, {Name: option2, Value: value2}})
		if err != nil {
			oneLine(t, err)
			return
		}
		name := g.Spec().Name
		if again := game(t, name).Spec(); again != g.Spec() {
			t.Errorf("%s makes %+v, want %+v", name, again, g.Spec())
		}
		if s := g.New(0); s.Result() == env.Ongoing {
			s.Play(s.Legal(nil)[0])
		}
	})
}

func oneLine(t *testing.T, err error) {
	t.Helper()
	if strings.Contains(err.Error(), "\n") {
		t.Errorf("the error is not one line: %v", err)
	}
}
