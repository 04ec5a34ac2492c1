package serve

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"weft/internal/browsertest"
)

// until waits until an expression is true, and then returns the value of another.
func until(condition, value string) string {
	return `new Promise(done => { const look = () => (` + condition + `) ? done(` + value + `) : setTimeout(look, 20); look(); })`
}

// TestTypingInBrowser finds pages while words are typed, without loading the page again: the table and the address follow, the
// history goes back, and a field that is half typed shows what is wrong.
func TestTypingInBrowser(t *testing.T) {
	b := browsertest.Start(t)
	s := indexedCrawl(t)
	web := httptest.NewServer(s)
	t.Cleanup(web.Close)
	p := b.Open(web.URL+"/c/stated/pages", browsertest.Screens[0])
	typed := func(field, text string) {
		browsertest.Eval[int](p, `(window.same = true, (() => { const e = document.getElementById("`+field+`"); e.focus(); e.value = "`+text+`"; e.dispatchEvent(new Event("input", { bubbles: true })) })(), 0)`)
	}
	const count = `document.querySelector("#found strong")?.textContent`
	started := func() {
		browsertest.Eval[bool](p, until(`document.getElementById("find").dataset.ready === "true"`, "true"))
	}
	started()
	typed("words", "ghost1")
	if got := browsertest.Eval[string](p, until(count+` === "11 pages"`, `location.search + " " + document.activeElement.id + " " + window.same`)); got != "?words=ghost1 words true" {
		t.Errorf("after typing: %q", got)
	}
	for _, screen := range browsertest.Screens {
		p.Show(screen)
		p.Save("serve-typed-" + screen.String())
		for _, found := range append(p.Overflow(), p.Axe()...) {
			t.Errorf("after typing, at %v: %s", screen, found)
		}
	}
	time.Sleep(1600 * time.Millisecond) // only later changes are an entry of the history: settled in pages.js
	typed("status", "40")
	if got := browsertest.Eval[string](p, until(`document.querySelector("#found")?.textContent.includes("status=")`, `document.getElementById("status").value`)); got != "40" {
		t.Errorf("the field that is half typed has %q", got)
	}
	browsertest.Eval[int](p, `(history.back(), 0)`)
	if got := browsertest.Eval[string](p, until(count+` !== undefined && !document.querySelector("#status").value`, `location.search + document.getElementById("words").value + window.same`)); !strings.HasSuffix(got, "true") {
		t.Errorf("after going back: %q", got)
	}
	started()
	typed("words", "h1 ")
	if got := browsertest.Eval[string](p, until(count+` !== "11 pages"`, `location.search`)); !strings.HasPrefix(got, "?words=h1+") {
		t.Errorf("after typing again: %q", got)
	}
}
