package env

// Uncounted is a Game in which not every action may count towards the length limit,
// such as a move that is taken back.
type Uncounted interface {
	// Uncounted reports that this is so. Spec.MaxPly is then the most actions that a
	// game can have, most games are over or cut off earlier, and States are
	// Limited.
	Uncounted() bool
}

// Limited is a State that knows when its game has reached the length limit.
type Limited interface {
	// Spent reports that the moves that count are used up. Law: it is final, and
	// false before the first action and in games that are not Uncounted.
	Spent() bool
}

// Truncated reports whether a game that stands at s after that many actions is cut
// off at its length limit: by its rules it goes on. maxPly is Spec.MaxPly.
func Truncated(s State, actions, maxPly int) bool {
	if s.Result() != Ongoing {
		return false
	}
	l, ok := s.(Limited)
	return actions >= maxPly || ok && l.Spent()
}
