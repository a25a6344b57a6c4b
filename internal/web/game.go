package web

import (
	"cmp"
	"net/http"
	"slices"
	"strings"

	"ludens/env"
	"ludens/env/diagram"
	"ludens/env/games"
	"ludens/env/record"
)

// listGames answers with what can be played, as people look for it.
func (s *server) listGames(w http.ResponseWriter, r *http.Request) {
	type entry struct {
		Shelf   string `json:"shelf"` // the heading that it stands under
		Name    string `json:"name"`
		Title   string `json:"title"`
		Summary string `json:"summary"`
		Base    string `json:"base,omitempty"` // as env.Variant has them
		Draw    string `json:"draw,omitempty"`
		Trained bool   `json:"trained,omitempty"` // some network was
		Offer   *Offer `json:"offer,omitempty"`
	}
	var trained []string
	if s.config.Trained != nil {
		trained = s.config.Trained()
	}
	offers := s.offers(r.URL.Query().Get("dress"))
	var all []entry
	for _, shelf := range games.Shelves() {
		for _, e := range shelf.Games {
			all = append(all, entry{shelf.Title, e.Name, cmp.Or(e.Title, e.Name), e.Summary, e.Base, e.Draw, slices.Contains(trained, e.Name), offers[e.Name]})
		}
	}
	tell(w, all)
}

// option is a rule of a variant that can be set.
type option struct {
	Name    string   `json:"name"`
	Title   string   `json:"title"`
	Help    string   `json:"help"`
	Default string   `json:"default"`
	Values  []string `json:"values,omitempty"` // none: free form
}

func optionsOf(options []env.Option) []option {
	all := []option{}
	for _, o := range options {
		title := cmp.Or(o.Title, strings.ReplaceAll(o.Name, "_", " "))
		all = append(all, option{o.Name, title, o.Help, o.Default, o.Values})
	}
	return all
}

// about is what stays the same in all games of a variant.
type about struct {
	Game     string    `json:"game"`
	Variant  string    `json:"variant"`
	Title    string    `json:"title"` // what people call it
	Summary  string    `json:"summary"`
	Roles    [2]string `json:"roles"`
	Wishes   [2]string `json:"wishes"` // what each side wants, in a sentence
	MaxPly   int       `json:"maxPly"`
	Drawn    bool      `json:"drawn"` // the start, from the seed
	Rows     int       `json:"rows"`
	Cols     int       `json:"cols"`
	Files    []string  `json:"files"`
	Ranks    []string  `json:"ranks"`
	Grounds  []string  `json:"grounds"`
	Marks    []string  `json:"marks"`
	Lines    string    `json:"lines,omitempty"`   // the path of the board's grid, where pieces stand on crossings
	Slants   []float64 `json:"slants,omitempty"`  // of hexagons: how far each row is drawn to the right, in cells
	Breadth  float64   `json:"breadth"`           // width of the board, in cells
	Stones   [2]stone  `json:"stones"`            // by player
	Text     string    `json:"text,omitempty"`    // a start in the game's notation
	Options  []option  `json:"options,omitempty"` // only if they are asked for: with the values that go with this game's settings
	Book     *env.Book `json:"book,omitempty"`
	Players  []Player  `json:"players"`
	Array    *array    `json:"array,omitempty"`    // of a game whose start is drawn from a list
	Counted  bool      `json:"counted"`            // pieces are captured, and can be counted
	Binds    bool      `json:"binds"`              // position.Binds may say something
	Palette  []kind    `json:"palette"`            // to put positions together from; none if there are no written ones
	Turns    bool      `json:"turns"`              // either side may be to move with the same pieces on the board
	Men      []man     `json:"men,omitempty"`      // how each kind of men goes
	Drawings string    `json:"drawings,omitempty"` // SVG: the sprites of pieces that only this game has
	// Own are Spec.Roles, which records use, whatever Roles are. Sourced says that the game
	// can be shown as in its source, too.
	Own     [2]string `json:"own"`
	Sourced bool      `json:"sourced,omitempty"`
}

// man is a kind of men, with a side that has it.
type man struct {
	env.Man
	Side int `json:"side"`
}

// menOf returns the kinds of men in a game's book, with their sides.
func menOf(b env.Book, all []kind) (men []man) {
	for _, x := range b.Men {
		side := 0
		if i := slices.IndexFunc(all, func(k kind) bool { return k.Name == x.Name }); i >= 0 {
			side = all[i].Side
		}
		men = append(men, man{x, side})
	}
	return men
}

// array is how the start of a game can be chosen that is drawn otherwise.
type array struct {
	Option  string `json:"option"`
	Example string `json:"example"`
}

