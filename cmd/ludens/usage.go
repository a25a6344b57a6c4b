package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ludens/internal/exit"
	"ludens/internal/prose"
	"ludens/internal/tui"
)

// typed is the key of a context's command line.
type typed struct{}

// formerVerbs are verbs of earlier versions, each with the command that took its place.
var formerVerbs = map[string]string{"tune": "`ludens train GAME --preset alphabeta`"}

// knownVerb refuses a verb that there is not.
func knownVerb(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if now := formerVerbs[args[0]]; now != "" && !c.HasParent() {
		return exit.Usagef("the verb %q was removed: it is now %s", args[0], now)
	}
	var verbs []string
	for _, v := range c.Commands() {
		verbs = append(verbs, v.Name())
	}
	return exit.Usagef("unknown verb %q%s; see %s --help", args[0], prose.Hint(args[0], verbs), c.CommandPath())
}

// nearestFlag suggests the flag that an unknown one may have been meant to be.
func nearestFlag(c *cobra.Command, err error) string {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return ""
	}
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return strings.Replace(prose.Hint(unknown.GetSpecifiedName(), names), `"`, `"--`, 1)
}

// arguments checks how many words a verb is given and says what they should be.
func arguments(least, most int, want string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return exit.Usagef("%s: too few words; want: ludens %s", c.Name(), want)
		case len(args) > most:
			return exit.Usagef("%s: %q is one word too many; want: ludens %s", c.Name(), args[most], want)
		}
		return nil
	}
}

// help prints what there is to say of a verb, as wide as the terminal is.
func help(c *cobra.Command, _ []string) {
	about := cmp.Or(c.Long, c.Short)
	fmt.Fprint(c.OutOrStdout(), prose.Help(about+"\n\n"+c.UsageString(), tui.Width(c.OutOrStdout())))
}

// stderr is the process's own, behind the guard that all output has: text of strangers cannot
// steer a terminal.
var stderr = tui.Guard(os.Stderr)

// called is how this program was called.
var called = "ludens"

// commandLine returns what was typed.
func commandLine(ctx context.Context) string {
	line := "ludens"
	args, _ := ctx.Value(typed{}).([]string)
	for _, word := range args {
		line += " " + exit.Quoted(word)
	}
	return line
}
