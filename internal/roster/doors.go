package roster

import (
	"ludens/agent"
	"ludens/env"
	"ludens/env/seed"
	"ludens/internal/mapped"
	"ludens/internal/protocol"
)

// Doors are what episodes for other languages need of the world: agents by their texts,
// and memory in files. The networks of all agents are opened once. Orders come through a
// pipe, and nobody at the command line has typed them: no agent is another's program.
func Doors() protocol.Doors {
	load := (&Loader{}).Load
	return protocol.Doors{
		Map:    mapped.Open,
		Player: func(text string, g env.Game) (protocol.Player, error) { return player(text, g, load) },
	}
}

func player(text string, g env.Game, load agent.Loader) (protocol.Player, error) {
	spec, err := agent.ParseSpec(text)
	if err != nil {
		return protocol.Player{}, err
	}
	entrant := spec.Entrant(load)
	p := protocol.Player{
		Agent:    func(at seed.Seed) (env.Agent, error) { return entrant.New(g, at) },
		Searches: spec.HasTree(),
	}
	if p.Analyst, err = spec.Analyst(g, load, seed.New(0)); err != nil || !spec.HasNetwork() {
		return p, err
	}
	net, err := spec.Network(g, load)
	p.Net = &net
	return p, err
}
