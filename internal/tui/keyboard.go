package tui

import (
	"bytes"
	"context"
	"errors"
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
