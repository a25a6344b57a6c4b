package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// started is the browser of all tests, without a window; stop ends it.
var (
	started = sync.OnceValues(startBrowser)
	stop    = func() {}
)

func TestMain(m *testing.M) {
	code := m.Run()
	stop()
	os.Exit(code)
}

// startBrowser returns the browser's context; it is nil where there is none.
func startBrowser() (context.Context, error) {
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome", "headless-shell"} {
		if found, err := exec.LookPath(name); err == nil && path == "" {
			path = found
		}
	}
	if path == "" {
		return nil, errors.New("wants a browser: chromium, as Debian's package has it")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox)
	ctx, end := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, leave := chromedp.NewContext(ctx)
	stop = func() { leave(); end() }
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
		return nil, fmt.Errorf("%s does not start: %w", path, err)
	}
	return ctx, nil
}

// browser returns a profile of its own, without anything stored, in the browser, or skips
// the test.
func browser(t *testing.T) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser takes its time")
	}
	ctx, err := started()
	if err != nil {
		t.Skip(err)
	}
	ctx, leave := chromedp.NewContext(ctx, chromedp.WithNewBrowserContext())
	t.Cleanup(leave)
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
		t.Fatal(err)
	}
	return ctx
}

// tab is a page of the browser in the hands of a visitor.
type tab struct {
	*testing.T
	ctx  context.Context
	url  string
	mu   *sync.Mutex
	said *[]string // errors in the console

	leave func() // closes the page before the test ends
}

// device is what a page is looked at with.
type device struct {
	width, height int64
	dark, touch   bool
}

var (
	desktop = device{width: 1280, height: 900}
	phone   = device{width: 390, height: 844, touch: true}
)

// visit opens a page of the house.
func (h house) visit(browser context.Context, d device, path string) tab {
	h.Helper()
	ctx, leave := chromedp.NewContext(browser)
	h.Cleanup(leave)
	ctx, stop := context.WithTimeout(ctx, 10*time.Minute)
	h.Cleanup(stop)
	p := tab{h.T, ctx, h.url, new(sync.Mutex), new([]string), leave}
	messages := chromedp.Console(ctx)
	go func() {
		for m, err := range messages {
			if err != nil {
				return
			}
			if m.Type == "error" || m.Type == "warning" || m.Exception != nil {
				p.mu.Lock()
				*p.said = append(*p.said, m.Text+" "+m.URL)
				p.mu.Unlock()
			}
		}
	}()
	p.hold(d)
	p.do(chromedp.Navigate(h.url + path))
	return p
}

// hold has the page be looked at with another device.
func (p tab) hold(d device) {
	p.Helper()
	theme := "light"
	if d.dark {
		theme = "dark"
	}
	var hand []chromedp.EmulateViewportOption
	if d.touch {
		hand = []chromedp.EmulateViewportOption{chromedp.EmulateMobile, chromedp.EmulateTouch}
	}
	p.do(chromedp.EmulateViewport(d.width, d.height, hand...), chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}, {Name: "prefers-reduced-motion", Value: "reduce"}},
		})
		return err
	}))
}

// quiet fails if the console holds an error, but for those that are due.
func (p tab) quiet(due ...string) {
	p.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, text := range *p.said {
		expected := false
		for _, d := range due {
			expected = expected || strings.Contains(text, d)
		}
		if !expected {
			p.Errorf("the console says: %s", text)
		}
	}
}

func (p tab) do(steps ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	if err := chromedp.Do(p.ctx, steps...); err != nil {
		p.Fatal(err)
	}
}

// eval returns what a script does, as text.
func (p tab) eval(script string) string {
	p.Helper()
	v, err := p.ask(script)
	if err != nil {
		p.Fatalf("%s: %v", script, err)
	}
	return v
}

func (p tab) ask(script string) (string, error) {
	return chromedp.Run(p.ctx, chromedp.Evaluate[string]("String("+script+")", chromedp.EvalAwaitPromise))
}

// navigated is in the error of a script whose page was loaded anew meanwhile.
const navigated = "Inspected target navigated"

