// Package record keeps a game as text that people can paste into a mail: one
// format for all games, in the manner of chess's PGN.
//
//	[Game "celta:first=attackers"]
//	[First "mcts:400"]
//	[Second "Ana"]
//	[Result "second wins"]
//	[Ending "the king is in a corner"]
//
//	1. d6-b6 d5-c5 2. d2-b2 {?! a man too far} (2. d2-c2 d5-c5) 2... d4-d5
//
// Tags say what is played and who won; then come the moves as the game writes
// them, two to a number, with comments in braces where there are any. A comment
// may begin with glyphs, and hold commands as PGN has them: {?! $14 [%clk 0:01:05] late}.
// Variations stand in parentheses behind the move that they replace.
//
// [Parse] and [Write] turn text into a [Record] and back, [Record.Replay] holds
// it against the rules, and a [Sheet] writes a game down while it is played.
package record

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"ludens/env"
	"ludens/internal/prose"
)

// Record is a game as it was written down. Nothing in it is checked against
// the rules but by Replay.
type Record struct {
	Game   string // as games.Make takes it
	Start  string // position that it began with; "" for the game's own
	Seed   uint64 // of Game.New, where the start is drawn and Start is ""
	First  string // who played it, "" if unknown
	Second string
	Result env.Result // Ongoing also if not given
	Ending string     // "the king is in a corner", "attackers resigned"
	Date   string     // in whatever form; never filled in by this package
	Tags   []env.Tag  // all other tags

	Moves      []string
	Comments   map[int]string  // by the number of moves before the comment
	Variations []env.Variation // by After; of those after the same move, the weightier first
}

// New returns the record of a game that begins at g.New(seed). The start is
// given only where it depends on the seed: as a position if the game can write
// positions.
func New(g env.Game, seed uint64) Record {
	r := Record{Game: g.Spec().Name}
	if !Drawn(g) {
		return r
	}
	if n, ok := env.As[env.Notated](g); ok {
		r.Start = n.Position(g.New(seed))
	} else {
		r.Seed = seed
	}
	return r
}

// Drawn reports whether a game's start position is drawn from the seed.
func Drawn(g env.Game) bool {
	first := g.New(0).Key()
	for seed := range uint64(8) {
		if g.New(seed+1).Key() != first {
			return true
		}
	}
	return false
}

// Player returns the name of who played p.
func (r *Record) Player(p env.Player) string {
	if p == env.First {
		return r.First
	}
	return r.Second
}

// Begin returns the position that the moves start from. g is the game that
// r.Game names.
func (r *Record) Begin(g env.Game) (env.State, error) {
	if r.Start == "" {
		return g.New(r.Seed), nil
	}
	n, ok := env.As[env.Notated](g)
	if !ok {
		return nil, fmt.Errorf("record: %s cannot start from a position: it has no text for one", g.Spec().Name)
	}
	s, err := n.ParsePosition(r.Start)
	if err != nil {
		return nil, fmt.Errorf("record: start: %w", err)
	}
	return s, nil
}

// Replay plays the moves by the rules of g, the game that r.Game names, and
// returns the last position. It calls visit, unless that is nil, with each
// position before its move; visit keeps copies only.
//
// The error of an illegal move gives its number and the nearest legal moves,
// and wraps env.ErrIllegal or env.ErrOver; the position returned is then the
// one in which it was tried. A claim that the rules contradict is an error too,
// which wraps ErrClaim: of a move, a Result, or an Ending in the game's own words.
func (r *Record) Replay(g env.Game, visit func(ply int, s env.State, a env.Action) error) (env.State, error) {
	s, err := r.Begin(g)
	if err != nil {
		return nil, err
	}
	for ply, text := range r.Moves {
		a, err := ParseMove(s, text)
		if err != nil {
			return s, fmt.Errorf("record: move %s: %w", place(ply), err)
		}
		if visit != nil {
			if err := visit(ply, s, a); err != nil {
				return s, err
			}
		}
		s.Play(a)
	}
	return s, r.denyEnd(g, s)
}

// ParseMove returns the legal action that text stands for in a record: what
// env.ReadMove reads. What the text claims
// of the move must be so, or the error wraps ErrClaim.
func ParseMove(s env.State, text string) (a env.Action, err error) {
	if len(text) > maxMove {
		return 0, fmt.Errorf("%w %s: longer than %d bytes", env.ErrIllegal, clip(text), maxMove)
	}
	if a, err = env.ReadMove(s, text); err == nil {
		err = deny(s, a, text)
	}
	return a, err
}

// place names the move after that many plies in a sentence: "1", "1...", "2".
func place(ply int) string {
	if ply%2 == 0 {
		return strconv.Itoa(ply/2 + 1)
	}
	return Number(ply)
}

// Number returns how a record numbers the move after that many plies: "1.",
// "1...", "2." and so on, whichever player moves.
func Number(ply int) string {
	if ply%2 == 0 {
		return fmt.Sprintf("%d.", ply/2+1)
	}
	return fmt.Sprintf("%d...", ply/2+1)
}

