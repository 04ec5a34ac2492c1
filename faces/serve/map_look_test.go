package serve

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"weft/graph/random"
	"weft/internal/browsertest"
	"weft/making/generate/generatetest"
)

// TestMapAddresses reads the whole view from an address, and refuses values that no view has.
func TestMapAddresses(t *testing.T) {
	c := generatetest.Web(t, random.WebOptions{Pages: 2000, Degree: 6, Seed: 5})
	s := serving(t, Options{Crawls: []string{c.Path}, ReadOnly: true})
	base := "/c/" + s.crawls[0].slug + "/"
	text := waitFor(t, s, base+"map?by=host&size=links&colour=tld&layout=clusters&at=400,300,2.5")
	for _, want := range []string{`<option value="links" selected`, `<option value="tld" selected`, `<option value="clusters" selected`} {
		if !strings.Contains(text, want) {
			t.Errorf("the screen has no %s", want)
		}
	}
	if !strings.Contains(get(s, base+"map.svg?by=host&size=links&colour=tld&layout=clusters").Body.String(), "Area: links in") {
		t.Error("the picture does not say what its areas are")
	}
	for query, want := range map[string]string{
		"size=bytes": "size=bytes: expected", "colour=none": "colour=none: expected", "layout=ring": "layout=ring: expected", "size=links&size=pages": "size is there 2 times",
		"at=1,2": "expected a place and a zoom", "at=NaN,1,1": "expected a place and a zoom", "at=500,300,1e9": "expected a place and a zoom", "wrong=1": "the map knows no", "start=x&layout=clusters": "",
	} {
		w := get(s, base+"map?by=host&"+query)
		if want == "" {
			if w.Code != http.StatusOK {
				t.Errorf("%s: status %d, want 200, as a form leaves the start", query, w.Code)
			}
			continue
		}
		if w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: status %d, want 400 and %q", query, w.Code, want)
		}
	}
}

// TestMapLooksInBrowser chooses colours, moves the camera and finds a host, and reads the same view from the address. A host is
// found in both forms of its name.
func TestMapLooksInBrowser(t *testing.T) {
	b := browsertest.Start(t)
	dir := t.TempDir() + "/odd"
	listOf(t, dir, "http://xn--bcher-kva.example/\thttp://b.example/\nhttp://b.example/\thttp://c.test/\nhttp://c.test/\thttp://xn--bcher-kva.example/\n", false)
	s := serving(t, Options{Crawls: []string{dir}})
	waitFor(t, s, "/c/odd/map?by=host")
	web := httptest.NewServer(s)
	t.Cleanup(web.Close)
	const view = `(async () => { const atlas = document.querySelector("canvas").atlas; await atlas.ready; atlas.stop();
		const at = () => [atlas.camera.x, atlas.camera.y, atlas.camera.zoom].map(x => x.toFixed(2)).join(" ");
		const before = at();
		atlas.canvas.focus(); atlas.canvas.dispatchEvent(new KeyboardEvent("keydown", { key: "+", bubbles: true }));
		for (let i = 0; i < 200 && !location.search.includes("at="); i++) await new Promise(r => setTimeout(r, 25));
		await new Promise(r => setTimeout(r, 600));
		return [before, at(), location.pathname + location.search] })()`
	p := b.Open(web.URL+"/c/odd/map?by=host&size=links&colour=tld&layout=domains&at=520,310,2", browsertest.Screens[1])
	browsertest.Eval[int](p, mapLoaded)
	first := browsertest.Eval[[]string](p, view)
	if first[0] != "520.00 310.00 2.00" || first[1] == first[0] {
		t.Errorf("the camera stands at %q, and at %q after a key", first[0], first[1])
	}
	for _, part := range []string{"size=links", "colour=tld", "layout=domains", "at="} {
		if !strings.Contains(first[2], part) {
			t.Errorf("the address %s has no %s", first[2], part)
		}
	}
	p = b.Open(web.URL+first[2], browsertest.Screens[1])
	browsertest.Eval[int](p, mapLoaded)
	if again := browsertest.Eval[[]string](p, view); again[0] != first[1] {
		t.Errorf("the address of the camera at %q shows %q", first[1], again[0])
	}
	for _, text := range []string{"bücher", "xn--bcher", "BÜCHER.example"} {
		if found := get(s, "/c/odd/map?by=host&q="+url.QueryEscape(text)).Body.String(); !strings.Contains(found, "bücher.example") || !strings.Contains(found, `<div id="found">`) {
			t.Errorf("%s finds nothing", text)
		}
	}
}
