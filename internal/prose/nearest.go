package prose

import (
	"fmt"
	"slices"
	"strings"
)

// closest returns the candidate closest to word by edit distance, or "" if even
// that one is too far to be a misspelling. Ties go to the earlier candidate.
func closest(word string, candidates []string) string {
	if i := index(word, candidates); i >= 0 {
		return candidates[i]
	}
	return ""
}

// index returns the place of closest's answer, or -1.
func index(word string, candidates []string) int {
	best := -1
	for i, c := range candidates {
		if d := distance(word, c); d <= bound(word, c) && (best < 0 || d < distance(word, candidates[best])) {
			best = i
		}
	}
	return best
}

// bound is how many mistakes may be in a word that was meant to be c: a third
// of its letters and one more, but at least half of the longer one must stand.
func bound(word, c string) int {
	return min(1+len(word)/3, max(len(word), len(c))/2)
}

// Hint returns ` (did you mean "x"?)` for the nearest candidate, or "".
func Hint(word string, candidates []string) string {
	if w := closest(word, candidates); w != "" {
		return ` (did you mean "` + w + `"?)`
	}
	return ""
}

// Suggest names up to three candidates: those nearest to word or, if none is
// near, the first of them under the heading that all have: "legal: a, b, c and
// 4 more". There is at least one. What is compared are the forms of words,
// without what does not matter.
func Suggest(word, heading string, candidates []string, form func(string) string) string {
	const few = 3
	rest, forms := slices.Clone(candidates), make([]string, len(candidates))
	for i, c := range candidates {
		forms[i] = form(c)
	}
	var near []string
	for i := index(form(word), forms); i >= 0 && len(near) < few; i = index(form(word), forms) {
		near = append(near, rest[i])
		rest, forms = slices.Delete(rest, i, i+1), slices.Delete(forms, i, i+1)
	}
	switch {
	case near != nil:
		return "nearest: " + strings.Join(near, ", ")
	case len(candidates) <= few:
		return heading + ": " + strings.Join(candidates, ", ")
	}
	return fmt.Sprintf("%s: %s and %d more", heading, strings.Join(candidates[:few], ", "), len(candidates)-few)
}

// distance is the optimal string alignment distance: insertions, deletions,
// substitutions and swaps of neighbours each cost 1.
func distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
