// Package web serves the page on which people play, think along with an agent,
// watch a run being trained, and read results. The page is embedded; it needs
// no network and no build step.
//
// The server keeps no games but those of two people who play by link (package duel).
// What the page sends is a game as text (its name, where it began, its moves), and so
// is its address: a reload, a restart or a friend's machine goes on with it. [New]
// returns the handler; [Config] says who can be played against and what there is to
// look at.
package web

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"runtime"
	"time"

	"ludens/analysis"
	"ludens/env"
	"ludens/env/record"
	"ludens/env/seed"
	"ludens/internal/duel"
	"ludens/internal/lesson"
)

// Config is what the page is about. The zero value serves games for two people.
type Config struct {
	// Players returns who can play g, the one to begin with first; nil: none.
	Players func(g env.Game) []Player
	// Trained names the games that some network was trained on; nil: none.
	Trained func() []string
	// Offers are the games that the home page offers with one click, by name; nil: none.
	Offers func() map[string]Offer
	// Read reads the text of a game in any notation; game is the name of the one
	// that it is of if it does not say so. nil: records only.
	Read func(text, game string) (record.Record, env.Game, error)
	// Notations writes a game in other notations than a record's, by their names;
	// nil: there are none.
	Notations func(g env.Game, r record.Record) map[string]string
	// Runs returns the runs to watch, Results what was measured; nil: none.
	Runs    func() ([]Run, error)
	Results func(ctx context.Context) ([]Result, error)
	// Curves returns the numbers of runs by their names; nil: there are none.
	Curves func(names []string) (Curves, error)
	// Checkpoint returns the player of an ID that Players does not list: an old checkpoint
	// of a run; nil: there are none.
	Checkpoint func(g env.Game, id string) (Player, bool)
	// Collections returns the games that were played to find something out; nil: none.
	Collections func(ctx context.Context) ([]Collection, error)

	// Duels are the games by link; nil: they live as long as the handler.
	Duels *duel.Lobby

	// Addr is the address that is listened at, as net.Listen returned it: the page
	// may be asked for under its name only, or by number if it is not loopback.
	Addr string
	// Reads is how many requests may read files of runs and results at once; 0: 2.
	Reads int
	// Searches at once; 0: one a core. Queue is how many may wait for their turn
	// beside them before others get the answer that the server is busy; 0: 64.
	Searches, Queue int
}

// Player is who can be played against, or asked what he thinks.
type Player struct {
	ID    string `json:"id"` // what the page calls him: never a path
	Title string `json:"title"`
	Note  string `json:"note,omitempty"`
	// Unit is what his strength counts, "simulations" or "plies"; "" if he has
	// none. Usual is what he takes by default, Most what he may be asked for.
	Unit  string `json:"unit,omitempty"`
	Usual int    `json:"usual,omitempty"`
	Most  int    `json:"most,omitempty"`
	// Thinks says that he can report what he looks at while he does. Varies says
	// that he opens his games in more than one way, by the seed of his choices.
	Thinks bool `json:"thinks,omitempty"`
	Varies bool `json:"-"`
	// Level is his place on the ladder of levels, 1 the weakest; 0 if he is not on it.
	// Temperature is that of his choice of moves (analysis.Draw), and Scores are what
	// he was measured to score.
	Level       int     `json:"level,omitempty"`
	Newcomer    bool    `json:"newcomer,omitempty"` // the level of a person's first game
	Temperature float64 `json:"-"`
	Scores      []Score `json:"scores,omitempty"`
	// Elo is his rating by these scores, on a scale of all levels of the game.
	Elo float64 `json:"elo,omitempty"`

	// Open returns him at work, with a strength, or with 0 for one whose limits
	// are all that stops him.
	Open func(strength int, s seed.Seed) (analysis.Analyst, error) `json:"-"`
	// InTime returns who plays in his place with a time for each move; nil: he does.
	InTime func(limit time.Duration, s seed.Seed) (analysis.Analyst, error) `json:"-"`
}

// Score is what a player scored against an opponent.
type Score struct {
	Opponent string  `json:"opponent"`
	Share    float64 `json:"share"` // of the points
	Games    int     `json:"games"`
}

