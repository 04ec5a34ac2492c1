package serve

import (
	"cmp"
	"fmt"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"testing"

	"weft/graph/random"
	"weft/internal/browsertest"
	"weft/making/generate/generatetest"
)

// mapLoaded waits until the map is loaded.
const mapLoaded = `new Promise((done, fail) => { const until = Date.now() + 30000; const look = () => {
	const atlas = document.querySelector("canvas")?.atlas;
	if (atlas?.ready) atlas.ready.then(() => done(atlas.model.count)); else if (Date.now() > until) fail("no map"); else setTimeout(look, 50) }; look() })`

// measured moves the map for five seconds, and measures its frames.
const measured = `document.querySelector("canvas").atlas.measure(5000).then(s => ({ PerSecond: s.perSecond, Drawing: s.drawing, Longest: s.longest }))`

type speed struct {
	PerSecond, Drawing, Longest float64
}

// TestMapInBrowser walks on a map: it is drawn, a click lights the links of a node, the search finds, keys move it, and
// a way is shown. All screens are without breaches.
func TestMapInBrowser(t *testing.T) {
	b := browsertest.Start(t)
	c := generatetest.Web(t, random.WebOptions{Pages: 20_000, Degree: 8, Seed: 3})
	s := serving(t, Options{Crawls: []string{c.Path}, ReadOnly: true})
	web := httptest.NewServer(s)
	t.Cleanup(web.Close)
	at := web.URL + "/c/" + s.crawls[0].slug + "/map"
	p := b.Open(at+"?by=host", browsertest.Screens[2])
	n := browsertest.Eval[int](p, mapLoaded)
	if n < 100 {
		t.Fatalf("the map has %d nodes", n)
	}
	for _, screen := range browsertest.Screens {
		p.Show(screen)
		browsertest.Eval[bool](p, `new Promise(done => setTimeout(() => done(true), 300))`)
		p.Save("map-" + screen.String())
		for _, wide := range p.Overflow() {
			t.Errorf("%v: wider than the screen: %s", screen, wide)
		}
		for _, found := range p.Axe() {
			t.Errorf("%v: %s", screen, found)
		}
	}
	p.Show(browsertest.Screens[2])
	walkMap(t, p, s.crawls[0])
	if v := browsertest.Eval[speed](p, measured); v.PerSecond < 1 {
		t.Errorf("%d nodes: %+v", n, v)
	}
	for _, asked := range p.Requests() {
		if !strings.HasPrefix(asked, web.URL+"/") {
			t.Errorf("requests %s", asked)
		}
	}
}

