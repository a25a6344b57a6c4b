package exact

import (
	"context"
	"fmt"

	"ludens/agent"
	"ludens/env"
	"ludens/env/seed"
	"ludens/solve"
	"ludens/stat"
)

// Test asks agents for moves in positions of which it is known what they are
// worth.
type Test struct {
	Game      env.Game
	Table     string // a file of its own; "": as Open finds it, and positions are kept
	Positions int    // of an endgame won ones
	ToGo      int    // plies at most, of games that are searched to their end; 0: any number
	Games     int    // of each endgame: won positions that the agent plays on
	Seed      uint64
	Workers   int                  // goroutines; the outcome does not depend on it
	Seen      func(solve.Progress) // called now and then; may be nil
}

// Agent is who is tested. Each position gets a new one, with a seed of its own.
type Agent struct {
	Name string
	New  func(seed.Seed) (env.Agent, error)
}

// Accuracy is in how many positions an agent's move kept what they are worth.
type Accuracy struct {
	Game   string     `json:"game"`
	Agent  string     `json:"agent"`
	Seed   uint64     `json:"seed"`
	Mix    string     `json:"mix"` // which positions were drawn, in words
	Kept   Kept       `json:"kept"`
	Won    Kept       `json:"won"` // of the positions that are won
	Drawn  Kept       `json:"drawn"`
	Lost   Kept       `json:"lost"`
	Thrown Proportion `json:"thrown"` // of the positions that are won: not won after the move
	ToDraw int        `json:"to_draw"`
	ToLoss int        `json:"to_loss"`
}

// Run draws the positions and asks the agent.
func (t Test) Run(ctx context.Context, agent Agent) (Accuracy, error) {
	questions, x, err := t.draw(ctx)
	if err != nil {
		return Accuracy{}, err
	}
	m, err := solve.Examine(ctx, questions, agent.New, seed.New(t.Seed).At("exam", 0), t.Workers, t.Seen)
	if err != nil {
		return Accuracy{}, err
	}
	const lost, drawn, won = 0, 1, 2
	return Accuracy{
		Game: t.Game.Spec().Name, Agent: agent.Name, Seed: t.Seed, Mix: mix(x, questions),
		Kept:   newKept(m.All, m.Decisive),
		Won:    newKept(m.Worth[won], m.Choices[won]),
		Drawn:  newKept(m.Worth[drawn], m.Choices[drawn]),
		Lost:   newKept(m.Worth[lost], m.Choices[lost]),
		Thrown: NewProportion(m.ToDraw+m.ToLoss, m.Worth[won].Positions),
		ToDraw: m.ToDraw, ToLoss: m.ToLoss,
	}, nil
}

// mix says which positions were drawn.
func mix(x solve.Exam, questions []solve.Question) string {
	played := 0
	for _, q := range questions {
		if q.Played {
			played++
		}
	}
	which := fmt.Sprintf("any from ply %d on", x.From)
	if x.ToGo > 0 {
		which += fmt.Sprintf(" with at most %d to go", x.ToGo)
	}
	return fmt.Sprintf("%d of games of %s against itself after up to %d random plies, %d of random games; one of each game, %s; none twice; without history",
		played, Player, x.Opening, len(questions)-played, which)
}

// draw returns positions with what their moves are worth. They are kept for the
// next agent, unless the values come from a file of their own.
func (t Test) draw(ctx context.Context) ([]solve.Question, solve.Exam, error) {
	x := solve.Exam{Positions: t.Positions, ToGo: t.ToGo, Opening: randomPlies, Seed: t.Seed, Workers: t.Workers}
	if _, searched := env.As[env.Solvable](t.Game); searched {
		x.From = searchedFrom
	}
	notated, ok := env.As[env.Notated](t.Game)
	if !ok || t.Table != "" {
		questions, err := t.drawNew(ctx, x)
		return questions, x, err
	}
	name := nameOf(t.Game, x)
	if questions, ok := recall(notated, name); ok {
		return questions, x, nil
	}
	questions, err := t.drawNew(ctx, x)
	if err == nil {
		err = keep(notated, name, questions)
	}
	return questions, x, err
}

// drawNew draws positions and finds out what their moves are worth.
func (t Test) drawNew(ctx context.Context, x solve.Exam) ([]solve.Question, error) {
	x.Player = func(s seed.Seed) (env.Agent, error) { return agent.Playouts(t.Game, playerSimulations, s) }
	newSolver, err := Open(ctx, t.Game, t.Table)
	if err != nil {
		return nil, err
	}
	return solve.Draw(ctx, t.Game, x, newSolver, t.Seen)
}

// EndgameAccuracy is how an agent did in won positions of an endgame.
type EndgameAccuracy struct {
	Game    string `json:"game"`
	Endgame string `json:"endgame"`
	Agent   string `json:"agent"`
	Seed    uint64 `json:"seed"`

	// Won positions in which the agent was asked for a move.
	Kept   Proportion `json:"kept"` // the position is still won after it
	ToDraw int        `json:"to_draw"`
	ToLoss int        `json:"to_loss"`
	Delay  float64    `json:"delay"` // plies by which a move that keeps the win makes it longer, on average

	// Won positions that the agent played on against the best defence.
	Mated     Proportion     `json:"mated"`
	Drawn     map[string]int `json:"drawn"` // the rest by how they ended
	Lost      int            `json:"lost"`
	Truncated int            `json:"truncated"`
	Plies     float64        `json:"plies"`    // of the games that were won, on average
	Shortest  float64        `json:"shortest"` // what these take with best play
}

