package fleet

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// How long to wait for the next record, and after an error.
const (
	pause   = 30 * time.Millisecond
	respite = 2 * time.Second
)

// harvest puts the plan where workers find it, and takes in what they bring. It needs
// neither consumers nor acknowledgements: the stream is read by number, from its
// beginning whenever the connection was lost. What is wrong with the server is reported
// once.
func (it *iteration) harvest(ctx context.Context, fail func(error)) {
	for ctx.Err() == nil {
		err := it.offer(ctx)
		if err == nil {
			it.l.trouble(nil)
			it.there.Store(true)
			it.l.nc.Publish(it.l.queue.news(), nil) // who misses it asks soon
			err = it.read(ctx, fail)
			it.there.Store(false)
		}
		if ctx.Err() != nil || err == nil {
			return
		}
		it.l.trouble(err)
		sleep(ctx, respite)
	}
}

// trouble reports what is wrong with the server, once.
func (l *Learner) trouble(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	text := ""
	if err != nil {
		text = err.Error()
	}
	if text != "" && text != l.wrong && !l.lost {
		l.o.Tell("workers have to wait, the run goes on alone: " + text)
	}
	l.wrong = text
}

// troubled reports whether something is wrong with the server.
func (l *Learner) troubled() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.wrong != "" || l.lost
}

// sleep waits, or not if ctx ends.
func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// read takes in records until all games are there, and checks them on as many cores as play
// here. An error is the server's.
func (it *iteration) read(ctx context.Context, fail func(error)) error {
	stream, err := it.l.stream(ctx)
	if err != nil {
		return err
	}
	reading, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	messages := make(chan *jetstream.RawStreamMsg)
	var wait sync.WaitGroup
	for range max(1, it.l.o.Goroutines) {
		wait.Go(func() {
			for m := range messages {
				if err := it.check(reading, stream, m, fail); err != nil {
					stop(err)
				}
			}
		})
	}
	err = it.fetch(reading, stream, messages)
	close(messages)
	wait.Wait()
	if err == nil && ctx.Err() == nil {
		err = context.Cause(reading)
	}
	return err
}

// fetch reads the records of the plan in their order, and hands them to messages until ctx
// ends.
func (it *iteration) fetch(ctx context.Context, stream jetstream.Stream, messages chan<- *jetstream.RawStreamMsg) error {
	l := it.l
	next, connects := uint64(1), l.nc.Stats().Reconnects
	for ctx.Err() == nil {
		if now := l.nc.Stats().Reconnects; now != connects {
			return fmt.Errorf("the connection was lost")
		}
		asked, cancel := context.WithTimeout(ctx, bound)
		m, err := stream.GetMsg(asked, next, jetstream.WithGetMsgSubject(l.queue.gamesOf(planToken(it.hash))))
		cancel()
		switch {
		case errors.Is(err, jetstream.ErrMsgNotFound):
			sleep(ctx, pause)
			continue
		case ctx.Err() != nil:
			return nil
		case err != nil:
			return err
		}
		next = m.Sequence + 1
		select {
		case messages <- m:
		case <-ctx.Done():
		}
	}
	return nil
}

// check takes a record in, or deletes it and notes what is wrong with it. An error is the
// server's.
func (it *iteration) check(ctx context.Context, stream jetstream.Stream, m *jetstream.RawStreamMsg, fail func(error)) error {
	l := it.l
	t, wrong := l.queue.readTicket(m.Subject)
	if wrong == nil {
		wrong = it.receive(t, m.Data)
		if place, ok := it.place(t.game); ok && wrong != nil && !errors.Is(wrong, errStray) {
			it.tally.refuse(place, member(t.key, t.id))
		}
	}
	switch {
	case wrong == nil:
		return nil
	case fatal(wrong):
		fail(wrong)
		return nil
	case errors.Is(wrong, errUnsettled):
		name, _ := l.roster.about(member(t.key, t.id))
		l.o.Tell(fmt.Sprintf("a record of worker %s does not count: %v", name, wrong))
	case !errors.Is(wrong, errStray) || l.roster.stray(t.key, len(m.Data)):
		l.fault(t, wrong)
	}
	return stream.DeleteMsg(ctx, m.Sequence)
}

// offer puts all that the plan names where workers find it, and removes what earlier
// plans left.
func (it *iteration) offer(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	l := it.l
	l.offering.Lock()
	defer l.offering.Unlock()
	if err := l.alone(ctx); err != nil {
		return err
	}
	plans := l.playing()
	if !slices.Contains(plans, it) {
		plans = append(plans, it)
	}
	if err := l.prepare(ctx, plans); err != nil {
		return err
	}
	all, err := it.objects()
	if err != nil {
		return err
	}
	it.names = map[string]bool{}
	for name := range all {
		it.names[name] = true
	}
	store, err := l.js.ObjectStore(ctx, l.queue.bucket())
	if err != nil {
		return err
	}
	if err := l.tidy(ctx, store, plans); err != nil {
		return err
	}
	for name, b := range all {
		if l.has(name) {
			continue
		}
		if _, err := store.PutBytes(ctx, name, b); err != nil {
			return fmt.Errorf("object %.30s: %w", name, err)
		}
		l.note(name, true)
	}
	return l.clear(ctx, plans)
}

