package configs

import (
	"maps"
	"strings"
	"testing"
)

// A game of a family without a preset has one that is fitted to it.
func TestPresetOfAFamilyWithoutOne(t *testing.T) {
	known := maps.Clone(familyPreset)
	t.Cleanup(func() { familyPreset = known })
	familyPreset = map[string]string{}
	if l, err := PresetFor("cetro-7x7"); err != nil || l.Name != "preset fitted to cetro-7x7" {
		t.Errorf("got %q, %v", l.Name, err)
	}
	familyPreset = map[string]string{"race": "none"}
	if _, err := PresetFor("cetro-7x7"); err == nil || !strings.Contains(err.Error(), `unknown preset "none"`) {
		t.Errorf("got %v, want the preset that is missing", err)
	}
}
