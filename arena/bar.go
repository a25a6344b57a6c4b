package arena

// Bar is what a player must score against an opponent before it judges rules (E62 of
// docs/method.md).
type Bar struct {
	Opponent string  // as Enter takes it
	Least    float64 // share of the points, both roles together; 0: the score is shown only
}

// Bars are those of all judges.
var Bars = []Bar{{"random", 0.75}, {"greedy", 0.5}, {"alphabeta:4", 0}}

// slack is how far below the bar the lower end of the interval may be: a score of few games
// does not pass.
const slack = 0.25

// Passed reports whether a score is as the bar wants it.
func (b Bar) Passed(s Score) bool {
	low, _ := s.Interval()
	return b.Least == 0 || s.Mean() >= b.Least && low >= b.Least-slack
}

// Clear reports whether more games will hardly change what Passed says: the whole interval
// is on one side of the bar.
func (b Bar) Clear(s Score) bool {
	low, high := s.Interval()
	return b.Least == 0 || low >= b.Least || high < b.Least
}

// Weak reports whether a score in one role is clearly below one half. That the other role
// is favoured may then be a weakness of the player in this one.
func (b Bar) Weak(role Score) bool {
	_, high := role.Interval()
	return b.Least > 0 && high < 0.5
}
