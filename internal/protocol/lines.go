package protocol

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"ludens/internal/prose"
)

// maxLine is how long a line may be, in bytes; the rest of a longer one is
// dropped.
const maxLine = 1 << 20

// readLines sends the lines of in until it ends, or ctx does. A read that waits
// for the other program cannot be called off: it ends with the input.
func readLines(ctx context.Context, in io.Reader) <-chan string {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for r := bufio.NewReader(in); ; {
			line, err := readLine(r)
			if err != nil && line == "" {
				return
			}
			select {
			case lines <- line:
			case <-ctx.Done():
				return
			}
		}
	}()
	return lines
}

// readLine returns the next line without its end. A last line without an end
// is one, too.
func readLine(r *bufio.Reader) (string, error) {
	var line strings.Builder
	for {
		part, err := r.ReadSlice('\n')
		line.Write(part[:min(len(part), maxLine-line.Len())])
		if !errors.Is(err, bufio.ErrBufferFull) {
			return strings.TrimRight(line.String(), "\r\n"), err
		}
	}
}

// printer writes lines that the other program sees at once. The first error
// stays; nothing is written after it.
type printer struct {
	w   io.Writer
	err error
}

func (p *printer) print(format string, args ...any) {
	p.line([]byte(prose.OneLine(fmt.Sprintf(format, args...))))
}

// line writes a text that has no line's end in it.
func (p *printer) line(text []byte) {
	if p.err == nil {
		_, p.err = p.w.Write(append(text, '\n'))
	}
}

// cut returns the first word of a line, and the rest without spaces around it.
func cut(line string) (word, rest string) {
	line = strings.TrimSpace(line)
	i := strings.IndexAny(line, " \t")
	if i < 0 {
		return line, ""
	}
	return line[:i], strings.TrimSpace(line[i:])
}
