package browsertest

import (
	"context"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// paperWidth is the width of A4 within the margins of a report, in CSS pixels.
const paperWidth = 711

// ShowPaper shows the page as it is printed on A4, without breaks between sheets. [Page.Show] ends this.
func (p *Page) ShowPaper() {
	p.b.tb.Helper()
	do(p, chromedp.EmulateViewport(paperWidth, 1000))
	do(p, func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
		return chromedp.Void{}, err
	})
}

// Misfits describes texts that do not fit, at most some of each kind:
//   - texts that reach out of their card, or out of the page;
//   - texts that an element cuts which neither scrolls nor shows an ellipsis;
//   - elements that scroll sideways without a shadow at their ends, and on paper all elements that would scroll;
//   - words of 3 to 20 letters and digits that are broken over lines, and longer texts that have less than six characters in a line;
//   - cards that overlap.
func (p *Page) Misfits() []string {
	p.b.tb.Helper()
	return Eval[[]string](p, misfits)
}

// CheckFit checks that the texts of a page fit their frames: at widths of 400, 1,280 and 1,920 pixels, and on paper. It also
// fails the test if the page prints on more sheets than expected.
func (b *Browser) CheckFit(path string, sheets int) {
	b.tb.Helper()
	name := strings.TrimSuffix(filepath.Base(path), ".html")
	p := b.File(path, Screen{Width: 400, Height: 800})
	defer p.close()
	check := func(where string) {
		b.tb.Helper()
		for _, misfit := range append(p.Overflow(), p.Misfits()...) {
			b.tb.Errorf("%s at %s: %s", name, where, misfit)
		}
	}
	for _, width := range []int{400, 1280, 1920} {
		p.Show(Screen{Width: width, Height: 900})
		check(strconv.Itoa(width))
	}
	p.ShowPaper()
	check("paper")
	if n := p.Printed(); n > sheets {
		b.tb.Errorf("%s: %d printed pages, want at most %d", name, n, sheets)
	}
}

const misfits = `(() => {
	const found = {}, most = 4, paper = matchMedia("print").matches;
	const note = (kind, e, text) => {
		const card = e.closest("[id]");
		(found[kind] = found[kind] || []).push(kind + ": " + (card ? "#" + card.id + " " : "") + e.tagName.toLowerCase() + " " + text.trim().slice(0, 60));
	};
	const styles = new Map();
	const style = e => styles.get(e) || (styles.set(e, getComputedStyle(e)), styles.get(e));
	const unseen = e => e.closest(".unseen, [aria-hidden=true]:not(svg)") || !e.checkVisibility({visibilityProperty: true, contentVisibilityAuto: true});
	const scrolls = s => s.overflowX === "auto" || s.overflowX === "scroll";
	const cuts = s => s.overflowX === "hidden" || s.overflowX === "clip" || s.overflowY === "hidden" || s.overflowY === "clip";
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange();
	const width = document.documentElement.clientWidth;
	for (let t = walker.nextNode(); t; t = walker.nextNode()) {
		const parent = t.parentElement;
		if (!t.data.trim() || parent.closest("script, style") || unseen(parent)) continue;
		range.selectNodeContents(t);
		const rects = [...range.getClientRects()].filter(r => r.width > 0 && r.height > 0);
		if (!rects.length) continue;
		const box = {left: Math.min(...rects.map(r => r.left)), right: Math.max(...rects.map(r => r.right)), top: Math.min(...rects.map(r => r.top)), bottom: Math.max(...rects.map(r => r.bottom))};
		let inside = true; // no element on the way scrolls or cuts
		for (let e = parent; e && e !== document.documentElement && inside; e = e.parentElement) {
			const s = style(e);
			if (e instanceof SVGElement && !(e instanceof SVGSVGElement)) continue;
			const r = e.getBoundingClientRect();
			if (s.display === "inline") continue;
			if (scrolls(s)) { inside = false; continue; }
			const out = box.left < r.left - 1 || box.right > r.right + 1;
			if (cuts(s) && (out || box.top < r.top - 3 || box.bottom > r.bottom + 3)) {
				inside = false;
				if (!(e instanceof SVGSVGElement) && s.textOverflow !== "ellipsis" && s.webkitLineClamp === "none") note("cut", e, t.data);
			} else if (out && e.matches(".card, td, th, section, main, body")) {
				note("out of " + (e.matches(".card") ? "card" : e.tagName.toLowerCase()), e, t.data);
				inside = false;
			}
		}
		if (inside && box.right > width + 1) note("out of page", parent, t.data);
		if (parent.closest("svg") || rects.length < 2) continue;
		const upright = style(parent).writingMode.startsWith("vertical");
		if (upright) continue;
		const lines = (from, text) => {
			range.setStart(t, from);
			range.setEnd(t, from + text.length);
			return new Set([...range.getClientRects()].filter(r => r.width > 0.5).map(r => Math.round(r.top))).size;
		};
		for (const token of t.data.matchAll(/[^\s\u00a0]+/gu)) {
			const n = lines(token.index, token[0]);
			if (n < 2) continue;
			if (token[0].length > 40) {
				if (token[0].length / n < 6) note("broken word", parent, token[0] + " in " + n + " lines");
				continue;
			}
			for (const m of token[0].matchAll(/[\p{L}\p{N}]+/gu)) {
				if (m[0].length < 3 || m[0].length > 20) continue;
				const k = lines(token.index + m.index, m[0]);
				if (k > 1) note("broken word", parent, m[0] + " in " + k + " lines");
			}
		}
	}
	for (const e of document.body.querySelectorAll("*")) {
		const s = style(e);
		if (!scrolls(s) || e.scrollWidth <= e.clientWidth + 1 || unseen(e)) continue;
		if (paper) note("scrolls on paper", e, e.textContent);
		else if (!e.querySelector(":scope > .swipe") && !/gradient/.test(s.backgroundImage)) note("scrolls without a sign", e, e.textContent);
	}
	const cards = [...document.querySelectorAll(".card")].filter(e => !unseen(e)).map(e => [e, e.getBoundingClientRect()]);
	cards.forEach(([a, r], i) => cards.slice(i + 1).forEach(([b, q]) => {
		if (a.contains(b) || b.contains(a)) return;
		if (Math.min(r.right, q.right) - Math.max(r.left, q.left) > 1 && Math.min(r.bottom, q.bottom) - Math.max(r.top, q.top) > 1) note("cards overlap", a, "and #" + b.id);
	}));
	return Object.values(found).flatMap(f => f.slice(0, most).concat(f.length > most ? [f[0].split(":")[0] + ": " + (f.length - most) + " more"] : []));
})()`
