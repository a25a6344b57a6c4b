package record

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ludens/env"
	"ludens/internal/prose"
)

// tags returns all that r holds as tags, in the order in which they are written.
func (r *Record) tags() []env.Tag {
	known := []env.Tag{
		{Name: "Game", Value: r.Game}, {Name: "Start", Value: r.Start}, {Name: "Seed", Value: strconv.FormatUint(r.Seed, 10)}, {Name: "Date", Value: r.Date},
		{Name: "First", Value: r.First}, {Name: "Second", Value: r.Second}, {Name: "Result", Value: r.Result.String()}, {Name: "Ending", Value: r.Ending},
	}
	var given []env.Tag
	for _, t := range known {
		if t.Value != "" && t != (env.Tag{Name: "Seed", Value: "0"}) {
			given = append(given, t)
		}
	}
	return append(given, r.Tags...)
}

// own are the names of the tags that are fields of a Record.
var own = []string{"Game", "Start", "Seed", "Date", "First", "Second", "Result", "Ending"}

// set notes what a tag says. The names of this package's own tags may be in
// any case.
func (r *Record) set(t env.Tag) (err error) {
	switch strings.ToLower(t.Name) {
	case "game":
		r.Game = t.Value
	case "start":
		r.Start = t.Value
	case "seed":
		if r.Seed, err = strconv.ParseUint(t.Value, 10, 64); err != nil {
			return fmt.Errorf("tag Seed: %q is not a whole number from 0 up", t.Value)
		}
	case "first":
		r.First = t.Value
	case "second":
		r.Second = t.Value
	case "result":
		r.Result, err = parseResult(t.Value)
	case "ending":
		r.Ending = t.Value
	case "date":
		r.Date = t.Value
	default:
		r.Tags = append(r.Tags, t)
	}
	return err
}

// scores are results as chess players write them, First's points before the
// hyphen.
var scores = map[string]env.Result{"1-0": env.FirstWins, "0-1": env.SecondWins, "1/2-1/2": env.Drawn, "*": env.Ongoing}

func parseResult(text string) (env.Result, error) {
	if r, ok := scores[text]; ok {
		return r, nil
	}
	var texts []string
	for r := env.Ongoing; r <= env.Drawn; r++ {
		if strings.EqualFold(r.String(), text) {
			return r, nil
		}
		texts = append(texts, r.String())
	}
	return 0, fmt.Errorf("tag Result: %q%s; want one of %s", text, prose.Hint(text, texts), strings.Join(texts, ", "))
}

// parseTag reads the tag that a line begins with and returns what follows it.
func parseTag(line string) (t env.Tag, rest string, err error) {
	t, rest, ok := env.ReadTag(line)
	if rest = strings.TrimSpace(rest); !ok || rest != "" && rest[0] != '[' {
		return t, "", fmt.Errorf(`%s: a tag looks like [First "name"]`, clip(line))
	}
	return t, rest, nil
}

// contains reports whether names has name, in any case.
func contains(names []string, name string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, name) })
}
