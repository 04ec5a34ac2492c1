package serve

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"weft/answers/atlas"
	"weft/graph"
	"weft/graph/random"
	"weft/internal/drawn"
	"weft/making/generate/generatetest"
)

// TestWay compares ways with distances by the plain recurrence over all nodes, on drawn maps.
func TestWay(t *testing.T) {
	rng := rand.New(rand.NewPCG(drawn.Seed(t), 1))
	for range 60 {
		n := 1 + rng.IntN(12)
		m := &atlas.Map{Nodes: make([]atlas.Node, n)}
		arcs := map[[2]int]bool{}
		for range rng.IntN(3 * n) {
			a, b := rng.IntN(n), rng.IntN(n)
			if a != b && !arcs[[2]int{a, b}] {
				arcs[[2]int{a, b}] = true
				m.Links = append(m.Links, atlas.Link{From: a, To: b, Arcs: int64(len(m.Links))})
			}
		}
		d := withLinks(m)
		const far = 1 << 20
		distance := make([][]int, n)
		for i := range n {
			distance[i] = make([]int, n)
			for j := range n {
				if distance[i][j] = far; i == j {
					distance[i][j] = 0
				} else if arcs[[2]int{i, j}] {
					distance[i][j] = 1
				}
			}
		}
		for k := range n {
			for i := range n {
				for j := range n {
					distance[i][j] = min(distance[i][j], distance[i][k]+distance[k][j])
				}
			}
		}
		for i := range n {
			for j := range n {
				way := d.way(i, j)
				if way == nil != (distance[i][j] == far) || way != nil && len(way) != distance[i][j]+1 {
					t.Fatalf("from %d to %d: way %v, want %d steps of %v", i, j, way, distance[i][j], arcs)
				}
				for k := 1; k < len(way); k++ {
					if !arcs[[2]int{way[k-1], way[k]}] {
						t.Fatalf("from %d to %d: way %v has a step that is no link", i, j, way)
					}
				}
			}
		}
	}
}

// TestMapScreen shows a map without scripts: the list, a search, a chosen host with its links, and a way.
func TestMapScreen(t *testing.T) {
	c := generatetest.Web(t, random.WebOptions{Pages: 3000, Degree: 8, Seed: 5})
	s := serving(t, Options{Crawls: []string{c.Path}, ReadOnly: true})
	base := "/c/" + s.crawls[0].slug + "/"
	if !strings.Contains(waitFor(t, s, base+"map?by=host"), `<section id="list">`) {
		t.Fatal("the map has no list")
	}
	o, err := s.crawls[0].use()
	if err != nil {
		t.Fatal(err)
	}
	defer o.release()
	d := o.maps.all[mapKey{"host", usualTop}].got
	var got mapChunk
	if err := json.Unmarshal(get(s, base+"map.json?by=host").Body.Bytes(), &got); err != nil || got.Total != len(d.Nodes) || len(got.X) != got.Total || len(got.Colour) != got.Total || len(got.Lines) != 3*min(len(d.Links), mostLines) {
		t.Errorf("map.json: %v: %d nodes of %d, %d lines", err, len(got.X), got.Total, len(got.Lines))
	}
	if err := json.Unmarshal(get(s, fmt.Sprintf("%smap.json?by=host&from=%d", base, len(d.Nodes)-1)).Body.Bytes(), &got); err != nil || len(got.Names) != 1 || got.Names[0] != d.names[len(d.Nodes)-1] {
		t.Errorf("the last part: %v: %q", err, got.Names)
	}
	name := d.Nodes[0].Name
	text := get(s, base+"map?by=host&q="+url.QueryEscape(strings.ToUpper(name))).Body.String()
	if !strings.Contains(text, `data-at="0"`) || !strings.Contains(text, `<div id="found">`) {
		t.Error("the search does not find the first host")
	}
	out, _ := d.out.of(0)
	text = get(s, base+"map?by=host&node="+url.QueryEscape(name)+"&to="+url.QueryEscape(d.Nodes[out[0]].Name)).Body.String()
	for _, want := range []string{"<h2><bdi>" + name, `href="pages?address=` + url.QueryEscape(name+"/") + `"`, fmt.Sprintf("Links to %d hosts", len(out)), `<ol class="nodes" id="way">`} {
		if !strings.Contains(text, want) {
			t.Errorf("the screen of a host has no %s", want)
		}
	}
	for path, want := range map[string]int{"map?by=nothing": 400, "map?top=3": 400, "map?by=host&node=none.example": 404, "map.json?by=host&from=-1": 400, "map-links.json?by=host&n=999999": 404, "map.svg?by=host": 200, "map?by=site": 400} {
		if w := get(s, base+path); w.Code != want {
			t.Errorf("%s: status %d, want %d", path, w.Code, want)
		}
	}
}

