package env

// Book is the rules of a game in words: a person who has never seen the game
// can play from it. The words are Markdown of the simplest kind, with `code`,
// **strong** words and no line breaks; a paragraph that begins with "- " is an
// item of a list.
type Book struct {
	Chapters []Chapter `json:"chapters"`
	Endings  []Ending  `json:"endings"`  // all there are
	Readings []Reading `json:"readings"` // of the variant; an option that is set overrules its reading
	Sources  []string  `json:"sources"`  // titles, authors, addresses
}

// Chapter is a part of the rules.
type Chapter struct {
	Title      string   `json:"title"`
	Paragraphs []string `json:"paragraphs"`
}

// Ending is a way in which a game can end.
type Ending struct {
	Words string `json:"words"` // with which Explained.Ending begins
	Means string `json:"means"` // when that is, and who wins
}

// Reading is a question that the sources of a variant leave open, with the
// answer that its code gives.
type Reading struct {
	Question string `json:"question"`
	Answer   string `json:"answer"`
	Option   string `json:"option,omitempty"` // a setting that gives another answer, "no_move=draw"
	Test     string `json:"test"`             // the test function of the family's package that holds the answer
	Case     string `json:"case,omitempty"`   // the name of its case that does; "" if it is about nothing else
}

// Described is a Game that can describe its own rules, options included.
type Described interface {
	Book() Book
}
