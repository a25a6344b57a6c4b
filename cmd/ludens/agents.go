package main

import (
	"fmt"
	"strings"
	"sync"

	"ludens/agent"
	"ludens/configs"
	"ludens/env"
	runs "ludens/internal/run"
	"ludens/nn"
	"ludens/train"
)

// loader opens each checkpoint once and lends its network to all who ask.
type loader struct {
	mu    sync.Mutex
	nets  map[string]agent.Trained
	atRun agent.Trained // what "net" means; zero: nothing
}

// load is a agent.Loader.
func (l *loader) load(path string, g env.Game) (agent.Trained, error) {
	if path == "" {
		if l.atRun.Inferer == nil {
			return agent.Trained{}, fmt.Errorf("no network is at hand here: name one as ckpt:PATH@N")
		}
		return l.atRun, nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if net, ok := l.nets[path]; ok {
		return net, nil
	}
	net, err := openNet(path, g)
	if err != nil {
		return agent.Trained{}, err
	}
	if l.nets == nil {
		l.nets = map[string]agent.Trained{}
	}
	l.nets[path] = net
	return net, nil
}

// openNet opens what a agent.Loader is asked for.
func openNet(text string, g env.Game) (agent.Trained, error) {
	if text == agent.Champion {
		return openChampion(g)
	}
	path, in8 := strings.CutPrefix(text, agent.Int8)
	c, err := openCheckpoint(path)
	if err != nil {
		return agent.Trained{}, err
	}
	if err := configs.Suits(c, g); err != nil {
		return agent.Trained{}, fmt.Errorf("%s: %w", path, err)
	}
	return playing(c, g, in8)
}

// openChampion opens the network that comes with the program, in bytes where the
// CPU has instructions for them: as strong, and several times as fast.
func openChampion(g env.Game) (agent.Trained, error) {
	name, ok := configs.ChampionOf(g)
	if !ok {
		return agent.Trained{}, noChampion(g.Spec().Name)
	}
	b, _ := configs.Champion(name)
	c, _, err := train.DecodeCheckpoint(b)
	if err != nil {
		return agent.Trained{}, fmt.Errorf("champion of %s: %w", name, err)
	}
	if err := configs.Suits(c, g); err != nil {
		return agent.Trained{}, fmt.Errorf("champion of %s: %w", name, err)
	}
	net, err := playing(c, g, nn.HasInt8())
	net.Search = configs.ChampionSearch(name, net.Search)
	return net, err
}

func noChampion(game string) error {
	return fmt.Errorf("no champion of %s comes with ludens; there are champions of: %s", game, strings.Join(configs.Champions(), ", "))
}

// openCheckpoint reads a checkpoint file, or the newest one of a run's folder.
func openCheckpoint(path string) (*train.Checkpoint, error) {
	c, _, _, err := runs.ReadCheckpoint(path)
	return c, err
}