// until waits for a script to be true, over loading the page anew.
func (p tab) until(script string) {
	p.Helper()
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); time.Sleep(15 * time.Millisecond) {
		v, err := p.ask("!!(" + script + ")")
		if err != nil && !strings.Contains(err.Error(), navigated) {
			p.Fatalf("%s: %v", script, err)
		}
		if v == "true" {
			return
		}
	}
	p.shot("failed")
	p.Fatalf("it never came true: %s\nthe page says: %s", script, p.eval("document.querySelector('main')?.innerText"))
}

// click presses what a selector finds, as soon as it is there.
func (p tab) click(css string) {
	p.Helper()
	x, y := p.centre(fmt.Sprintf("document.querySelector(%q)", css))
	p.do(chromedp.MouseClickXY(x, y))
}

// centre returns where on the screen an element is that a script finds, as soon
// as it is there and can be used.
func (p tab) centre(element string) (x, y float64) {
	p.Helper()
	p.until(element + " && !" + element + ".disabled")
	var at [2]float64
	text := p.eval(fmt.Sprintf(`(() => { const e = %s; let b = e.getBoundingClientRect();
		if (b.top < 0 || b.bottom > innerHeight) { e.scrollIntoView({ block: "center" }); b = e.getBoundingClientRect(); }
		return JSON.stringify([b.x + b.width / 2, b.y + b.height / 2]); })()`, element))
	if err := json.Unmarshal([]byte(text), &at); err != nil {
		p.Fatal(err)
	}
	return at[0], at[1]
}

// middle returns where on the screen a square is.
func (p tab) middle(square string) (x, y float64) {
	p.Helper()
	return p.centre(fmt.Sprintf(`document.querySelector('[data-square="%s"] rect')`, square))
}

func (p tab) press(square string) {
	p.Helper()
	x, y := p.middle(square)
	p.do(chromedp.MouseClickXY(x, y))
}

func (p tab) tap(square string) {
	p.Helper()
	x, y := p.middle(square)
	p.do(chromedp.TapXY(x, y))
}

// swipe drags with a finger.
func (p tab) swipe(from, to string) {
	p.Helper()
	x, y := p.middle(from)
	u, v := p.middle(to)
	const steps = 8
	for i := range steps + 1 {
		at := float64(i) / steps
		kind := input.DispatchTouchEventTypeTouchMove
		if i == 0 {
			kind = input.DispatchTouchEventTypeTouchStart
		}
		p.finger(kind, &input.TouchPoint{X: x + at*(u-x), Y: y + at*(v-y)})
	}
	p.finger(input.DispatchTouchEventTypeTouchEnd)
}

// finger puts a finger down, moves it, or lifts it where it is.
func (p tab) finger(kind input.DispatchTouchEventType, at ...*input.TouchPoint) {
	p.Helper()
	p.do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: append([]*input.TouchPoint{}, at...)})
		return err
	}))
}

func (p tab) drag(from, to string) {
	p.Helper()
	x, y := p.middle(from)
	u, v := p.middle(to)
	p.do(chromedp.DragAndDropXY(x, y, u, v, 6))
}

// played waits until that many moves have been made.
func (p tab) played(moves int) {
	p.Helper()
	p.until(fmt.Sprintf("document.querySelector('.move.current')?.dataset.ply == '%d' && !document.querySelector('.busy')?.textContent", moves))
}

// move makes a move by hand: from its square to its square, and what else the
// page asks.
func (p tab) move(text string, number int, hand func(square string)) {
	p.Helper()
	if bare := strings.TrimSuffix(text, "!"); bare == "pass" {
		p.click(fmt.Sprintf(`[data-move="%s"]`, text))
		p.played(number)
		return
	}
	squares := squarePattern.FindAllString(text, 2)
	for _, s := range squares {
		hand(s)
	}
	p.until(fmt.Sprintf(`document.querySelector('.chooser') || document.querySelector('.move.current')?.dataset.ply == '%d'`, number))
	if p.eval("!!document.querySelector('.chooser')") == "true" {
		p.click(fmt.Sprintf(`.chooser [data-move="%s"]`, text))
	}
	p.played(number)
}

// shot keeps a picture where LUDENS_SCREENSHOTS says, for people to look at.
func (p tab) shot(name string) {
	p.Helper()
	dir := os.Getenv("LUDENS_SCREENSHOTS")
	if dir == "" {
		return
	}
	png, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644)
	}
	if err != nil {
		p.Error(err)
	}
}
