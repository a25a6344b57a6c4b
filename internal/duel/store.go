package duel

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ludens/env"
	"ludens/env/record"
	"ludens/internal/disk"
)

// mostSaved are the bytes of a duel's file: a move takes up to mostMove and what JSON
// writes around it.
const mostSaved = mostPlies*(2*mostMove+4) + 1<<14

// saved is a duel as its file has it. Offers that are open are not saved.
type saved struct {
	Keys            [persons]string
	Client          string `json:",omitempty"`
	Game            string
	Seed            uint64 `json:",omitempty"`
	Start           string `json:",omitempty"`
	Main, Increment time.Duration
	Left            [2]time.Duration
	Round           int
	Sides           [2]env.Player
	Moves           []string
	Over            bool       `json:",omitempty"` // by the rules or otherwise
	Result          env.Result `json:",omitempty"`
	Ending          string     `json:",omitempty"`
	Acted           time.Time
}

// OpenLobby returns a lobby that keeps its duels in a folder, with those that an earlier
// one has left there. game returns the game of a name. The time between the last move and
// now is no player's. A file that cannot be read stays as it is, and is named in an error.
func OpenLobby(folder string, game func(name string) (env.Game, error)) (*Lobby, []error) {
	l := &Lobby{folder: folder, places: map[string]place{}}
	files, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return l, []error{err}
	}
	var faults []error
	for _, file := range files {
		if !strings.HasSuffix(file.Name(), ".json") {
			continue
		}
		if err := l.read(filepath.Join(folder, file.Name()), game); err != nil {
			faults = append(faults, fmt.Errorf("the game by link in %s: %w", filepath.Join(folder, file.Name()), err))
		}
	}
	l.forget(func(d *Duel) bool { return d.idle() > kept })
	return l, faults
}

// read takes in the duel of a file.
func (l *Lobby) read(file string, game func(string) (env.Game, error)) error {
	text, err := disk.ReadFile(file, mostSaved)
	if err != nil {
		return err
	}
	var s saved
	if err := json.Unmarshal(text, &s); err != nil {
		return err
	}
	if len(l.duels) >= mostDuels {
		return ErrFull
	}
	for i, key := range s.Keys {
		if _, taken := l.places[key]; taken || len(key) < leastKey || slices.Contains(s.Keys[:i], key) {
			return errors.New("its keys are not those of a game of its own")
		}
	}
	if filepath.Base(file) != s.Keys[Watcher]+".json" {
		return errors.New("it is not the file of the game that it holds")
	}
	g, err := game(s.Game)
	if err != nil {
		return err
	}
	d, err := s.duel(g, l.now)
	if err != nil {
		return err
	}
	l.add(d)
	return nil
}

// duel returns the duel that was saved.
func (s *saved) duel(g env.Game, now func() time.Time) (*Duel, error) {
	if s.Sides != [2]env.Player{env.First, env.Second} && s.Sides != [2]env.Player{env.Second, env.First} {
		return nil, fmt.Errorf("sides %v: want each once", s.Sides)
	}
	d, err := newDuel(g, record.Record{Game: s.Game, Seed: s.Seed, Start: s.Start}, Time{s.Main, s.Increment}, s.Sides[Opener], now)
	if err != nil {
		return nil, err
	}
	if len(s.Moves) > mostPlies {
		return nil, fmt.Errorf("%d moves: want at most %d", len(s.Moves), mostPlies)
	}
	d.keys, d.client, d.round, d.moves = s.Keys, s.Client, s.Round, s.Moves
	sheet, err := d.sheet(len(s.Moves))
	if err != nil {
		return nil, err
	}
	d.take(sheet)
	for p, left := range s.Left {
		if left < 0 || left > mostMain+mostPlies*mostIncrement {
			return nil, fmt.Errorf("%v left on a clock", left)
		}
		d.clock.left[p] = left
	}
	if s.Over && !d.over {
		if s.Result < env.Ongoing || s.Result > env.Drawn || len(s.Ending) > mostMove {
			return nil, errors.New("no result of a game")
		}
		d.end(s.Result, s.Ending)
	}
	d.clock.since = now()
	if s.Acted.Before(d.acted) { // not in the future
		d.acted = s.Acted
	}
	return d, nil
}

// save writes the duel to its file, if it has one. What fails is kept for the view.
func (d *Duel) save() {
	if d.file == "" {
		return
	}
	s := saved{
		Keys: d.keys, Client: d.client, Game: d.start.Game, Seed: d.start.Seed, Start: d.start.Start,
		Main: d.clock.Main, Increment: d.clock.Increment, Round: d.round, Sides: d.sides, Moves: d.moves,
		Over: d.over, Result: d.result, Ending: d.ending, Acted: d.acted,
	}
	for p := range s.Left {
		s.Left[p] = d.clock.left[p]
		if !d.over {
			s.Left[p] = max(0, d.clock.leftOf(env.Player(p), d.mover, len(d.moves), d.now()))
		}
	}
	d.stored = disk.Write(d.file, func(w io.Writer) error { return json.NewEncoder(w).Encode(s) }) == nil
}