func (l *Learner) has(name string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.put[name]
}

func (l *Learner) note(name string, there bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.put[name] = there
}

// alone sees to it that no other run has the queue, and then answers for it.
func (l *Learner) alone(ctx context.Context) error {
	if l.server != nil || l.sole {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	_, err := l.nc.RequestWithContext(ctx, l.queue.learner(), nil)
	switch {
	case err == nil:
		return fmt.Errorf("another run has the queue %q there: name another with --queue", l.queue.queue)
	case !errors.Is(err, nats.ErrNoResponders) && !errors.Is(err, context.DeadlineExceeded):
		return err
	}
	if _, err := l.nc.Subscribe(l.queue.learner(), func(m *nats.Msg) { m.Respond(nil) }); err != nil {
		return err
	}
	l.sole = true
	return nil
}

func (l *Learner) stream(ctx context.Context) (jetstream.Stream, error) {
	return l.js.Stream(ctx, l.queue.stream())
}

// prepare makes stream and object store where they are not, as large as the server
// lets them be. The stream is of these plans: a message under another finds none, and is
// not kept.
func (l *Learner) prepare(ctx context.Context, plans []*iteration) (err error) {
	var subjects []string
	for _, it := range plans {
		subjects = append(subjects, l.queue.gamesOf(planToken(it.hash)))
	}
	replicas := 1
	if l.nc.ConnectedClusterName() != "" {
		replicas = 3
	}
	for _, part := range []int64{1, 16, 256} {
		_, err = l.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
			Name: l.queue.stream(), Subjects: subjects, Storage: jetstream.FileStorage, Replicas: replicas,
			// A worker brings a game once: what it repeats is refused.
			MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true,
			MaxBytes: maxGames / part, MaxMsgs: maxMessages, MaxMsgSize: maxPayload, AllowDirect: true,
		})
		if err == nil {
			_, err = l.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{
				Bucket: l.queue.bucket(), Storage: jetstream.FileStorage, MaxBytes: maxObjects / part, Replicas: replicas,
			})
		}
		var refused *jetstream.APIError
		if !errors.As(err, &refused) || refused.ErrorCode != noRoom {
			return err
		}
	}
	return err
}

// noRoom is JetStream's JSStorageResourcesExceededErr: a stream of that size would be
// larger than what the server may keep.
const noRoom = 10047

// maxMessages bounds how many records wait.
const maxMessages = 200_000

// tidy removes objects that none of these plans names. What another process of the run put
// there is put again: it may have been killed meanwhile.
func (l *Learner) tidy(ctx context.Context, store jetstream.ObjectStore, plans []*iteration) error {
	infos, err := store.List(ctx)
	if errors.Is(err, jetstream.ErrNoObjectsFound) {
		return nil
	} else if err != nil {
		return err
	}
	s, err := l.js.Stream(ctx, l.queue.objects())
	if err != nil {
		return err
	}
	for _, info := range infos {
		named := slices.ContainsFunc(plans, func(it *iteration) bool { return it.names[info.Name] })
		if named && l.has(info.Name) {
			continue
		}
		for _, subject := range []string{metaSubject(l.queue, info.Name), chunkSubject(l.queue, info.NUID)} {
			if err := s.Purge(ctx, jetstream.WithPurgeSubject(subject)); err != nil {
				return err
			}
		}
		l.note(info.Name, false)
	}
	return nil
}

// clear removes the records of plans that are neither played nor kept.
func (l *Learner) clear(ctx context.Context, plans []*iteration) error {
	keep := l.keeps()
	for _, it := range plans {
		keep = append(keep, planToken(it.hash))
	}
	s, err := l.stream(ctx)
	if err != nil {
		return err
	}
	info, err := s.Info(ctx, jetstream.WithSubjectFilter(l.queue.allGames()))
	if err != nil {
		return err
	}
	old := map[string]bool{}
	for subject := range info.State.Subjects {
		t, err := l.queue.readTicket(subject)
		if err != nil || !isToken(t.plan) {
			return s.Purge(ctx) // of all: such a subject may stand for others
		}
		if !slices.Contains(keep, t.plan) {
			old[t.plan] = true
		}
	}
	for plan := range old {
		if err := s.Purge(ctx, jetstream.WithPurgeSubject(l.queue.gamesOf(plan))); err != nil {
			return err
		}
	}
	return nil
}
