package env

// Variant is one named set of rules of a family, as the family lists it.
type Variant struct {
	Name    string // "celta": lower case, without ':', ',' or '='
	Summary string // one line
	Options []Option
}

// Option is a rule of a variant that can be set.
type Option struct {
	Name    string   // "first"
	Help    string   // one line
	Default string   // the value that is left out of a canonical name
	Values  []string // what it may be, Default among it; nil: free form, as Help describes it
}

// Setting is an option with the value that somebody chose: "first=attackers".
type Setting struct{ Name, Value string }
