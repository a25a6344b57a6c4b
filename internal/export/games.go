package export

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"

	"ludens/arena"
	"ludens/env"
	"ludens/env/record"
	"ludens/internal/disk"
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

// Fields of the messages About, Game and Text.
const (
	aboutFormat, aboutGame, aboutVersion, aboutRules = 1, 2, 3, 4
	aboutActions, aboutShape, aboutRoles             = 5, 6, 7

	gameIteration, gameRecord, gameText = 1, 2, 3
	textStart, textEnding, textMoves    = 1, 5, 6
)

func newMessages(w io.Writer, g env.Game) (writer, error) {
	m, a := &messages{w, g}, headerOf(g)
	var about disk.Message
	about.Text(aboutFormat, messagesFormat)
	about.Text(aboutGame, a.Game)
	about.Int(aboutVersion, a.Version)
	about.Text(aboutRules, a.Rules)
	about.Int(aboutActions, a.Actions)
	about.Bytes(aboutShape, packed(a.Planes, a.Rows, a.Cols))
	for _, role := range a.Roles {
		about.Text(aboutRoles, role)
	}
	return m, m.write(about)
}

// packed encodes a list of integers.
func packed(numbers ...int) (b []byte) {
	for _, n := range numbers {
		b = protowire.AppendVarint(b, uint64(n))
	}
	return b
}

// write writes a message after its length.
func (m *messages) write(message []byte) error {
	_, err := m.to.Write(protowire.AppendBytes(nil, message))
	return err
}

func (m *messages) game(iteration int, r *selfplay.Record) error {
	text, err := transcript(m.rules, iteration, 0, r)
	if err != nil {
		return err
	}
	var game, words disk.Message
	words.Text(textStart, text.Start)
	words.Text(textEnding, text.Ending)
	for _, move := range text.Moves {
		words.Text(textMoves, move)
	}
	game.Int(gameIteration, iteration)
	game.Bytes(gameRecord, r.Marshal())
	game.Bytes(gameText, words)
	return m.write(game)
}

func (m *messages) finish() error { return nil }

// readMessages visits the records of a file of messages, each held against the rules
// of g.
func readMessages(r io.Reader, g env.Game, visit func(*selfplay.Record) error) error {
	in := bufio.NewReader(r)
	about, err := readMessage(in)
	if err != nil || string(about[aboutFormat]) != messagesFormat {
		return fmt.Errorf("is not a file of games: want a message About whose format is %q", messagesFormat)
	}
	if want := headerOf(g); string(about[aboutGame]) != want.Game || string(about[aboutRules]) != want.Rules {
		return fmt.Errorf("holds games of %.100q by the rules %.40q, want %s by %s", about[aboutGame], about[aboutRules], want.Game, want.Rules)
	}
	for n := 1; ; n++ {
		game, err := readMessage(in)
		if err == io.EOF {
			return nil
		}
		var record *selfplay.Record
		if err == nil {
			record, err = selfplay.UnmarshalRecord(game[gameRecord])
		}
		if err == nil {
			err = record.Check(g)
		}
		if err == nil {
			err = visit(record)
		}
		if err != nil {
			return fmt.Errorf("game %d: %w", n, err)
		}
	}
}

// readMessage returns the last value of each field of a message that has bytes, and io.EOF
// only between messages.
func readMessage(in *bufio.Reader) (map[protowire.Number][]byte, error) {
	size, err := binary.ReadUvarint(in)
	if err != nil {
		return nil, err
	}
	if size > disk.MaxFrame {
		return nil, fmt.Errorf("a message of %d bytes, want at most %d", size, disk.MaxFrame)
	}
	b := make([]byte, size)
	if _, err := io.ReadFull(in, b); err != nil {
		return nil, io.ErrUnexpectedEOF
	}
	fields := map[protowire.Number][]byte{}
	err = disk.Fields(b, func(f disk.Field) error {
		if f.Kind == protowire.BytesType {
			fields[f.Number] = f.Bytes
		}
		return nil
	})
	return fields, err
}
