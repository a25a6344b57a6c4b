package env

import (
	"strings"

	"ludens/env/diagram"
)

// Book is the rules of a game in words: a person who has never seen the game
// can play from it. The words are Markdown of the simplest kind, with `code`,
// **strong** words and no line breaks; a paragraph that begins with "- " is an
// item of a list.
type Book struct {
	Chapters []Chapter `json:"chapters"`
	Endings  []Ending  `json:"endings"`  // all there are
	Readings []Reading `json:"readings"` // of the variant; an option that is set overrules its reading
	Sources  []string  `json:"sources"`  // titles, authors, addresses

	Shelf Shelf `json:"-"` // where people find the game: the same for all games of a family
	Men   []Man `json:"-"` // each kind of pieces once; none if they all move alike and take no drawing
	Dress Dress `json:"-"` // how the source shows the game
	// Outlines are the pieces with a figure of the game's own, whether they are on the
	// board at the start or not.
	Outlines []diagram.Piece `json:"-"`
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

// Dress is how a source shows a game that calls the sides otherwise than Spec.Roles, or
// has their pieces in other colours than its drawings. The zero Dress shows it as it is drawn here.
type Dress struct {
	// Roles are the sides' names in the place of Spec.Roles: First's and Second's, neither
	// empty, and different.
	Roles [2]string
	// Inks are the colours of pieces, by the side that a drawing gives them; the zero value
	// leaves a side as it is.
	Inks [diagram.SecondSide + 1]diagram.Ink
	// Book is what the book says of the drawings and the names, each with what is true in
	// this dress. They are replaced in this order.
	Book [][2]string
	own  [2]string // Spec.Roles
}

// DressOf returns how g is shown as in its source; false if that is as it is drawn.
func DressOf(g Game) (d Dress, ok bool) {
	if x, described := As[Described](g); described {
		if d = x.Book().Dress; d.Roles != [2]string{} {
			d.own = g.Spec().Roles
			return d, true
		}
	}
	return Dress{}, false
}

// RolesOf returns the names of g's sides in a dress.
func (d Dress) RolesOf(g Game) [2]string {
	if d.Roles == [2]string{} {
		return g.Spec().Roles
	}
	return d.Roles
}

// Diagram returns a drawing of the game in the dress.
func (d Dress) Diagram(p diagram.Diagram) diagram.Diagram {
	p.Inks, p.Caption = d.Inks, d.Text(p.Caption)
	return p
}

// Text returns a short text of the game, a caption or how it ended, in the dress: each
// part of it that begins with the name of a side begins with the other name.
func (d Dress) Text(s string) string {
	return each(s, ": ", func(part string) string { return each(part, ", ", d.clause) })
}

// each changes the parts of a text between separators.
func each(s, separator string, change func(string) string) string {
	parts := strings.Split(s, separator)
	for i := range parts {
		parts[i] = change(parts[i])
	}
	return strings.Join(parts, separator)
}

func (d Dress) clause(s string) string {
	const by = "won by "
	s, won := strings.CutPrefix(s, by)
	for p, own := range d.own {
		rest, ok := strings.CutPrefix(s, own)
		if !ok || own == "" || rest != "" && rest[0] != ' ' {
			continue
		}
		if strings.HasSuffix(d.Roles[p], "s") { // several
			rest = strings.Replace(rest, " wins", " win", 1)
		}
		s = d.Roles[p] + rest
		break
	}
	if won {
		return by + s
	}
	return s
}

// Prose returns text of the game's book in the dress.
func (d Dress) Prose(s string) string {
	for _, w := range d.Book {
		s = strings.ReplaceAll(s, w[0], w[1])
	}
	return s
}

// Dressed returns the book in a dress.
func (b Book) Dressed(d Dress) Book {
	if len(d.Book) == 0 {
		return b
	}
	b.Chapters = append([]Chapter(nil), b.Chapters...)
	for i, c := range b.Chapters {
		paragraphs := make([]string, len(c.Paragraphs))
		for k, p := range c.Paragraphs {
			paragraphs[k] = d.Prose(p)
		}
		b.Chapters[i].Paragraphs = paragraphs
	}
	b.Endings = append([]Ending(nil), b.Endings...)
	for i, e := range b.Endings {
		b.Endings[i].Words, b.Endings[i].Means = d.Prose(e.Words), d.Prose(e.Means)
	}
	b.Readings = append([]Reading(nil), b.Readings...)
	for i, r := range b.Readings {
		b.Readings[i].Question, b.Readings[i].Answer = d.Prose(r.Question), d.Prose(r.Answer)
	}
	return b
}

// Shelf is a heading over the games of one family or of several.
type Shelf struct {
	Title string // one line: "The king and his besiegers"
	Order int    // shelves stand in increasing order
}
