package protocol

import (
	"fmt"
	"slices"
	"strings"

	"ludens/env"
	"ludens/env/chess"
	"ludens/env/games"
	"ludens/internal/prose"
)

// kin returns the games that a board may choose beside g, which is chesslike: those of its
// family. g is the first.
func kin(g env.Game) []string {
	name := g.Spec().Name
	names := []string{name}
	variant, _, _ := strings.Cut(name, ":")
	own, ok := games.Find(variant)
	if !ok {
		return names
	}
	for _, e := range slices.Concat(games.List(), games.Gallery()) {
		if e.Family == own.Family && e.Name != name {
			names = append(names, e.Name)
		}
	}
	return names
}

// called returns what boards call games.
func called(games []string, name func(string) string) (theirs []string) {
	for _, g := range games {
		theirs = append(theirs, name(g))
	}
	return theirs
}

func isChesslike(g env.Game) bool {
	_, ok := g.(chesslike)
	return ok
}

// variants are the games that the board may choose.
func (u *uci) variants() []string { return slices.Concat(kin(u.engine.Game), u.read) }

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
	if !slices.Contains(u.variants(), name) {
		u.read = append(u.read, name)
	}
	u.out.print("info string VariantPath: UCI_Variant may be %s", name)
	return nil
}

// choose takes up another game, if the agent can play it.
func (u *uci) choose(name string) error {
	ours := u.variants()
	theirs := called(ours, chess.FairyName)
	if i := slices.Index(theirs, name); i >= 0 {
		name = ours[i]
	}
	if name == u.game.Spec().Name {
		return nil
	}
	if !slices.Contains(ours, name) {
		return fmt.Errorf("UCI_Variant %.40q: none of the variants%s", name, prose.Hint(name, slices.Concat(theirs, ours)))
	}
	g, err := games.Make(name)
	if err != nil {
		return err
	}
	if err := u.take(u.engine, g); err != nil {
		return err
	}
	u.game = g.(chesslike)
	u.state = g.New(u.seed)
	return nil
}
