package foreign

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"ludens/env"
	"ludens/internal/prose"
)

// What is read of a program: lines of at most mostLine bytes, the rest of which is
// dropped, and in one exchange a number of lines and bytes.
const (
	mostLine  = 64 << 10
	mostLines = 200_000
	mostBytes = 64 << 20
	mostTail  = 256 // of what it writes where errors go
)

// politely is how long a program has to end by itself.
const politely = 500 * time.Millisecond

// process is a program that runs. It is used by one goroutine at a time, but for kill.
type process struct {
	cmd    *exec.Cmd
	in     *os.File // what it reads
	out    *os.File // what it writes
	lines  <-chan heard
	gone   chan struct{} // closed when it is killed
	errors tail
	ended  chan struct{} // closed when it has ended
	once   sync.Once

	patience     time.Duration
	probed       bool        // that it speaks another protocol was looked into
	heard, bytes int         // in this exchange
	late         *time.Timer // that ends it; nil: nothing does
	limit        time.Duration
}

// heard is a line that a program has written, without its end and spaces around it, or why
// there is none.
type heard struct {
	text  string
	bytes int
	err   error
}

// start starts a program in a group of its own, so that its children end with it.
func start(command []string, patience time.Duration) (*process, error) {
	p := &process{cmd: exec.Command(command[0], command[1:]...), gone: make(chan struct{}), ended: make(chan struct{}), patience: patience}
	theirIn, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	out, theirOut, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, theirIn.Close(), in.Close())
	}
	lines := make(chan heard)
	p.in, p.out, p.lines = in, out, lines
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr, p.cmd.WaitDelay = theirIn, theirOut, &p.errors, politely
	apart(p.cmd)
	err = p.cmd.Start()
	theirIn.Close()
	theirOut.Close()
	if err != nil {
		in.Close()
		out.Close()
		return nil, forfeit("it cannot be started: %v", err)
	}
	go listen(out, lines, p.gone)
	go func() {
		p.cmd.Wait()
		close(p.ended)
	}()
	return p, nil
}

// kill ends the program and its children, and every wait for their lines. It may be
// called from anywhere, and more than once.
func (p *process) kill() {
	p.once.Do(func() {
		close(p.gone)
		end := p.descendants()
		killAll(p.cmd)
		end()
		p.in.Close()
		p.out.Close()
	})
}

// descendants returns what ends those that the program has started. Once it has ended, another
// program may have its number.
func (p *process) descendants() (end func()) {
	select {
	case <-p.ended:
		return func() {}
	default:
		return descendants(p.cmd)
	}
}

// close says goodbye and sees that nothing goes on.
func (p *process) close(goodbye string) {
	defer p.descendants()() // which it may leave behind when it ends by itself
	if goodbye != "" {
		p.in.SetWriteDeadline(time.Now().Add(politely)) // where pipes know none, kill ends it
		p.say("%s", goodbye)
	}
	p.in.Close()
	p.wait()
	p.kill()
	<-p.ended
}

// wait gives the program a moment to end by itself.
func (p *process) wait() {
	late := time.NewTimer(politely)
	defer late.Stop()
	select {
	case <-p.ended:
	case <-late.C:
	}
}

// exchange is a conversation: do speaks and listens. When limit is over, or ctx
// ends, the program is killed. What goes wrong is the program's fault, but for ctx.
func (p *process) exchange(ctx context.Context, limit time.Duration, do func() error) error {
	var late atomic.Bool
	if p.late, p.limit = nil, limit; limit > 0 {
		p.late = time.AfterFunc(limit, func() { late.Store(true); p.kill() })
		defer p.late.Stop()
	}
	defer context.AfterFunc(ctx, p.kill)()
	p.heard, p.bytes = 0, 0
	err := do()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err == nil:
		return nil
	case late.Load():
		err = forfeit("it hung: no answer in %v", p.limit)
	case !errors.As(err, new(*env.Forfeit)):
		err = p.crash(err)
	}
	p.kill()
	return err
}

// crash says how the program has ended.
func (p *process) crash(err error) error {
	p.wait()
	select {
	case <-p.ended:
		what := p.cmd.ProcessState.String()
		if said := p.errors.last(); said != "" {
			what += ": " + said
		}
		return forfeit("it crashed: %s", what)
	default:
		return forfeit("it speaks no more: %v", err)
	}
}

// say writes a line.
func (p *process) say(format string, args ...any) error {
	_, err := p.in.WriteString(prose.OneLine(fmt.Sprintf(format, args...)) + "\n")
	return err
}

// prolong gives the exchange a new limit, from now on.
func (p *process) prolong(limit time.Duration) {
	if p.late != nil && p.late.Stop() {
		p.limit = limit
		p.late.Reset(limit)
	}
}

// errSilent is the error of hearWithin where no line came.
var errSilent = errors.New("it said nothing")

// hear returns the next line, without its end and spaces around it.
func (p *process) hear() (string, error) { return p.hearWithin(nil) }

// hearWithin returns the next line, or errSilent if over comes first.
func (p *process) hearWithin(over <-chan time.Time) (string, error) {
	var h heard
	var ok bool
	select { // what has come is read, however late it is
	case h, ok = <-p.lines:
	default:
		select {
		case h, ok = <-p.lines:
		case <-over:
			return "", errSilent
		}
	}
	p.heard++
	p.bytes += h.bytes
	switch {
	case !ok:
		return "", io.EOF
	case p.heard > mostLines || p.bytes > mostBytes:
		return "", forfeit("it floods: more than %d lines or %d MiB, and no answer", mostLines, mostBytes>>20)
	}
	return h.text, h.err
}

// listen passes on what a program writes, line by line, until it ends or is gone.
func listen(out io.Reader, lines chan<- heard, gone <-chan struct{}) {
	defer close(lines)
	for r := bufio.NewReader(out); ; {
		h := readLine(r)
		select {
		case lines <- h:
		case <-gone:
			return
		}
		if h.err != nil {
			return
		}
	}
}

// readLine reads a line, up to what an exchange may have.
func readLine(r *bufio.Reader) (h heard) {
	var line strings.Builder
	for h.bytes <= mostBytes {
		part, err := r.ReadSlice('\n')
		h.bytes += len(part)
		line.Write(part[:min(len(part), mostLine-line.Len())])
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if h.err = err; err == nil {
			h.text = strings.TrimSpace(line.String())
		}
		return h
	}
	return h
}

// forfeit returns the error of an engine that has lost its game, with the reason on one
// line, whatever the engine has put into it.
func forfeit(format string, args ...any) error {
	reason := prose.OneLine(fmt.Sprintf(format, args...))
	return &env.Forfeit{Reason: strings.ToValidUTF8(reason[:min(len(reason), mostTail)], "")}
}

// tail keeps the end of what is written to it. It is safe for concurrent use.
type tail struct {
	mu   sync.Mutex
	text []byte
}

var _ io.Writer = (*tail)(nil)

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b[max(0, len(b)-mostTail):]...)
	t.text = append([]byte(nil), t.text[max(0, len(t.text)-mostTail):]...)
	return len(b), nil
}

// last returns the last line.
func (t *tail) last() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := strings.Split(strings.TrimSpace(string(t.text)), "\n")
	return strings.TrimSpace(lines[len(lines)-1])
}
