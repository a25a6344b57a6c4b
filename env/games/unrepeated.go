package games

import (
	"slices"
	"strings"

	"ludens/env"
)

// Unrepeated returns a game without its rule that a repeated position ends it: g itself
// where none of its options says so.
func Unrepeated(g env.Game) (env.Game, error) {
	name := g.Spec().Name
	variant, settings, err := split(name)
	if err != nil {
		return nil, err
	}
	_, v, ok := find(variant)
	if !ok || !slices.ContainsFunc(v.Options, func(o env.Option) bool { return o.Name == "repeat" && slices.Contains(o.Values, "0") }) {
		return g, nil
	}
	settings = slices.DeleteFunc(settings, func(s env.Setting) bool { return s.Name == "repeat" })
	var texts []string
	for _, s := range append(settings, env.Setting{Name: "repeat", Value: "0"}) {
		texts = append(texts, s.Name+"="+s.Value)
	}
	return Make(variant + ":" + strings.Join(texts, ","))
}
