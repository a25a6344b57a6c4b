package env

import "fmt"

// Ordinal returns the word for the n-th of several: "third", "11th".
func Ordinal(n int) string {
	words := [...]string{1: "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"}
	if n >= 1 && n < len(words) {
		return words[n]
	}
	end := "th"
	if n/10%10 != 1 {
		end = map[int]string{1: "st", 2: "nd", 3: "rd"}[n%10]
	}
	if end == "" {
		end = "th"
	}
	return fmt.Sprintf("%d%s", n, end)
}
