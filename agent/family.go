package agent

// Family returns what is alike in agents that differ by their budgets alone, such as
// champion:16 and champion:64; "" if the text is no agent's or has no budget.
func Family(text string) string {
	s, err := ParseSpec(Named(text))
	if err != nil || s.Budget == 0 {
		return ""
	}
	family := s.Kind + ":" + s.Path + s.Settings
	if s.Time > 0 {
		family += " by time"
	}
	if s.Of != "" {
		family += " of " + s.Of
	}
	return family
}
