package tui

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
)

// lines are what a person types: at a keyboard, or as it stands in a file.
type lines struct {
	keys *keyboard     // nil: the lines come from elsewhere
	rest <-chan string // without a keyboard
	echo bool          // what is typed cannot be seen otherwise
	out  io.Writer
}

// errLeft is how the lines of a person end who leaves.
var errLeft = errors.New("left")

// hear has lines come from a keyboard, where there is one, or as they are in in.
// vocabulary returns what a line may begin with.
func hear(ctx context.Context, in io.Reader, out io.Writer, l look, vocabulary func() []string) *lines {
	t := &lines{echo: !Terminal(in), out: out}
	if !l.plain {
		t.keys = newKeyboard(in, out, vocabulary)
	}
	if t.keys == nil {
		t.rest = readLines(ctx, in)
	}
	return t
}

// read prompts and returns the next line that is typed, without spaces around it. redraw
// is called when the terminal has got another size. errLeft: there are no more lines.
func (t *lines) read(ctx context.Context, prompt string, redraw func(io.Writer)) (string, error) {
	if t.keys != nil {
		line, err := t.keys.read(ctx, prompt, redraw)
		if errors.Is(err, io.EOF) {
			fmt.Fprintln(t.out)
			return "", errLeft
		}
		return strings.TrimSpace(line), err
	}
	fmt.Fprint(t.out, prompt)
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case line, ok := <-t.rest:
		if !ok {
			fmt.Fprintln(t.out)
			return "", errLeft
		}
		line = strings.TrimSpace(line)
		if t.echo {
			fmt.Fprintln(t.out, line)
		}
		return line, nil
	}
}

// readLines sends the lines of in until it ends, or ctx does. A read that waits
// for a person cannot be called off: it ends with the process.
func readLines(ctx context.Context, in io.Reader) <-chan string {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for s := bufio.NewScanner(in); s.Scan(); {
			select {
			case lines <- s.Text():
			case <-ctx.Done():
				return
			}
		}
	}()
	return lines
}
