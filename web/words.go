package web

import (
	"strings"

	"ludens/env"
)

// means returns what a book says of an ending.
func means(b env.Book, ending string) string {
	for _, e := range b.Endings {
		if strings.HasPrefix(ending, e.Words) {
			return e.Means
		}
	}
	return ""
}

// verb returns the name of an action that is not on the board: "pass".
func (v *viewer) verb(a env.Action) string {
	spec := v.game.Spec()
	l, ok := v.game.(env.Labelled)
	if i := int(a) - spec.Planes()*spec.Cells(); ok && i >= 0 {
		return l.ActionNames()[spec.Planes()+i]
	}
	return ""
}
