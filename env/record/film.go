package record

import (
	"fmt"

	"ludens/env/diagram"
)

// MostFrames is how many positions a film has: of a longer game the last.
const MostFrames = 300

// Hundredths of a second that a film shows a position.
const (
	frameTime = 80
	lastTime  = 300
)

// Film returns the game up to the position after ply moves, move by move; at draws the
// position after a number of moves, and an error of it ends the film.
func (s *Sheet) Film(ply int, at func(ply int) (diagram.Diagram, error)) diagram.Film {
	first := max(0, ply+1-MostFrames)
	return diagram.Film{N: ply + 1 - first, Each: frameTime, Last: lastTime, Frame: func(i int) (diagram.Diagram, error) {
		return at(first + i)
	}}
}

// Move returns the move that led to the position after ply moves as a list numbers it,
// "3. d5c5" or "3… b2b4"; "" for the start.
func (s *Sheet) Move(ply int) string {
	if ply == 0 {
		return ""
	}
	return fmt.Sprintf("%d%s %s", (ply+1)/2, []string{"…", "."}[ply%2], s.record.Moves[ply-1])
}
