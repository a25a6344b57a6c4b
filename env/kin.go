package env

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
	k, ok := trained.(Kindred)
	return ok && k.Teaches(other)
}
