package report_test

import (
	"os"

	"ludens/arena"
	"ludens/internal/report"
)

// What 400 games at two strengths say, as a terminal shows it.
func Example() {
	s := report.Study{Title: "How fair is celta?", Answer: []string{"The games favour king's side."}}
	s.Add("Who is favoured", report.Table{
		Name:    "balance",
		Columns: []report.Column{{Key: "agent", Title: "both sides"}, {Key: "first", Title: "king's side, %", Percent: true, Digits: 1}},
		Rows: [][]any{
			{"mcts:25", arena.Share(220, 400)},
			{"mcts:100", arena.Share(300, 400)},
		},
	})
	s.Text(os.Stdout, 80)
	// Output:
	// How fair is celta?
	//
	// The games favour king's side.
	//
	// WHO IS FAVOURED
	// both sides     king's side, %
	// mcts:25     55.0 [50.1, 59.8]
	// mcts:100    75.0 [70.5, 79.0]
}
