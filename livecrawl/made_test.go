package livecrawl_test

import (
	"maps"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"weft/graph"
	"weft/graph/kinds"
	"weft/livecrawl/folder"
	"weft/store"
	"weft/testweb"
	"weft/testweb/demo"
)

// The graph of a made Web is what its generator says of the pages that were fetched: every arc with its kinds.
func TestGraphOfAMadeWeb(t *testing.T) {
	web := testweb.NewWeb(testweb.Options{Pages: 800, Seed: 9})
	s, err := demo.Serve(web)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	dir := filepath.Join(t.TempDir(), "c")
	c := config(web.Seeds()...)
	c.Traps, c.Nofollow = false, false
	var hosts []string
	for _, h := range web.Hosts() {
		hosts = append(hosts, regexp.QuoteMeta(h))
	}
	c.Scope = folder.Scope{Area: "listed", Include: []string{"^http://(" + strings.Join(hosts, "|") + ")/"}, Depth: -1}
	o := options(dir)
	o.Net.Proxy, o.Politeness.Tries = s.Proxy(), 1
	if r := crawl(t, c, o); !r.Done || r.Stats.Fetched < 600 {
		t.Fatalf("got %+v", r.Stats)
	}
	g, err := store.Open(snapshot(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	got := map[[2]string]kinds.Set{}
	asked := map[string]bool{}
	cur := g.Scan(graph.Everything(g.Graph()))
	for cur.Next() {
		from := g.Label(cur.Node())
		if g.State(cur.Node()) > 1 { // it was answered
			asked[from] = true
		}
		for i, to := range cur.Succ() {
			got[[2]string{from, g.Label(to)}] = cur.Kinds()[i]
		}
	}
	labels := map[[2]string]uint32{}
	for a := range web.Arcs() {
		if asked[a.From] {
			labels[[2]string{a.From, a.To}] |= a.Kinds.Label()
		}
	}
	want := map[[2]string]kinds.Set{}
	for arc, l := range labels {
		want[arc] = kinds.OfLabel(l)
	}
	if !maps.Equal(got, want) {
		t.Errorf("%d arcs, want %d, or other kinds", len(got), len(want))
		for arc, k := range want {
			if got[arc] != k {
				t.Errorf("%v: kinds %v, want %v", arc, got[arc], k)
				break
			}
		}
		for arc, k := range got {
			if want[arc] != k {
				t.Errorf("%v: kinds %v, want %v", arc, k, want[arc])
				break
			}
		}
	}
}
