package main

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ludens/internal/roster"
)

// offered are the words of a command's arguments that are completed, each as roster.Complete
// has it.
var offered = map[string]string{"GAME": "game", "AGENT": "agent", "A": "agent", "B": "agent", "RUN": "run", "FOLDER": "run", "ARRAY": ""}

// offeredFlags are the same for flags.
var offeredFlags = map[string]string{"game": "game", "preset": "preset", "agent": "agent", "opponent": "agent", "against": "agent", "judge": "agent", "run": "run", "records": "run"}

// complete has the shell complete the arguments and flags of a command, and of those under it.
func complete(c *cobra.Command) {
	if places := strings.Fields(c.Use)[1:]; len(places) > 0 {
		c.ValidArgsFunction = func(_ *cobra.Command, args []string, typed string) (all []string, _ cobra.ShellCompDirective) {
			for _, word := range strings.FieldsFunc(places[min(len(args), len(places)-1)], func(r rune) bool { return r < 'A' || r > 'Z' }) {
				all = append(all, roster.Complete(offered[word], typed)...)
			}
			return all, cobra.ShellCompDirectiveDefault
		}
	}
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if kind := offeredFlags[f.Name]; kind != "" {
			c.RegisterFlagCompletionFunc(f.Name, func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
				return roster.Complete(kind, typed), cobra.ShellCompDirectiveDefault
			})
		}
	})
	for _, under := range c.Commands() {
		complete(under)
	}
}
