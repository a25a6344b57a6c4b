package env

// Shelved is a Game that says under which heading people find it.
type Shelved interface {
	// Shelf is the same for all games of a family.
	Shelf() Shelf
}

// Shelf is a heading over the games of one family or of several.
type Shelf struct {
	Title string // one line: "The king and his besiegers"
	Order int    // shelves stand in increasing order
}
