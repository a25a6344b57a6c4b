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
