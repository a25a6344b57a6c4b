package main

import "github.com/spf13/cobra"

// judgeFlags are those of the examination of who judges.
func (b *balancing) judgeFlags(c *cobra.Command) {
	c.Flags().BoolVar(&b.examine, "examine", true, "let the strongest budget of each agent play random, greedy and alphabeta:4 before it judges (20 to 48 games each); without, the answer says that the players were not examined")
	c.Flags().StringArrayVar(&b.study.Against, "against", nil, "examine the players against this agent, too, such as another engine (may be repeated)")
}
