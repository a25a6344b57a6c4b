// Package agent is who plays: at random, greedily, by alpha-beta, by tree search with
// playouts or a network. Parse turns what people type into an Entrant, which makes
// an agent for each game.
package agent
