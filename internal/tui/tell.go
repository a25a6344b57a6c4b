package tui

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"ludens/analysis"
	"ludens/env"
	"ludens/env/games"
	"ludens/env/record"
	"ludens/internal/exit"
	"ludens/internal/lesson"
)

// Replay prints games that were played, as the rules judge them.
type Replay struct {
	Out      io.Writer
	Colours  bool
	Ply      int    // of the only position shown; -1: the whole game
	Every    bool   // show the board after every move
	JSON     bool   // print the judgement
	Notation string // print the game in this one of record.Notations; "": in none
	// AsRecorded allows repetition, and moves after the end of the game, which are flagged.
	AsRecorded bool
	// Judge returns who says what each move gave away; nil: the moves are not judged.
	Judge func(g env.Game) (analysis.Analyst, error)
}

// Game prints the game of that number, counted from 1.
func (p Replay) Game(number int, r record.Record, g env.Game) error {
	if number > 1 && !p.JSON && p.Notation != "pgn" { // which ends with an empty line itself
		fmt.Fprintln(p.Out)
	}
	var flags []string
	if p.AsRecorded {
		var err error
		if r, g, flags, err = recorded(r, g); err != nil {
			return err
		}
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
		v.Flags = flags
		return json.NewEncoder(p.Out).Encode(v)
	case p.Ply >= 0:
		return p.position(g, r)
	}
	err := p.game(g, r)
	for _, flag := range flags {
		fmt.Fprintf(p.Out, "note    %s\n", flag)
	}
	return err
}

// recorded returns a game without the rule of repetition, the record up to its end by the
// other rules, and what of the record the rules do not allow.
func recorded(r record.Record, g env.Game) (within record.Record, free env.Game, flags []string, err error) {
	if free, err = games.Unrepeated(g); err != nil {
		return r, g, nil, err
	}
	within, after, err := r.Within(free)
	if err != nil {
		return r, g, nil, err
	}
	within.Game = free.Spec().Name
	if strict, more, err := r.Within(g); err == nil && len(more) > len(after) {
		flags = append(flags, fmt.Sprintf("by the rules of %s the game ends after %d moves: %s", g.Spec().Name, len(strict.Moves), ending(g, strict)))
	}
	if len(after) > 0 {
		flags = append(flags, fmt.Sprintf("%d moves come after the end, %s, and are left out: %s", len(after), ending(free, within), strings.Join(after, " ")))
	}
	return within, free, flags, nil
}

// ending returns how a legal game ends by the rules.
func ending(g env.Game, r record.Record) string {
	v, err := record.Judge(g, r)
	if err != nil {
		return err.Error()
	}
	return v.Ending
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
	if err == nil && p.Judge != nil {
		err = p.review(g, r)
	}
	return err
}

// judged are the simulations of a judge for each position, as on the page.
const judged = 100

// review prints what each move gave away, and the accuracy of both sides.
func (p Replay) review(g env.Game, r record.Record) error {
	judge, err := p.Judge(g)
	if err != nil {
		return err
	}
	sheet, err := record.NewSheet(g, r)
	if err != nil {
		return err
	}
	fmt.Fprintln(p.Out)
	var accuracy [2]lesson.Accuracy
	err = lesson.Review(context.Background(), g, sheet, 0, func(s env.State) (lesson.Verdict, error) {
		if s.Result() != env.Ongoing {
			return lesson.Decided(s.Result()), nil
		}
		found, err := judge.Analyse(context.Background(), s, analysis.Limits{Simulations: judged}, nil)
		if err != nil {
			return lesson.Verdict{}, err
		}
		return lesson.For(s, found.Value, found.Line(), found.Proof, found.Plies), nil
	}, func(ply int, _ lesson.Verdict, slip *lesson.Slip, kept [2]lesson.Accuracy) error {
		accuracy = kept
		if slip == nil {
			return nil
		}
		text := fmt.Sprintf("%s %s%s", record.Number(ply-1), sheet.Record().Moves[ply-1], slip.Mark)
		if slip.Lost > 0 {
			text += fmt.Sprintf(" gave away %.1f of the %.1f %% that were left.", 100*slip.Lost, 100*slip.Left)
		}
		if slip.Why != "" {
			text += " " + slip.Why
		}
		_, err := fmt.Fprintf(p.Out, "%s Better was %s.\n", text, slip.Better)
		return err
	})
	for side, role := range g.Spec().Roles {
		fmt.Fprintf(p.Out, "%s: accuracy %.1f %%\n", role, 100*accuracy[side].Share())
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
