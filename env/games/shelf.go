package games

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"sync"

	"ludens/env"
	"ludens/env/chess"
)

// Shelf is a heading with the games under it.
type Shelf struct {
	Title string
	Games []Entry
}

// Shelves returns all variants as people look for them: under the heading that
// their family names as its [env.Book.Shelf], in its order. A family that names none
// comes last, under its own name. Games that were
// read from files stand first, those that come with ludens as files behind the others.
func Shelves() []Shelf {
	type row struct {
		env.Shelf
		games []Entry
	}
	var rows []row
	for _, f := range slices.Concat(ours(), others(), fromFiles()) {
		next := row{Shelf: f.shelf()}
		for _, v := range f.Variants() {
			next.games = append(next.games, Entry{f.Name, v})
		}
		rows = append(rows, next)
	}
	slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(a.Order, b.Order) })
	var all []Shelf
	for _, next := range rows {
		i := slices.IndexFunc(all, func(s Shelf) bool { return s.Title == next.Title })
		if i < 0 {
			i, all = len(all), append(all, Shelf{Title: next.Title})
		}
		all[i].Games = append(all[i].Games, next.games...)
	}
	return all
}

// yours is where games stand that were read from the user's files.
var yours = env.Shelf{Title: "From your files", Order: -1}

// shelved are the shelves of the gallery, whose games take a moment to make.
var shelved sync.Map // by name of a game: env.Shelf

// shelf asks the family's first variant.
func (f Family) shelf() env.Shelf {
	name := f.Variants()[0].Name
	if Text(name) != "" {
		return yours
	}
	if s, ok := shelved.Load(name); ok {
		return s.(env.Shelf)
	}
	s := f.asked()
	if _, shipped := gallery.Load(name); shipped {
		shelved.Store(name, s)
	}
	return s
}

func (f Family) asked() env.Shelf {
	if g, err := f.New(f.Variants()[0].Name, nil); err == nil {
		if d, ok := env.As[env.Described](g); ok && d.Book().Shelf.Title != "" {
			return d.Book().Shelf
		}
	}
	return env.Shelf{Title: f.Name, Order: math.MaxInt}
}

// Titled returns the name of the variant that a file of another program means by a tag:
// a name, or a title in any way of writing it, "King of the Hill"; text itself if there
// is none. Without a tag it is chess.
func Titled(text string) string {
	name, _, _ := strings.Cut(text, ":")
	if _, ok := Find(name); ok {
		return text
	}
	for _, e := range slices.Concat(List(), Gallery()) {
		if chess.SameTitle(e.Name, text) || e.Title != "" && chess.SameTitle(e.Title, text) {
			return e.Name
		}
	}
	if chess.MeansChess(text) {
		return "chess"
	}
	return text
}
