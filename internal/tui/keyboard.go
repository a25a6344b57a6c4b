package tui

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"golang.org/x/term"
)

// keyboard reads lines from a user at a terminal, who can edit them, take
// earlier ones up again, and have words completed with Tab.
type keyboard struct {
	in      *os.File
	out     *os.File
	line    *term.Terminal
	resized <-chan os.Signal
	broken  bool // by Ctrl-C
}

// newKeyboard returns a keyboard, or nil if one of its ends is not a terminal. words
// returns what a line may begin with.
func newKeyboard(in io.Reader, out io.Writer, words func() []string) *keyboard {
	if !Terminal(in) || !Terminal(out) {
		return nil
	}
	k := &keyboard{in: fileOf(in), out: fileOf(out), resized: resizes()}
	k.line = term.NewTerminal(k, "")
	k.line.AutoCompleteCallback = func(line string, at int, key rune) (string, int, bool) {
		if key != '\t' || at < len(line) {
			return "", 0, false
		}
		full := complete(line, words())
		return full, len(full), true
	}
	return k
}

// ErrBroken is what Ctrl-C at the keyboard means.
var ErrBroken = errors.New("Ctrl-C")

// read prompts for a line. redraw is called when the terminal has got another
// size, with where to draw. io.EOF: there are no more lines.
func (k *keyboard) read(ctx context.Context, prompt string, redraw func(io.Writer)) (string, error) {
	before, err := term.MakeRaw(int(k.in.Fd()))
	if err != nil {
		return "", err
	}
	defer term.Restore(int(k.in.Fd()), before)
	k.line.SetPrompt(prompt)
	k.fit()
	type typed struct {
		text string
		err  error
	}
	lines := make(chan typed, 1)
	go func() { // a read cannot be called off: it ends with the process
		text, err := k.line.ReadLine()
		lines <- typed{text, err}
	}()
	for {
		select {
		case l := <-lines:
			if l.err != nil && k.broken {
				return "", ErrBroken
			}
			return l.text, l.err
		case <-k.resized:
			k.fit()
			redraw(k.line)
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

// fit sets the line's width to the terminal's.
func (k *keyboard) fit() {
	if w, h, err := term.GetSize(int(k.out.Fd())); err == nil && w > 0 && h > 0 {
		k.line.SetSize(w, h) // without its size a line is edited as on any terminal
	}
}

// Read and Write are the terminal's, for the line.
func (k *keyboard) Read(p []byte) (int, error) {
	const ctrlC = 3
	n, err := k.in.Read(p)
	k.broken = k.broken || bytes.IndexByte(p[:n], ctrlC) >= 0
	return n, err
}

func (k *keyboard) Write(p []byte) (int, error) { return k.out.Write(p) }

// complete returns line, continued as far as all words that begin with it agree.
func complete(line string, words []string) string {
	var fit []string
	for _, w := range words {
		if strings.HasPrefix(w, strings.ToLower(line)) {
			fit = append(fit, w)
		}
	}
	if len(fit) == 0 {
		return line
	}
	first, last := slices.Min(fit), slices.Max(fit)
	n := len(line)
	for n < min(len(first), len(last)) && first[n] == last[n] {
		n++
	}
	return first[:n]
}

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
