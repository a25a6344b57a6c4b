package env

// Kindred is a Game that knows which other settings of its rules an agent can
// play who has learnt this one.
type Kindred interface {
	// Teaches reports whether actions and observations mean the same in other, and
	// play differs so little that what is learnt here serves there.
	Teaches(other Game) bool
}

// Teaches reports whether an agent who has learnt one game can play another: the
// same, or one that it says it teaches.
func Teaches(learnt, other Game) bool {
	if learnt.Spec().Name == other.Spec().Name {
		return true
	}
	k, ok := learnt.(Kindred)
	return ok && k.Teaches(other)
}
