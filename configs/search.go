package configs

import (
	"fmt"

	"github.com/BurntSushi/toml"

	"ludens/mcts"
)

// SearchOf returns the search of a run's configuration, as a checkpoint's header has
// it. What older versions of ludens did not know has its default; what else the text
// says does not matter.
func SearchOf(config string) (mcts.Config, error) {
	run := struct {
		Search mcts.Config `toml:"search"`
	}{mcts.Defaults()}
	_, err := toml.Decode(config, &run)
	if err == nil {
		err = run.Search.Validate()
	}
	if err != nil {
		return run.Search, fmt.Errorf("the checkpoint's configuration: [search] %w", err)
	}
	return run.Search, nil
}
