package report

import (
	"fmt"
	"math"
	"strconv"

	"ludens/arena"
)

// show writes a value for people: "53.1 [51.0, 55.2]".
func (c Column) show(v any) string {
	switch v := v.(type) {
	case arena.Measure:
		if math.IsInf(v.Low, 0) && math.IsInf(v.High, 0) {
			return "unknown"
		}
		if math.IsInf(v.High, 1) && !math.IsInf(v.Low, 0) {
			return "≥ " + c.number(v.Low)
		}
		return fmt.Sprintf("%s [%s, %s]", c.number(v.Value), c.number(v.Low), c.number(v.High))
	case float64:
		return c.number(v)
	case Chance:
		return v.String()
	}
	return fmt.Sprint(v)
}

// Chance is a probability: "0.032", "< 0.001".
type Chance float64

func (p Chance) String() string {
	if p < 0.001 {
		return "< 0.001"
	}
	return fmt.Sprintf("%.3f", float64(p))
}

// number writes a number for people; what is unbounded has no digits.
func (c Column) number(v float64) string {
	switch {
	case math.IsNaN(v):
		return "–"
	case math.IsInf(v, 1):
		return "∞"
	case math.IsInf(v, -1):
		return "−∞"
	case c.Percent:
		v *= 100
	}
	return minus(strconv.FormatFloat(v, 'f', c.Digits, 64))
}

// minus writes a negative number as printers do, and none of zero.
func minus(text string) string {
	if f, err := strconv.ParseFloat(text, 64); err == nil && text[0] == '-' {
		if f == 0 {
			return text[1:]
		}
		return "−" + text[1:]
	}
	return text
}

// headers returns the columns that a column is in a file: an estimate is three.
func (c Column) headers(v any) []string {
	if _, ok := v.(arena.Measure); ok {
		return []string{c.Key, c.Key + "_low", c.Key + "_high"}
	}
	return []string{c.Key}
}

// plain writes a value for programs, in the columns of headers; what is
// unbounded or unknown is left empty.
func plain(v any) []string {
	switch v := v.(type) {
	case arena.Measure:
		if math.IsInf(v.Low, 0) && math.IsInf(v.High, 0) {
			return []string{"", "", ""}
		}
		return []string{exact(v.Value), exact(v.Low), exact(v.High)}
	case float64:
		return []string{exact(v)}
	case Chance:
		return []string{exact(float64(v))}
	}
	return []string{fmt.Sprint(v)}
}

func exact(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', 8, 64)
}

// json returns a value as JSON has it: null is unbounded or unknown.
func jsonOf(v any) any {
	switch v := v.(type) {
	case arena.Measure:
		if math.IsInf(v.Low, 0) && math.IsInf(v.High, 0) {
			return map[string]any{"estimate": nil, "low": nil, "high": nil}
		}
		return map[string]any{"estimate": jsonOf(v.Value), "low": jsonOf(v.Low), "high": jsonOf(v.High)}
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil
		}
		return v
	}
	return v
}
