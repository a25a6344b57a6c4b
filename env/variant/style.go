package variant

import "ludens/env/diagram"

// Styled returns a drawing on the board that the file asks for. It writes into d's cells.
func (h *Head) Styled(d diagram.Diagram) diagram.Diagram {
	switch h.Board {
	case "uncheckered", "shogi":
		return d.Uncheckered()
	case "points":
		return d.OnPoints(diagram.PointGrid)
	case "xiangqi":
		return d.OnPoints(diagram.RiverGrid)
	}
	return d
}

// Figure returns the figure of men that the file gives none, by its board; Nothing if the board
// says nothing of them.
func (h *Head) Figure() diagram.Figure {
	switch h.Board {
	case "xiangqi":
		return diagram.Token
	case "shogi":
		return diagram.Tile
	}
	return diagram.Nothing
}
