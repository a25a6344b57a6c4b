package record

import "ludens/env"

// OfTranscript returns a game of g that was read from a notation of others. Its
// start is given only if it is not the one that g has by itself.
func OfTranscript(g env.Game, t env.Transcript) Record {
	r := Record{
		Game: g.Spec().Name, Moves: t.Moves, Result: t.Result,
		First: t.First, Second: t.Second, Date: t.Date, Ending: t.Ending, Comments: t.Comments, Variations: t.Variations,
	}
	if n, ok := g.(env.Notated); ok && (Drawn(g) || t.Start != n.Position(g.New(0))) {
		r.Start = t.Start
	}
	for _, tag := range t.Tags {
		r.Tags = append(r.Tags, Tag(tag))
	}
	return r
}

// Transcript returns the game as other programs' notations take it.
func (s *Sheet) Transcript(g env.Notated) env.Transcript {
	r := &s.record
	t := env.Transcript{
		Start: g.Position(s.At(0)), Moves: r.Moves, Result: r.Result,
		First: r.First, Second: r.Second, Date: r.Date, Ending: r.Ending, Comments: r.Comments, Variations: r.Variations,
	}
	for _, tag := range r.Tags {
		t.Tags = append(t.Tags, env.Tag(tag))
	}
	return t
}
