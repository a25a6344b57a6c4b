package web

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"ludens/agent"
	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
)

// What a newcomer may need at most, from the home page to the end of the first game.
const (
	mostOwnMoves     = 200
	mostJourneyBytes = 400_000 // transferred, and for each move in the game
	mostMoveBytes    = 6_000
	mostLessonClicks = 4  // for each task: its squares, what is asked, and Next
	mostOtherClicks  = 16 // to the lesson, out of it, to the game and to its end
	mostMoveClicks   = 4  // for each move in the game
)

// A newcomer who has never seen a game goes from the home page through its lesson to the
// end of a first game: by finger on a phone and a tablet, by mouse at a desk. The newcomer
// looks a few moves ahead, as alpha-beta does, and plays until the game is over by its rules.
// With LUDENS_LONG four games are learned; LUDENS_URL names a server whose agents play: the
// table in docs/web.md.
func TestBrowserNewcomers(t *testing.T) {
	names := []string{"celta"}
	if os.Getenv("LUDENS_LONG") != "" {
		names = []string{"celta", "cetro", "cetran2", "xiangqi"}
	}
	h := open(t, Config{Offers: offered})
	if url := os.Getenv("LUDENS_URL"); url != "" {
		h.url = strings.TrimSuffix(url, "/")
	}
	devices := []struct {
		name string
		device
	}{
		{"phone", device{width: 390, height: 844, touch: true}},
		{"tablet", device{width: 820, height: 1180, touch: true}},
		{"desktop", device{width: 1280, height: 800}},
	}
	for _, game := range names {
		tasks := len(h.lessonOf(game))
		for _, d := range devices {
			n := newcomer{tab: h.visit(browser(t), d.device, "/"), device: d.device}
			began := time.Now()
			n.until("document.querySelector('main.home h1')")
			n.eval("performance.setResourceTimingBufferSize(100000) || 0")
			n.learns(h, game)
			learned := time.Since(began)
			moves, end := n.plays(games.Must(game))
			bytes, err := strconv.Atoi(n.eval(weight))
			t.Logf("| %s | %s | %d | %d | %d | %d | %d kB | %.0f s | %.0f s | %s |",
				game, d.name, tasks, n.inLesson, moves, n.clicks, bytes/1000, learned.Seconds(), time.Since(began).Seconds(), end)
			if err != nil || bytes < 10_000 || bytes > mostJourneyBytes+mostMoveBytes*moves {
				t.Errorf("%s, %s: %d bytes (%v), want at most %d", game, d.name, bytes, err, mostJourneyBytes+mostMoveBytes*moves)
			}
			if strings.Contains(end, "resigned") {
				t.Errorf("%s, %s: %s", game, d.name, end)
			}
			if most := mostLessonClicks*tasks + mostOtherClicks + mostMoveClicks*moves; n.clicks > most || n.clicks < 2*tasks {
				t.Errorf("%s, %s: %d clicks for %d tasks and %d moves, want at most %d", game, d.name, n.clicks, tasks, moves, most)
			}
			n.shot("newcomer-" + game + "-" + d.name)
			n.quiet()
			n.leave()
		}
	}
}

// newcomer is a visitor whose presses are counted.
type newcomer struct {
	tab
	device
	clicks, inLesson int
}

// hits presses what a script finds, by finger if the device has no mouse. It fails if
// something else lies above it.
func (n *newcomer) hits(element string) {
	n.Helper()
	x, y := n.centre(element)
	if above := n.above(element, x, y); above != "" {
		n.Fatalf("%s: %s lies above it", element, above)
	}
	n.clicks++
	if n.touch {
		n.do(chromedp.TapXY(x, y))
	} else {
		n.do(chromedp.MouseClickXY(x, y))
	}
}

// above returns what lies above an element at a place, "" if nothing. Of a board the squares
// lie below its pieces.
func (p tab) above(element string, x, y float64) string {
	p.Helper()
	return p.eval(fmt.Sprintf(`(() => { const e = %s, at = document.elementFromPoint(%f, %f);
		const free = at && (e.contains(at) || at.contains(e) || (e.closest(".board") && at.closest(".board")));
		return free ? "" : at ? at.outerHTML.slice(0, 200) : "nothing"; })()`, element, x, y))
}

func (n *newcomer) presses(css string) {
	n.Helper()
	n.hits(fmt.Sprintf("document.querySelector(%q)", css))
}

