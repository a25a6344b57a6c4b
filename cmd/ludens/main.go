// Command ludens is a self-play laboratory for board-game variants: it learns
// to play a game from its rules alone, tells how strong it has become, and
// lets people play it. One file a verb.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"ludens/internal/nearest"
	"ludens/nn"
)

func main() {
	os.Exit(run(untilStopped(context.Background()), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// Exit codes.
const (
	exitError       = 1
	exitUsage       = 2
	exitInterrupted = 130 // as shells say of SIGINT
)

// usage is an error of the words on the command line.
type usage struct{ error }

// interrupted is a clean stop before the end; its text says how to go on.
type interrupted struct{ hint string }

func (i interrupted) Error() string { return i.hint }

// typed is the key of a context's command line.
type typed struct{}

// run carries out one command line and returns the exit code. Errors are one
// line on stderr.
func run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	root := newRoot()
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errs)
	err := root.ExecuteContext(context.WithValue(ctx, typed{}, args))
	var words usage
	var stopped interrupted
	switch {
	case err == nil:
		return 0
	case errors.As(err, &stopped):
		fmt.Fprintf(errs, "\nstopped. %s\n", stopped.hint)
		return exitInterrupted
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(errs, "\nstopped.")
		return exitInterrupted
	case errors.As(err, &words):
		fmt.Fprintf(errs, "ludens: %v\n", err)
		return exitUsage
	}
	fmt.Fprintf(errs, "ludens: %v\n", err)
	return exitError
}

func newRoot() *cobra.Command {
	var kernels string
	root := &cobra.Command{
		Use:   "ludens",
		Short: "A self-play laboratory for board-game variants",
		Long: `Ludens learns to play a board game from its rules alone, tells how strong it
has become, and lets you play it.`,
		Example: `  ludens games                      which games there are, and their options
  ludens train celta                learn the Juego Celta by self-play
  ludens play celta                 play against what was learnt`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          knownVerb,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
		PersistentPreRunE: func(*cobra.Command, []string) error {
			if kernels == "" {
				return nil
			}
			if err := nn.UsePath(kernels); err != nil {
				return usage{err}
			}
			return nil
		},
	}
	root.PersistentFlags().StringVar(&kernels, "kernels", "", "kernels of the network: "+strings.Join(nn.Paths(), ", ")+" (default "+nn.Path()+")")
	root.Version = about()
	root.SetVersionTemplate("{{.Version}}\n")
	root.Flags().Bool("version", false, "tell which ludens this is, and which kernels it has here")
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return usage{fmt.Errorf("%w; see ludens %s --help", err, c.Name())}
	})
	root.AddCommand(
		newTrain(), newResume(), newVerify(), newEval(), newConfig(), newExport(), newBench(),
		newPlay(), newShow(), newReplay(), newGames(), newPerft(), newMoves(), newSolve(),
		newMatch(), newLadder(), newBalance(), newServe(), newPlot(),
		newEngine(), newEnv(), newNotices(),
	)
	return root
}

// knownVerb refuses a verb that there is not.
func knownVerb(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var verbs []string
	for _, v := range c.Commands() {
		verbs = append(verbs, v.Name())
	}
	return usage{fmt.Errorf("unknown verb %q%s; see %s --help", args[0], nearest.Hint(args[0], verbs), c.CommandPath())}
}

// arguments checks how many words a verb is given and says what they should be.
func arguments(least, most int, want string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return usage{fmt.Errorf("%s: too few words; want: ludens %s", c.Name(), want)}
		case len(args) > most:
			return usage{fmt.Errorf("%s: %q is one word too many; want: ludens %s", c.Name(), args[most], want)}
		}
		return nil
	}
}