// about answers with all there is to know of a game before its first move.
func (s *server) about(w http.ResponseWriter, r *http.Request) {
	g, err := s.games.game(r.URL.Query().Get("game"))
	if err != nil {
		refuse(w, http.StatusBadRequest, err)
		return
	}
	spec, first := g.Spec(), g.New(0)
	dress := dressOf(g, r.URL.Query().Get("dress"))
	start := diagram.Of(first)
	a := about{
		Game: spec.Name, Roles: dress.RolesOf(g), Own: spec.Roles, MaxPly: spec.MaxPly, Drawn: record.Drawn(g),
		Rows: start.Rows, Cols: start.Cols, Files: start.Files, Ranks: start.Ranks, Marks: marksOf(start), Lines: start.Lines(),
		Stones: stones(g, dress), Players: s.players(g), Palette: palette(g, dress), Turns: turns(g),
	}
	a.Slants, a.Breadth = start.Slants()
	if a.Drawings, err = drawings(g, dress); err != nil {
		refuse(w, http.StatusInternalServerError, err)
		return
	}
	if n, ok := env.As[env.Notated](g); ok {
		a.Text = n.Position(first)
	}
	if x, ok := env.As[env.Arrayed](g); ok {
		a.Array = &array{Option: x.ArrayOption(), Example: x.ArrayText(x.ArrayCount() - 1)}
	}
	_, a.Counted = first.(env.Countable)
	_, a.Binds = first.(env.Constrained)
	_, a.Sourced = env.DressOf(g)
	for _, c := range start.Cells {
		a.Grounds = append(a.Grounds, grounds[c.Ground])
	}
	if d, ok := env.As[env.Described](g); ok {
		book := d.Book().Dressed(dress)
		a.Book, a.Men = &book, menOf(book, a.Palette)
	}
	a.Wishes = wishes(g, dress)
	a.Variant, _, _ = strings.Cut(spec.Name, ":")
	a.Title = a.Variant
	if e, ok := games.Find(a.Variant); ok {
		a.Title, a.Summary = cmp.Or(e.Title, a.Variant), e.Summary
	}
	if r.URL.Query().Has("options") {
		options, _ := games.Options(spec.Name) // a game that draws its rules has none
		a.Options = optionsOf(options)
	}
	tell(w, a)
}

func (s *server) players(g env.Game) []Player {
	if s.config.Players == nil {
		return []Player{}
	}
	return s.config.Players(g)
}

// dressOf returns how g is shown: as in its source if that is asked for and it has one.
func dressOf(g env.Game, asked string) env.Dress {
	if asked != "source" {
		return env.Dress{}
	}
	d, _ := env.DressOf(g)
	return d
}

// game answers with the positions of a line, what is legal at its end, and its
// variations.
func (s *server) game(w http.ResponseWriter, r *http.Request) {
	var q struct {
		line
		From  int    `json:"from"`  // the first position that is wanted
		Dress string `json:"dress"` // "source": as in the game's source
	}
	if !ask(w, r, maxTree, &q) {
		return
	}
	g, sheet, err := q.open(&s.games)
	if err != nil {
		refuse(w, http.StatusUnprocessableEntity, err)
		return
	}
	rec := sheet.Record()
	v := viewer{game: g, sheet: sheet, dress: dressOf(g, q.Dress)}
	if n, ok := env.As[env.Notated](g); ok {
		v.notated = n
	}
	answer := story{
		Game: g.Spec().Name, Start: rec.Start, Moves: rec.Moves,
		Positions: []position{},
	}
	if answer.Moves == nil {
		answer.Moves = []string{}
	}
	for ply := min(max(q.From, 0), sheet.Ply()); ply <= sheet.Ply(); ply++ {
		answer.Positions = append(answer.Positions, v.position(ply))
	}
	if !sheet.Over() {
		answer.Legal = v.legal()
	}
	answer.Kinds = v.kinds
	for _, x := range rec.Variations {
		answer.Variations = append(answer.Variations, newBranch(sheet.At(x.After), x))
	}
	tell(w, answer)
}

// story is a line with its positions.
type story struct {
	Game      string     `json:"game"`
	Start     string     `json:"start,omitempty"`
	Moves     []string   `json:"moves"` // as the game writes them
	Kinds     []kind     `json:"kinds"` // of pieces, as the positions number them
	Positions []position `json:"positions"`
	Legal     []choice   `json:"legal"` // in the last position

	Variations []branch `json:"variations,omitempty"`
}

// Names of what a drawing is made of, as the page's style sheet has them.
var (
	grounds = [...]string{
		diagram.Plain: "plain", diagram.LightCell: "light", diagram.DarkCell: "dark", diagram.BlueCell: "blue",
		diagram.GreenCell: "green", diagram.RedCell: "red", diagram.CornerCell: "corner", diagram.ThroneCell: "throne", diagram.HoleCell: "hole", diagram.NoCell: "none",
	}
	marks = [...]string{diagram.NoMark: "", diagram.CrossMark: "cross", diagram.DotMark: "dot", diagram.RingMark: "ring", diagram.BarMark: "bar", diagram.StarMark: "star"}
)

func marksOf(d diagram.Diagram) []string {
	all := make([]string, len(d.Cells))
	for i, c := range d.Cells {
		all[i] = marks[c.Mark]
	}
	return all
}
