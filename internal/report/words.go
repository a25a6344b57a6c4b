package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"ludens/agent"
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

// Round writes a large estimate with two digits: 9132 as "9,100".
func Round(n int) string {
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

// players says who an agent of that name is and how strong that is. A name that
// is not an agent's text stands for itself.
func players(name string) string {
	spec, err := agent.Typed(name)
	if err != nil {
		return name
	}
	switch spec.Kind {
	case "random":
		return "players who move at random"
	case "greedy":
		return "players who look one move ahead"
	case "mcts":
		return "tree search by random playouts, " + timed(spec, "up to "+spec.Limit()+" a move") + ", which knows nothing but the rules"
	case "exact":
		return "moves by exact values, drawn among the best; where those take more than about a second, alpha-beta search " + timed(spec, "to depth "+spec.Limit())
	case "alphabeta":
		return "alpha-beta search " + timed(spec, "to depth "+spec.Limit()) + " on a simple count of material or progress"
	}
	if spec.Foreign() {
		return "another program, " + name
	}
	if spec.Budget == 0 {
		return "a network trained by playing itself, without search"
	}
	return "a network trained by playing itself, with " + timed(spec, spec.Limit()+" simulations a move")
}

// timed says how long an agent may think, or its budget where no time is set.
func timed(s agent.Spec, budget string) string {
	switch {
	case s.CPU:
		return s.Time.String() + " of CPU time a move"
	case s.Time > 0:
		return s.Time.String() + " a move"
	}
	return budget
}

// strongest says what the answer rests on.
func strongest(names []string) string {
	last := names[len(names)-1]
	if spec, err := agent.Typed(last); err == nil && spec.Kind == "exact" {
		return fmt.Sprintf("Both sides were always played by the same agent; the strongest were %s (%s). Where every move is by exact values, there are no better players.", last, players(last))
	}
	if len(names) == 1 {
		return fmt.Sprintf("Both sides were always played by %s (%s): what is said holds at that strength only.", last, players(last))
	}
	return fmt.Sprintf("Both sides were always played by the same agent; the strongest were %s (%s). What better players would find is not known from this.", last, players(last))
}

// beginning says how games begin, and what follows from that.
func beginning(openings string) string {
	switch {
	case openings == "none":
		return "All games begin with the start position; that they differ is up to the agents."
	case openings == "drawn starts":
		return "Each game begins with a start position that the rules draw, the same ones for every agent. No random move is played before the agents."
	case strings.HasPrefix(openings, variedBy):
		return fmt.Sprintf("All games begin with the start position. The openings are %s: each plays one of the moves that lose little by its own estimate, in proportion to its policy. Games are independent draws, also where one of them repeats another. Weak players lose more by it than they know.", openings)
	case from(openings) != "":
		return fmt.Sprintf("Each game begins with an opening of its own (%s), the same ones for every agent, so that agents which always play alike do not play one game many times. The answer is about the game after such plies: random plies may favour a side where the start position does not.", openings)
	}
	return fmt.Sprintf("Each game begins with an opening of its own (%s), the same ones for every agent. Another way of opening may favour another side.", openings)
}

// variedBy is how the words begin that say of openings that the players vary them.
const variedBy = "varied by the players"

// from returns " from 4 random plies", for headlines; "" of other openings.
func from(openings string) string {
	if strings.HasSuffix(openings, " random plies") || strings.HasSuffix(openings, " random ply") {
		return " from " + openings
	}
	return ""
}
