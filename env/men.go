package env

// Manned is a Game whose men move each in a way of its own, which it can show.
type Manned interface {
	// Men returns each kind once.
	Men() []Man
}

// Man is a kind of men.
type Man struct {
	Name   string   `json:"name"`   // "sissa"
	Letter string   `json:"letter"` // in drawings: "S"
	Moves  string   `json:"moves"`  // as its author wrote them
	Reach  []string `json:"reach"`  // a small board, a row a line: where it goes from the middle
}
