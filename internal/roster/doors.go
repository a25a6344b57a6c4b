package roster

import (
	"ludens/agent"
	"ludens/alphabeta"
	"ludens/analysis"
	"ludens/env"
	"ludens/env/seed"
	"ludens/internal/disk"
	"ludens/internal/machine"
	"ludens/internal/protocol"
)

// Doors are what episodes for other languages need of the world: agents by their texts,
// and memory in files. The networks of all agents are opened once. Orders come through a
// pipe, so read is agent.ParseSpec, which starts no program, unless the user of this
// one has allowed it.
func Doors(read func(text string) (agent.Spec, error)) protocol.Doors {
	load := (&Loader{}).Load
	return protocol.Doors{
		Map:     disk.Map,
		Release: machine.Release(),
		Player: func(text string, g env.Game) (protocol.Player, error) {
			spec, err := read(text)
			if err != nil {
				return protocol.Player{}, err
			}
			if spec, _, err = spec.Fitted(g, load); err != nil {
				return protocol.Player{}, err
			}
			return player(spec, g, load)
		},
	}
}

func player(spec agent.Spec, g env.Game, load agent.Loader) (p protocol.Player, err error) {
	entrant := spec.Entrant(load)
	_, drawn := spec.Temperature()
	p = protocol.Player{
		Agent:    func(at seed.Seed) (env.Agent, error) { return entrant.New(g, at) },
		Searches: spec.HasTree() && !drawn,
		Program:  spec.Foreign(),
	}
	if p.Analyst, err = spec.Analyst(g, load, seed.New(0)); err != nil || !spec.HasNetwork() {
		return p, err
	}
	net, err := spec.Network(g, load)
	p.Net = &net.Net
	return p, err
}

// Resources returns what an engine begins with: of an agent whose text says how many
// threads it has, that many.
func Resources(spec agent.Spec, threads, hash int) protocol.Resources {
	r := protocol.Resources{Threads: threads, Megabytes: hash}
	if n := spec.Threads(); n > 0 {
		r.Threads = n
	}
	switch {
	case hash > 0:
	case spec.Kind == "alphabeta":
		r.Megabytes = alphabeta.DefaultMegabytes
	default:
		r.Megabytes = analysis.DefaultMegabytes
	}
	return r
}
