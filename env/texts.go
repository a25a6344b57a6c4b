package env

import (
	"slices"
	"strings"
)

// ByText returns the legal actions of s in the order of their texts, for people.
func ByText(s State) []Action {
	return slices.SortedFunc(slices.Values(s.Legal(nil)), func(a, b Action) int {
		return strings.Compare(s.Format(a), s.Format(b))
	})
}

// Texts returns the texts of some actions of s.
func Texts(s State, actions []Action) []string {
	texts := []string{}
	for _, a := range actions {
		texts = append(texts, s.Format(a))
	}
	return texts
}
