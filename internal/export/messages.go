package export

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"google.golang.org/protobuf/encoding/protodelim"
	"google.golang.org/protobuf/proto"

	"ludens/env"
	"ludens/internal/disk"
	ludensv1 "ludens/proto/ludens/v1"
	"ludens/selfplay"
)

// messagesFormat is in the About of a file of messages.
const messagesFormat = "ludens games 1"

// messages writes games as protocol buffers: proto/ludens/v1/games.proto.
type messages struct {
	to    io.Writer
	rules env.Game
}

func newMessages(w io.Writer, g env.Game) (writer, error) {
	a := headerOf(g)
	_, err := protodelim.MarshalTo(w, &ludensv1.About{
		Format: messagesFormat, Game: a.Game, Version: uint32(a.Version), Rules: a.Rules, Actions: uint32(a.Actions),
		Shape: []uint32{uint32(a.Planes), uint32(a.Rows), uint32(a.Cols)}, Roles: a.Roles[:],
	})
	return &messages{w, g}, err
}

func (m *messages) game(iteration int, r *selfplay.Record) error {
	var record ludensv1.Record
	if err := proto.Unmarshal(r.Marshal(), &record); err != nil {
		return err
	}
	text, err := transcript(m.rules, iteration, 0, r)
	if err != nil {
		return err
	}
	_, err = protodelim.MarshalOptions{MarshalOptions: proto.MarshalOptions{Deterministic: true}}.MarshalTo(m.to, &ludensv1.Game{
		Iteration: uint32(iteration), Record: &record,
		Text: &ludensv1.Text{Start: text.Start, Ending: text.Ending, Moves: text.Moves},
	})
	return err
}

func (m *messages) finish() error { return nil }

// readMessages visits the records of a file of messages, each held against the rules
// of g.
func readMessages(r io.Reader, g env.Game, visit func(*selfplay.Record) error) error {
	in, opt := bufio.NewReader(r), protodelim.UnmarshalOptions{MaxSize: disk.MaxFrame}
	var about ludensv1.About
	if err := opt.UnmarshalFrom(in, &about); err != nil || about.Format != messagesFormat {
		return fmt.Errorf("is not a file of games: want a message About whose format is %q", messagesFormat)
	}
	if want := headerOf(g); about.Game != want.Game || about.Rules != want.Rules {
		return fmt.Errorf("holds games of %.100q by the rules %.40q, want %s by %s", about.Game, about.Rules, want.Game, want.Rules)
	}
	for n := 1; ; n++ {
		record, err := readMessage(in, opt, g)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = visit(record)
		}
		if err != nil {
			return fmt.Errorf("game %d: %w", n, err)
		}
	}
}

// readMessage returns io.EOF only between messages.
func readMessage(in *bufio.Reader, opt protodelim.UnmarshalOptions, g env.Game) (*selfplay.Record, error) {
	var game ludensv1.Game
	if err := opt.UnmarshalFrom(in, &game); err != nil {
		return nil, err
	}
	wire, err := proto.Marshal(game.Record)
	if err != nil {
		return nil, err
	}
	r, err := selfplay.UnmarshalRecord(wire)
	if err == nil {
		err = r.Check(g)
	}
	return r, err
}
