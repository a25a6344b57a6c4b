package arena

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Words of about.json that come with who plays. They are not among those that Open is
// handed: a ladder has more players from time to time, and a study more settings.
const (
	networkOf = "network of " // an agent's text without its limits: the digest of its network as it plays
	rulesOf   = "rules of "   // another game than the folder's: its env.Fingerprint
	programs  = "ludens"      // every revision that has played games here, in order
)

// Players are who plays in a folder, and what.
type Players struct {
	Program  string            // the revision of the program
	Networks map[string]string // digests, by agent
	Rules    map[string]string // fingerprints, by game
}

// Sign notes in about.json who plays from here on. It returns an error that wraps
// ErrOther if an agent has another network than when games here were played, or a game
// other rules: they are not what the folder's score is of. Another revision of the program
// is noted, and no error: that it plays the same games is what the tests of both say.
func (f *Folder) Sign(p Players) error {
	words := map[string]string{}
	for agent, digest := range p.Networks {
		words[networkOf+agent] = digest
	}
	for game, fingerprint := range p.Rules {
		words[rulesOf+game] = fingerprint
	}
	about, older := maps.Clone(f.about), f.about[programs] == "" && !f.empty
	for _, name := range slices.Sorted(maps.Keys(words)) {
		switch was, now := about[name], words[name]; {
		case was == "" && older && strings.HasPrefix(name, networkOf):
			return fmt.Errorf("%s %w: an older ludens played them and did not note the %s; it is %.12s now", f.Dir, ErrOther, name, now)
		case was != "" && was != now:
			return fmt.Errorf("%s %w: the %s is %.12s there, not %.12s", f.Dir, ErrOther, name, was, now)
		}
		about[name] = words[name]
	}
	switch played := about[programs]; {
	case played == "":
		about[programs] = p.Program
	case !slices.Contains(strings.Split(played, between), p.Program):
		about[programs] = played + between + p.Program
	}
	if maps.Equal(about, f.about) {
		return nil
	}
	f.about = about
	return writeWords(f.aboutPath(), about)
}

// between stands between revisions.
const between = "; "

// Programs returns the revisions that have played games here, in order.
func (f *Folder) Programs() string { return f.about[programs] }

// deciding returns the words that Open was handed.
func deciding(about map[string]string) map[string]string {
	words := maps.Clone(about)
	maps.DeleteFunc(words, func(name, _ string) bool {
		return name == programs || strings.HasPrefix(name, networkOf) || strings.HasPrefix(name, rulesOf)
	})
	return words
}