// RunEndgame asks the agent in an endgame of the game, and has it play on.
func (t Test) RunEndgame(ctx context.Context, name string, agent Agent) (m EndgameAccuracy, err error) {
	g, err := solve.Endgame(t.Game, name)
	if err != nil {
		return m, err
	}
	table, err := openTable(ctx, g, "")
	if err != nil {
		return m, err
	}
	x := solve.EndgameExam{Positions: t.Positions, Games: t.Games, Seed: t.Seed, Workers: t.Workers}
	asked, played, err := table.Examine(ctx, x, agent.New, t.Seen)
	if err != nil {
		return m, err
	}
	const won = 2
	kept := asked.Worth[won]
	return EndgameAccuracy{
		Game: t.Game.Spec().Name, Endgame: name, Agent: agent.Name, Seed: t.Seed,
		Kept: NewProportion(kept.Kept, kept.Positions), ToDraw: asked.ToDraw, ToLoss: asked.ToLoss,
		Delay: average(asked.Delay, kept.Kept),
		Mated: NewProportion(played.Won, played.Games), Drawn: played.Drawn, Lost: played.Lost, Truncated: played.Truncated,
		Plies: average(played.Plies, played.Won), Shortest: average(played.Shortest, played.Won),
	}, nil
}

func average(sum, n int) float64 { return float64(sum) / float64(max(1, n)) }

// Proportion is k of n with its 95 % interval.
type Proportion struct {
	Positions int     `json:"positions"`
	Count     int     `json:"count"`
	Share     float64 `json:"share"`
	Low       float64 `json:"low"`
	High      float64 `json:"high"`
}

// NewProportion returns count of that many positions, with Wilson's interval.
func NewProportion(count, positions int) Proportion {
	p := Proportion{Positions: positions, Count: count}
	if positions > 0 {
		p.Share = float64(count) / float64(positions)
	}
	p.Low, p.High = stat.Wilson(count, positions)
	return p
}

// Kept is in how many positions the move kept what the position was worth: of
// all, and of those in which a wrong move could be made.
type Kept struct {
	All      Proportion `json:"all"`
	Decisive Proportion `json:"decisive"`
}

func newKept(all, decisive solve.Tally) Kept {
	return Kept{NewProportion(all.Kept, all.Positions), NewProportion(decisive.Kept, decisive.Positions)}
}

// InCache, as the table of a Test, is the one that Open finds by itself.
const InCache = "in the user's cache"

// Judge tests an agent and prints how it did. The table of the test may also name
// endgames, in which it is tested without the tables that it is held against, and so is
// its network alone.
func (t Test) Judge(ctx context.Context, me agent.Spec, load agent.Loader, p Printer) error {
	defer p.Finish()
	if t.Table == InCache {
		t.Table = ""
	} else if _, ok := env.As[env.Endgames](t.Game); ok {
		return t.judgeEndgames(ctx, me, load, p)
	}
	found, err := t.Run(ctx, t.candidate(me, load))
	if err != nil {
		return err
	}
	return p.print(found, func() { printAccuracy(p.Out, found, p.Columns) })
}

// candidate is an agent that is tested.
func (t Test) candidate(me agent.Spec, load agent.Loader) Agent {
	e := me.Entrant(load)
	return Agent{Name: e.Name, New: func(s seed.Seed) (env.Agent, error) { return e.New(t.Game, s) }}
}

func (t Test) judgeEndgames(ctx context.Context, me agent.Spec, load agent.Loader, p Printer) error {
	names, err := solve.EndgameList(t.Game, t.Table)
	if err != nil {
		return err
	}
	var all []EndgameAccuracy
	for _, who := range Candidates(me) {
		for i, name := range names {
			m, err := t.RunEndgame(ctx, name, t.candidate(who, load))
			p.Finish()
			if err != nil {
				return err
			}
			if all = append(all, m); p.JSON {
				continue
			}
			if i == 0 {
				printMateHead(p.Out, m, t.Game.Spec().Roles[env.First])
			}
			printMate(p.Out, m)
		}
	}
	return p.print(all, func() {
		fmt.Fprintf(p.Out, "up to %d won positions of each endgame, drawn evenly, for a move; up to %d of them for a game against the best defence; seed %d\n", t.Positions, t.Games, t.Seed)
		fmt.Fprintln(p.Out, "agents play here without the exact tables of endgames, which they are held against")
	})
}

// Candidates are who takes an exam in endgames that an agent is entered for: the agent
// without the exact tables of endgames, which are what it is held against and would mark
// themselves; and the network alone that it has, if it searches with one.
func Candidates(s agent.Spec) []agent.Spec {
	s.Untabled = true
	all := []agent.Spec{s}
	if bare, ok := s.Bare(); ok && bare.String() != s.String() {
		all = append(all, bare)
	}
	return all
}
