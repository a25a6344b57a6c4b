package tui

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"ludens/env"
	"ludens/env/record"
	"ludens/internal/exit"
)

// Replay prints games that were played, as the rules judge them.
type Replay struct {
	Out      io.Writer
	Colours  bool
	Ply      int    // of the only position shown; -1: the whole game
	Every    bool   // show the board after every move
	JSON     bool   // print the judgement
	Notation string // print the game in this one of record.Notations; "": in none
}

// Game prints the game of that number, counted from 1.
func (p Replay) Game(number int, r record.Record, g env.Game) error {
	if number > 1 && !p.JSON && p.Notation != "pgn" { // which ends with an empty line itself
		fmt.Fprintln(p.Out)
	}
	switch {
	case p.Notation != "":
		err := record.WriteAs(p.Out, g, r, p.Notation)
		if errors.As(err, new(record.NotationError)) {
			return exit.Usagef("%w: want --to record", err)
		}
		return err
	case p.JSON:
		v, err := record.Judge(g, r)
		if err != nil {
			return err
		}
		return json.NewEncoder(p.Out).Encode(v)
	case p.Ply >= 0:
		return p.position(g, r)
	}
	return p.game(g, r)
}

// position prints the board after p.Ply moves.
func (p Replay) position(g env.Game, r record.Record) error {
	if p.Ply > len(r.Moves) {
		return fmt.Errorf("--ply %d: there are %d moves", p.Ply, len(r.Moves))
	}
	r.Moves, r.Result, r.Ending = r.Moves[:p.Ply], env.Ongoing, ""
	s, err := r.Replay(g, nil)
	if err == nil {
		fmt.Fprint(p.Out, Board(s, p.Colours))
	}
	return err
}

// game prints who played, the moves with their comments or the board after each of them,
// the last board and the result: up to the first illegal move, which is its error.
func (p Replay) game(g env.Game, r record.Record) error {
	printPlayers(p.Out, g, r)
	fmt.Fprintln(p.Out)
	p.comment(r.Comments[0])
	var played []string
	last, err := r.Replay(g, func(ply int, s env.State, a env.Action) error {
		played = append(played, s.Format(a))
		if p.Every {
			fmt.Fprintf(p.Out, "%s\n%s %s\n", Board(s, p.Colours), record.Number(ply), s.Format(a))
			p.comment(r.Comments[ply+1])
			fmt.Fprintln(p.Out)
		}
		return nil
	})
	if err != nil && last == nil {
		return err
	}
	if !p.Every {
		p.list(played, r.Comments)
	}
	fmt.Fprint(p.Out, Board(last, p.Colours))
	if err == nil {
		err = p.tell(g, r)
	}
	return err
}

// list prints the moves, two to a line, with the comments below.
func (p Replay) list(moves []string, comments map[int]string) {
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
		fmt.Fprintln(p.Out, strings.TrimRight(line, " "))
		p.comment(comments[ply+1])
		p.comment(comments[ply+2])
	}
	fmt.Fprintln(p.Out)
}

func (p Replay) comment(text string) {
	if text != "" {
		fmt.Fprintf(p.Out, "      {%s}\n", text)
	}
}

// tell prints the result of a legal game.
func (p Replay) tell(g env.Game, r record.Record) error {
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
	fmt.Fprintf(p.Out, "\nmoves   %d, all legal\nresult  %s (%s)\n", v.Plies, record.Verdict(g, v.Record), by)
	return nil
}