// server answers the page.
type server struct {
	config Config
	desk   *desk
	// endless has a place for each analysis that may go on until it is stopped: a quarter of
	// the searches that may be begun, so that the others always have a place.
	endless chan struct{}
	trees   trees
	games   shelf
	assets  map[string]asset
	reads   *desk // for who reads files
	duels   *duel.Lobby
	counts  counts
	// counting is for who looks a position up among the counts.
	counting *desk
	painting *desk // for who wants pictures of pixels
	lessons  latest[[]lesson.Task]
	teaching *desk // for who wants a lesson
}

// newPage returns the handler of the page. Searches end with ctx.
func newPage(ctx context.Context, c Config) (http.Handler, error) {
	assets, err := loadAssets()
	if err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	c.Searches = cmp.Or(c.Searches, runtime.GOMAXPROCS(0))
	if c.Queue == 0 {
		c.Queue = 64
	}
	if c.Read == nil {
		c.Read = readRecord
	}
	c.Reads = cmp.Or(c.Reads, 2)
	if c.Duels == nil {
		c.Duels = new(duel.Lobby)
	}
	s := &server{config: c, endless: make(chan struct{}, keptTrees*c.Searches/4), duels: c.Duels, desk: newDesk(c.Searches, c.Queue), assets: assets, reads: newDesk(c.Reads, mostReaders), counting: newDesk(1, mostReaders), painting: newDesk(1, mostReaders), teaching: newDesk(1, mostReaders)}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.asset)
	mux.HandleFunc("GET /assets/{file...}", s.asset)
	mux.HandleFunc("GET /board.svg", packed(s.drawSVG))
	mux.HandleFunc("GET /board.png", s.drawPNG)
	mux.HandleFunc("GET /board.gif", s.drawGIF)
	mux.HandleFunc("GET /api/games", packed(s.listGames))
	mux.HandleFunc("GET /api/about", packed(s.about))
	mux.HandleFunc("GET /api/runs", packed(s.reading(s.listRuns)))
	mux.HandleFunc("GET /api/run", packed(s.reading(s.watchRun)))
	mux.HandleFunc("GET /api/curves", packed(s.reading(s.tellCurves)))
	mux.HandleFunc("GET /curves/{kind}", s.reading(s.drawCurves))
	mux.HandleFunc("GET /api/results", packed(s.reading(s.listResults)))
	mux.HandleFunc("GET /results/{name...}", s.reading(s.resultPage))
	mux.HandleFunc("GET /api/collections", packed(s.reading(s.listCollections)))
	mux.HandleFunc("GET /api/puzzle", packed(s.puzzle))
	mux.HandleFunc("POST /api/explore", packed(s.explore))
	mux.HandleFunc("POST /api/game", packed(s.game))
	mux.HandleFunc("POST /api/arrange", s.arrange)
	mux.HandleFunc("POST /api/learn", packed(s.learn))
	mux.HandleFunc("POST /api/move", s.move)
	mux.HandleFunc("POST /api/analyse", s.analyse)
	mux.HandleFunc("POST /api/survey", s.survey)
	mux.HandleFunc("POST /api/import", s.read)
	mux.HandleFunc("POST /api/export", packed(s.write))
	mux.HandleFunc("POST /api/duel", s.openDuel)
	mux.HandleFunc("POST /api/duel/act", s.actInDuel)
	mux.HandleFunc("POST /api/qr", packed(s.code))
	mux.HandleFunc("POST /api/duel/follow", s.followDuel)
	return guard(c.Addr, until(ctx, mux)), nil
}

// mostReaders may wait for files to be read.
const mostReaders = 32

// reading lets few requests read files at a time: each may take the memory of
// one. Who hangs up while he waits is never read for.
func (s *server) reading(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := s.reads.sit(r.Context()); err != nil {
			failed(w, err)
			return
		}
		defer s.reads.leave()
		next(w, r)
	}
}

// until ends requests when ctx does.
func until(ctx context.Context, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		both, stop := context.WithCancel(r.Context())
		defer stop()
		defer context.AfterFunc(ctx, stop)()
		next.ServeHTTP(w, r.WithContext(both))
	})
}