// walkMap chooses nodes by mouse, by keyboard, by the search and by the list.
func walkMap(t *testing.T, p *browsertest.Page, k *crawl) {
	t.Helper()
	o, err := k.use()
	if err != nil {
		t.Fatal(err)
	}
	defer o.release()
	d := o.maps.all[mapKey{"host", usualTop}].got
	const settle = `const settled = async what => { for (let i = 0; i < 200 && !what(); i++) await new Promise(r => setTimeout(r, 25)); return what() };
	const atlas = document.querySelector("canvas").atlas, heading = () => document.querySelector("#chosen h2")?.textContent ?? "";`
	clicked := browsertest.Eval[string](p, `(async () => { `+settle+`
		await atlas.ready; atlas.stop(); atlas.camera.zoom = 1; atlas.camera.x = 500; atlas.camera.y = 320;
		const c = atlas.canvas, box = c.getBoundingClientRect();
		const e = { clientX: box.left + atlas.camera.screenX(atlas.model.x[3]), clientY: box.top + atlas.camera.screenY(atlas.model.y[3]), pointerId: 1, bubbles: true };
		c.setPointerCapture = () => {};
		c.dispatchEvent(new PointerEvent("pointerdown", e)); c.dispatchEvent(new PointerEvent("pointerup", e));
		await settled(() => heading() !== "" && atlas.links);
		return heading() + " " + atlas.links.out.length + " " + atlas.links.in.length + " " + (new URL(location).searchParams.get("node") === heading()) })()`)
	out, _ := d.out.of(3)
	in, _ := d.in.of(3)
	if want := fmt.Sprintf("%s %d %d true", d.names[3], len(out), len(in)); clicked != want {
		t.Errorf("a click shows %q, want %q", clicked, want)
	}
	p.Save("map-chosen")
	found := browsertest.Eval[string](p, `(async () => { `+settle+`
		const q = document.getElementById("q"); q.focus(); q.value = atlas.model.names[7].slice(1, -1).toUpperCase(); q.dispatchEvent(new Event("input", { bubbles: true }));
		await settled(() => document.querySelector("#found a[data-at='7']"));
		document.querySelector("#found a[data-at='7']").click();
		await settled(() => heading() === atlas.model.names[7]);
		return heading() + " " + (document.activeElement === q) })()`)
	if want := d.names[7] + " true"; found != want {
		t.Errorf("a search shows %q, want %q", found, want)
	}
	keyed := browsertest.Eval[string](p, `(async () => { `+settle+`
		const c = atlas.canvas; c.focus(); atlas.stop(); const x = atlas.camera.x;
		for (const key of ["ArrowRight", "+", "-", "0"]) c.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
		await settled(() => !atlas.flying && atlas.camera.zoom === 1 && atlas.camera.x === 500);
		atlas.camera.x = atlas.model.x[0]; atlas.camera.y = atlas.model.y[0];
		c.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
		await settled(() => heading() === atlas.model.names[0]);
		return heading() })()`)
	if keyed != d.names[0] {
		t.Errorf("the keyboard chooses %q, want %q", keyed, d.names[0])
	}
	to := -1
	for i := range d.Nodes {
		if w := d.way(0, i); len(w) > 2 {
			to = i
			break
		}
	}
	way := browsertest.Eval[int](p, `(async () => { `+settle+fmt.Sprintf(`
		document.getElementById("to").value = atlas.model.names[%d]; document.querySelector("form.way button").click();
		await settled(() => document.getElementById("way") && atlas.way);
		return atlas.way.length === document.querySelectorAll("#way li").length ? atlas.way.length : -1 })()`, to))
	if want := len(d.way(0, to)); way != want {
		t.Errorf("the way has %d hosts, want %d", way, want)
	}
	p.Save("map-way")
	part := d.names[to][1:]
	meant, _ := d.meant(part)
	said := browsertest.Eval[string](p, `(async () => { `+settle+fmt.Sprintf(`
		document.getElementById("to").value = %q; document.querySelector("form.way button").click();
		await settled(() => document.getElementById("chosen").textContent.includes("The best match for"));
		return document.querySelector("#chosen strong")?.textContent + " " + atlas.painter.labelled })()`, part))
	if name, labelled, _ := strings.Cut(said, " "); name != d.names[meant] || labelled == "0" {
		t.Errorf("a part of a name means %q, want %q, and %s labels", name, d.names[meant], labelled)
	}
	for _, found := range p.Axe() {
		t.Errorf("with a chosen host: %s", found)
	}
}

// BenchmarkMap measures the frames a second while a map moves, with a window of 1280 pixels. By default the map has 2,000 hosts
// of a generated crawl; variables name another one, as in WEFT_MAP=crawl WEFT_MAP_TOP=100000.
func BenchmarkMap(b *testing.B) {
	browser := browsertest.Start(b)
	dir, top := os.Getenv("WEFT_MAP"), cmp.Or(os.Getenv("WEFT_MAP_TOP"), strconv.Itoa(usualTop))
	if dir == "" {
		dir = generatetest.Web(b, random.WebOptions{Pages: 100_000, Degree: 8, Seed: 3}).Path
	}
	s := serving(b, Options{Crawls: []string{dir}, Memory: 4 << 30, Workers: 2})
	web := httptest.NewServer(s)
	b.Cleanup(web.Close)
	p := browser.Open(web.URL+"/c/"+s.crawls[0].slug+"/map?by=host&top="+top, browsertest.Screens[2])
	for browsertest.Eval[bool](p, `!document.querySelector("canvas")`) {
		browsertest.Eval[bool](p, `new Promise(done => setTimeout(() => done(true), 1000))`)
	}
	n := browsertest.Eval[int](p, mapLoaded)
	p.Save("speed-" + top)
	var v speed
	for b.Loop() {
		v = browsertest.Eval[speed](p, measured)
	}
	b.ReportMetric(float64(n), "nodes")
	b.ReportMetric(v.PerSecond, "frames/s")
	b.ReportMetric(v.Drawing, "ms-drawing/frame")
	b.ReportMetric(v.Longest, "ms-longest")
}
