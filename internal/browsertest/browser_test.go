package browsertest_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/internal/browsertest"
)

const good = `<!DOCTYPE html><html lang="en"><title>Good</title><meta name="viewport" content="width=device-width"><style>.new{break-before:page}</style><main><h1>Good</h1><p>Text.</p><p class="new">Second sheet.</p></main></html>`

const bad = `<!DOCTYPE html><html lang="en"><title>Bad</title><main><h1>Bad</h1><div id="wide" style="width:2000px">wide</div>
<p style="color:#bbb;background:#fff">faint</p><img src="other.png"></main></html>`

// TestPages tells a page without faults from one with each fault.
func TestPages(t *testing.T) {
	b := browsertest.Start(t)
	dir := t.TempDir()
	for name, text := range map[string]string{"good.html": good, "bad.html": bad} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, s := range browsertest.Screens {
		p := b.File(filepath.Join(dir, "good.html"), s)
		if wide, found, asked := p.Overflow(), p.Axe(), p.Requests(); len(wide)+len(found) > 0 || len(asked) != 1 {
			t.Errorf("%v: overflow %q, breaches %q, requests %q: want none but the page itself", s, wide, found, asked)
		}
		if dark := browsertest.Eval[bool](p, `matchMedia("(prefers-color-scheme: dark)").matches`); dark != s.Dark {
			t.Errorf("%v: dark is %v", s, dark)
		}
	}
	s := browsertest.Screen{Width: 400, Height: 800, Forced: true}
	p := b.File(filepath.Join(dir, "good.html"), s)
	if n := p.Printed(); n != 2 {
		t.Errorf("%d printed pages, want 2", n)
	}
	if !browsertest.Eval[bool](p, `matchMedia("(forced-colors: active)").matches`) {
		t.Error("colours are not forced")
	}
	p = b.File(filepath.Join(dir, "bad.html"), browsertest.Screens[0])
	if wide := p.Overflow(); len(wide) < 2 || !slices.ContainsFunc(wide, func(w string) bool { return strings.HasPrefix(w, "div#wide") }) {
		t.Errorf("overflow %q does not name the wide element", wide)
	}
	found := strings.Join(p.Axe(), "\n")
	for _, rule := range []string{"color-contrast", "image-alt"} {
		if !strings.Contains(found, rule+" (") {
			t.Errorf("axe-core does not find %s: %s", rule, found)
		}
	}
	if asked := p.Requests(); len(asked) != 2 || !strings.HasSuffix(asked[1], "other.png") {
		t.Errorf("requests %q: want the page and the picture", asked)
	}
}

const misfitting = `<!DOCTYPE html><html lang="en"><title>Misfits</title><body style="margin:0"><div class="card" id="narrow" style="width:60px;overflow-wrap:anywhere">unbelievable</div>
<div class="card" id="cut" style="width:80px;overflow:hidden;white-space:nowrap">a text that is cut</div>
<div class="card" id="out" style="width:80px;white-space:nowrap">a text that reaches out</div>
<div class="card" id="scroll" style="width:80px;overflow-x:auto;white-space:nowrap">a text that scrolls</div>
<div class="card" id="over" style="margin-top:-30px">over</div></body></html>`

// TestMisfits finds each kind of text that does not fit, and none on a good page.
func TestMisfits(t *testing.T) {
	b := browsertest.Start(t)
	dir := t.TempDir()
	for name, text := range map[string]string{"good.html": good, "misfits.html": misfitting} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	b.CheckFit(filepath.Join(dir, "good.html"), 2)
	p := b.File(filepath.Join(dir, "misfits.html"), browsertest.Screens[1])
	found := strings.Join(p.Misfits(), "\n")
	p.ShowPaper()
	found += "\n" + strings.Join(p.Misfits(), "\n")
	for _, want := range []string{"broken word: #narrow", "cut: #cut", "out of card: #out", "scrolls without a sign: #scroll", "scrolls on paper: #scroll", "cards overlap: #scroll"} {
		if !strings.Contains(found, want) {
			t.Errorf("no %q in %s", want, found)
		}
	}
}
