package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"ludens/arena"
	"ludens/configs"
	"ludens/env"
	"ludens/env/record"
	"ludens/internal/disk"
	"ludens/internal/web"
)

// shown is a run of training on disk, finished or not, as the page watches it.
type shown struct {
	Dir    string
	Config configs.Run
	Game   env.Game
}

// OpenPage returns the run in a folder for the page, by a name that says nothing of
// files. With an error it has a name and a status only: it is damaged.
func OpenPage(name, dir string) (told web.Run, err error) {
	r := shown{Dir: dir}
	told = web.Run{
		Name: name, Changed: writtenLast(dir), Status: r.status,
		News:  func(int) (web.News, error) { return web.News{}, r.told(err) },
		Games: func(context.Context, int) ([]record.Record, error) { return nil, r.told(err) },
	}
	kept, config, game, err := LookAt(dir)
	if err != nil {
		return told, err
	}
	r.Config, r.Game = config, game
	told.Checkpoints = r.Checkpoints
	told.Game, told.News, told.Games, told.Each, told.Hashes = r.Config.Game, r.News, r.Games, r.Each, kept.Hashes
	return told, nil
}

// status says how the run stands, as the page has it.
func (r shown) status() (state, trouble string) {
	s := statusOf(r.Dir)
	if s.Trouble != "" {
		trouble = r.told(errors.New(s.Trouble)).Error()
	}
	return string(s.State), trouble
}

// mostPoints is how many iterations the page gets at once: of more, as many,
// evenly spread.
const mostPoints = 1000

// News returns the lines of the metrics after that many iterations.
func (r shown) News(after int) (web.News, error) {
	n := web.News{Roles: r.Game.Spec().Roles, Iterations: r.Config.Train.Iterations}
	kept, err := Look(r.Dir)
	if err != nil {
		return n, r.told(err)
	}
	lines, err := kept.News(after)
	for _, l := range lines {
		n.Points = append(n.Points, l)
	}
	n.Points = thinned(n.Points, mostPoints)
	if err == nil {
		n.Crew, err = r.crew()
	}
	return n, r.told(err)
}

// told is an error without the place of the folder, which the page does not
// show.
func (r shown) told(err error) error {
	if err == nil {
		return nil
	}
	return errors.New(strings.ReplaceAll(err.Error(), r.Dir, filepath.Base(r.Dir)))
}

// thinned returns at most that many of the points, the last among them.
func thinned(points []json.RawMessage, most int) []json.RawMessage {
	every := (len(points) + most - 1) / most
	if every <= 1 {
		return points
	}
	var kept []json.RawMessage
	for i := (len(points) - 1) % every; i < len(points); i += every {
		kept = append(kept, points[i])
	}
	return kept
}

// Checkpoints returns the iterations whose checkpoints are kept.
func (r shown) Checkpoints() (all []int) {
	files, _ := Checkpoints(r.Dir) // the run may just be gone
	for _, file := range files {
		all = append(all, Iteration(file))
	}
	return all
}

// Games returns the last games of self-play. It ends with ctx.
func (r shown) Games(ctx context.Context, most int) (all []record.Record, err error) {
	kept, err := Look(r.Dir)
	if err != nil {
		return nil, r.told(err)
	}
	played, err := kept.LastGames(ctx, r.Game, most)
	if err != nil {
		return nil, r.told(err)
	}
	for i, p := range played {
		text, err := arena.Recorded(i, p).Record(r.Game)
		if err != nil {
			return nil, err
		}
		all = append(all, text)
	}
	return all, nil
}

// crewName is the file that says who played the games of the last iteration of a run whose
// games are shared. Nothing follows from it: it is for people, and verify passes it over.
const (
	crewName = "workers.json"
	mostCrew = 1 << 20
)

// KeepCrew notes who played the games of an iteration, in place of the one before.
func (f *Folder) KeepCrew(c web.Crew) error {
	return disk.Write(filepath.Join(f.Dir, crewName), func(w io.Writer) error {
		return json.NewEncoder(w).Encode(c)
	})
}

// crew returns who played the games of the last iteration; nil if only this process played.
func (r shown) crew() (*web.Crew, error) {
	text, err := disk.ReadFile(filepath.Join(r.Dir, crewName), mostCrew)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var c web.Crew
	if err == nil {
		err = json.Unmarshal(text, &c)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", crewName, err)
	}
	return &c, nil
}
