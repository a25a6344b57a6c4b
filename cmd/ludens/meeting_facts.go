package main

import (
	"context"
	"fmt"
	"runtime"
	"strings"

	"ludens/env"
	"ludens/nn"
	"ludens/report"
)

// facts are what it takes to get games again.
func (m *meeting) facts(ctx context.Context, g env.Game, openings string, players []contestant) []report.Fact {
	facts := []report.Fact{
		{Name: "command", Value: commandLine(ctx)},
		{Name: "seed", Value: fmt.Sprint(m.seed)},
		{Name: "ludens", Value: version()},
		{Name: "go", Value: runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH},
		{Name: "kernels", Value: nn.Path()},
		{Name: "game", Value: g.Spec().Name},
		{Name: "rules", Value: env.Fingerprint(g)},
		{Name: "openings", Value: openings},
		{Name: "games", Value: m.out},
	}
	for _, c := range players {
		if c.checkpoint != nil {
			facts = append(facts, report.Fact{Name: c.Name, Value: c.key})
		}
	}
	return facts
}

// commandLine returns what was typed.
func commandLine(ctx context.Context) string {
	line := "ludens"
	args, _ := ctx.Value(typed{}).([]string)
	for _, word := range args {
		line += " " + quoted(word)
	}
	return line
}

// quoted returns a word as a shell takes it.
func quoted(word string) string {
	if word == "" || strings.ContainsAny(word, " \t'\"$&;()<>|*?#~`\\") {
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return word
}
