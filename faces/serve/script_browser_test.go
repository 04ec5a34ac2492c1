package serve

import (
	"net/http/httptest"
	"path/filepath"
	"testing"

	"weft/internal/browsertest"
)

// TestAgainInBrowser shows a count that ends while its page is open, without loading the page again.
func TestAgainInBrowser(t *testing.T) {
	b := browsertest.Start(t)
	dir := filepath.Join(t.TempDir(), "a")
	listOf(t, dir, "http://a.example/\thttp://b.example/\n", false)
	s := serving(t, Options{Crawls: []string{dir}})
	web := httptest.NewServer(s)
	t.Cleanup(web.Close)
	s.work.Lock() // counts wait
	p := b.Open(web.URL+"/c/a/missing", browsertest.Screens[2])
	if !browsertest.Eval[bool](p, `document.querySelector("[data-part=again]") !== null && (window.same = true)`) {
		t.Error("the page does not wait for the count")
	}
	s.work.Unlock()
	const ready = `new Promise(done => { const look = () => document.querySelector("main dl.key") ? done(window.same === true) : setTimeout(look, 50); look(); })`
	if !browsertest.Eval[bool](p, ready) {
		t.Error("the page was loaded again")
	}
}

// TestPolicyInBrowser tries what a text of a crawl would do if it became markup: the policy refuses each.
func TestPolicyInBrowser(t *testing.T) {
	b := browsertest.Start(t)
	s := serving(t, Options{})
	web := httptest.NewServer(s)
	t.Cleanup(web.Close)
	p := b.Open(web.URL+"/", browsertest.Screens[2])
	for name, try := range map[string]string{
		"markup from a string":  `(() => { try { document.body.innerHTML = "<b>x</b>"; return true } catch { return false } })()`,
		"code from a string":    `new Promise(done => { try { setTimeout("window.late = true", 0) } catch {} setTimeout(() => done(window.late === true), 50) })`,
		"a script in the page":  `(() => { const e = document.createElement("script"); try { e.text = "window.ran = true" } catch { return false } document.body.append(e); return window.ran === true })()`,
		"a handler":             `(() => { const e = document.createElement("i"); try { e.setAttribute("onclick", "window.ran = true") } catch { return false } document.body.append(e); e.click(); return window.ran === true })()`,
		"a script of elsewhere": `new Promise(done => { const e = document.createElement("script"); try { e.src = "http://127.0.0.1:9/x.js" } catch { return done(false) } e.onload = () => done(true); e.onerror = () => done(false); document.body.append(e) })`,
		"a request elsewhere":   `fetch("http://127.0.0.1:9/", { mode: "no-cors" }).then(() => true, () => false)`,
		"a frame":               `new Promise(done => { const e = document.createElement("iframe"); e.src = "/style.css"; document.body.append(e); setTimeout(() => { let in_ = false; try { in_ = e.contentDocument?.body?.textContent.includes("root") ?? false } catch {} done(in_) }, 300) })`,
	} {
		if browsertest.Eval[bool](p, try) {
			t.Errorf("the policy allows %s", name)
		}
	}
	for _, asked := range p.Requests() {
		if len(asked) < len(web.URL) || asked[:len(web.URL)] != web.URL {
			t.Errorf("requests %s", asked)
		}
	}
}
