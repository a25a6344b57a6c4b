package record

import (
	"bytes"
	"regexp"

	"ludens/env"
)

// Tags that say which game a text is of: that of our records, and that of PGN.
var (
	gameTag    = regexp.MustCompile(`(?im)^\s*\[\s*Game\s+"(.*)"\s*\]\s*$`)
	variantTag = regexp.MustCompile(`(?m)^\s*\[\s*Variant\s+"(.*)"\s*\]`)
)

// GameTag returns the game that a text says it is of, if it is that of a record
// with its tag.
func GameTag(text []byte) (game string, ok bool) { return tagged(gameTag, text) }

// VariantTag returns the variant that a text says it is of, if it is PGN with that
// tag. People write there what they please: see games.Titled.
func VariantTag(text []byte) (variant string, ok bool) { return tagged(variantTag, text) }

func tagged(tag *regexp.Regexp, text []byte) (value string, ok bool) {
	found := tag.FindSubmatch(text)
	if found == nil {
		return "", false
	}
	return string(found[1]), true
}

// ParseAny reads a game of g in whatever notation the text is in: a record's, or
// one of others that g reads (env.Transcribed).
func ParseAny(g env.Game, text []byte) (Record, error) {
	if x, ok := g.(env.Transcribed); ok {
		if _, ours := GameTag(text); !ours {
			if t, ok, err := x.ReadTranscript(string(text)); ok {
				return OfTranscript(g, t), err
			}
		}
	}
	return Parse(bytes.NewReader(text))
}
