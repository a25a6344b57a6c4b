package card

import (
	"cmp"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"ludens/env"
)

// Trial is what random games show of a game's rules before a network was trained on them.
type Trial struct {
	Games     int           `json:"games"`
	First     int           `json:"first_wins"`
	Second    int           `json:"second_wins"`
	Drawn     int           `json:"drawn"`
	CutOff    int           `json:"cut_off"`   // at the length limit, without a winner
	Adjudged  int           `json:"adjudged"`  // at the length limit, by a score
	Quartiles [3]int        `json:"plies"`     // of their lengths
	Branching float64       `json:"branching"` // legal moves, on average
	Endings   []EndingCount `json:"endings"`   // the most frequent first
}

// EndingCount is how often games ended in a way.
type EndingCount struct {
	Ending string `json:"ending"`
	Games  int    `json:"games"`
}

// mostTried is how many moves a trial makes at most.
const mostTried = 400_000

// Try plays random games of g, at most n: equal games for equal n.
func Try(g env.Game, n int) Trial {
	var t Trial
	var lengths []int
	endings := map[string]int{}
	var legal []env.Action
	moves, choices := 0, 0
	for seed := range uint64(n) {
		if moves > mostTried {
			break
		}
		rng := rand.New(rand.NewPCG(seed, 1))
		s := g.New(seed)
		ply := 0
		for ; s.Result() == env.Ongoing && !env.Truncated(s, ply, g.Spec().MaxPly); ply++ {
			legal = s.Legal(legal[:0])
			choices += len(legal)
			s.Play(legal[rng.IntN(len(legal))])
		}
		moves += ply
		lengths = append(lengths, ply)
		t.count(s)
		endings[endingOf(s)]++
	}
	t.Branching = float64(choices) / float64(max(1, moves))
	slices.Sort(lengths)
	for i := range t.Quartiles {
		t.Quartiles[i] = lengths[(len(lengths)-1)*(i+1)/4]
	}
	for e, games := range endings {
		t.Endings = append(t.Endings, EndingCount{e, games})
	}
	slices.SortFunc(t.Endings, func(a, b EndingCount) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), strings.Compare(a.Ending, b.Ending))
	})
	return t
}

// count adds a game that is over.
func (t *Trial) count(s env.State) {
	t.Games++
	if env.Adjudged(s) {
		t.Adjudged++
	}
	switch s.Result() {
	case env.FirstWins:
		t.First++
	case env.SecondWins:
		t.Second++
	case env.Drawn:
		t.Drawn++
	default:
		t.CutOff++
	}
}

// endingOf says how a game has ended.
func endingOf(s env.State) string {
	if s.Result() == env.Ongoing {
		return "cut off at the length limit"
	}
	if env.Adjudged(s) {
		return "cut off at the length limit, decided by the score"
	}
	if e, ok := s.(env.Explained); ok {
		return e.Ending()
	}
	return s.Result().String()
}

// Doubts says in a sentence each what its author may want to look at.
func (t Trial) Doubts(spec env.Spec) (all []string) {
	switch {
	case (t.CutOff+t.Adjudged)*2 > t.Games:
		all = append(all, fmt.Sprintf("%d of %d random games were cut off at the length limit: either the game hardly ends by itself, or cap is low.", t.CutOff+t.Adjudged, t.Games))
	case t.Quartiles[1] <= 4:
		all = append(all, fmt.Sprintf("Half of the random games were over after %d plies: is the start right?", t.Quartiles[1]))
	}
	decided := t.First + t.Second
	if t.Games >= 50 && decided == 0 {
		all = append(all, "Neither side won a random game: can the game be won?")
	}
	for i, wins := range []int{t.First, t.Second} {
		if decided >= 50 && wins*10 >= decided*9 {
			all = append(all, fmt.Sprintf("%s won %d of %d random games that had a winner (the most frequent end: %s), which need not be so in good ones.", capital(spec.Roles[i]), wins, decided, t.Endings[0].Ending))
		}
	}
	if t.Branching < 1.5 {
		all = append(all, fmt.Sprintf("There are %.1f legal moves on average: hardly anything to choose.", t.Branching))
	}
	return all
}

// Check is what there is to know of a game at first sight.
type Check struct {
	*Card
	Men    []env.Man `json:"men,omitempty"`
	Trial  Trial     `json:"random_games"`
	Doubts []string  `json:"doubts"`
}

// trialGames is how many random games a check plays.
const trialGames = 200

