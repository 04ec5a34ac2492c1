package sites_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"weft/algo/sites"
	"weft/graph"
	"weft/internal/bitset"
	"weft/internal/drawn"
)

// drawnWeb draws sites that are cliques of pages with a front page, each in a folder or on a host, with footers to the
// front page of the next one.
func drawnWeb(t *testing.T) *web {
	r := drawn.Rand(t)
	w := &web{}
	for s := range 2 + r.IntN(6) {
		first := len(w.truth)
		pages := 10 + r.IntN(30)
		for i := range pages {
			w.truth = append(w.truth, fmt.Sprint("site", s))
			w.urls = append(w.urls, fmt.Sprintf("http://h%d.test/s%d/%c/p%d.html", s/2, s, 'a'+r.IntN(3), i))
			for range 4 {
				w.arcs = append(w.arcs, graph.Arc{From: graph.Node(first + i), To: graph.Node(first + r.IntN(pages))}) //nolint:gosec // small
			}
			w.arcs = append(w.arcs, graph.Arc{From: graph.Node(first + i), To: graph.Node(first)}) //nolint:gosec // small
			if first > 0 {
				w.arcs = append(w.arcs, graph.Arc{From: graph.Node(first + i), To: 0}) //nolint:gosec // small
			}
		}
	}
	return w
}

// Neither the number of workers nor pages that are left out change the sites of the others, where those are no evidence.
func TestResultsRepeat(t *testing.T) {
	for range 20 {
		w := drawnWeb(t)
		one, two := w.divide(t, 1), w.divide(t, 2)
		check(t, len(w.truth), one)
		if !slices.Equal(one.Of, two.Of) || !slices.Equal(one.Sites, two.Sites) {
			t.Fatal("other sites with two workers")
		}
		if f1, _ := w.score(one); f1 > 0 && f1 < 0.5 {
			t.Errorf("F1 %.3f of sites that are cliques", f1)
		}
	}
}

// Pages that are left out belong to no site, and links to them tie nothing together.
func TestLeftOut(t *testing.T) {
	w := &web{}
	for s := range 2 { // two hosts whose pages all link to a page on a third host, which links back to all
		for i := range 40 {
			w.urls = append(w.urls, fmt.Sprintf("http://h%d.test/p%d.html", s, i))
			w.truth = append(w.truth, fmt.Sprint(s))
		}
	}
	ghost := graph.Node(len(w.truth)) //nolint:gosec // small
	for u := range ghost {
		w.arcs = append(w.arcs, graph.Arc{From: u, To: u/40*40 + (u+1)%40}, graph.Arc{From: u, To: ghost}, graph.Arc{From: ghost, To: u})
	}
	w.urls, w.truth = append(w.urls, "http://ghost.test/"), append(w.truth, "ghost")
	in := sites.Input{Out: graph.FromArcs(len(w.truth), w.arcs), Left: bitset.New(len(w.truth))}
	in.Left.Add(int(ghost))
	var err error
	if in.In, err = graph.Transpose(in.Out); err != nil {
		t.Fatal(err)
	}
	w.folders(&in)
	r, err := sites.Divide(t.Context(), in, graph.Work{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Of[ghost] != sites.None || len(r.Sites) != 2 || r.Of[0] == r.Of[40] {
		t.Errorf("sites %v, of the page that was not fetched %d", r.Sites, r.Of[ghost])
	}
}

// Footers of all pages of two sites that name each other's front page do not join them; a menu in both directions does.
func TestFootersJoinNothing(t *testing.T) {
	for _, menu := range []bool{false, true} {
		w := &web{}
		for s := range graph.Node(2) {
			for i := range graph.Node(30) {
				u, other := s*30+i, (1-s)*30
				w.urls = append(w.urls, fmt.Sprintf("http://h%d.test/p%d.html", s, i))
				w.truth = append(w.truth, fmt.Sprint(s))
				w.arcs = append(w.arcs, graph.Arc{From: u, To: s*30 + (i+1)%30}, graph.Arc{From: u, To: s * 30}, graph.Arc{From: u, To: other})
				if menu {
					for j := range graph.Node(10) {
						w.arcs = append(w.arcs, graph.Arc{From: u, To: other + j})
					}
				}
			}
		}
		if r := w.divide(t, 0); (len(r.Sites) == 1) != menu {
			t.Errorf("menu %v: %d sites", menu, len(r.Sites))
		}
	}
}

func TestStopped(t *testing.T) {
	w := drawnWeb(t)
	in := sites.Input{Out: graph.FromArcs(len(w.truth), w.arcs)}
	in.In = in.Out
	w.folders(&in)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := sites.Divide(ctx, in, graph.Work{}); err == nil {
		t.Error("no error of a context that ended")
	}
}

// Two groups without URLs that are alike and share no link are two sites: only parts of a host are copies of each other.
func TestAlikeGroupsWithoutURLs(t *testing.T) {
	for _, host := range []bool{false, true} {
		w := &web{truth: make([]string, 80)}
		for u := range graph.Node(80) {
			for v := range graph.Node(80) {
				if u != v && u/20 == v/20 {
					w.arcs = append(w.arcs, graph.Arc{From: u, To: v})
				}
			}
			if host {
				w.urls = append(w.urls, fmt.Sprintf("http://h.test/%d", u))
			}
		}
		if r, want := w.divide(t, 0), map[bool]int{false: 4, true: 1}[host]; len(r.Sites) != want {
			t.Errorf("on a host %v: %d sites, want %d", host, len(r.Sites), want)
		}
	}
}
