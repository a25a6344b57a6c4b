package env

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"ludens/internal/prose"
)

// Variant is one named set of rules of a family, as the family lists it.
type Variant struct {
	Name    string // "celta": lower case, without ':', ',' or '='
	Title   string // what other programs may call it: "Cetran Chess 2"; may be ""
	Summary string // one line
	Options []Option

	// Base names the variant of the family that differs from this one only in how
	// the start is drawn, or this one; "" if there is no choice. Draw distinguishes those of
	// one Base for people: "random: each side its own".
	Base, Draw string

	// Rulebook names the variant of which this one is a setting: both have the same
	// options, and differ in their defaults only. "": it is a setting of none but itself.
	Rulebook string
}

// Option is a rule of a variant that can be set.
type Option struct {
	Name    string   // "first"
	Title   string   // what people call it; "": its name, with spaces for underscores
	Help    string   // one line
	Default string   // the value that is left out of a canonical name
	Values  []string // what it may be, Default among it; nil: free form, as Help describes it
	Range   [2]int   // least and greatest of a whole number without Values; equal: there are none
	// Text says that no number stands for a value, so that a network cannot be shown it:
	// the option has one value in all games of a space.
	Text bool
}

// Setting is an option with its chosen value: "first=attackers".
type Setting struct{ Name, Value string }

// Settle checks settings against the options of v. It returns the value of
// every option in the order of v.Options, defaults filled in, and the
// canonical name: options in that order, defaults left out. A free value is
// taken as it is.
func (v Variant) Settle(settings []Setting) (name string, all []Setting, err error) {
	for i, s := range settings {
		if err := v.check(s); err != nil {
			return "", nil, err
		}
		if set(settings[:i], s.Name) >= 0 {
			return "", nil, fmt.Errorf("%s: option %s is set twice", v.Name, s.Name)
		}
	}
	var chosen []string
	for _, o := range v.Options {
		s := Setting{o.Name, o.Default}
		if i := set(settings, o.Name); i >= 0 {
			s = settings[i]
		}
		if s.Value != o.Default {
			chosen = append(chosen, s.Name+"="+s.Value)
		}
		all = append(all, s)
	}
	if chosen == nil {
		return v.Name, all, nil
	}
	return v.Name + ":" + strings.Join(chosen, ","), all, nil
}

// Spelled returns settings with on and off for true and false, as files write them.
func (v Variant) Spelled(settings []Setting) []Setting {
	settings = slices.Clone(settings)
	for i, s := range settings {
		if o := slices.IndexFunc(v.Options, func(o Option) bool { return o.Name == s.Name }); o >= 0 && slices.Equal(v.Options[o].Values, []string{"on", "off"}) {
			settings[i].Value = cmp.Or(map[string]string{"true": "on", "false": "off"}[s.Value], s.Value)
		}
	}
	return settings
}

// check returns an error if v has no such option, or the option no such value.
func (v Variant) check(s Setting) error {
	i := slices.IndexFunc(v.Options, func(o Option) bool { return o.Name == s.Name })
	if i < 0 {
		if len(v.Options) == 0 {
			return fmt.Errorf("%s has no options, and so no %q", v.Name, s.Name)
		}
		var names []string
		for _, o := range v.Options {
			names = append(names, o.Name)
		}
		return fmt.Errorf("%s has no option %q%s", v.Name, s.Name, prose.Hint(s.Name, names))
	}
	o := v.Options[i]
	if o.Values != nil && !slices.Contains(o.Values, s.Value) {
		return fmt.Errorf("%s: option %s is one of %s, not %q%s", v.Name, o.Name,
			strings.Join(o.Values, ", "), s.Value, prose.Hint(s.Value, o.Values))
	}
	return nil
}

// set returns the index of the setting of an option, or -1.
func set(settings []Setting, option string) int {
	return slices.IndexFunc(settings, func(s Setting) bool { return s.Name == option })
}

// Kindred is a Game that knows which other settings of its rules an agent can
// play who was trained for this one.
type Kindred interface {
	// Teaches reports whether actions and observations mean the same in other, and
	// play differs so little that what is trained here serves there.
	Teaches(other Game) bool
}

// Teaches reports whether an agent trained for one game can play another: the
// same, or one that it says it teaches.
func Teaches(trained, other Game) bool {
	if trained.Spec().Name == other.Spec().Name {
		return true
	}
	k, ok := As[Kindred](trained)
	return ok && k.Teaches(other)
}

// Fingerprint returns a short hash of how g behaves: the legal actions, what
// is observed and who wins, over some random games. Games that differ in a rule
// that matters differ in it; texts and drawings do not count.
func Fingerprint(g Game) string {
	const games = 16
	h := sha256.New()
	spec := g.Spec()
	obs := make([]float32, spec.Size())
	var legal []Action
	var b []byte
	for seed := range uint64(games) {
		rng := rand.New(rand.NewPCG(seed, 0))
		s := g.New(seed)
		for ply := 0; s.Result() == Ongoing && !Truncated(s, ply, spec.MaxPly); ply++ {
			legal = s.Legal(legal[:0])
			b = append(b[:0], byte(s.ToMove()))
			for _, a := range legal {
				b = binary.LittleEndian.AppendUint32(b, uint32(a))
			}
			s.Observe(obs)
			for _, x := range obs {
				b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
			}
			h.Write(b)
			s.Play(legal[rng.IntN(len(legal))])
		}
		h.Write([]byte{byte(s.Result())})
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// Featured is a Game that gives its rules as numbers, for networks that play many
// settings of them.
type Featured interface {
	// Features returns the rules. Law: the names and their order are the same for all
	// games of a family on one board, the names differ, and values are in [0, 1]. Rules
	// that ask for other play differ in a value; what can be seen on the board (who moves
	// first, the array at the beginning) need not be among them.
	Features() []Feature
}

// Feature is one of the rules of a game as a number.
type Feature struct {
	Name  string  // "the king captures by his moves"
	Value float32 // in [0, 1]; 1 or 0 where it is so or not
}

// Flag returns a rule that holds or does not.
func Flag(name string, on bool) Feature {
	if on {
		return Feature{Name: name, Value: 1}
	}
	return Feature{Name: name}
}

// Varied is a Game each of whose games may have other rules: New draws them.
type Varied interface {
	// Drawn returns the game whose rules New(seed) draws.
	Drawn(seed uint64) Game
	// View returns how positions of a game are to be shown to a network trained on
	// this one; ok is false where the rules of the game are not among those drawn.
	View(g Game) (v View, ok bool)
	// Share returns how often New draws the rules of a game, in [0, 1].
	Share(g Game) float64
}

// View is how positions of one game are shown to a network of another, and how its
// answers are read.
type View struct {
	Spec Spec // of the network's game
	// Observe writes what the network is to see: Spec.Size() floats.
	Observe func(s State, dst []float32)
	// Actions are the network's actions by those of the game; nil: they are the same.
	Actions []Action
}

// ViewOf returns how positions of g are shown to a network that was trained on trained. A
// game that g is not a setting of shows itself.
func ViewOf(trained, g Game) View {
	if v, ok := As[Varied](trained); ok && trained.Spec().Name != g.Spec().Name {
		if view, ok := v.View(g); ok {
			return view
		}
	}
	return View{Spec: g.Spec(), Observe: func(s State, dst []float32) { s.Observe(dst) }}
}
