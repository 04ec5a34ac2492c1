package serve

import (
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"weft/answers/answer"
	"weft/answers/answer/answertest"
	"weft/answers/measure"
	"weft/graph"
	"weft/graph/random"
	"weft/internal/browsertest"
	"weft/internal/digits"
	"weft/internal/drawn"
	"weft/livecrawl/folder"
	"weft/making/generate/generatetest"
	"weft/store"
)

// TestDistributed compares the counts of a plot with a plain count, on drawn values.
func TestDistributed(t *testing.T) {
	rng := rand.New(rand.NewPCG(drawn.Seed(t), 2))
	for range 50 {
		values := make([]float64, 1+rng.IntN(300))
		whole := rng.IntN(2) == 0
		for i := range values {
			switch {
			case rng.IntN(5) == 0: // zero
			case whole:
				values[i] = float64(rng.IntN(1 << rng.IntN(12)))
			default:
				values[i] = rng.ExpFloat64() * 1e-4
			}
		}
		d := distributed(measure.Scored{Name: "indegree", At: func(u graph.Node) float64 { return values[u] }}, len(values))
		zero := 0
		for _, v := range values {
			if v == 0 {
				zero++
			}
		}
		if d == nil {
			if zero != len(values) {
				t.Fatalf("no plot of %v", values)
			}
			continue
		}
		last := d.Points[len(d.Points)-1]
		if want := digits.Grouped(len(values) - zero); last.Pages != want || d.Zero != "" && d.Zero != digits.Grouped(zero) {
			t.Fatalf("all %s, zero %s: want %s and %d", last.Pages, d.Zero, want, zero)
		}
		for _, p := range d.Points {
			var edge float64
			if _, err := fmt.Sscan(strings.ReplaceAll(p.Value, ",", ""), &edge); err != nil {
				t.Fatal(err)
			}
			n := 0
			for _, v := range values {
				if v >= edge*(1-1e-2) && !whole || v >= edge {
					n++
				}
			}
			if whole && digits.Grouped(n) != p.Pages {
				t.Fatalf("%s or more: %s pages, want %d of %v", p.Value, p.Pages, n, values)
			}
			if p.X < plotLeft-0.1 || p.X > plotWidth-plotRight+0.1 || p.Y < plotTop-0.1 || p.Y > plotHeight-plotBottom+0.1 {
				t.Fatalf("a point lies at %.1f, %.1f", p.X, p.Y)
			}
		}
	}
}

// rankedCrawl is a generated crawl that keeps PageRank and in-degrees.
func rankedCrawl(t *testing.T, pages int) *store.Crawl {
	t.Helper()
	c := generatetest.Web(t, random.WebOptions{Pages: pages, Degree: 8, Seed: 11})
	for _, name := range []string{"rank pagerank", "rank indegree"} {
		for _, q := range measure.Questions {
			if q.Name != name {
				continue
			}
			work, err := q.New().Plan(t.Context(), c, answer.Options{Memory: 1 << 30, Workers: 2, Keep: true})
			if err != nil {
				work, err = answertest.Ask(t, q.New()).Plan(t.Context(), c, answer.Options{Memory: 1 << 30, Workers: 2, Keep: true})
			}
			if err != nil {
				t.Fatal(err)
			}
			got, err := work.Do()
			if err != nil {
				t.Fatal(err)
			}
			k, err := answer.NewKeeper(c, "", store.Step{Command: "weft " + name})
			if err != nil {
				t.Fatal(err)
			}
			if err := k.Keep(got.Kept()); err != nil {
				t.Fatal(err)
			}
			if err := k.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
	return c
}

// TestDistributionsInBrowser reads the plots by mouse and by keyboard, and follows a value to its pages.
func TestDistributionsInBrowser(t *testing.T) {
	b := browsertest.Start(t)
	c := rankedCrawl(t, 5000)
	s := serving(t, Options{Crawls: []string{c.Path}})
	base := "/c/" + s.crawls[0].slug + "/"
	waitFor(t, s, base+"distributions")
	web := httptest.NewServer(s)
	t.Cleanup(web.Close)
	p := b.Open(web.URL+base+"distributions", browsertest.Screens[0])
	const ready = `new Promise(done => { const look = () => document.querySelectorAll(".plot svg[tabindex]").length === 2 ? done(2) : setTimeout(look, 30); look() })`
	browsertest.Eval[int](p, ready)
	for _, screen := range browsertest.Screens {
		p.Show(screen)
		p.Save("distributions-" + screen.String())
		for _, wide := range p.Overflow() {
			t.Errorf("%v: wider than the screen: %s", screen, wide)
		}
		for _, found := range p.Axe() {
			t.Errorf("%v: %s", screen, found)
		}
	}
	said := browsertest.Eval[[]string](p, `(() => {
		const plot = document.querySelector(".plot svg"), readout = document.querySelector(".plot .readout"), rows = document.querySelector(".plot").querySelectorAll("tbody tr"), said = [];
		plot.focus(); said.push(readout.textContent);
		for (const key of ["End", "Home", "ArrowRight"]) { plot.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })); said.push(readout.textContent) }
		const box = plot.getBoundingClientRect();
		plot.dispatchEvent(new PointerEvent("pointermove", { clientX: box.right, clientY: box.top, bubbles: true })); said.push(readout.textContent);
		said.push(rows[0].cells[1].textContent, rows[rows.length - 1].cells[1].textContent, rows[rows.length - 2].cells[1].textContent);
		return said })()`)
	best, all, second := said[5], said[6], said[7]
	for i, want := range []string{all, best, all, second, best} {
		if !strings.HasPrefix(said[i], want+" pages") {
			t.Errorf("step %d says %q, want %s pages", i, said[i], want)
		}
	}
	if href := browsertest.Eval[string](p, `document.querySelector(".plot .readout a").getAttribute("href")`); get(s, base+href).Code != 200 {
		t.Errorf("the link %s of a point is dead", href)
	}
}

// TestPlotHasAFloor leaves out values that are far below the largest one, and counts their pages.
func TestPlotHasAFloor(t *testing.T) {
	values := []float64{1, 0.5, 1e-3, 1e-11, 1e-20, 1e-134, 0}
	d := distributed(measure.Scored{Name: "hits-hubs", At: func(u graph.Node) float64 { return values[u] }}, len(values))
	if last := d.Points[len(d.Points)-1]; d.Below != "2 pages have" || d.Zero != "1" || last.Pages != "4" || d.Floor != last.Value {
		t.Errorf("%+v", d)
	}
}

// TestStepsHaveAllRuns lists all runs of a live crawl, and the steps on its snapshot, in the order of their times.
func TestStepsHaveAllRuns(t *testing.T) {
	site := liveSite(t, map[string]string{"/": "text"})
	dir := liveCrawl(t, folder.Config{Seeds: []string{site.URL + "/"}})
	state, err := folder.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	k := &crawl{path: dir, live: true}
	at := state.Runs[0].Began
	made := []store.Step{{Command: "weft crawl --resume", Time: at.Add(time.Hour)}, {Command: "weft site all", Time: at.Add(2 * time.Hour)}}
	if all := k.steps(made); len(all) != 3 || all[0].Command != state.Runs[0].Command || all[1].Command != made[0].Command || all[2].Command != made[1].Command {
		t.Errorf("%+v", all)
	}
	if all := (&crawl{path: dir}).steps(made); len(all) != 2 {
		t.Errorf("a stored crawl: %+v", all)
	}
}
