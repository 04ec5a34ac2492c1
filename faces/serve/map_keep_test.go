package serve

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"weft/answers/answer"
	"weft/answers/atlas"
	"weft/internal/inert"
	"weft/store"
)

// mappedCrawl returns a crawl of 30 hosts in a ring, with a link from each to every host before it.
func mappedCrawl(t *testing.T, name string) string {
	t.Helper()
	var b strings.Builder
	for i := range 30 {
		for j := range i + 1 {
			fmt.Fprintf(&b, "http://h%02d.example/\thttp://h%02d.example/\n", i, (2*i+1-j)%30)
		}
	}
	dir := filepath.Join(t.TempDir(), name)
	listOf(t, dir, b.String(), false)
	return dir
}

// mapped returns the map of hosts of the first crawl of a server.
func mapped(t *testing.T, s *Server) *atlas.Map {
	t.Helper()
	o, err := s.crawls[0].use()
	if err != nil {
		t.Fatal(err)
	}
	defer o.release()
	w := s.mapWork(o, mapKey{atlas.ByHost, usualTop})
	select {
	case <-w.done:
	case <-time.After(20 * time.Second):
		t.Fatal("the map does not come")
	}
	if w.err != nil {
		t.Fatal(w.err)
	}
	return w.got.Map
}

