package report

import (
	"encoding/csv"
	"encoding/json"
	"io"
)

// CSV writes a table for spreadsheets: an estimate takes three columns, of which
// the others end in _low and _high.
func (t Table) CSV(w io.Writer) error {
	head := []string{}
	for i, c := range t.Columns {
		var like any
		if len(t.Rows) > 0 {
			like = t.Rows[0][i]
		}
		head = append(head, c.headers(like)...)
	}
	rows := [][]string{head}
	for _, values := range t.Rows {
		var row []string
		for _, v := range values {
			row = append(row, plain(v)...)
		}
		rows = append(rows, row)
	}
	return csv.NewWriter(w).WriteAll(rows)
}

// records returns the rows with their values by key.
func (t Table) records() []map[string]any {
	records := make([]map[string]any, 0, len(t.Rows))
	for _, row := range t.Rows {
		r := map[string]any{}
		for i, c := range t.Columns {
			r[c.Key] = jsonOf(row[i])
		}
		records = append(records, r)
	}
	return records
}

// JSON writes title, answer, all tables by their names, and how to repeat the
// study.
func (s *Study) JSON(w io.Writer) error {
	all := struct {
		Title  string                      `json:"title"`
		Answer []string                    `json:"answer"`
		Tables map[string][]map[string]any `json:"tables"`
		Repeat map[string]string           `json:"repeat"`
	}{s.Title, s.Answer, map[string][]map[string]any{}, map[string]string{}}
	for _, t := range s.tables() {
		all.Tables[t.Name] = t.records()
	}
	for _, f := range s.Repeat {
		all.Repeat[f.Name] = f.Value
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(all)
}