// learns finds a game on the home page and does all tasks of its lesson.
func (n *newcomer) learns(h house, game string) {
	n.Helper()
	n.until("document.querySelector('main.home:not([aria-busy=true]) details')")
	direct := fmt.Sprintf("document.querySelector('.lobby a[href=\"#/learn?game=%s\"]')", game)
	if n.eval("!!"+direct) == "true" {
		n.hits(direct)
	} else {
		card := fmt.Sprintf("document.querySelector('a.card[href=\"#/new?game=%s\"]')", game)
		if n.eval(card+".closest('details').open") != "true" {
			n.hits(card + ".closest('details').querySelector('summary')")
			n.until(card + ".closest('details').open")
		}
		n.hits(card)
		n.until("document.querySelector('#learn')")
		n.presses("#learn")
	}
	n.until("document.querySelector('.learn .asked')")
	before := n.clicks
	tasks := h.lessonOf(game)
	for i, task := range tasks {
		n.until(fmt.Sprintf("document.querySelector('.learn h1')?.innerText.includes('%d of %d')", i+1, len(tasks)))
		n.until(fmt.Sprintf("document.querySelector('.learn .asked')?.innerText.includes(%q)", task.Ask))
		var s story
		if status := h.post("/api/game", line{Game: game, Seed: task.Seed, Position: task.Start, Moves: task.Moves}, &s); status != http.StatusOK {
			n.Fatalf("%s: %d", task.Topic, status)
		}
		at := slices.IndexFunc(s.Legal, func(c choice) bool { return c.Text == task.Answers[0] })
		if at < 0 {
			n.Fatalf("%s: %s is not legal", task.Topic, task.Answers[0])
		}
		n.makes(s.Legal[at], s.Kinds, "document.querySelector('.learn .good, .learn .bad')")
		n.until("document.querySelector('.learn .good')?.innerText.startsWith('Right.')")
		if i < len(tasks)-1 {
			n.presses("#next")
		}
	}
	n.inLesson = n.clicks - before
}

// makes makes a move by hand; answered says that the page has taken it.
func (n *newcomer) makes(c choice, kinds []kind, answered string) {
	n.Helper()
	if c.To < 0 {
		n.presses(fmt.Sprintf("[data-move=%q]", c.Text))
		return
	}
	to := fmt.Sprintf("#cell-%d", c.To)
	n.until(fmt.Sprintf("document.querySelector('%s')", to))
	if c.Hand {
		n.hits(fmt.Sprintf("document.querySelector('.in-hand.movable[data-hand=\"%s\"] rect')", kinds[c.Piece-1].Letter))
	} else if c.From >= 0 && c.From != c.To {
		n.presses(fmt.Sprintf("#cell-%d rect", c.From))
	}
	n.presses(to + " rect")
	n.until("document.querySelector('.chooser') || " + answered)
	if n.eval("!!document.querySelector('.chooser')") == "true" {
		n.presses(fmt.Sprintf(".chooser [data-move=%q]", c.Text))
	}
}

// plays plays the game that the lesson leads to until it is over, and returns the number of
// own moves and how it ended.
func (n *newcomer) plays(g env.Game) (moves int, end string) {
	n.Helper()
	entrant, err := agent.Parse("alphabeta:2", nil)
	if err != nil {
		n.Fatal(err)
	}
	mind, err := entrant.New(g, seed.New(7))
	if err != nil {
		n.Fatal(err)
	}
	n.presses("#to-game")
	n.until("document.querySelector('#start') && !document.querySelector('#start').disabled")
	n.presses("#start")
	const over, mine = "document.querySelector('.status.over')", "document.querySelector('.cell.movable, .cell.target, .passes button') && !document.querySelector('.busy')?.textContent"
	for n.until(over + " || (" + mine + ")"); n.eval("!!"+over) != "true"; n.until(over + " || (" + mine + ")") {
		if moves++; moves > mostOwnMoves {
			n.Fatalf("%s goes on after %d moves", g.Spec().Name, moves)
		}
		ply := n.eval("document.querySelectorAll('.move').length")
		after := over + " || document.querySelectorAll('.move').length > " + ply
		c, kinds := n.chooses(g, mind)
		n.makes(c, kinds, after)
		n.until(after)
	}
	return moves, n.eval("document.querySelector('.status .first-line').textContent")
}

// chooses returns the move of an agent in the position that the address of the page has.
func (n *newcomer) chooses(g env.Game, mind env.Agent) (choice, []kind) {
	n.Helper()
	_, query, _ := strings.Cut(n.eval("location.hash"), "?")
	said, err := url.ParseQuery(query)
	if err != nil {
		n.Fatal(err)
	}
	at := line{Game: g.Spec().Name, Position: said.Get("start")}
	at.Seed, _ = strconv.ParseUint(said.Get("seed"), 10, 64) // none: 0
	if said.Get("moves") != "" {
		at.Moves = strings.Split(said.Get("moves"), "_")
	}
	var shelved shelf
	_, sheet, err := at.open(&shelved)
	if err != nil {
		n.Fatal(err)
	}
	d, err := mind.Act(n.ctx, sheet.State())
	if err != nil {
		n.Fatal(err)
	}
	v := viewer{game: g, sheet: sheet}
	for _, c := range v.legal() {
		if c.Text == sheet.State().Format(d.Action) {
			return c, v.kinds
		}
	}
	n.Fatalf("%s is not legal", sheet.State().Format(d.Action))
	return choice{}, nil
}

// The control: a cover over the page is noticed by the newcomer's finger.
func TestBrowserNewcomerNoticesACover(t *testing.T) {
	h := open(t, Config{Offers: offered})
	p := h.visit(browser(t), phone, "/")
	p.until("document.querySelector('.lobby')")
	p.eval("document.body.insertAdjacentHTML('beforeend', '<div id=cover></div>') || (document.querySelector('#cover').style.cssText = 'position:fixed;inset:0;z-index:99')")
	x, y := p.centre("document.querySelector('.lobby a')")
	if above := p.above("document.querySelector('.lobby a')", x, y); !strings.Contains(above, "cover") {
		t.Errorf("above the link lies %q", above)
	}
}
