package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ludens/arena"
)

var inf = math.Inf(1)

func TestShow(t *testing.T) {
	percent, plain := Column{Percent: true, Digits: 1}, Column{Digits: 2}
	for _, test := range []struct {
		name   string
		column Column
		value  any
		want   string
	}{
		{"a share", percent, arena.Measure{Value: 0.531, Low: 0.51, High: 0.552}, "53.1 [51.0, 55.2]"},
		{"a number with its interval", plain, arena.Measure{Value: 1.5, Low: -0.25, High: 3}, "1.50 [−0.25, 3.00]"},
		{"nothing is known", plain, arena.Measure{Value: 4, Low: -inf, High: inf}, "unknown"},
		{"only a least value is known", plain, arena.Measure{Value: inf, Low: 2, High: inf}, "≥ 2.00"},
		{"only a greatest value is known", plain, arena.Measure{Value: -inf, Low: -inf, High: 2}, "−∞ [−∞, 2.00]"},
		{"a share as a number", percent, 0.25, "25.0"},
		{"no number", plain, math.NaN(), "–"},
		{"a chance", plain, Chance(0.25), "0.250"},
		{"a count keeps all its digits", percent, 12345, "12345"},
		{"a word", percent, "mcts:10", "mcts:10"},
		{"half is rounded to even by its double", Column{}, 2.5, "2"},
	} {
		if got := test.column.show(test.value); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

func TestNumber(t *testing.T) {
	for _, test := range []struct {
		column Column
		v      float64
		want   string
	}{
		{Column{}, 0, "0"},
		{Column{}, math.Copysign(0, -1), "0"},
		{Column{Digits: 2}, -0.004, "0.00"},
		{Column{Digits: 2}, -0.006, "−0.01"},
		{Column{}, -12, "−12"},
		{Column{}, -inf, "−∞"},
		{Column{}, inf, "∞"},
		{Column{Percent: true}, inf, "∞"},
		{Column{Percent: true}, -0.5, "−50"},
		{Column{Percent: true, Digits: 2}, 1, "100.00"},
		{Column{Percent: true}, math.NaN(), "–"},
	} {
		if got := test.column.number(test.v); got != test.want {
			t.Errorf("%+v shows %v as %q, want %q", test.column, test.v, got, test.want)
		}
	}
}

// No column shows what is negative with a hyphen, nor anything as minus zero.
func TestMinusIsASignOfItsOwn(t *testing.T) {
	for _, v := range []float64{-1e-9, -0.0499, -0.05, -0.0501, -0.5, -1, -99.96, -1e6} {
		for digits := range 4 {
			got := Column{Digits: digits}.number(v)
			back, err := strconv.ParseFloat(strings.ReplaceAll(got, "−", "-"), 64)
			if err != nil || math.Abs(back-v) > 0.5000001*math.Pow(10, -float64(digits)) {
				t.Errorf("%v with %d digits: %q", v, digits, got)
			}
			if strings.Contains(got, "-") || strings.HasPrefix(got, "−") != (back < 0) {
				t.Errorf("%v with %d digits: %q", v, digits, got)
			}
		}
	}
}

func TestChance(t *testing.T) {
	for p, want := range map[Chance]string{
		0: "< 0.001", 0.0009999: "< 0.001", 0.001: "0.001", 0.0321: "0.032", 0.5: "0.500", 1: "1.000",
	} {
		if got := p.String(); got != want {
			t.Errorf("%g: got %q, want %q", float64(p), got, want)
		}
	}
}

// cells are values of every kind that a table may hold, with what its CSV and its
// JSON must say.
var cells = []struct {
	name  string
	value any
	csv   []string
	json  string
}{
	{"word", "greedy", []string{"greedy"}, `"greedy"`},
	{"count", 400, []string{"400"}, `400`},
	{"number", 0.125, []string{"0.125"}, `0.125`},
	{"long number", 1.0 / 3, []string{"0.33333333"}, `0.3333333333333333`},
	{"NaN", math.NaN(), []string{""}, `null`},
	{"infinite", inf, []string{""}, `null`},
	{"minus infinite", -inf, []string{""}, `null`},
	{"chance", Chance(0.25), []string{"0.25"}, `0.25`},
	{"small chance", Chance(1e-9), []string{"1e-09"}, `1e-9`},
	{"estimate", arena.Measure{Value: 0.5, Low: 0.25, High: 0.75}, []string{"0.5", "0.25", "0.75"}, `{"estimate":0.5,"high":0.75,"low":0.25}`},
	{"least value", arena.Measure{Value: inf, Low: 2, High: inf}, []string{"", "2", ""}, `{"estimate":null,"high":null,"low":2}`},
	{"greatest value", arena.Measure{Value: -inf, Low: -inf, High: 2}, []string{"", "", "2"}, `{"estimate":null,"high":2,"low":null}`},
	{"unknown", arena.Measure{Value: 7, Low: -inf, High: inf}, []string{"", "", ""}, `{"estimate":null,"high":null,"low":null}`},
}

func TestCellsInFiles(t *testing.T) {
	for _, test := range cells {
		if got := plain(test.value); !slices.Equal(got, test.csv) {
			t.Errorf("%s: CSV has %q, want %q", test.name, got, test.csv)
		}
		got, err := json.Marshal(jsonOf(test.value))
		if err != nil || string(got) != test.json {
			t.Errorf("%s: JSON has %s, %v; want %s", test.name, got, err, test.json)
		}
		if heads := (Column{Key: "k"}).headers(test.value); len(heads) != len(test.csv) {
			t.Errorf("%s: %d headers above %d cells", test.name, len(heads), len(test.csv))
		}
	}
}

// A table of all kinds of value is a CSV file without ragged rows, and a second
// table that is read from it has the same words and numbers.
func TestCSVOfEveryKind(t *testing.T) {
	table := Table{Name: "all"}
	row, want := []any{}, []string{}
	for _, c := range cells {
		table.Columns = append(table.Columns, Column{Key: c.name, Percent: true, Digits: 1})
		row, want = append(row, c.value), append(want, c.csv...)
	}
	table.Rows = [][]any{row, row}
	var b bytes.Buffer
	if err := table.CSV(&b); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&b).ReadAll()
	if err != nil || len(rows) != 3 {
		t.Fatalf("%v, %v", rows, err)
	}
	if !slices.Equal(rows[1], want) || !slices.Equal(rows[2], want) || len(rows[0]) != len(want) {
		t.Errorf("got  %q\nwant %q", rows, want)
	}
	if i := slices.Index(rows[0], "estimate"); i < 0 || rows[0][i+1] != "estimate_low" || rows[0][i+2] != "estimate_high" {
		t.Errorf("columns %q", rows[0])
	}
}

// What people type as names reaches a spreadsheet unharmed.
func TestCSVOfHostileNames(t *testing.T) {
	names := []string{"a,b", `say "x"`, "two\nlines", " spaces ", "ü|é", ""}
	table := Table{Columns: []Column{{Key: "name"}, {Key: "n"}}}
	for i, n := range names {
		table.Rows = append(table.Rows, []any{n, i})
	}
	rows, err := csv.NewReader(strings.NewReader(text(t, func(b *bytes.Buffer) error { return table.CSV(b) }))).ReadAll()
	if err != nil || len(rows) != len(names)+1 {
		t.Fatalf("%q, %v", rows, err)
	}
	for i, n := range names {
		if rows[i+1][0] != n || rows[i+1][1] != strconv.Itoa(i) {
			t.Errorf("row %d is %q, want %q", i, rows[i+1], n)
		}
	}
}
