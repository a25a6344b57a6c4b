package tui

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"ludens/env"
	"ludens/env/record"
)

// TellGame prints a game: who played, its moves with their comments or, where every
// is asked for, the board after each of them, the last board and the result. It
// prints up to the first illegal move, which is its error.
func TellGame(out io.Writer, g env.Game, r record.Record, every, colours bool) error {
	return teller{out, every, colours}.game(g, r)
}

// teller prints games.
type teller struct {
	out     io.Writer
	every   bool // with the board after every move
	colours bool
}

// game prints the whole of it.
func (t teller) game(g env.Game, r record.Record) error {
	TellPlayers(t.out, g, r)
	fmt.Fprintln(t.out)
	t.comment(r.Comments[0])
	var played []string
	last, err := r.Replay(g, func(ply int, s env.State, a env.Action) error {
		played = append(played, s.Format(a))
		if t.every {
			fmt.Fprintf(t.out, "%s\n%s %s\n", Board(s, t.colours), record.Number(ply), s.Format(a))
			t.comment(r.Comments[ply+1])
			fmt.Fprintln(t.out)
		}
		return nil
	})
	if err != nil && last == nil {
		return err
	}
	if !t.every {
		t.list(played, r.Comments)
	}
	fmt.Fprint(t.out, Board(last, t.colours))
	if err == nil {
		err = t.tell(g, r)
	}
	return err
}

// list prints the moves, two to a line, with the comments below.
func (t teller) list(moves []string, comments map[int]string) {
	width := 0
	for _, m := range moves {
		width = max(width, utf8.RuneCountInString(m))
	}
	for ply := 0; ply < len(moves); ply += 2 {
		second := ""
		if ply+1 < len(moves) {
			second = moves[ply+1]
		}
		line := fmt.Sprintf("%4d. %-*s  %s", ply/2+1, width, moves[ply], second)
		fmt.Fprintln(t.out, strings.TrimRight(line, " "))
		t.comment(comments[ply+1])
		t.comment(comments[ply+2])
	}
	fmt.Fprintln(t.out)
}

func (t teller) comment(text string) {
	if text != "" {
		fmt.Fprintf(t.out, "      {%s}\n", text)
	}
}

// tell prints the result of a legal game.
func (t teller) tell(g env.Game, r record.Record) error {
	v, err := record.Judge(g, r)
	if err != nil {
		return err
	}
	by := "by the rules"
	if !v.ByTheRules {
		by = "as the record says"
	}
	if v.Record.Result == env.Ongoing {
		by = "so far"
	}
	fmt.Fprintf(t.out, "\nmoves   %d, all legal\nresult  %s (%s)\n", v.Plies, record.Verdict(g, v.Record), by)
	return nil
}
