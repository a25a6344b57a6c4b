package duel

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ludens/env"
	"ludens/env/games"
	"ludens/env/record"
)

// again is a lobby on the same folder, an hour later.
func again(t *testing.T, p *pair, folder string) []error {
	t.Helper()
	p.time = p.time.Add(time.Hour)
	var faults []error
	p.lobby, faults = OpenLobby(folder, games.Make)
	p.lobby.Now = func() time.Time { return p.time }
	for _, d := range p.lobby.duels { // as the server's clock has it
		d.now = p.lobby.now
		d.clock.since, d.acted = p.time, p.time
		for i := range d.seen {
			d.seen[i] = p.time
		}
	}
	return faults
}

func newStored(t *testing.T, game string, c Time) (*pair, string) {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "links")
	p := &pair{T: t, time: time.Now()}
	if faults := again(t, p, folder); len(faults) > 0 {
		t.Fatal(faults)
	}
	key, err := p.lobby.Open("", mustMake(t, game), record.Record{Game: game}, c, env.First)
	if err != nil {
		t.Fatal(err)
	}
	p.keys = keysOf(p.lobby, key)
	return p, folder
}

// A game goes on after the server has ended: its keys, moves, clock and rematches.
func TestStored(t *testing.T) {
	p, folder := newStored(t, "celta", Time{Main: time.Minute, Increment: time.Second})
	p.line(p.keys.Opener, p.keys.Other, "d5c5", "a4a5")
	p.time = p.time.Add(10 * time.Second)
	p.must(p.keys.Opener, Move, "c5c6")
	before := p.see(p.keys.Opener)
	if !before.Stored {
		t.Error("the view says that the game is not stored")
	}
	if faults := again(t, p, folder); len(faults) > 0 {
		t.Fatal(faults)
	}
	after := p.see(p.keys.Opener)
	if !slices.Equal(after.Moves, before.Moves) || after.Side != before.Side || after.Other != before.Other || after.Watch != before.Watch || *after.Clock != *before.Clock {
		t.Errorf("after a restart %+v %+v, before it %+v %+v", after, after.Clock, before, before.Clock)
	}
	p.must(p.keys.Other, Resign, "")
	again(t, p, folder)
	p.ended("first wins", "attackers resigned")
	p.must(p.keys.Opener, Rematch, "")
	p.must(p.keys.Other, Rematch, "")
	again(t, p, folder)
	if v := p.see(p.keys.Opener); v.Round != 1 || v.Side != 1 || len(v.Moves) != 0 || v.Result != "" {
		t.Errorf("the rematch after a restart: %+v", v)
	}
}

// A file that is not of a duel is refused, named and left; its neighbours are opened. One
// that is too old is removed.
func TestStoredIsChecked(t *testing.T) {
	p, folder := newStored(t, "tictactoe", Time{})
	p.line(p.keys.Opener, p.keys.Other, "a1", "b2")
	file := filepath.Join(folder, p.keys.Watcher+".json")
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for what, spoil := range map[string][2]string{
		"an illegal move": {`"b2"`, `"a1"`}, "another game": {`"Game":"tictactoe"`, `"Game":"tictactow"`},
		"sides":       {`"Sides":[0,1]`, `"Sides":[0,0]`},
		"a key twice": {p.keys.Other, p.keys.Opener}, "no key": {p.keys.Other, ""},
		"a clock":      {`"Left":[0,0]`, `"Left":[-1,0]`},
		"a cut":        {"}\n", ""},
		"another file": {p.keys.Watcher, strings.Repeat("A", leastKey)},
	} {
		text := strings.ReplaceAll(string(whole), spoil[0], spoil[1])
		if text == string(whole) {
			t.Fatalf("%s: nothing to spoil in %s", what, whole)
		}
		os.WriteFile(file, []byte(text), 0o600)
		if faults := again(t, p, folder); len(faults) != 1 || !strings.Contains(faults[0].Error(), file) || len(p.lobby.duels) != 0 {
			t.Errorf("%s: %v, %d duels", what, faults, len(p.lobby.duels))
		}
		if _, err := os.Stat(file); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	os.WriteFile(file, whole, 0o600)
	if faults := again(t, p, folder); len(faults) > 0 || len(p.see(p.keys.Other).Moves) != 2 {
		t.Errorf("the whole file: %v", faults)
	}
	old := strings.Replace(string(whole), `"Acted":"20`, `"Acted":"19`, 1)
	os.WriteFile(file, []byte(old), 0o600)
	again(t, p, folder)
	if _, err := os.Stat(file); !os.IsNotExist(err) || len(p.lobby.duels) != 0 {
		t.Errorf("a hundred years later: %v, %d duels", err, len(p.lobby.duels))
	}
}

// A lobby that cannot write plays on, and says that its games are not stored.
func TestUnstored(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "links")
	os.WriteFile(folder, nil, 0o600)
	l, faults := OpenLobby(folder, games.Make)
	if len(faults) != 1 {
		t.Errorf("a file in the place of the folder: %v", faults)
	}
	key, err := l.Open("", mustMake(t, "tictactoe"), record.Record{Game: "tictactoe"}, Time{}, env.First)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Do(key, Act{Kind: Move, Move: "a1"}); err != nil {
		t.Fatal(err)
	}
	at, _ := l.find(key)
	if v, _ := at.duel.view(Opener); v.Stored || len(v.Moves) != 1 {
		t.Errorf("%+v", v)
	}
}

// A player who is away for long enough at his own turn loses to a claim, and to nothing
// less.
func TestClaim(t *testing.T) {
	p := newPair(t, "celta", Time{}, env.First)
	mine, theirs := p.keys.Opener, p.keys.Other
	p.time = p.time.Add(absence)
	p.refuses(mine, Claim, "", "once the other has been away")
	p.line(mine, theirs, "d5c5", "a4a5", "c5c6")
	at, _ := p.lobby.find(theirs)
	at.duel.come(Other, 1)
	p.time = p.time.Add(absence)
	p.refuses(mine, Claim, "", "once the other has been away") // he is there
	at.duel.come(Other, -1)
	p.time = p.time.Add(absence - time.Second)
	p.refuses(mine, Claim, "", "once the other has been away") // not for long
	if p.see(mine).Claim {
		t.Error("the view offers a claim too early")
	}
	p.time = p.time.Add(time.Second)
	p.refuses(theirs, Claim, "", "at the other's turn")
	if v := p.see(theirs); v.Claim || !p.see(mine).Claim || p.see(p.keys.Watcher).Claim {
		t.Error("the view offers the claim to the wrong one")
	}
	p.must(mine, Claim, "")
	p.ended("first wins", "attackers left the game")
}