// TestKeptMap keeps a map in its crawl: another server has the same map without work, also a server that only reads. A map
// that is damaged, of another version or of another crawl is made again.
func TestKeptMap(t *testing.T) {
	dir := mappedCrawl(t, "a")
	file := filepath.Join(dir, filepath.FromSlash(store.IndexPath("map-host-2000")))
	if mapped(t, serving(t, Options{Crawls: []string{dir}, ReadOnly: true})); exists(file + ".npy") {
		t.Error("a server that only reads keeps a map")
	}
	first := mapped(t, serving(t, Options{Crawls: []string{dir}}))
	if !exists(file + ".npy") {
		t.Fatal("the map is not kept")
	}
	idle := func(o Options) *Server {
		s := serving(t, o)
		s.work.Lock() // whoever makes a map waits without end
		t.Cleanup(s.work.Unlock)
		return s
	}
	for _, readOnly := range []bool{false, true} {
		got := mapped(t, idle(Options{Crawls: []string{dir}, ReadOnly: readOnly}))
		if !reflect.DeepEqual(got.Nodes, first.Nodes) || !reflect.DeepEqual(got.Links, first.Links) || got.All != first.All || got.Share != first.Share {
			t.Errorf("read-only %v: the kept map differs: %+v", readOnly, got)
		}
	}
	waits := func(what string, o Options) {
		t.Helper()
		s := idle(o)
		if text := get(s, "/c/"+s.crawls[0].slug+"/map?by=host").Body.String(); !strings.Contains(text, "weft makes the map") {
			t.Errorf("%s is used: %s", what, text)
		}
	}
	waits("a map of another version", Options{Crawls: []string{dir}, Version: "2"})
	other := mappedCrawl(t, "b")
	listOf(t, filepath.Join(filepath.Dir(other), "c"), "http://a.example/\thttp://b.example/\n", false)
	other = filepath.Join(filepath.Dir(other), "c")
	for _, end := range []string{".npy", ".json"} {
		text, err := os.ReadFile(file + end)
		if err == nil {
			err = os.MkdirAll(filepath.Join(other, filepath.Dir(store.IndexPath("x"))), 0o700)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(other, filepath.FromSlash(store.IndexPath("map-host-2000")))+end, text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	waits("a map of another crawl", Options{Crawls: []string{other}})
	text, err := os.ReadFile(file + ".npy")
	if err != nil {
		t.Fatal(err)
	}
	text[len(text)/2] ^= 1
	write(t, file+".npy", string(text))
	waits("a damaged map", Options{Crawls: []string{dir}})
	again := mapped(t, serving(t, Options{Crawls: []string{dir}}))
	if !reflect.DeepEqual(again.Nodes, first.Nodes) {
		t.Error("the map that was made again differs")
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// TestMapsOfAllCrawls forgets the maps that were not used for longest, whichever crawl they are of.
func TestMapsOfAllCrawls(t *testing.T) {
	s := serving(t, Options{Crawls: []string{mappedCrawl(t, "a"), mappedCrawl(t, "b")}, ReadOnly: true})
	for _, slug := range []string{"a", "b"} {
		if !strings.Contains(waitFor(t, s, "/c/"+slug+"/map?by=host"), `<section id="list">`) {
			t.Fatalf("%s has no map", slug)
		}
	}
	s.options.Memory = mapShare // of a byte for maps
	s.thinMaps()
	if a, b := len(s.crawls[0].now.maps.all), len(s.crawls[1].now.maps.all); a != 0 || b != 1 {
		t.Errorf("the crawls hold %d and %d maps, want 0 and 1", a, b)
	}
}

// TestMapMeans finds the end of a way by a part of its name, and says which one it took.
func TestMapMeans(t *testing.T) {
	d := withLinks(&atlas.Map{By: atlas.ByHost, Nodes: []atlas.Node{{Name: "www.debian.org"}, {Name: "Debian.org"}, {Name: "debian.example"}, {Name: "lists.debian.org"}}})
	for text, want := range map[string][]int{
		"www.debian.org": {0}, "DEBIAN.ORG": {1}, "debian": {1, 2, 0, 3}, " lists ": {3}, "org": {0, 1, 3}, "none": {-1}, "": {-1},
	} {
		at, others := d.meant(text)
		if got := append([]int{at}, others...); !reflect.DeepEqual(got, want) {
			t.Errorf("%q means %v, want %v", text, got, want)
		}
	}
	s := serving(t, Options{Crawls: []string{mappedCrawl(t, "a")}, ReadOnly: true})
	waitFor(t, s, "/c/a/map?by=host")
	text := get(s, "/c/a/map?by=host&node=h00.example&to=h1").Body.String()
	if !strings.Contains(text, "The best match for “<bdi>h1</bdi>” is <strong><bdi>h1") || strings.Count(text, "to=h1") < mostMeant || !strings.Contains(text, `<datalist id="names"><option value="h`) {
		t.Errorf("a part of a name: %s", text)
	}
	if text := get(s, "/c/a/map?by=host&node=h00.example&to="+url.QueryEscape("<b>")).Body.String(); !strings.Contains(text, "No host of the map has “<bdi>&lt;b&gt;</bdi>” in its name.") {
		t.Errorf("no match: %s", text)
	}
	var lit mapLit
	if w := get(s, "/c/a/map-links.json?by=host&node=h00.example&to=h1"); w.Code != http.StatusOK || json.Unmarshal(w.Body.Bytes(), &lit) != nil || len(lit.Way) == 0 {
		t.Errorf("the links of a way: status %d: %s", w.Code, w.Body)
	}
}

// FuzzParseMap refuses what is no map, and never panics. A map that it takes can be shown.
func FuzzParseMap(f *testing.F) {
	f.Add([]byte(`{"by":"host","pages":3,"all":2,"nodes":[{"name":"a","pages":2,"x":1,"y":2,"radius":3},{"name":"b","pages":1}],"links":[{"from":0,"to":1,"arcs":4}]}`))
	f.Add([]byte(`{"by":"host","pages":3,"all":1,"nodes":[{}],"links":[{"from":0,"to":7}]}`))
	f.Add([]byte(`null`))
	f.Fuzz(func(_ *testing.T, text []byte) {
		m, err := parseMap(text, mapKey{atlas.ByHost, 200}, 3)
		if err != nil {
			return
		}
		d := withLinks(m)
		d.chunk(d.Map, 0, true)
		if len(d.Nodes) > 0 {
			d.chosen(0, url.Values{}, "a")
		}
	})
}

// TestMapsSurviveResults keeps the maps in memory when a crawl gets a new result, unless the result is the sites.
func TestMapsSurviveResults(t *testing.T) {
	dir := mappedCrawl(t, "a")
	s := serving(t, Options{Crawls: []string{dir}, ReadOnly: true})
	first := mapped(t, s)
	result := func(name string) {
		t.Helper()
		c, err := store.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		k, err := answer.NewKeeper(c, "", store.Step{Command: "weft " + name})
		if err != nil {
			t.Fatal(err)
		}
		as := answer.Kept{}
		answer.AddVector(&as, name, nil, make([]uint32, c.NumPages()))
		if err := k.Keep(as); err != nil {
			t.Fatal(err)
		}
	}
	result("order")
	if mapped(t, s) != first {
		t.Error("the map is made again after a new result")
	}
	result(store.SitesResult)
	if mapped(t, s) == first {
		t.Error("the map stays after the sites have changed")
	}
}

// TestKeptMapKeepsCounts keeps a map while the crawl is served. Counts, lists and found pages stay, and the index of words is
// not built again. Another result makes a new version, which is prepared as at the start.
func TestKeptMapKeepsCounts(t *testing.T) {
	dir := mappedCrawl(t, "a")
	s := serving(t, Options{Crawls: []string{dir}, Version: "1"})
	renewed := make(chan *opened, 4)
	k := s.crawls[0]
	k.renewed = func(o *opened) { renewed <- o; s.renewed(o) }
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(10 * time.Millisecond) { // until there is an index
		get(s, "/c/a/pages")
		if _, err := k.now.find.Index(); err == nil {
			break
		}
	}
	for len(renewed) > 0 {
		<-renewed
	}
	get(s, "/c/a/missing")
	get(s, "/c/a/pages?address=h01.example")
	before := k.now
	if before.ledger.now == nil || len(before.found.all) == 0 {
		t.Fatal("nothing is counted")
	}
	key := mapKey{atlas.ByHost, usualTop}
	if err := s.writeMap(before, key, mapped(t, s)); err != nil {
		t.Fatal(err)
	}
	if get(s, "/c/a/"); k.now != before || before.stamp.info == nil || !before.stamp.same(stampOf(dir)) {
		t.Error("a kept map makes a new version of the crawl")
	}
	if m, err := s.keptMap(before, key, 1<<20); err != nil || len(m.Nodes) != 30 {
		t.Errorf("the open version does not read the kept map: %v", err)
	}
	c, err := store.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	change, err := c.Change()
	if err != nil {
		t.Fatal(err)
	}
	defer change.Close()
	if err := change.Writes(store.ResultsDir + "/x.txt"); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, store.ResultsDir, "x.txt"), "x")
	if err := change.Record(store.Step{Command: "x", Version: "1", Time: time.Now()}); err != nil {
		t.Fatal(err)
	}
	if get(s, "/c/a/"); k.now == before {
		t.Error("another result makes no new version of the crawl")
	}
	for late := time.After(20 * time.Second); ; {
		select {
		case o := <-renewed:
			if o == before { // the notice of the version with the index came late
				continue
			}
		case <-late:
			t.Error("the new version is not prepared")
		}
		break
	}
}

// TestAPIMapIsWhole streams a map: the interface for programs gives the text that encoding/json gives for the whole, also for an
// empty map, and for names with invisible characters.
func TestAPIMapIsWhole(t *testing.T) {
	s := serving(t, Options{Crawls: []string{mappedCrawl(t, "a")}})
	o, err := s.crawls[0].use()
	if err != nil {
		t.Fatal(err)
	}
	defer o.release()
	empty := &atlas.Map{By: atlas.ByHost, Nodes: []atlas.Node{}, Links: []atlas.Link{}}
	odd := &atlas.Map{Kinds: "link", By: atlas.ByHost, Pages: 3, All: 2, Share: 0.5, Nodes: []atlas.Node{{Name: "a\u202e<\"nodes\":[]"}, {Name: "\u0085"}}, Links: []atlas.Link{{From: 1, Arcs: 7}}, LinksCut: 9}
	for _, m := range []*atlas.Map{mapped(t, s), empty, odd} {
		w, d := httptest.NewRecorder(), &drawnMap{Map: m}
		s.apiWriteMap(w, httptest.NewRequest(http.MethodGet, "/", http.NoBody), o, d)
		want, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		if got := w.Body.String(); got != string(inert.JSON(want))+"\n" {
			t.Errorf("%d nodes: %s, want %s", len(m.Nodes), got, want)
		}
	}
}

// TestKeptMapWithoutMemory reads no kept map that does not fit into the memory of its work.
func TestKeptMapWithoutMemory(t *testing.T) {
	s := serving(t, Options{Crawls: []string{mappedCrawl(t, "a")}})
	mapped(t, s)
	o, err := s.crawls[0].use()
	if err != nil {
		t.Fatal(err)
	}
	defer o.release()
	key := mapKey{atlas.ByHost, usualTop}
	for memory, want := range map[int64]error{1000: errNoKeptMap, 1 << 20: nil} {
		if _, err := s.keptMap(o, key, memory); !errors.Is(err, want) {
			t.Errorf("%d bytes: %v, want %v", memory, err, want)
		}
	}
	s.draws.Lock() // a short work holds the turn
	defer s.draws.Unlock()
	w := &mapWork{task: newTask[*drawnMap]()}
	done := make(chan struct{})
	go func() {
		defer close(done)
		w.readKept(s, o, key)
	}()
	select {
	case <-done:
		t.Error("a kept map is read beside another short work")
	case <-time.After(50 * time.Millisecond):
	}
	s.stop()
	<-done
}