// waitFor returns a page when the server has ended the work for it.
func waitFor(t *testing.T, s *Server, path string) string {
	t.Helper()
	for range 600 {
		w := get(s, path)
		if w.Code != http.StatusOK {
			t.Fatalf("%s: status %d: %s", path, w.Code, w.Body)
		}
		if text := w.Body.String(); !strings.Contains(text, `data-part="again"`) {
			return text
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("%s: the work does not end", path)
	return ""
}

// TestMapRefused says why a crawl has no map: the memory is too small.
func TestMapRefused(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a")
	listOf(t, dir, "http://a.example/\thttp://b.example/\n", false)
	s := serving(t, Options{Crawls: []string{dir}, Memory: 1})
	if text := waitFor(t, s, "/c/a/map"); !strings.Contains(text, "memory") {
		t.Errorf("the screen does not say why: %s", text)
	}
}

// TestMapSites colours hosts and pages by the site that the crawl keeps for them, and draws a map of sites.
func TestMapSites(t *testing.T) {
	s := serving(t, Options{Crawls: []string{sitedCrawl(t)}, ReadOnly: true})
	base := "/c/" + s.crawls[0].slug + "/"
	o, err := s.crawls[0].use()
	if err != nil {
		t.Fatal(err)
	}
	defer o.release()
	fronts, kept := o.sites()
	if !kept {
		t.Fatal("the crawl keeps no sites")
	}
	for _, by := range []string{atlas.ByPage, atlas.ByHost, atlas.ByDomain, atlas.BySite} {
		waitFor(t, s, base+"map?by="+by)
		d := o.maps.all[mapKey{by, usualTop}].got
		if by == atlas.BySite {
			if d == nil || d.site != nil || len(d.Nodes) == 0 {
				t.Errorf("the map of sites: %+v", d)
			}
			continue
		}
		for i, n := range d.Nodes {
			at, err := firstPage(o, by, n.Name)
			if err != nil || at < 0 {
				t.Fatalf("%s %s: first page %d, %v", by, n.Name, at, err)
			}
			if by == atlas.ByHost && !strings.Contains(o.Label(graph.Node(at)), "//"+n.Name+"/") { //nolint:gosec // a page
				t.Errorf("the first page of %s is %s", n.Name, o.Label(graph.Node(at))) //nolint:gosec // a page
			}
			if want := o.Label(graph.Node(fronts[at])); d.sites[d.site[i]] != want {
				t.Errorf("%s %s: site %s, want %s", by, n.Name, d.sites[d.site[i]], want)
			}
		}
	}
}

// TestMapUsed requests a map while it fails. The race detector reports a field that both sides use.
func TestMapUsed(t *testing.T) {
	o := statedCrawl(t)
	s := serving(t, Options{Crawls: []string{o.Path}})
	key := mapKey{by: atlas.ByPage, top: usualTop}
	w := &mapWork{newTask[*drawnMap](), time.Now()}
	o.maps.all = map[mapKey]*mapWork{key: w}
	go func() { // as makeMap does
		defer close(w.done)
		time.Sleep(20 * time.Millisecond) // nothing else orders the two sides
		w.mu.Lock()
		w.err = errors.New("too little memory")
		w.mu.Unlock()
	}()
	if s.mapWork(o, key) != w {
		t.Error("the map is made again")
	}
	<-w.done
}
