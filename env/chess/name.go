package chess

import (
	"slices"
	"strings"

	"ludens/env/diagram"
)

// known are the kinds that have a name, by their moves in Betza's notation.
var known = map[string]string{
	"N": "knight", "B": "bishop", "R": "rook", "Q": "queen", "K": "king", "WF": "king",
	"RN": "chancellor", "NR": "chancellor", "BN": "archbishop", "NB": "archbishop", "QN": "amazon",
	"BW": "dragon horse", "RF": "dragon king", "Sissa": "sissa", "F": "ferz", "A": "alfil", "W": "wazir", "D": "dabbaba",
	"FfW": "silver general", "WfF": "gold general", "fR": "lance", "NN": "nightrider", "gQ": "grasshopper",
	"KN": "centaur", "FA": "elephant", "mRcpR": "cannon", "nN": "horse", "nA": "elephant",
	"fmWfceFifmnD": "pawn", "fmWfcF": "pawn", "fW": "soldier",
}

// figures are the drawings by the words of the key figure, and by names.
var figures = map[string]diagram.Figure{
	"pawn": diagram.Pawn, "knight": diagram.Knight, "bishop": diagram.Bishop, "rook": diagram.Rook,
	"queen": diagram.Queen, "king": diagram.King, "chancellor": diagram.Chancellor, "archbishop": diagram.Archbishop,
	"dragonhorse": diagram.DragonHorse, "dragon horse": diagram.DragonHorse, "sissa": diagram.Sissa,
	"disc": diagram.Disc, "crowned": diagram.Crowned, "mitre": diagram.Mitre, "crown": diagram.Crown,
	"cross": diagram.CrossStone, "ring": diagram.RingStone, "tile": diagram.Tile, "token": diagram.Token,
}

// letter gives the kinds without a figure of their own that of the board's style, and their
// characters to those that carry some.
func (g *Game) letter() error {
	for i := range g.kinds {
		w := &g.kinds[i]
		if m := g.keys.Men[string(w.letter)]; m.Figure == "" && m.Outline == "" && g.head.Figure() != diagram.Nothing {
			w.figure = g.head.Figure()
		}
		if m := g.keys.Men[string(w.letter)]; m.Sign != "" {
			if err := w.inscribe(m.Sign); err != nil {
				return err
			}
		}
	}
	return nil
}

// inscribe gives a kind the characters that its men carry.
func (w *ware) inscribe(sign string) error {
	key, all := "men."+string(w.letter)+".sign", []rune(sign)
	if w.figure != diagram.Tile && w.figure != diagram.Token {
		return wrongf(key, `sign = %q: only a tile or a token carries one: want board_style = "shogi" or "xiangqi", or figure = "tile" or "token"`, clip(sign))
	}
	known := diagram.Signs()
	for _, r := range all {
		if len(all) > 2 || !strings.ContainsRune(known, r) {
			return wrongf(key, "sign = %q: want one or two of %s", clip(sign), known)
		}
	}
	w.signs = [2]string{string(all[0]), string(all[len(all)-1])}
	return nil
}

// spare are the figures for men whose names have none, those that look like nothing else
// first.
var spare = []diagram.Figure{
	diagram.Crowned, diagram.Mitre, diagram.Crown, diagram.Disc, diagram.DragonHorse, diagram.Archbishop,
	diagram.Chancellor, diagram.Sissa, diagram.Bishop, diagram.Knight, diagram.Queen, diagram.Rook,
	diagram.RingStone, diagram.CrossStone, diagram.Pawn, diagram.King,
}

// christen gives the kinds their names and figures.
func (g *Game) christen() error {
	met := map[string]byte{}
	for i := range g.kinds {
		w := &g.kinds[i]
		m := g.keys.Men[string(w.letter)]
		switch {
		case m.Name != "":
			w.name = m.Name
		case known[m.Moves] != "" && met[known[m.Moves]] == 0 && !g.named(known[m.Moves]):
			w.name = known[m.Moves]
		default:
			w.name = strings.ToLower(string(w.letter)) + "-man"
		}
		key := "men." + string(w.letter) + ".name"
		if len(w.name) > 24 || strings.ContainsFunc(w.name, func(r rune) bool { return r < ' ' || r > '~' }) {
			return wrongf(key, "name = %q: want at most 24 letters", clip(w.name))
		}
		if other, twice := met[w.name]; twice {
			return wrongf(key, "%c and %c are both called %q: want a name of its own", other, w.letter, w.name)
		}
		met[w.name] = w.letter
	}
	return g.portray()
}

// named reports whether the file calls a kind so.
func (g *Game) named(name string) bool {
	for _, m := range g.keys.Men {
		if m.Name == name {
			return true
		}
	}
	return false
}

func clip(text string) string { return text[:min(len(text), 40)] }

// portray gives the kinds figures: those that are asked for, those that names have, and
// then what is left.
func (g *Game) portray() error {
	used := map[diagram.Figure]bool{}
	for i := range g.kinds {
		w := &g.kinds[i]
		m := g.keys.Men[string(w.letter)]
		if m.Outline != "" {
			var err error
			if w.outline, err = diagram.Outline(m.Outline); err != nil {
				return wrongf("men."+string(w.letter)+".outline", "outline: %v", err)
			}
			w.figure = diagram.Outlined
			continue
		}
		w.figure = figures[m.Figure]
		if w.figure == diagram.Nothing {
			w.figure = figures[w.name]
		}
		used[w.figure] = true
	}
	for i := range g.kinds {
		w := &g.kinds[i]
		if w.figure != diagram.Nothing {
			continue
		}
		w.figure = diagram.Disc
		if n := slices.IndexFunc(spare, func(f diagram.Figure) bool { return !used[f] }); n >= 0 {
			w.figure = spare[n]
		}
		used[w.figure] = true
	}
	return nil
}
