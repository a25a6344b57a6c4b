package export

import (
	"io"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"

	"ludens/env"
	"ludens/selfplay"
)

// position is a row of a table: a position and what was done and thought in it. It
// has no planes: who learns from tensors takes an npz.
type position struct {
	Game        int32     `parquet:"game"` // counted from 0
	Iteration   int32     `parquet:"iteration"`
	Ply         int32     `parquet:"ply"`           // moves played before it
	Plies       int32     `parquet:"plies"`         // of the whole game
	ToMove      string    `parquet:"to_move,dict"`  // "first" or "second"
	Position    string    `parquet:"position,dict"` // its text, "" if the game's positions have none
	Action      int32     `parquet:"action"`        // that was played
	Move        string    `parquet:"move,dict"`     // the same as text
	SearchValue float32   `parquet:"search_value"`
	Value       int32     `parquet:"value"`        // 1, 0 or -1: what the game came to for the mover
	ValueWeight float32   `parquet:"value_weight"` // 0 of a game cut off at the length limit
	Ending      string    `parquet:"ending,dict"`  // "rules", "resigned", "adjudicated" or "cut off"
	Legal       []int32   `parquet:"legal,list"`
	PolicyTo    []int32   `parquet:"policy_actions,list"` // none where the search was not to be trained on
	Policy      []float32 `parquet:"policy,list"`         // of these actions
}

// rowsInGroup bounds how many positions are kept in memory.
const rowsInGroup = 8192

// table writes the positions of games as Parquet.
type table struct {
	out   *parquet.GenericWriter[position]
	rules env.Game
	n     Count
	rows  []position
	legal []env.Action
}

func newParquet(w io.Writer, g env.Game) (writer, error) {
	return &table{rules: g, out: parquet.NewGenericWriter[position](w,
		parquet.Compression(&zstd.Codec{Level: zstd.DefaultLevel, Concurrency: 1}),
		parquet.MaxRowsPerRowGroup(rowsInGroup),
		parquet.CreatedBy("ludens", "1", ""),
		parquet.KeyValueMetadata("ludens", headerOf(g).text()))}, nil
}

func (t *table) game(iteration int, r *selfplay.Record) error {
	s, err := r.Begin(t.rules)
	if err != nil {
		return err
	}
	t.rows = t.rows[:0]
	for ply := range r.Plies {
		t.rows = append(t.rows, t.row(s, iteration, ply, r))
		s.Play(r.Plies[ply].Action)
	}
	t.n.Games++
	_, err = t.out.Write(t.rows)
	return err
}

func (t *table) row(s env.State, iteration, ply int, r *selfplay.Record) position {
	p, mover := &r.Plies[ply], s.ToMove()
	row := position{
		Game: int32(t.n.Games), Iteration: int32(iteration), Ply: int32(ply), Plies: int32(len(r.Plies)), ToMove: mover.String(),
		Action: int32(p.Action), Move: s.Format(p.Action), SearchValue: p.Value,
		Value: int32(r.Result.For(mover)), ValueWeight: weight(!r.Truncated), Ending: ending(r),
	}
	if n, ok := env.As[env.Notated](t.rules); ok {
		row.Position = n.Position(s)
	}
	t.legal = s.Legal(t.legal[:0])
	for _, a := range t.legal {
		row.Legal = append(row.Legal, int32(a))
	}
	for _, share := range p.Policy {
		row.PolicyTo, row.Policy = append(row.PolicyTo, int32(share.Action)), append(row.Policy, share.Probability)
	}
	return row
}

// ending says how a game ended.
func ending(r *selfplay.Record) string {
	switch {
	case r.Truncated:
		return "cut off"
	case r.Resigned:
		return "resigned"
	case r.Adjudicated:
		return "adjudicated"
	}
	return "rules"
}

func (t *table) finish() error { return t.out.Close() }
