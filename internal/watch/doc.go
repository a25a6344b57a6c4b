// Package watch is for looking at runs of training, finished or not: their numbers
// as curves on a page, what looks wrong and since when, and what the browser shows
// of runs and of results that lie on disk.
//
// [Read] reads the numbers of a run: [Curves.Page] draws them, [Curves.Columns]
// are a table. [Warnings] and [Diagnosis] put into words what an iteration found
// out. A [Run] and [Results] are what the page gets.
//
// Everything here only reads, and what it returns is data: nothing is printed.
package watch
