package serve

import (
	"encoding/json"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"weft/crawl/estimate"
	"weft/crawl/polite"
	"weft/internal/browsertest"
	"weft/livecrawl"
	"weft/livecrawl/folder"
	"weft/livecrawl/memo"
	"weft/livecrawl/watch"
)

// A runningCrawl is a run whose status a test chooses.
type runningCrawl struct {
	status livecrawl.Status
	dir    string
	mu     sync.Mutex
}

func (c *runningCrawl) Status() livecrawl.Status {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.status
}

func (c *runningCrawl) About() livecrawl.About {
	return livecrawl.About{Dir: c.dir, Web: folder.Live, Seeds: []string{"http://h.example/" + hostile[0]}}
}
func (c *runningCrawl) First() memo.Counts { return memo.Counts{} }
func (c *runningCrawl) Pause() bool        { return false }
func (c *runningCrawl) Unpause() bool      { return false }
func (c *runningCrawl) Stop(string)        {}

// servingLive returns a server with a live crawl that has no snapshot, and the folder of the crawl.
func servingLive(t *testing.T) (s *Server, dir string) {
	t.Helper()
	dir = t.TempDir()
	s = serving(t, Options{})
	s.crawls = append(s.crawls, &crawl{slug: "live", name: "live", path: dir, live: true})
	return s, dir
}

// running begins a run that writes its status.
func running(t *testing.T, dir string) (*watch.Watcher, *runningCrawl) {
	t.Helper()
	c := &runningCrawl{dir: dir, status: livecrawl.Status{
		Began: time.Now().Add(-time.Hour), Elapsed: time.Hour, Strategy: "breadth-first", Counts: memo.Counts{Known: 4321, Learnt: 1234, Fetched: 1200, Failed: 34},
		Trust: &livecrawl.Trust{Gamma: 0.4, HAK: 0.7}, Size: estimate.Interval{Low: 4321, Estimate: 5000, High: 6000},
		Hosts: 7, PageRate: 2.5, Queue: polite.Stats{Items: 99, Turns: 3},
		Slowest: []polite.HostStats{{Host: "slow.example", Items: 55, Delay: time.Second, Took: 3 * time.Second, Left: time.Hour}, {Host: hostile[1], Items: 44, Failures: 2, Left: time.Minute}},
		Told:    []livecrawl.Message{{Number: 1, Time: time.Now(), Text: "an enemy says " + hostile[3]}},
	}}
	w := watch.Start(c, watch.Options{File: filepath.Join(dir, folder.StatusFile)})
	t.Cleanup(w.Close)
	for range 500 {
		if _, err := os.Stat(filepath.Join(dir, folder.StatusFile)); err == nil {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	return w, c
}

// TestLive shows the status of a run: before one, while it runs, after its end, after a kill, and of a damaged file.
func TestLive(t *testing.T) {
	s, dir := servingLive(t)
	show := func(what string, wants ...string) {
		t.Helper()
		w := get(s, "/c/live/live")
		for _, want := range wants {
			if w.Code != 200 || !strings.Contains(w.Body.String(), want) {
				t.Errorf("%s: status %d, no %q in %s", what, w.Code, want, w.Body)
			}
		}
		checkHarmless(t, what, w)
	}
	show("no run", "no run of this crawl has begun", `<a href="run">Resume the crawl</a>`, "resume", `data-seconds="15"`)
	w, _ := running(t, dir)
	show("a run", "<strong>running</strong>", "1,234", "slow.example", "55", "an enemy says", `data-seconds="2"`, `<path class="line"`, "<h2>Trust in the ranking, over the run</h2>", ">γ 0.400</span>", "<h2>Completeness, over the run</h2>")
	var got watch.Kept
	if err := json.Unmarshal(get(s, "/c/live/live.json").Body.Bytes(), &got); err != nil || got.Status.Known != 4321 {
		t.Errorf("live.json: %v: %d known", err, got.Status.Known)
	}
	if text := get(s, "/c/live/live?still=1").Body.String(); strings.Contains(text, "data-part") || strings.Contains(text, "http-equiv") || !strings.Contains(text, "Update this page") {
		t.Error("the page updates although it must not")
	}
	w.Close()
	show("an ended run", "<strong>not running</strong>", "the run ended", "resume")
	file := filepath.Join(dir, folder.StatusFile)
	got.Ended, got.Time, got.Status.LeftOut = false, time.Now().Add(-3*time.Minute), 3
	got.Tables = append(got.Tables, watch.Table{Title: "Trust", Rows: [][]string{{"made", "150ms ago"}}})
	got.Charts = []watch.Chart{{Title: "Pages", From: "7s ago"}, {Title: "Bytes", From: "8s ago", Curve: []watch.Curve{{Line: "M0 0L600 0"}}}}
	text, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	write(t, file, string(text))
	show("a killed run", "<strong>not running</strong>", "last sign of life", "150ms before the end of the run", "8s before the end of the run", "too short for a curve", "3 pages more were left out")
	write(t, file, "{")
	show("a damaged file", "cannot be read")
	listed := filepath.Join(t.TempDir(), "a")
	listOf(t, listed, "http://a.example/\thttp://b.example/\n", false)
	other := serving(t, Options{Crawls: []string{listed}})
	if w := get(other, "/c/a/live"); w.Code != 404 || strings.Contains(get(other, "/c/a/").Body.String(), ">Live<") {
		t.Errorf("an imported crawl has a live screen: status %d", w.Code)
	}
}

// TestLiveInBrowser shows new figures of a run in their place, and keeps the keyboard focus.
func TestLiveInBrowser(t *testing.T) {
	b := browsertest.Start(t)
	s, dir := servingLive(t)
	_, c := running(t, dir)
	web := httptest.NewServer(s)
	t.Cleanup(web.Close)
	p := b.Open(web.URL+"/c/live/live?still=1", browsertest.Screens[0])
	for _, screen := range browsertest.Screens {
		p.Show(screen)
		p.Save("live-" + screen.String())
		for _, wide := range p.Overflow() {
			t.Errorf("%v: wider than the screen: %s", screen, wide)
		}
		for _, found := range p.Axe() {
			t.Errorf("%v: %s", screen, found)
		}
	}
	p = b.Open(web.URL+"/c/live/live", browsertest.Screens[2])
	c.mu.Lock()
	c.status.Known = 9876 // the watcher reads it at its next sample
	c.mu.Unlock()
	const changed = `new Promise(done => { window.same = true; const region = document.querySelector(".tables [role=region]"); region.focus(); const id = region.id;
		const look = () => document.body.textContent.includes("9,876") ? done(window.same === true && document.activeElement.id === id && document.activeElement !== region) : setTimeout(look, 50); look() })`
	if !browsertest.Eval[bool](p, changed) {
		t.Error("the page was loaded again, or the focus is lost")
	}
}
