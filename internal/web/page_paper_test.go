package web

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/google/go-cmp/cmp"

	"ludens/env"
	"ludens/env/games"
	"ludens/env/record"
)

// bring pastes a text and opens it.
func (p tab) bring(text string) {
	p.Helper()
	p.click("#tab-text")
	p.until("document.querySelector('#paste')")
	quoted, _ := json.Marshal(text)
	p.eval(fmt.Sprintf("(() => { const t = document.querySelector('#paste'); t.value = %s; t.dispatchEvent(new Event('input', { bubbles: true })); })()", quoted))
	p.click("#import")
}

// exported returns the game in a notation.
func (p tab) exported(notation, holds string) string {
	p.Helper()
	p.click("#tab-text")
	p.until(fmt.Sprintf("document.querySelector('select[aria-label=Notation] option[value=%s]')", notation))
	p.eval(fmt.Sprintf(`(() => { const s = document.querySelector("select[aria-label=Notation]"); s.value = %q; s.dispatchEvent(new Event("change", { bubbles: true })); })()`, notation))
	p.until(fmt.Sprintf("document.querySelector('#export').value.includes(%q)", holds))
	return p.eval("document.querySelector('#export').value")
}

// A study of another program comes in with its names, Elo, result, glyphs, arrows, clocks
// and evaluations; the page shows them, and they go out as they came, also after the page
// is loaded again.
func TestBrowserKeepsAStudy(t *testing.T) {
	b := browser(t)
	chess := games.Must("chess")
	h := open(t, Config{Notations: record.Others, Read: func(text, _ string) (record.Record, env.Game, error) {
		r, err := record.ParseAny(chess, []byte(text))
		return r, chess, err
	}})
	study, err := os.ReadFile("../../env/record/testdata/foreign/lichess-study.pgn")
	if err != nil {
		t.Fatal(err)
	}
	want, err := record.ParseAny(chess, study)
	if err != nil {
		t.Fatal(err)
	}
	p := h.visit(b, desktop, "/#/play?game=chess")
	p.until("document.querySelector('.board .cell')")
	p.bring(string(study))
	for range 2 {
		p.until("document.querySelector('.move[data-ply=\"6\"]')")
		p.click("#tab-moves")
		if got := p.eval("[...document.querySelectorAll('.strip .who')].map(w => w.textContent).join(' / ')"); got != `O'Neill "Paddy" (1987) / Höhn, Ä. (2103)` {
			t.Errorf("the players are %s", got)
		}
		p.do(chromedp.KeyEvent(kb.End))
		p.until("document.querySelector('.move.current')?.dataset.ply == '6'")
		if got := p.eval("document.querySelector('.status .first-line').textContent"); got != "Drawn." {
			t.Errorf("the result is %q", got)
		}
		p.until("[...document.querySelectorAll('.move')].some(m => m.textContent.replace(/\\s+/g, '') == 'Nf3!+=2:58')")
		p.click(".move[data-ply='1']")
		p.until("document.querySelectorAll('g.arrow.own.G').length == 1")
		p.do(chromedp.KeyEvent(kb.Home))
		p.until("document.querySelectorAll('g.arrow.own').length == 3 && document.querySelectorAll('circle.arrow.own').length == 2 && document.querySelector('g.arrow.own.B') && document.querySelector('circle.arrow.own.R')")
		p.shot("study")
		got, err := record.ParseAny(chess, []byte(p.exported("pgn", "Höhn")))
		if err != nil {
			t.Fatal(err)
		}
		ordered(&got)
		ordered(&want)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("-in +out:\n%s", diff)
		}
		p.do(chromedp.Reload())
	}
	p.quiet()
}

// ordered sorts what is said of each move: the page writes commands before words.
func ordered(r *record.Record) {
	var each func(comments map[int]string, all []env.Variation)
	each = func(comments map[int]string, all []env.Variation) {
		for ply, text := range comments {
			var commands, words []string
			for _, w := range env.Braced(text) {
				w = strings.Trim(w, "{}")
				at := strings.Index(w, "[%")
				if at < 0 {
					words = append(words, w)
					continue
				}
				if at > 0 {
					words = append(words, strings.TrimSpace(w[:at]))
				}
				commands = append(commands, strings.ReplaceAll(w[at:], "][", "] ["))
			}
			comments[ply] = strings.Join(append(commands, words...), " ")
		}
		for _, v := range all {
			each(v.Comments, v.Variations)
		}
	}
	each(r.Comments, r.Variations)
}

// Of a text of several games one is chosen. The names of persons are in records, and those
// of agents: a person without a name has none.
func TestBrowserChoosesAGame(t *testing.T) {
	b := browser(t)
	h := open(t, Config{Players: ladder})
	p := h.visit(b, phone, "/#/play?game=tictactoe&first=person&second=random&moves=b2_a1")
	p.played(2)
	if text := p.exported("record", "[Second"); strings.Contains(text, "[First") || !strings.Contains(text, "[Second \"random\"]") {
		t.Errorf("who has given no name is called so:\n%s", text)
	}
	p.eval("(() => { const t = document.querySelector('#own-name'); t.value = 'Dora'; t.dispatchEvent(new Event('input', { bubbles: true })); })()")
	p.until("document.querySelector('#export').value.includes('[First \"Dora\"]')")
	p.bring("[Game \"tictactoe\"]\n[First \"Ana\"]\n[Second \"Bert\"]\n[Result \"1-0\"]\n\n1. b2 a1\n\n[Game \"tictactoe\"]\n[First \"Cleo\"]\n[Result \"0-1\"]\n[Ending \"crosses slept\"]\n\n1. c3\n")
	p.until("document.querySelectorAll('.several li').length == 2 && document.querySelector('.several').innerText.includes('Ana – Bert')")
	p.shot("several")
	if wide := p.eval("document.documentElement.scrollWidth"); wide != "390" {
		t.Errorf("the page is %s pixels wide, want 390: a press lands beside what it is meant for", wide)
	}
	p.click("[data-number='2']")
	p.until("document.querySelector('.status')?.innerText.includes('crosses slept')")
	p.exported("record", "[First \"Cleo\"]")
	p.exported("record", "[Ending \"crosses slept\"]")
	p.quiet()
}
