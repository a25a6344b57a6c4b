package protocol

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"ludens/analysis"
	"ludens/env"
	"ludens/internal/prose"
)

// JSON answers questions about positions of a game, one a line, each with one
// line or, while an analysis goes on, with several. Questions are thought about
// side by side, as many as the engine has workers, and answered as they are
// done: an answer carries the id of its question. When in ends, what has been
// asked is still answered.
func JSON(ctx context.Context, e Engine, in io.Reader, out io.Writer) error {
	analyst, err := e.Open(e.Game, e.Resources)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	o := &office{ctx: ctx, engine: e, analyst: analyst, out: out, waiting: make(chan job, maxWaiting), open: map[string]*job{}}
	var workers sync.WaitGroup
	for range max(1, e.Workers) {
		workers.Go(o.work)
	}
	o.receive(in, stop)
	close(o.waiting)
	workers.Wait()
	if o.err != nil {
		return fmt.Errorf("protocol: %w", o.err)
	}
	return ctx.Err()
}

// maxWaiting is how many questions may wait for a worker.
const maxWaiting = 1000

// office is where questions are taken down and answered.
type office struct {
	ctx     context.Context
	engine  Engine
	analyst analysis.Analyst
	waiting chan job

	mu   sync.Mutex      // guards what follows
	open map[string]*job // by the id of the question
	out  io.Writer
	err  error // of out
}

// job is a question that takes thought.
type job struct {
	question
	state  env.State
	ply    int
	ctx    context.Context
	cancel context.CancelFunc
}

// receive takes questions until in ends or ctx does.
func (o *office) receive(in io.Reader, stop context.CancelFunc) {
	lines := readLines(o.ctx, in)
	for {
		select {
		case <-o.ctx.Done():
			return
		case line, more := <-lines:
			if !more {
				return
			}
			if strings.TrimSpace(line) != "" {
				o.take(line)
			}
			if o.broken() {
				stop()
			}
		}
	}
}

func (o *office) broken() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err != nil
}

// take answers a question, or has it wait for a worker.
func (o *office) take(line string) {
	q, err := parseQuestion(line)
	if err == nil {
		err = o.obey(q)
	}
	if err != nil {
		o.say(failure{ID: q.ID, Error: prose.OneLine(prose.Clip(err.Error()))})
	}
}

func (o *office) obey(q question) error {
	switch q.Do {
	case "game":
		o.say(o.describe(q))
		return nil
	case "stop":
		o.say(answer{"id": q.ID, "do": q.Do, "target": q.Target, "stopping": o.cancel(q.Target)})
		return nil
	}
	r, err := q.replay(o.engine.Game)
	if err != nil {
		return err
	}
	switch q.Do {
	case "legal":
		o.say(legal(q, o.engine.Game, r))
	case "record":
		text, err := write(r)
		if err != nil {
			return err
		}
		o.say(recorded(q, o.engine.Game, r, text))
	default:
		return o.enqueue(q, r)
	}
	return nil
}

// enqueue has a question wait for a worker.
func (o *office) enqueue(q question, r *replayed) error {
	if r.state.Result() != env.Ongoing {
		return fmt.Errorf("%w: %s", env.ErrOver, r.ending())
	}
	j := job{question: q, state: r.state, ply: r.ply()}
	j.ctx, j.cancel = context.WithCancel(o.ctx)
	o.mu.Lock()
	_, twice := o.open[q.ID]
	if !twice {
		o.open[q.ID] = &j
	}
	o.mu.Unlock()
	if twice {
		j.cancel()
		return fmt.Errorf("id: a question with the id %q is still open", q.ID)
	}
	select {
	case o.waiting <- j:
		return nil
	default:
		o.close(j)
		return fmt.Errorf("busy: %d questions are waiting; ask again when some are answered", maxWaiting)
	}
}

// close forgets a question.
func (o *office) close(j job) {
	j.cancel()
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.open, j.ID)
}

// cancel stops the open questions of an id, or all of them if it is "", and
// returns how many there were.
func (o *office) cancel(id string) (stopped int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for open, j := range o.open {
		if id == "" || id == open {
			j.cancel()
			stopped++
		}
	}
	return stopped
}

// work answers questions until there are no more to come.
func (o *office) work() {
	for j := range o.waiting {
		if o.ctx.Err() != nil {
			o.close(j)
			continue
		}
		r, err := o.analyst.Analyse(j.ctx, j.state, j.limits(), func(r analysis.Report) {
			o.say(o.thought(j, r, false))
		})
		stopped := j.ctx.Err() != nil
		o.close(j)
		switch {
		case err != nil:
			o.say(failure{ID: j.ID, Error: prose.OneLine(prose.Clip(err.Error()))})
		case j.Do == "play":
			o.say(o.decision(j, r, stopped))
		default:
			a := o.thought(j, r, true)
			if stopped {
				a["stopped"] = true
			}
			o.say(a)
		}
	}
}

// say writes an answer as one line.
func (o *office) say(a any) {
	text, err := json.Marshal(a)
	if err != nil {
		panic(err) // an answer is made of texts and finite numbers
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err == nil {
		_, o.err = o.out.Write(append(text, '\n'))
	}
}

// limits are those that a question asks for.
func (q question) limits() analysis.Limits {
	return analysis.Limits{
		Simulations: q.Simulations,
		Time:        time.Duration(q.Seconds * float64(time.Second)),
		Every:       time.Duration(q.Every * float64(time.Second)),
		Lines:       q.Lines,
	}
}
