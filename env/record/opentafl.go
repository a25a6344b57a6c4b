package record

import (
	"fmt"
	"regexp"
	"strings"

	"ludens/env"
)

// OpenTaflRules returns the rules record of a game of OpenTafl, an .otg file; ok is false if
// the text is not a game.
func OpenTaflRules(text string) (rules string, ok bool) {
	found := rulesTag.FindStringSubmatch(text)
	if found == nil {
		return "", false
	}
	return found[1], true
}

var (
	rulesTag  = regexp.MustCompile(`\[rules:\s*(dim:[^\]]*)\]`)
	otgTag    = regexp.MustCompile(`^([a-z-]+):\s*`)
	otgNumber = regexp.MustCompile(`^\d+\.+`)
	otgTaken  = regexp.MustCompile(`^[x:]([a-s]\d{1,2}(?:[/,x:][a-s]\d{1,2})*)?`)
)

// lastWords stand in the place of a last move in published lists.
var lastWords = map[string]string{
	"timeout": "out of time", "resigned": "resigned", "resigns": "resigned", "resign": "resigned",
}

// ParseOpenTafl reads a game of OpenTafl, or a list of moves as people publish them: with
// numbers, letters of pieces (Kd4-c4), captures (xd4/e5) and a last word that says how it
// ended (timeout, resigned); or a row of a table of games. ok is false if the text has nothing of these that a record
// of ours has not. Captures and results are claims to be held against the rules.
func ParseOpenTafl(text string) (t env.Transcript, ok bool, err error) {
	rules, ok := OpenTaflRules(text)
	attackersSecond := strings.Contains(" "+rules+" ", " atkf:n ")
	moves, result := readRow(text)
	if result != "" {
		ok, text = true, moves
	}
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		if text[0] == '[' {
			body, rest, closed := strings.Cut(text[1:], "]")
			if !closed {
				return t, ok, fmt.Errorf("otg: %.40q begins and never ends: want ]", text)
			}
			text = rest
			noteOpenTafl(&t, body, &result)
			continue
		}
		word := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '\t' || r == '\n' || r == '\r' || r == '[' })[0]
		text = text[len(word):]
		if word = word[len(otgNumber.FindString(word)):]; strings.Trim(word, ".") == "" {
			continue
		}
		if how, over := lastWords[strings.ToLower(word)]; over && text == "" {
			ok, t.Ending, t.Result = true, how, env.WinFor(env.Player(1-len(t.Moves)%2))
			continue
		}
		m, read := claimed(word)
		if !read {
			return t, ok, fmt.Errorf("otg: move %d is %.40q: want one as d4-d7 or Kd4-c4xd5", len(t.Moves)+1, word)
		}
		t.Moves = append(t.Moves, m)
	}
	t.Result = resultOf(result, attackersSecond, t.Result)
	return t, ok, nil
}

// tableRow is a game as a row of a table, which collections are kept in: its moves, how
// many pieces each side has captured, and the result for the king's side:
//
//	d1-d3 e5-e2 f2-i2 d6-d9 a8-b8xb7,1,0,Black
//
// The numbers are not read: a capture that a move has twice counts twice in some of them.
var tableRow = regexp.MustCompile(`^\s*([^,\n]*),\d+,\d+,(White|Black|Draw|Ongoing|)\s*$`)

// isRow reports whether a line is a row of a table of games.
func isRow(line []byte) bool { return tableRow.Match(line) }

// readRow returns the moves of a row and its result as OpenTafl has it; "" if text is no row.
func readRow(text string) (moves, result string) {
	row := tableRow.FindStringSubmatch(text)
	if row == nil {
		return "", ""
	}
	return row[1], map[string]string{"White": "-1", "Black": "1", "Draw": "0", "Ongoing": "none", "": "none"}[row[2]]
}

// claimed returns a move with its captures as the game writes them: d4-d7xd6,e7.
func claimed(word string) (move string, ok bool) {
	squares, ok := OpenTaflSquares(word)
	if !ok {
		return "", false
	}
	tail := ""
	if i := strings.IndexAny(word, "x:"); i >= 0 {
		tail = word[i:]
	}
	if found := otgTaken.FindStringSubmatch(tail); found != nil && found[1] != "" {
		squares += "x" + strings.NewReplacer("/", ",", "x", ",", ":", ",").Replace(found[1])
	}
	return squares, true
}

// noteOpenTafl keeps what stands in brackets: a tag before the first move, a comment behind it.
func noteOpenTafl(t *env.Transcript, body string, result *string) {
	key := otgTag.FindStringSubmatch(body)
	if len(t.Moves) > 0 || key == nil {
		words := strings.Join(strings.Fields(strings.NewReplacer("|", " ", "{", "(", "}", ")").Replace(body)), " ")
		if words != "" {
			if t.Comments == nil {
				t.Comments = map[int]string{}
			}
			t.Comments[len(t.Moves)] = strings.TrimSpace(t.Comments[len(t.Moves)] + " " + words)
		}
		return
	}
	value := strings.TrimSpace(body[len(key[0]):])
	switch key[1] {
	case "date":
		t.Date = value
	case "result":
		*result = value
	case "termination":
		t.Ending = value
	}
}

// resultOf reads a result of OpenTafl, 1 if the attackers won, -1 if the defenders did, 0
// if neither; another one, or none, is that of the moves.
func resultOf(result string, attackersSecond bool, otherwise env.Result) env.Result {
	attackers := env.First
	if attackersSecond {
		attackers = env.Second
	}
	switch result {
	case "1":
		return env.WinFor(attackers)
	case "-1":
		return env.WinFor(attackers.Other())
	case "0":
		return env.Drawn
	}
	return otherwise
}

// otgMove is a move in OpenTafl's notation, simple or full: Ke5-e1xe2/e3--. Nothing but its
// squares is needed.
var otgMove = regexp.MustCompile(`^[a-zA-Z]?([a-s]\d{1,2})[-^=]{1,2}([a-s]\d{1,2})`)

// OpenTaflSquares returns the squares of a move in OpenTafl's notation, as env.Parse reads them:
// a4-a1. ok is false if text is not a move.
func OpenTaflSquares(text string) (squares string, ok bool) {
	found := otgMove.FindStringSubmatch(text)
	if found == nil {
		return "", false
	}
	return found[1] + "-" + found[2], true
}

// written is a move as the game writes it: d1d3xc3,e3.
var written = regexp.MustCompile(`^([a-s]\d+)([a-s]\d+)`)

// OpenTaflMove writes a move in OpenTafl's simple notation, a4-a1.
func OpenTaflMove(s env.State, a env.Action) string {
	return written.ReplaceAllString(written.FindString(s.Format(a)), "$1-$2")
}
