package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"ludens/arena"
)

// listed joins words as people do: "a, b and c".
func listed(words []string) string {
	switch n := len(words); n {
	case 0:
		return "none"
	case 1:
		return words[0]
	default:
		return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
}

// points writes a share as points of a hundred with its interval: "53.1 %
// [51.0, 55.2]".
func points(m arena.Measure) string {
	return fmt.Sprintf("%.1f %% [%.1f, %.1f]", 100*m.Value, 100*m.Low, 100*m.High)
}

// signed writes a change of a share in points: "+2.1 points [1.0, 3.2]".
func signed(m arena.Measure) string {
	c := Column{Percent: true, Digits: 1}
	text := c.number(m.Value)
	if m.Value > 0 {
		text = "+" + text
	}
	return fmt.Sprintf("%s points [%s, %s]", text, c.number(m.Low), c.number(m.High))
}

// round writes a large number as nobody knows it exactly: 9132 as "9,100".
func round(n int) string {
	if n >= 100 {
		unit := int(math.Pow(10, math.Floor(math.Log10(float64(n)))-1))
		n = (n + unit/2) / unit * unit
	}
	return Grouped(n)
}

// Grouped writes 12345 as "12,345".
func Grouped(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// Count writes "1 game", "400 games".
func Count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return Grouped(n) + " " + what + "s"
}

// players says who an agent of that name is and how strong that is.
func players(name string) string {
	kind, rest, _ := strings.Cut(name, ":")
	budget := rest
	if i := strings.LastIndex(rest, "@"); i >= 0 {
		budget = rest[i+1:]
	}
	switch kind {
	case "random":
		return "players who move at random"
	case "greedy":
		return "players who look one move ahead"
	case "mcts":
		return "tree search by random playouts, up to " + budget + " a move, which knows nothing but the rules"
	case "alphabeta":
		return "alpha-beta search to depth " + budget + " on a simple count of material or progress"
	case "ckpt", "int8", "champion", "net":
		return learnt(budget)
	}
	if _, budget, ok := strings.Cut(name, "@"); ok { // a run's folder
		return learnt(budget)
	}
	return name
}

func learnt(budget string) string {
	return "a network that learnt by playing itself, with " + budget + " simulations a move"
}

// strongest says what the answer rests on.
func strongest(names []string) string {
	last := names[len(names)-1]
	return fmt.Sprintf("Both sides were always played by the same agent; the strongest were %s (%s). What better players would find is not known from this.", last, players(last))
}

// beginning says how games begin, and what follows from that.
func beginning(openings string) string {
	if openings == "none" {
		return "All games begin with the start position; that they differ is up to the agents."
	}
	return fmt.Sprintf("Each game begins with an opening of its own (%s), the same ones for every agent, so that agents which always play alike do not play one game many times. Another way of opening may favour another side.", openings)
}
