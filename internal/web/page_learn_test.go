package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"ludens/internal/lesson"
)

// lessonOf asks for the lesson of a game.
func (h house) lessonOf(game string) (tasks []lesson.Task) {
	h.Helper()
	r, err := http.Post(h.url+"/api/learn", "application/json", strings.NewReader(fmt.Sprintf(`{"game":%q}`, game)))
	if err != nil {
		h.Fatal(err)
	}
	defer r.Body.Close()
	if err := json.NewDecoder(r.Body).Decode(&tasks); err != nil || r.StatusCode != 200 {
		h.Fatalf("%d, %v", r.StatusCode, err)
	}
	return tasks
}

// A newcomer learns a game: a wrong move is answered, a right one leads on, and what was
// done is known after a reload.
func TestBrowserLearns(t *testing.T) {
	b := browser(t)
	h := open(t, Config{})
	tasks := h.lessonOf("celta")
	for _, d := range []device{desktop, {width: 390, height: 844}, {width: 320, height: 640}} {
		p := h.visit(b, d, "/#/new?game=celta")
		p.eval("localStorage.clear()")
		p.until("document.querySelector('#learn')")
		p.click("#learn")
		p.until("document.querySelector('.learn .asked')")
		p.shot(fmt.Sprintf("learn-%d", d.width))
		says := func(what string) {
			p.until(fmt.Sprintf("document.querySelector('.learn')?.innerText.includes(%q)", what))
		}
		says(tasks[0].Ask)
		says("The king's side wins when") // the goal, first of all
		man := fmt.Sprintf("[data-square=%q]", tasks[0].Answers[0][:2])
		p.click(man)
		p.click(fmt.Sprintf("[data-square=%q]", tasks[0].Answers[0][2:4]))
		says("Right.")
		p.click("#next")
		says(tasks[1].Ask)
		p.click("#hint")
		says("The piece is on")
		if wide := p.eval("String(document.documentElement.scrollWidth > innerWidth)"); wide != "false" {
			t.Errorf("%d wide: the page is wider than the screen", d.width)
		}
		p.eval("location.reload()")
		says(tasks[1].Ask)
		says(tasks[0].Title + " ✓")
		p.quiet()
	}
}

// A legal move that is not what is asked for is not taken for it.
func TestBrowserLearnsFromMistakes(t *testing.T) {
	b := browser(t)
	h := open(t, Config{})
	p := h.visit(b, desktop, "/#/learn?game=connect4")
	tasks := h.lessonOf("connect4")
	p.until("document.querySelector('.learn .asked')")
	last := tasks[len(tasks)-1]
	p.eval(fmt.Sprintf("document.querySelectorAll('.tasks button')[%d].click()", len(tasks)-1))
	p.until(fmt.Sprintf("document.querySelector('.asked').innerText.includes(%q)", last.Ask))
	wrong := "1"
	if last.Answers[0] == wrong {
		wrong = "2"
	}
	drop := func(column string) {
		p.click(fmt.Sprintf("#cell-%s", string('0'+column[0]-'1')))
	}
	drop(wrong)
	p.until("document.querySelector('.learn')?.innerText.includes('not what is asked for')")
	drop(last.Answers[0])
	p.until("document.querySelector('.learn')?.innerText.includes('Right.')")
	p.until("document.querySelector('#to-game')")
	p.quiet()
}
