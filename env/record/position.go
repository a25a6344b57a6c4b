package record

import "ludens/env"

// PositionNotations are those in which a position can be written: as a Start takes
// it, as FEN (chess), as OTN (OpenTafl's notation of tafl).
var PositionNotations = []string{"position", "fen", "otn"}

// PositionAs writes a position of g in one of PositionNotations; ok is false if g
// has it not.
func PositionAs(g env.Game, s env.State, notation string) (text string, ok bool) {
	var write func(env.State) string
	if x, has := g.(env.Notated); has && notation == "position" {
		write = x.Position
	}
	if x, has := g.(env.FENWriter); has && notation == "fen" {
		write = x.FEN
	}
	if x, has := g.(env.OTNWriter); has && notation == "otn" {
		write = x.OTN
	}
	if write == nil {
		return "", false
	}
	return write(s), true
}
