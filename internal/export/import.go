package export

import (
	"fmt"
	"io"
	"os"
	"strings"

	"ludens/env"
	"ludens/env/games"
	"ludens/internal/disk"
	"ludens/internal/report"
	"ludens/train"
)

// maxRules is what a file of a game's rules may hold at most, in bytes.
const maxRules = 1 << 20

// vacant returns an error if a file is there.
func vacant(path string) error {
	if _, err := os.Stat(path); err == nil {
		return fmt.Errorf("%s is there already: choose another name, or remove it", path)
	}
	return nil
}

// about says what network a checkpoint has.
func about(c *train.Checkpoint) string {
	s := c.Network
	return fmt.Sprintf("network %dx%d of %s, %d parameters", s.Channels, s.Blocks, c.Game, s.Params())
}

// ImportWeights makes a checkpoint of g, in the file to, of the weights in a file.
func ImportWeights(out io.Writer, g env.Game, path, to string) error {
	if err := vacant(to); err != nil {
		return err
	}
	c, err := Read(g, path)
	if err != nil {
		return err
	}
	hash, err := c.Write(to)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s: %s\nsha256     %s\n", to, about(c), hash)
	return err
}

// ImportRules makes the file of a game, in the file to or printed if that is "", of its
// rules in FILE or FILE#NAME. Unless partly, a rule that no file can say is an error;
// errs gets a line for each.
func ImportRules(out, errs io.Writer, from, to string, partly bool) error {
	path, name, _ := strings.Cut(from, "#")
	text, err := disk.ReadFile(path, maxRules)
	if err != nil {
		return err
	}
	game, err := games.Import(string(text), name)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	for _, p := range game.Problems {
		fmt.Fprintf(errs, "%s: %s\n", path, p)
	}
	if n := len(game.Problems); n > 0 && (!partly || game.Text == "") {
		return fmt.Errorf("%s: %s that no file can say (above): what is left would be another game", path, report.Count(n, "thing"))
	}
	if to == "" {
		_, err = fmt.Fprint(out, game.Text)
		return err
	}
	if err := vacant(to); err != nil {
		return err
	}
	return disk.Write(to, func(w io.Writer) error {
		_, err := io.WriteString(w, game.Text)
		return err
	})
}
