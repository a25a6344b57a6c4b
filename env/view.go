package env

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
