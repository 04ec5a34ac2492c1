package browsertest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// mostTime bounds a question to a page.
const mostTime = 60 * time.Second

// A Screen has sizes in CSS pixels and the colours that a reader prefers.
type Screen struct {
	Width, Height int
	Dark          bool
	Forced        bool // forced colours, as in a mode of high contrast
}

// Screens are the usual screens for tests, from a small phone to a large monitor.
var Screens = []Screen{{Width: 320, Height: 700}, {Width: 400, Height: 800}, {Width: 1280, Height: 900}, {Width: 1280, Height: 900, Dark: true}, {Width: 1920, Height: 1080}}

// String names a screen, as in 1280-dark.
func (s Screen) String() string {
	name := fmt.Sprint(s.Width)
	if s.Dark {
		name += "-dark"
	}
	if s.Forced {
		name += "-forced"
	}
	return name
}

// A Page is an open page. Its methods fail the test if the browser does not answer.
type Page struct {
	b       *Browser
	context context.Context //nolint:containedctx // it is the tab of chromedp
	close   context.CancelFunc

	mu       sync.Mutex
	requests []string
}

// File opens a file.
func (b *Browser) File(path string, s Screen) *Page {
	b.tb.Helper()
	full, err := filepath.Abs(path)
	if err != nil {
		b.tb.Fatal(err)
	}
	return b.Open("file://"+filepath.ToSlash(full), s)
}

// Open opens an address in a tab of its own.
func (b *Browser) Open(address string, s Screen) *Page {
	b.tb.Helper()
	p := &Page{b: b}
	ctx, cancel := chromedp.NewContext(b.context, chromedp.WithListener(p.listen))
	b.tb.Cleanup(cancel)
	p.context, p.close = ctx, cancel
	p.Show(s)
	do(p, func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, network.Enable, network.EnableParams{})
		return chromedp.Void{}, err
	})
	do(p, chromedp.Navigate(address))
	return p
}

// Show changes the screen.
func (p *Page) Show(s Screen) {
	p.b.tb.Helper()
	do(p, chromedp.EmulateViewport(int64(s.Width), int64(s.Height)))
	features := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: map[bool]string{true: "dark", false: "light"}[s.Dark]}}
	if s.Forced {
		features = append(features, &emulation.MediaFeature{Name: "forced-colors", Value: "active"})
	}
	do(p, func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features})
		return chromedp.Void{}, err
	})
}

func (p *Page) listen(event any) {
	if e, ok := event.(*network.EventRequestWillBeSent); ok {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.requests = append(p.requests, e.Request.URL)
	}
}

// leaving is the code of the error of Chromium when a page is left during an action.
const leaving = -32000

// do runs an action and returns its value. If the page is left during the action, it runs it again.
func do[T any](p *Page, a chromedp.Action[T]) T {
	p.b.tb.Helper()
	ctx := p.context
	if chromedp.FromContext(ctx).Target != nil { // the first action makes the tab, which a limit of time would close
		limited, cancel := context.WithTimeout(ctx, mostTime)
		defer cancel()
		ctx = limited
	}
	v, err := chromedp.Run(ctx, a)
	for again := 0; again < 9 && isLeaving(err); again++ {
		v, err = chromedp.Run(ctx, a)
	}
	if err != nil {
		p.b.tb.Fatalf("Chromium: %v", err)
	}
	return v
}

// isLeaving reports whether the page was left during an action.
func isLeaving(err error) bool {
	of, is := errors.AsType[*cdproto.Error](err)
	return is && of.Code == leaving
}

// Eval evaluates an expression of JavaScript in a page, and waits for a promise. If the page is left meanwhile, it
// evaluates the expression in the next one. So an expression must leave its page only after it has returned.
func Eval[T any](p *Page, expression string) T {
	p.b.tb.Helper()
	return do(p, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
}

// Do runs an action of chromedp, such as a click.
func (p *Page) Do(a chromedp.Action[chromedp.Void]) {
	p.b.tb.Helper()
	do(p, a)
}

// Requests returns the addresses that the page asked for, itself first, without data: addresses.
func (p *Page) Requests() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(p.requests), func(r string) bool { return strings.HasPrefix(r, "data:") })
}

// Height returns the height of the whole page in CSS pixels.
func (p *Page) Height() int {
	p.b.tb.Helper()
	return Eval[int](p, `Math.ceil(document.documentElement.getBoundingClientRect().height)`)
}

// Overflow describes the elements that are wider than the screen, so that the page scrolls sideways; none if it does not.
func (p *Page) Overflow() []string {
	p.b.tb.Helper()
	return Eval[[]string](p, `(() => {
		const width = document.documentElement.clientWidth;
		if (document.documentElement.scrollWidth <= width) return [];
		const wide = [...document.body.querySelectorAll("*")].filter(e => e.getBoundingClientRect().right > width + 0.5);
		return ["the page has " + document.documentElement.scrollWidth + " pixels"].concat(wide.slice(0, 5).map(e =>
			e.tagName.toLowerCase() + (e.id ? "#" + e.id : "") + " " + (e.textContent || "").trim().slice(0, 40)));
	})()`)
}

// Axe returns the breaches of accessibility that axe-core finds, one line each: rule, importance, element and reason.
func (p *Page) Axe() []string {
	p.b.tb.Helper()
	if !Eval[bool](p, `typeof axe === "object"`) {
		do(p, chromedp.Evaluate[chromedp.Void](p.b.axe+";void 0"))
	}
	text := Eval[string](p, `axe.run(document, {resultTypes: ["violations"]}).then(r => JSON.stringify(r.violations.flatMap(v =>
		v.nodes.map(n => v.id + " (" + v.impact + "): " + n.html.slice(0, 160) + ": " + n.failureSummary.replaceAll("\n", " ")))))`)
	var found []string
	if err := json.Unmarshal([]byte(text), &found); err != nil {
		p.b.tb.Fatalf("axe-core: %v", err)
	}
	return found
}

// leaf is the object of a page in a PDF.
var leaf = regexp.MustCompile(`/Type\s*/Page[^s]`)

// Printed returns the number of A4 pages on which the page is printed, with backgrounds as its style sheet wants.
func (p *Page) Printed() int {
	p.b.tb.Helper()
	return len(leaf.FindAll(do(p, chromedp.PrintToPDF(chromedp.PDFPaper(chromedp.PaperA4), chromedp.PDFPreferCSSPageSize())), -1))
}

// Save writes a picture of the whole page as name.png into the folder $WEFT_PICTURES, if it is set.
func (p *Page) Save(name string) {
	p.b.tb.Helper()
	dir := os.Getenv("WEFT_PICTURES")
	if dir == "" {
		return
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), do(p, chromedp.FullScreenshot(100)), 0o644); err != nil {
		p.b.tb.Fatal(err)
	}
}

// SavePrint writes the page as it is printed on A4 as name.pdf into the folder $WEFT_PICTURES, if it is set.
func (p *Page) SavePrint(name string) {
	p.b.tb.Helper()
	dir := os.Getenv("WEFT_PICTURES")
	if dir == "" {
		return
	}
	if err := os.WriteFile(filepath.Join(dir, name+".pdf"), do(p, chromedp.PrintToPDF(chromedp.PDFPaper(chromedp.PaperA4), chromedp.PDFPreferCSSPageSize())), 0o644); err != nil {
		p.b.tb.Fatal(err)
	}
}
