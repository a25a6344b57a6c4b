package export

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"google.golang.org/protobuf/encoding/protodelim"
	"google.golang.org/protobuf/proto"

	"ludens/arena"
	"ludens/env"
	"ludens/env/record"
	"ludens/internal/disk"
	ludensv1 "ludens/proto/ludens/v1"
	"ludens/selfplay"
)

// Games visits games of self-play in order, each with the iteration that it is of. An
// error of visit ends it. The games have been held against the rules.
type Games func(visit func(iteration int, r *selfplay.Record) error) error

// Count is how much was written or read.
type Count struct{ Games, Positions int }

// writer writes games, which come in order. It is finished once, after the last.
type writer interface {
	game(iteration int, r *selfplay.Record) error
	finish() error
}

// formats are those in which games can be written, by name, with the ending of their
// files.
var formats = []struct {
	name, ending string
	begin        func(w io.Writer, g env.Game) (writer, error)
}{
	{"npz", ".npz", newNPZ},
	{"parquet", ".parquet", newParquet},
	{"pgn", ".pgn", newPGN},
	{"jsonl", ".jsonl", newLines},
	{"proto", ".pb", newMessages},
}

// GameFormats returns the names of the formats.
func GameFormats() (names []string) {
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

// gameFormatOf returns the format that the ending of a file's name stands for, or "".
func gameFormatOf(ending string) string {
	for _, f := range formats {
		if strings.EqualFold(f.ending, ending) {
			return f.name
		}
	}
	return ""
}

// writeGames writes all games of g into a file, whole or not at all.
func writeGames(file, format string, g env.Game, games Games) (n Count, err error) {
	i := slices.Index(GameFormats(), format)
	if i < 0 {
		return n, fmt.Errorf("export: no format %q; want one of %s", format, strings.Join(GameFormats(), ", "))
	}
	err = disk.Write(file, func(w io.Writer) error {
		to, err := formats[i].begin(w, g)
		if err != nil {
			return err
		}
		err = games(func(iteration int, r *selfplay.Record) error {
			n.Games++
			n.Positions += len(r.Plies)
			return to.game(iteration, r)
		})
		return cmp.Or(err, to.finish())
	})
	return n, err
}

// header says what a file of games is of.
type header struct {
	Format  string    `json:"format"`  // "ludens positions 1"
	Game    string    `json:"game"`    // env.Spec.Name
	Version int       `json:"version"` // of what planes and actions mean: env.Spec.Version
	Rules   string    `json:"rules"`   // env.Fingerprint
	Planes  int       `json:"planes"`
	Rows    int       `json:"rows"`
	Cols    int       `json:"cols"`
	Actions int       `json:"actions"`
	Roles   [2]string `json:"roles"` // what First and Second are called
}

func headerOf(g env.Game) header {
	s := g.Spec()
	return header{"ludens positions 1", s.Name, s.Version, env.Fingerprint(g), s.Shape[0], s.Shape[1], s.Shape[2], s.Actions, s.Roles}
}

func (a header) text() string {
	text, err := json.Marshal(a)
	if err != nil {
		panic(err) // numbers and strings
	}
	return string(text)
}

// transcript returns a game of self-play as the record that all games have.
func transcript(g env.Game, iteration, number int, r *selfplay.Record) (record.Record, error) {
	t, err := arena.Recorded(0, r).Record(g)
	t.Tags = []env.Tag{{Name: "Event", Value: "ludens self-play"}, {Name: "Round", Value: fmt.Sprintf("%d.%d", iteration, number)}}
	return t, err
}

// texts writes games one after the other as text.
type texts struct {
	to    io.Writer
	rules env.Game
	write func(w io.Writer, r record.Record) error
	n     [2]int // iteration, and games of it
}

// newPGN writes games as PGN, where the game has it.
func newPGN(w io.Writer, g env.Game) (writer, error) {
	const pgn = "pgn"
	if x, ok := env.As[env.Transcribed](g); !ok || x.Notations()[0] != pgn {
		return nil, record.NotationError{Game: g.Spec().Name, Notation: pgn}
	}
	return &texts{to: w, rules: g, write: func(w io.Writer, r record.Record) error { return record.WriteAs(w, g, r, pgn) }}, nil
}

// newLines writes games as records, a line of JSON each.
func newLines(w io.Writer, g env.Game) (writer, error) {
	return &texts{to: w, rules: g, write: record.WriteLine}, nil
}

func (t *texts) game(iteration int, r *selfplay.Record) error {
	if t.n[0] != iteration {
		t.n = [2]int{iteration, 0}
	}
	t.n[1]++
	text, err := transcript(t.rules, iteration, t.n[1], r)
	if err != nil {
		return err
	}
	return t.write(t.to, text)
}

func (t *texts) finish() error { return nil }

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
