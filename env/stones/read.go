package stones

import (
	"ludens/env"
	"ludens/env/variant"
)

// Read returns the game of a file.
func Read(f *variant.File) (env.Game, error) {
	g, err := read(f)
	if err != nil {
		return nil, err
	}
	return g, nil
}

func read(f *variant.File) (*Game, error) {
	said := Rules().(*rules)
	if err := f.Decode(said); err != nil {
		return nil, err
	}
	if err := said.check(f); err != nil {
		return nil, err
	}
	b, err := newBoard(f, said)
	if err != nil {
		return nil, err
	}
	g := newGame(f.GameName(), f.Head, *said, b)
	if g.origin.result != env.Ongoing {
		return nil, f.Wrong("start", "the game is over at its start: %s", g.origin.Ending())
	}
	if r := said; r.Capture && g.origin.breathe() >= 0 {
		return nil, f.Wrong("board", "a group of stones at the start has no empty neighbour")
	}
	if g.pass == 0 {
		return nil, f.Wrong("move", "no move of this game fits the board")
	}
	return g, g.Spec().Validate()
}

// check says which rules do not go together.
func (r *rules) check(f *variant.File) error {
	quiet := r.Flip == "none" && r.Move == "none" && !r.Capture && r.Mill == 0 && !r.Removal
	for _, c := range []struct {
		wrong     bool
		key, want string
	}{
		{r.Put == "never" && r.Move == "none", "put", `put = "never" and move = "none": no side can do anything; want one of them`},
		{r.Put == "flanking" && r.Flip == "none", "put", `put = "flanking": want flip = "lines" or "neighbours"`},
		{r.Reserve > 0 && r.Put == "never", "reserve", `a reserve of stones that are never put: want reserve = 0, or another put`},
		{r.Early && (r.Reserve == 0 || r.Move == "none"), "early", `early = true: want a reserve of stones that move`},
		{r.Shoot && r.Move != "slide" && r.Move != "step" && r.Move != "leap", "shoot", `shoot = true: want move = "slide", "step" or "leap"`},
		{r.Shoot && r.Fly > 0, "fly", `shoot = true and fly > 0: want one of them`},
		{r.Fly > 0 && r.Move != "step", "fly", `fly > 0: want move = "step"`},
		{r.Mill > 0 && (r.Mill < 3 || r.Shoot || r.Removal || r.Flip != "none" || r.Capture), "mill", `mill > 0: want 3 or more, and shoot, removal, flip and capture off`},
		{r.Removal && (r.Put != "never" || r.Start != "full" || r.Shoot), "removal", `removal = true: want put = "never", start = "full" and shoot = false`},
		{r.Capture && (r.Put != "anywhere" || r.Move != "none" || r.Flip != "none" || r.Reserve > 0), "capture", `capture = true: want put = "anywhere", move = "none", flip = "none" and reserve = 0`},
		{r.Suicide && !r.Capture, "suicide", `suicide = true: want capture = true`},
		{r.Ko != "none" && !r.Capture, "ko", `ko is of captures: want ko = "none", or capture = true`},
		{r.Ko == "positional" && r.Pass != "free", "ko", `ko = "positional": want pass = "free", for a player whose every cell is closed`},
		{r.Swap && (!quiet || r.Put != "anywhere" || r.Reserve > 0), "swap", `swap = true: want put = "anywhere", and no move, flip, capture, mill, removal or reserve`},
		{r.Goal == "three" && r.Cells != hexagons, "goal", `goal = "three": want cells = "hexagons", on which chains cannot cross without a cut`},
		{r.Neighbours == 8 && r.Cells == hexagons, "neighbours", `neighbours = 8 on hexagons, which have six: want neighbours = 4, the default`},
	} {
		if c.wrong {
			return f.Wrong(c.key, "%s", c.want)
		}
	}
	return nil
}

// stand fills in what follows from the stones, and how the game stands.
func (s *State) stand() {
	g := s.game
	s.hash = 0
	for side := range s.stones {
		s.stones[side].each(func(c int) { s.hash ^= stoneHash[side][c] })
	}
	s.closed.each(func(c int) { s.hash ^= closedHash[c] })
	if g.rules.Capture {
		s.breathe()
	}
	if g.superko {
		s.remember()
	}
	s.resume()
}