// NewCheck looks at a game.
func NewCheck(g env.Game) (*Check, error) {
	c, err := New(g.Spec().Name)
	if err != nil {
		return nil, err
	}
	check := &Check{Card: c, Trial: Try(g, trialGames)}
	check.Men = c.Book.Men
	check.Doubts = check.Trial.Doubts(g.Spec())
	for _, m := range check.Men {
		if !strings.ContainsAny(strings.Join(m.Reach, ""), string([]byte{env.AnyWay, env.GoesOnly, env.CapturesOnly, env.AtFirst, env.Hops})) {
			check.Doubts = append(check.Doubts, fmt.Sprintf("The %s (%s) goes nowhere: what are its moves?", m.Name, m.Letter))
		}
	}
	return check, nil
}

// Write prints the check for a terminal.
func (c *Check) Write(out io.Writer) error {
	p := &plain{out: out}
	p.title(fmt.Sprintf("%s: %s", c.Game, cmp.Or(c.Summary, c.Family)))
	if c.Title != "" {
		p.text(c.Title)
	}
	p.print("\n")
	p.board(c.Card)
	p.table([]string{"", ""}, [][]string{
		{"board", fmt.Sprintf("%d by %d", c.Rows, c.Columns)},
		{"moves first", c.Roles[0]},
		{"then", c.Roles[1]},
		{"actions", fmt.Sprint(c.Actions)},
		{"inputs", fmt.Sprintf("%d planes", c.Inputs)},
		{"symmetries", fmt.Sprint(len(c.Symmetries))},
		{"cut off after", fmt.Sprintf("%d plies", c.MaxPly)},
	})
	c.writeMen(p)
	p.chapter("Positions by number of moves (perft)")
	var rows [][]string
	for i, n := range c.Perft[:min(3, len(c.Perft))] {
		rows = append(rows, []string{fmt.Sprint(i + 1), fmt.Sprint(n)})
	}
	p.table([]string{"", ""}, rows)
	c.writeTrial(p)
	return p.err
}

// writeMen draws where each man goes from the middle of an empty board.
func (c *Check) writeMen(p *plain) {
	if len(c.Men) == 0 {
		return
	}
	p.chapter("Men")
	var rows [][]string
	for _, m := range c.Men {
		rows = append(rows, []string{m.Letter, m.Name, m.Moves})
	}
	p.table([]string{"", "", ""}, rows)
	if len(c.Men[0].Reach) == 0 { // a game may say in words alone how men move
		return
	}
	p.text(c.signs())
	const abreast = 3
	for men := range slices.Chunk(c.Men, abreast) {
		p.print("\n")
		for row := range men[0].Reach {
			line := " "
			for _, m := range men {
				line += "   " + m.Reach[row]
			}
			p.print(line + "\n")
		}
	}
}

// signs says what the signs mean that the men's boards have.
func (c *Check) signs() string {
	all, found := "", ""
	for _, m := range c.Men {
		all += strings.Join(m.Reach, "")
	}
	for _, x := range []struct {
		sign  rune
		means string
	}{
		{env.AnyWay, "they go and capture"}, {env.GoesOnly, "they go"}, {env.CapturesOnly, "they only capture"},
		{env.AtFirst, "they go from their first square only"}, {env.Hops, "they come by jumping over a piece"},
	} {
		if strings.ContainsRune(all, x.sign) {
			found += fmt.Sprintf(", at %c %s", x.sign, x.means)
		}
	}
	return capital(strings.TrimPrefix(found, ", ")) + "."
}

// capital returns a text that begins with a capital letter.
func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

func (c *Check) writeTrial(p *plain) {
	t := c.Trial
	p.chapter(fmt.Sprintf("%d random games", t.Games))
	p.table([]string{"", ""}, [][]string{
		{"won by " + c.Roles[0], fmt.Sprint(t.First)},
		{"won by " + c.Roles[1], fmt.Sprint(t.Second)},
		{"drawn", fmt.Sprint(t.Drawn)},
		{"cut off", fmt.Sprintf("%d, and %d decided there by the score", t.CutOff, t.Adjudged)},
		{"plies", fmt.Sprintf("%d in the middle, half of them %d to %d", t.Quartiles[1], t.Quartiles[0], t.Quartiles[2])},
		{"legal moves", fmt.Sprintf("%.1f on average", t.Branching)},
	})
	for _, e := range t.Endings[:min(6, len(t.Endings))] {
		p.text(fmt.Sprintf("- %d: %s", e.Games, e.Ending))
	}
	for _, d := range c.Doubts {
		p.text("! " + d)
	}
}
