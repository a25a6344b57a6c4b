package env

// Constrained is a State whose mover may be bound by what went before: by a
// demand of the other player, a veto, a turn that was skipped.
type Constrained interface {
	// Constraint says so in one plain sentence, with the roles of Spec, and
	// without a full stop; "" if nothing binds the mover or the game is over. A
	// check, or that there is only one legal move, is not for it to say.
	Constraint() string
}
