package tui

import (
	"io"
	"os"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"unicode"
	"unicode/utf8"

	"ludens/internal/prose"
)

// Guard returns what writes to a terminal only text and the colours of ludens: of other control
// characters, which files and machines of strangers may hold, a question mark is left. A file
// or a pipe is returned as it is, and gets every byte.
func Guard(out *os.File) io.Writer {
	if !Terminal(out) {
		return out
	}
	return &guarded{file: out, to: out}
}

// guarded is a terminal behind a Guard.
type guarded struct {
	file *os.File
	to   io.Writer // file, but for tests
	mu   sync.Mutex
	rest []byte // the beginning of a character
}

// SyscallConn is that of the terminal: package exit asks whether it is still there.
func (g *guarded) SyscallConn() (syscall.RawConn, error) { return g.file.SyscallConn() }

func (g *guarded) Write(b []byte) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	text := append(g.rest, b...)
	end := len(text)
	for i := 1; i < utf8.UTFMax && i <= len(text); i++ {
		if at := len(text) - i; utf8.RuneStart(text[at]) {
			if !utf8.FullRune(text[at:]) {
				end = at
			}
			break
		}
	}
	g.rest = append([]byte(nil), text[end:]...)
	if _, err := io.WriteString(g.to, neutral(string(text[:end]), true)); err != nil {
		return 0, err
	}
	return len(b), nil
}

// Plain returns a message without control characters but for the ends of its lines. What it
// repeats from elsewhere is clipped by [prose.Clip], and its lines are bounded: our own may be
// lists of all games.
func Plain(message string) string {
	const most = 4000 // bytes
	var lines []string
	for line := range strings.Lines(prose.Clip(message)) {
		if len(line) > most {
			line = strings.ToValidUTF8(line[:most], "") + "...\n"
		}
		lines = append(lines, neutral(line, false))
	}
	return strings.TrimSuffix(strings.Join(lines, ""), "\n")
}

// own matches what ludens and its bars write at the beginning of a text: colours, and the end of
// a line deleted.
var own = regexp.MustCompile(`^\x1b\[(?:(?:[012]|1;48;5;\d{1,3};38;5;\d{1,3})m|[02]?K)`)

// neutral returns text with a question mark in place of each control character that moves a
// cursor, begins a sequence or turns the direction of writing, but for those that are own.
func neutral(text string, owns bool) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		sequence := ""
		if r == '\x1b' && owns {
			sequence = own.FindString(text[i:])
		}
		switch {
		case sequence != "":
			b.WriteString(sequence)
			size = len(sequence)
		case r == '\n' || r == '\t' || r == '\r' && owns:
			b.WriteRune(r)
		case r == utf8.RuneError && size == 1 || unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r):
			b.WriteByte('?')
		default:
			b.WriteString(text[i : i+size])
		}
		i += size
	}
	return b.String()
}

// fileOf returns the file that out writes to, behind a Guard or not; nil: there is none.
func fileOf(out any) *os.File {
	switch w := out.(type) {
	case *guarded:
		return w.file
	case *os.File:
		return w
	}
	return nil
}
