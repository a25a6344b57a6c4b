package study

import (
	"cmp"
	"fmt"
	"runtime"
	"slices"

	"ludens/arena"
	"ludens/env"
	"ludens/internal/report"
	"ludens/internal/revision"
	"ludens/nn"
)

// Facts are what it takes to get games again, the command that asked for them first.
func (m Setting) Facts(command, openings string, players []Contestant) []report.Fact {
	facts := []report.Fact{
		{Name: "command", Value: command},
		{Name: "seed", Value: fmt.Sprint(m.Seed)},
		{Name: "ludens", Value: programs(m.Out)},
		{Name: "go", Value: runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH},
		{Name: "kernels", Value: nn.Path()},
		{Name: "game", Value: m.Game.Spec().Name},
		{Name: "rules", Value: env.Fingerprint(m.Game)},
		{Name: "openings", Value: openings},
		{Name: "games", Value: m.Out},
	}
	for _, c := range players {
		if c.At != nil {
			facts = append(facts, report.Fact{Name: c.Name, Value: c.Key})
		}
		network := report.Fact{Name: "network of " + c.Weights, Value: c.Network}
		if c.Network != "" && !slices.Contains(facts, network) {
			facts = append(facts, network)
		}
	}
	return facts
}

// programs returns the revisions of ludens that have played the games of a folder.
func programs(dir string) string {
	about, _ := arena.About(dir) // there is none where no game was to be played
	return cmp.Or(about["ludens"], revision.Here())
}
