package web

import (
	"strings"
	"testing"
)

// A game can be shown with the names and colours of its source. The choice is kept; words
// and board agree; the record of the game stays the same.
func TestBrowserShowsTheSourcesColours(t *testing.T) {
	b := browser(t)
	h := open(t, Config{})
	p := h.visit(b, desktop, "/#/play?game=cetran2&seed=3&moves=e2e4&paused=1")
	p.played(1)
	strips := "[...document.querySelectorAll('.strip b')].map(b => b.textContent).join(' ')"
	blue := "document.querySelectorAll('.pieces use[href*=\"-blue\"]').length"
	if got := p.eval(strips + " + ' ' + " + blue); got != "Black White 0" {
		t.Errorf("as drawn here the page shows %s, want Black, White and no blue piece", got)
	}
	p.click("#tab-rules")
	p.until("document.querySelector('#dress')")
	p.eval("(() => { const s = document.querySelector('#dress'); s.value = 'source'; s.dispatchEvent(new Event('change', { bubbles: true })); })()")
	p.until(strips + " == 'Blue White' && " + blue + " == 16")
	if got := p.eval("document.querySelector('.status .first-line').textContent"); got != "Blue to move." {
		t.Errorf("it says %q, want Blue to move.", got)
	}
	p.click("#tab-rules")
	p.until("document.querySelector('.rules')")
	if got := p.eval("document.querySelector('.rules').innerText"); strings.Contains(got, "Black") || !strings.Contains(got, "Blue on ranks 7 and 8") {
		t.Errorf("beside a blue army the rules say\n%s", got)
	}
	p.shot("source-cetran")
	p.click("#more")
	p.click("#resign")
	p.click("#resign-yes")
	p.until("document.querySelector('.status.over')")
	if got := p.eval("document.querySelector('.status .first-line').textContent"); !strings.Contains(got, "Blue resigned") || !strings.HasPrefix(got, "White wins") {
		t.Errorf("after a resignation it says %q", got)
	}
	p.click("#tab-text")
	p.until("document.querySelector('#export').value.includes('resigned')")
	if got := p.eval("document.querySelector('#export').value"); !strings.Contains(got, "Black resigned") {
		t.Errorf("the record says\n%s\nwant the names that all records have", got)
	}
	q := h.visit(b, desktop, "/#/play?game=celta&moves=d5c5&paused=1") // a new page remembers
	q.played(1)
	q.until(strips + " == 'Rojos Negros' && document.querySelectorAll('.pieces use[href*=\"-red\"]').length == 8 && document.querySelectorAll('.pieces use[href*=\"-black\"]').length == 5")
	q.shot("source-celta")
	q.eval("location.hash = '#/new?game=celta'")
	q.until("document.querySelector('.preview img')?.src.includes('dress=source') && document.querySelector('.setup').innerText.includes('Negros')")
	q.quiet()
	p.quiet()
}
