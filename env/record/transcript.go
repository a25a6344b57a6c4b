package record

import "ludens/env"

// OfTranscript returns a game that was read from a notation of others. Its start
// is told only if it is not the one that g has by itself.
func OfTranscript(g env.Transcribed, game env.Game, t env.Transcript) Record {
	r := Record{
		Game: game.Spec().Name, Moves: t.Moves, Result: t.Result,
		First: t.First, Second: t.Second, Date: t.Date, Ending: t.Ending,
	}
	if t.Start != "" && (Drawn(game) || t.Start != g.Position(game.New(0))) {
		r.Start = t.Start
	}
	for _, tag := range t.Tags {
		r.Tags = append(r.Tags, Tag(tag))
	}
	return r
}

// Transcript returns a game that others can read, comments left out: that of a
// sheet.
func (s *Sheet) Transcript(g env.Notated) env.Transcript {
	r := &s.record
	t := env.Transcript{
		Start: g.Position(s.At(0)), Moves: r.Moves, Result: r.Result,
		First: r.First, Second: r.Second, Date: r.Date, Ending: r.Ending,
	}
	for _, tag := range r.Tags {
		t.Tags = append(t.Tags, env.Tag(tag))
	}
	return t
}
