package prose

import (
	"strings"
	"unicode/utf8"
)

// Table sets rows in columns two blanks apart, words to the left and numbers to the
// right; the first row is the titles. Where it is too wide, a last column of words is
// broken to fit, else titles are, and then the last columns go on below, the first
// column beside them again.
func Table(rows [][]string, words []bool, columns int) string {
	if len(rows) == 0 {
		return ""
	}
	rows = broken(rows, words, columns)
	t := table{rows: rows[1:], words: words}
	t.titles, t.widths = fold(rows, columns)
	var b strings.Builder
	for from := 0; from < len(words); {
		to := t.fits(from, columns)
		if from == 0 && to == 1 && len(words) > 1 { // it stands beside all others
			from = to
			continue
		}
		if b.Len() > 0 {
			b.WriteString("\n")
		}
		if pair := [][]string(nil); from > 0 && len(words) > 2 && to == from+1 && words[from] && columns-t.widths[0]-gap >= leastRoom {
			for _, row := range rows {
				pair = append(pair, []string{row[0], row[from]})
			}
			b.WriteString(Table(pair, []bool{words[0], words[from]}, columns))
		} else {
			t.write(&b, from, to)
		}
		from = to
	}
	return b.String()
}

// broken returns rows with the words of the last column in several lines, each a row,
// if the table is else too wide and there is room for that.
func broken(rows [][]string, words []bool, columns int) [][]string {
	last := len(words) - 1
	if last == 0 || !words[last] {
		return rows
	}
	before, widest := 0, 0
	for i := range words {
		width := 0
		for _, row := range rows {
			width = max(width, utf8.RuneCountInString(row[i]))
		}
		if i < last {
			before += width + gap
		} else {
			widest = width
		}
	}
	room := columns - before
	if widest <= room || room < leastRoom {
		return rows
	}
	var all [][]string
	for _, row := range rows {
		for i, line := range strings.Split(strings.TrimSuffix(Words(parted(row[last], room), room, ""), "\n"), "\n") {
			next := make([]string, len(row))
			if i == 0 {
				copy(next, row)
			}
			next[last] = line
			all = append(all, next)
		}
	}
	return all
}

// parted returns a text in which words that are wider than the room may be broken: they
// get blanks after their commas, as few as it takes.
func parted(text string, room int) string {
	words := strings.Fields(text)
	for i, word := range words {
		var b strings.Builder
		line := 0
		for part := range strings.SplitAfterSeq(word, ",") {
			n := utf8.RuneCountInString(part)
			if line > 0 && line+n > room {
				b.WriteString(" ")
				line = 0
			}
			b.WriteString(part)
			line += n
		}
		words[i] = b.String()
	}
	return strings.Join(words, " ")
}

// table is one that is being set.
type table struct {
	titles [][]string // by column, the lines of its title
	rows   [][]string
	words  []bool
	widths []int
}

// fold returns the lines of each title, broken if the table is else too wide, and
// the widths of the columns.
func fold(rows [][]string, columns int) (titles [][]string, widths []int) {
	total := 0
	for i, title := range rows[0] {
		titles, widths = append(titles, []string{title}), append(widths, utf8.RuneCountInString(title))
		for _, row := range rows[1:] {
			widths[i] = max(widths[i], utf8.RuneCountInString(row[i]))
		}
		total += widths[i] + gap
	}
	if total-gap <= columns {
		return titles, widths
	}
	for i, title := range rows[0] {
		body, widest := 0, 0
		for _, row := range rows[1:] {
			body = max(body, utf8.RuneCountInString(row[i]))
		}
		for word := range strings.FieldsSeq(title) {
			widest = max(widest, utf8.RuneCountInString(word))
		}
		titles[i] = strings.Split(strings.TrimSuffix(Words(title, max(body, widest), ""), "\n"), "\n")
		widths[i] = max(body, widest)
	}
	return titles, widths
}

// gap is how many blanks stand between columns.
const gap = 2

// fits returns the column before which a table that begins with one must end.
func (t *table) fits(from, columns int) int {
	used := t.widths[from]
	if from > 0 {
		used += t.widths[0] + gap
	}
	to := from + 1
	for to < len(t.widths) && used+gap+t.widths[to] <= columns {
		used += gap + t.widths[to]
		to++
	}
	return to
}

// write sets some of the columns, and the first beside them.
func (t *table) write(b *strings.Builder, from, to int) {
	var which []int
	if from > 0 {
		which = append(which, 0)
	}
	for i := from; i < to; i++ {
		which = append(which, i)
	}
	high := 0
	for _, i := range which {
		high = max(high, len(t.titles[i]))
	}
	for line := range high {
		var cells []string
		for _, i := range which {
			cell := ""
			if at := line - (high - len(t.titles[i])); at >= 0 {
				cell = t.titles[i][at]
			}
			cells = append(cells, cell)
		}
		t.line(b, which, cells)
	}
	for _, row := range t.rows {
		var cells []string
		for _, i := range which {
			cells = append(cells, row[i])
		}
		t.line(b, which, cells)
	}
}

func (t *table) line(b *strings.Builder, which []int, cells []string) {
	var parts []string
	for k, i := range which {
		space := strings.Repeat(" ", t.widths[i]-utf8.RuneCountInString(cells[k]))
		if t.words[i] {
			parts = append(parts, cells[k]+space)
		} else {
			parts = append(parts, space+cells[k])
		}
	}
	b.WriteString(strings.TrimRight(strings.Join(parts, strings.Repeat(" ", gap)), " ") + "\n")
}
