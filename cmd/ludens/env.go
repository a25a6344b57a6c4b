package main

import (
	"github.com/spf13/cobra"

	"ludens/agent"
	"ludens/internal/protocol"
	"ludens/internal/roster"
)

func newEnv() *cobra.Command {
	var programs bool
	c := &cobra.Command{
		Use:   "env GAME",
		Short: "Let another program play episodes: the environment as JSON lines",
		Long: `Env serves a game as an environment to learners in other languages, through its
input and output: one line of JSON for each message, many episodes in one. A
learner that shares memory with it needs no messages to play. python/ holds a
package that speaks it, with classes for Gymnasium and PettingZoo: docs/python.md.
docs/protocols.md shows the messages.`,
		Example: `  echo '{"do":"spec"}' | ludens env celta
  ludens env cetro`,
		Args: arguments(1, 1, "env GAME"),
		RunE: func(c *cobra.Command, args []string) error {
			g, err := roster.Game(args[0])
			if err != nil {
				return err
			}
			read := agent.ParseSpec
			if programs {
				read = agent.Typed
			}
			return protocol.Gym(c.Context(), g, roster.Doors(read), c.InOrStdin(), c.OutOrStdout())
		},
	}
	c.Flags().BoolVar(&programs, "programs", false, "orders may name other people's engines (uci:COMMAND), which are then started")
	return c
}
