// Command ludens is a self-play laboratory for board-game variants: it learns
// to play a game from its rules alone, reports how strong it has become, and
// lets people play it. One file a verb.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"ludens/agent"
	"ludens/internal/device"
	"ludens/internal/exact"
	"ludens/internal/exit"
	"ludens/internal/machine"
	"ludens/internal/tui"
	"ludens/nn"
)

func main() {
	called = os.Args[0]
	if allowed, ok := machine.AllowedMemory(); ok && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(int64(allowed / 10 * 9)) // the rest is not Go's
	}
	if files, ok := exact.EndgamesAt(os.Getenv(exact.EndgamesVariable)); ok {
		agent.KeepTables(files)
	}
	os.Exit(run(exit.UntilStopped(context.Background()), os.Args[1:], os.Stdin, tui.Guard(os.Stdout), stderr))
}

// run carries out one command line and returns the exit code. Errors are one
// line on stderr.
func run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	var hardware device.Choice
	defer hardware.Close()
	root := newRoot(&hardware)
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errs)
	code, message := exit.Of(root.ExecuteContext(context.WithValue(ctx, typed{}, args)))
	if code != 0 {
		fmt.Fprintln(errs, tui.Plain(exit.Pasted(message, called)))
	}
	return code
}

func newRoot(hardware *device.Choice) *cobra.Command {
	root := &cobra.Command{
		Use:   "ludens",
		Short: "A self-play laboratory for board-game variants",
		Long: `Ludens learns to play a board game from its rules alone, reports how strong it
has become, and lets you play it.`,
		Example: `  ludens demo                       watch a small game being learned, then play it
  ludens games                      which games there are, and their options
  ludens train celta                learn the Juego Celta by self-play
  ludens play celta                 play against what was trained`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          knownVerb,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
		PersistentPreRunE: func(c *cobra.Command, _ []string) error {
			return hardware.Use(c.Context(), c.ErrOrStderr())
		},
	}
	root.PersistentFlags().StringVar(&hardware.Kernels, "kernels", "", "kernels of the network: "+strings.Join(nn.Paths(), ", ")+" (default "+nn.Path()+")")
	root.PersistentFlags().StringVar(&hardware.Device, "device", "", device.Help)
	root.Version = "of its source" // or else there is no --version
	cobra.AddTemplateFunc("about", about)
	root.SetVersionTemplate("{{about}}\n")
	root.Flags().Bool("version", false, "print which ludens this is, and which kernels it has here")
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SetHelpFunc(help)
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		if args := c.Flags().Args(); !c.HasParent() && len(args) > 0 {
			return knownVerb(c, args)
		}
		return exit.Usagef("%w%s; see %s --help", err, nearestFlag(c, err), c.CommandPath())
	})
	root.AddCommand(
		newTrain(), newResume(), newRuns(), newWork(), newVerify(), newSign(), newEval(), newConfig(), newExport(), newBench(),
		newPlay(), newLearn(), newShow(), newReplay(), newGames(), newCheck(), newImport(), newPerft(), newMoves(), newSolve(),
		newMatch(), newLadder(), newBalance(), newServe(), newDemo(), newPlot(),
		newEngine(), newEnv(), newNotices(),
	)
	complete(root)
	return root
}

// about says which ludens this is, line by line: its source, the Go that built
// it, and the kernels that it has on this CPU.
func about() string {
	return strings.Join([]string{
		"ludens " + machine.Revision(),
		fmt.Sprintf("built by %s for %s/%s", runtime.Version(), runtime.GOOS, runtime.GOARCH),
		fmt.Sprintf("kernels %s, of %s", nn.Path(), strings.Join(nn.Paths(), ", ")),
	}, "\n")
}