// Beginning says where a game begins.
type Beginning struct {
	Position string // in the notation of the game; "": its start
	Seed     uint64 // of whatever is drawn
}

// State returns the position that a game begins with.
func (b Beginning) State(g env.Game) (env.State, error) {
	if b.Position == "" {
		return g.New(b.Seed), nil
	}
	n, ok := env.As[env.Notated](g)
	if !ok {
		return nil, fmt.Errorf("--position: %s has no text for positions", g.Spec().Name)
	}
	return n.ParsePosition(b.Position)
}

// Record returns the record of a game without moves.
func (b Beginning) Record(g env.Game) (Record, error) {
	s, err := b.State(g)
	if err != nil || b.Position == "" {
		return New(g, b.Seed), err
	}
	n, _ := env.As[env.Notated](g)
	return Record{Game: g.Spec().Name, Start: n.Position(s)}, nil
}

// Within returns the record up to the end of the game by the rules of g, and the moves that
// come after it. Servers without one of the rules let people play on; then the result is
// that of the rules, and what was claimed is left out. The error is Replay's of what remains.
func (r Record) Within(g env.Game) (within Record, after []string, err error) {
	plies := 0
	_, err = r.Replay(g, func(ply int, _ env.State, _ env.Action) error {
		plies = ply + 1
		return nil
	})
	if !errors.Is(err, env.ErrOver) {
		return r, nil, err
	}
	return r.Until(plies), r.Moves[plies:], nil
}

// Until returns the record of the first plies of a game, without a result.
func (r Record) Until(plies int) Record {
	r.Moves, r.Result, r.Ending = r.Moves[:plies], env.Ongoing, ""
	r.Comments = maps.Clone(r.Comments)
	maps.DeleteFunc(r.Comments, func(at int, _ string) bool { return at > plies })
	r.Variations = slices.DeleteFunc(slices.Clone(r.Variations), func(v env.Variation) bool { return v.After >= plies })
	return r
}

// tags returns all that r holds as tags, in the order in which they are written.
func (r *Record) tags() []env.Tag {
	known := []env.Tag{
		{Name: "Game", Value: r.Game}, {Name: "Start", Value: r.Start}, {Name: "Seed", Value: strconv.FormatUint(r.Seed, 10)}, {Name: "Date", Value: r.Date},
		{Name: "First", Value: r.First}, {Name: "Second", Value: r.Second}, {Name: "Result", Value: r.Result.String()}, {Name: "Ending", Value: r.Ending},
	}
	var given []env.Tag
	for _, t := range known {
		if t.Value != "" && t != (env.Tag{Name: "Seed", Value: "0"}) {
			given = append(given, t)
		}
	}
	return append(given, r.Tags...)
}

// own are the names of the tags that are fields of a Record.
var own = []string{"Game", "Start", "Seed", "Date", "First", "Second", "Result", "Ending"}

// set notes what a tag says. The names of this package's own tags may be in
// any case.
func (r *Record) set(t env.Tag) (err error) {
	switch strings.ToLower(t.Name) {
	case "game":
		r.Game = t.Value
	case "start":
		r.Start = t.Value
	case "seed":
		if r.Seed, err = strconv.ParseUint(t.Value, 10, 64); err != nil {
			return fmt.Errorf("tag Seed: %q is not a whole number from 0 up", t.Value)
		}
	case "first":
		r.First = t.Value
	case "second":
		r.Second = t.Value
	case "result":
		r.Result, err = parseResult(t.Value)
	case "ending":
		r.Ending = t.Value
	case "date":
		r.Date = t.Value
	default:
		r.Tags = append(r.Tags, t)
	}
	return err
}

// scores are results as chess players write them, First's points before the
// hyphen.
var scores = map[string]env.Result{"1-0": env.FirstWins, "0-1": env.SecondWins, "1/2-1/2": env.Drawn, "*": env.Ongoing}

func parseResult(text string) (env.Result, error) {
	if r, ok := scores[text]; ok {
		return r, nil
	}
	var texts []string
	for r := env.Ongoing; r <= env.Drawn; r++ {
		if strings.EqualFold(r.String(), text) {
			return r, nil
		}
		texts = append(texts, r.String())
	}
	return 0, fmt.Errorf("tag Result: %q%s; want one of %s", text, prose.Hint(text, texts), strings.Join(texts, ", "))
}

// parseTag reads the tag that a line begins with and returns what follows it.
func parseTag(line string) (t env.Tag, rest string, err error) {
	t, rest, ok := env.ReadTag(line)
	if rest = strings.TrimSpace(rest); !ok || rest != "" && rest[0] != '[' {
		return t, "", fmt.Errorf(`%s: a tag looks like [First "name"]`, clip(line))
	}
	return t, rest, nil
}

// contains reports whether names has name, in any case.
func contains(names []string, name string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, name) })
}
