package tafl

import (
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/seed"
)

// What the book says, by the options that make it say so.
func TestBook(t *testing.T) {
	for _, row := range []struct{ game, chapter, want string }{
		{"celta", "Goal", "gets to one of the four corners"},
		{"tablut", "Goal", "gets to any square of the edge"},
		{"celta", "The board", "7 by 7 squares. The king begins in the middle among 4 defenders; 8 attackers"},
		{"tablut", "The board", "9 by 9 squares. The king begins in the middle among 8 defenders; 16 attackers"},
		{"celta", "The board", "Only the king may stop on it or pass over it."},
		{"wtf", "The board", "May stop on it: only the king. May pass over it while it is empty: every piece."},
		{"nielsen", "The board", "May stop on it: no piece."},
		{"ardri", "The board", "The middle is a square like any other."},
		{"ardri", "The board", "The corners are squares like any others."},
		{"wtf:corner_stop=ak", "The board", "May stop on them: attackers and the king."},
		{"celta", "Moves", "The king's side moves first."},
		{"celta:first=attackers", "Moves", "The attackers move first."},
		{"celta", "Moves", "A man moves along its row or column as far as the way is clear"},
		{"celta", "Moves", "The king moves one square along its row or column."},
		{"wtf", "Moves", "Every piece moves along its row or column as far as the way is clear"},
		{"ardri:man_range=3", "Moves", "A man moves up to 3 squares"},
		{"celta", "Capturing men", "The king takes no part in captures"},
		{"wtf", "Capturing men", "The king captures like a man"},
		{"wtf:king_armed=hammer", "Capturing men", "by his own moves, but not as"},
		{"wtf:king_armed=anvil", "Capturing men", "as the one who waits on the other side, but not"},
		{"celta", "Capturing men", "The empty throne helps to capture no man"},
		{"wtf", "Capturing men", "The empty throne helps to capture men of either side"},
		{"wtf:throne_hostile=a", "Capturing men", "The empty throne helps to capture attackers"},
		{"wtf:corner_hostile=dk", "Capturing men", "An empty corner helps to capture defenders"},
		{"celta", "Capturing men", "by itself is captured, too"},
		{"cuervo", "Capturing men", "by itself is safe"},
		{"celta", "Capturing the king", "on four, or on three if he is at the edge."},
		{"celta", "Capturing the king", "If the empty throne is beside him, it counts as an attacker."},
		{"celta", "Capturing the king", "On the eight squares beside the corners he cannot be captured"},
		{"celta:corner_hostile=adk", "Capturing the king", "A corner beside him counts as an attacker."},
		{"celta", "Capturing the king", "himself is captured, too"},
		{"cuervo", "Capturing the king", "is safe for now"},
		{"ardri", "Capturing the king", "At the edge he is safe."},
		{"walker", "Capturing the king", "like a man, between two attackers on opposite sides of him."},
		{"wtf", "Capturing the king", "anywhere else like a man"},
		{"nielsen", "Capturing the king", "beside the throne when they stand on the other three and the throne is empty"},
	} {
		if got := chapter(game(t, row.game).Book(), row.chapter); !strings.Contains(got, row.want) {
			t.Errorf("%s: %q is missing in %s:\n%s", row.game, row.want, row.chapter, got)
		}
	}
}

func chapter(b env.Book, title string) string {
	for _, c := range b.Chapters {
		if c.Title == title {
			return strings.Join(c.Paragraphs, "\n")
		}
	}
	return ""
}

func TestBookOfEndings(t *testing.T) {
	for _, row := range []struct{ game, words, means string }{
		{"celta", "the king reached a corner", "the king's side wins"},
		{"celta", "three attackers and the edge", "the attackers win"},
		{"celta", "three attackers and the throne", "the attackers win"},
		{"celta", "two attackers, the edge and the corner", ""},
		{"celta:corner_hostile=adk", "two attackers, the edge and the corner", "the attackers win"},
		{"celta", "the king reached the edge", ""},
		{"ardri", "the king reached the edge", "the king's side wins"},
		{"ardri", "three attackers and the edge", ""},
		{"ardri:throne=on,throne_hostile=k", "three attackers and the throne", "the attackers win"},
		{"walker", "the king is surrounded by four", ""},
		{"wtf:throne=off", "the king is surrounded by four", ""},
		{"wtf", "the king is surrounded by four", "the attackers win"},
		{"wtf", "encirclement", "the attackers win"},
		{"celta", "encirclement", ""},
		{"celta", "no legal move", "the side whose turn it is loses"},
		{"nielsen", "no legal move", "a draw"},
		{"celta", "third occurrence of the position", "a draw"},
		{"wtf:repeat=2", "second occurrence of the position", "the attackers win"},
		{"celta:repeat_result=loss_mover", "third occurrence of the position", "the side loses whose move"},
		{"celta:repeat=0", "third occurrence of the position", ""},
	} {
		got := ""
		for _, e := range game(t, row.game).Book().Endings {
			if e.Words == row.words {
				got = e.Means
			}
		}
		if !strings.HasPrefix(got, row.means) || (got == "") != (row.means == "") {
			t.Errorf("%s: %q means %q, want %q", row.game, row.words, got, row.means)
		}
	}
}

// Every way to end that random games find is in the book.
func TestBookKnowsAllEndings(t *testing.T) {
	for _, name := range presets {
		for _, setting := range []string{"", ":king_capture=four_edge,corner_hostile=adk", ":king_capture=nielsen,repeat=2",
			":king_capture=four,throne=on,throne_hostile=k", ":king_capture=throne4,passive=on"} {
			g := game(t, name+setting)
			for n := range 10 {
				s := playOut(g, seed.New(1).At("game", n))
				if s.Ending() != "" && !listed(g.Book().Endings, s.Ending()) {
					t.Errorf("%s: %q is not in the book\n%s", g.spec.Name, s.Ending(), s)
				}
			}
		}
	}
}

// playOut plays a random game to its end, or to the cap.
func playOut(g *Game, stream seed.Seed) *State {
	rng, s := stream.Rand(), g.New(0).(*State)
	var legal []env.Action
	for range g.spec.MaxPly {
		if legal = s.Legal(legal[:0]); len(legal) == 0 {
			break
		}
		s.Play(legal[rng.IntN(len(legal))])
	}
	return s
}

func listed(all []env.Ending, words string) bool {
	for _, e := range all {
		if strings.HasPrefix(words, e.Words) {
			return true
		}
	}
	return false
}

// The name of an action's plane says where its move goes.
func TestActionNames(t *testing.T) {
	for _, name := range []string{"celta", "tablut"} {
		g := game(t, name)
		names := g.ActionNames()
		if got, want := len(names), g.spec.Planes()+g.spec.Globals(); got != want {
			t.Errorf("%s: %d names, want %d", name, got, want)
		}
	}
	for _, row := range []struct{ move, want string }{
		{"d5b5", "the piece moves left by 2"},
		{"c4c7", "the piece moves up by 3"},
		{"e4e1", "the piece moves down by 3"},
		{"d5g5", "the piece moves right by 3"},
	} {
		g := game(t, "celta")
		a, err := env.Parse(g.New(0), row.move)
		if err != nil {
			t.Fatal(err)
		}
		if got := g.ActionNames()[int(a)/g.cells()]; got != row.want {
			t.Errorf("%s: got %q, want %q", row.move, got, row.want)
		}
	}
}
