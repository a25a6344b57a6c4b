package nn

// workspace is the buffers of one caller, for maxRows rows.
type workspace struct {
	obs, x, y        []float32 // boards
	features, planes []float32 // boards of a head; two heads share them, so their borders are not zero
	flat             []float32 // features as [rows, channels, cells]
	hidden           []float32 // [rows, hidden]
	parts            []float32 // [rows, 2]: of the score
}

// acquire takes a workspace nobody uses, or makes one.
func (e *Engine) acquire() *workspace {
	e.mu.Lock()
	defer e.mu.Unlock()
	if k := len(e.free); k > 0 {
		ws := e.free[k-1]
		e.free = e.free[:k-1]
		return ws
	}
	return e.newWorkspace()
}

func (e *Engine) release(ws *workspace) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.free = append(e.free, ws)
}

func (e *Engine) newWorkspace() *workspace {
	s := e.spec
	rows := func(width int) []float32 { return make([]float32, maxRows*width) }
	padded, cells := e.board.Padded(), s.Cells()
	head := max(s.PolicyChannels, s.ValueChannels)
	return &workspace{
		obs: rows(padded * s.Planes), x: rows(padded * s.Channels), y: rows(padded * s.Channels),
		features: rows(padded * head), planes: rows(padded * s.PolicyPlanes),
		flat: rows(cells * head), hidden: rows(s.ValueHidden), parts: rows(2),
	}
}
