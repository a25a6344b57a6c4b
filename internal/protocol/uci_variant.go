package protocol

import (
	"fmt"
	"slices"
	"strings"

	"ludens/analysis"
	"ludens/env"
	"ludens/env/games"
	"ludens/internal/prose"
)

// kin returns the games that a board may choose beside g: those of its family that speak
// UCI, too. g is among them.
func kin(g env.Game) []string {
	name := g.Spec().Name
	names, family := []string{name}, ""
	variant, _, _ := strings.Cut(name, ":")
	entries := games.List()
	for _, e := range entries {
		if e.Name == variant {
			family = e.Family
		}
	}
	for _, e := range entries {
		if e.Family == family && e.Name != name {
			if other, err := games.Make(e.Name); err == nil && isChesslike(other) {
				names = append(names, e.Name)
			}
		}
	}
	return names
}

func isChesslike(g env.Game) bool {
	_, ok := g.(chesslike)
	return ok
}

// learn reads the file of a game, which UCI_Variant may name from then on.
func (u *uci) learn(path string) error {
	name, err := u.engine.ReadGame(path)
	if err != nil {
		return err
	}
	g, err := games.Make(name)
	if err != nil {
		return err
	}
	if !isChesslike(g) {
		return fmt.Errorf("VariantPath: %s speaks %s", name, spoken(g))
	}
	if !slices.Contains(u.variants, name) {
		u.variants = append(u.variants, name)
	}
	u.out.print("info string VariantPath: UCI_Variant may be %s", name)
	return nil
}

// choose takes up another game, if the agent can play it.
func (u *uci) choose(name string) error {
	if name == u.game.Spec().Name {
		return nil
	}
	if !slices.Contains(u.variants, name) {
		return fmt.Errorf("UCI_Variant %.40q: want %s%s", name, strings.Join(u.variants, ", "), prose.Hint(name, u.variants))
	}
	g, err := games.Make(name)
	if err != nil {
		return err
	}
	open := u.open
	u.open = func(r Resources) (analysis.Analyst, error) { return u.engine.Open(g, r) }
	if err := u.give(u.has); err != nil {
		u.open = open
		return err
	}
	u.game = g.(chesslike)
	u.state = g.New(u.seed)
	return nil
}
