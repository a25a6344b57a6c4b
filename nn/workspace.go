package nn

// workspace is the buffers of one caller, for maxRows rows.
type workspace struct {
	obs, x, y        []float32 // boards of the trunk
	obs8, x8, y8     []uint8   // and of bytes, where it works with them
	uniform          []float32 // [rows, uniform]: the numbers of uniform planes
	uniform8         []uint8   // and as bytes
	zones            []float32 // [rows, zones, channels]: what they come to
	features, planes []float32 // boards of a head; two heads share them, so their borders are not zero
	flat             []float32 // features as [rows, channels, cells]
	hidden           []float32 // [rows, hidden]
	parts            []float32 // [rows, 2]: of the score
}

// acquire takes a free workspace, or makes one.
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
	head := max(s.PolicyChannels, s.ValueChannels)
	ws := &workspace{
		features: boards(s, head), planes: boards(s, s.PolicyPlanes),
		flat: rows(s.Cells() * head), hidden: rows(s.ValueHidden), parts: rows(2),
	}
	e.trunk.furnish(ws)
	return ws
}

// boards returns room for maxRows boards of that many channels.
func boards(s Spec, channels int) []float32 {
	return make([]float32, maxRows*s.board().Padded()*channels)
}
