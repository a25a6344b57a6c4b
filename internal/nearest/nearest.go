// Package nearest finds the word somebody probably meant.
package nearest

// Word returns the candidate closest to word by edit distance, or "" if even
// that one is too far to be a misspelling. Ties go to the earlier candidate.
func Word(word string, candidates []string) string {
	best, bound := "", 1+max(len(word), 3)/3
	for _, c := range candidates {
		if d := distance(word, c); d <= bound && (best == "" || d < distance(word, best)) {
			best = c
		}
	}
	return best
}

// Hint returns ` (did you mean "x"?)` for the nearest candidate, or "".
func Hint(word string, candidates []string) string {
	if w := Word(word, candidates); w != "" {
		return ` (did you mean "` + w + `"?)`
	}
	return ""
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
