package fidelity_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"weft/answers/fidelity"
	"weft/internal/stoptest"
)

// What is asked of a crawl stops wherever it is told to, and says so.
func TestStopped(t *testing.T) {
	target, crawl := randomWeb(4, 60)
	a, b := crawl.imported(t), target.imported(t)
	o := fidelity.Options{Top: 10}
	o.Memory, o.Workers = 1<<30, 1
	for name, run := range map[string]func(ctx context.Context) error{
		"measure": func(ctx context.Context) error { _, err := fidelity.Measure(ctx, a, o, true); return err },
		"plan":    func(ctx context.Context) error { _, err := fidelity.Stage(ctx, a, o, true); return err },
		"against": func(ctx context.Context) error {
			_, err := fidelity.Against(ctx, a, b, fidelity.Rankings, o)
			return err
		},
		"components": func(ctx context.Context) error {
			_, err := fidelity.GetComponents(ctx, a, fidelity.ComponentOptions{Options: o, Tau: 0.5, Target: b})
			return err
		},
		"calibrate": func(ctx context.Context) error {
			_, err := fidelity.Calibrate(ctx, a, fidelity.CalibrateOptions{Options: o, Blocks: []float64{0.3}, Sets: 2})
			return err
		},
	} {
		if n := stoptest.Everywhere(t, run); n == 0 && name != "plan" {
			t.Errorf("%s never looks whether it is to stop", name)
		}
	}
}

// What goes on is told, in the order in which it does; nobody need listen.
func TestProgressIsTold(t *testing.T) {
	target, crawl := randomWeb(4, 60)
	a, b := crawl.imported(t), target.imported(t)
	var told []string
	o := fidelity.Options{Top: 10}
	o.Memory = 1 << 30
	o.Note = func(what string, done, total int64) {
		if total > 0 && done > total || done < 0 {
			t.Errorf("%s: %d of %d", what, done, total)
		}
		if len(told) == 0 || told[len(told)-1] != what {
			told = append(told, what)
		}
	}
	if _, err := fidelity.Measure(t.Context(), a, o, false); err != nil {
		t.Fatal(err)
	}
	want := []string{"counting links", "pagerank", "weighing links", "drawing stretches", "pagerank"}
	if got := slices.DeleteFunc(told, func(s string) bool { return !slices.Contains(want, s) }); !slices.Equal(got, want) {
		t.Errorf("told %q, want %q", got, want)
	}
	told = nil
	if _, err := fidelity.GetComponents(t.Context(), a, fidelity.ComponentOptions{Options: o, Tau: 0.5, Target: b}); err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(told, "pagerank of the crawl") || !slices.Contains(told, "pagerank of components") {
		t.Errorf("told %q", told)
	}
}

// Links found and lost are those of crawled pages, counted by name; where few hosts were crawled the interval is that
// of stretches of pages.
func TestLinksAndIntervals(t *testing.T) {
	_, crawl := randomWeb(6, 200)
	few := web{map[string][]string{}, map[string]bool{}}
	one := func(url string) string { // all hosts are one
		return "http://one.example/" + strings.ReplaceAll(strings.TrimPrefix(url, "http://"), "/", "-")
	}
	for u := range crawl.crawled {
		few.crawled[one(u)] = true
		for _, v := range crawl.links[u] {
			few.links[one(u)] = append(few.links[one(u)], one(v))
		}
	}
	for _, x := range []struct {
		w     web
		drawn string
	}{{few, "stretches"}, {manyHosts(crawl), "hosts"}} {
		var found, lost int64
		for u := range x.w.crawled {
			for _, v := range x.w.links[u] {
				if x.w.crawled[v] {
					found++
				} else {
					lost++
				}
			}
		}
		o := fidelity.Options{Samples: 300}
		o.Memory = 1 << 30
		r, err := fidelity.Measure(t.Context(), x.w.imported(t), o, false)
		if err != nil {
			t.Fatal(err)
		}
		if r.FoundLinks != found || r.LostLinks != lost {
			t.Errorf("%s: %d links found, %d lost, want %d, %d", x.drawn, r.FoundLinks, r.LostLinks, found, lost)
		}
		i, g := r.Interval, r.GammaInterval
		if i == nil || g == nil || r.Draws != 300 || r.Drawn != x.drawn {
			t.Fatalf("got %v, %v by %d draws of %q, want 300 of %s", i, g, r.Draws, r.Drawn, x.drawn)
		}
		if !(i.Low < r.HAK && r.HAK < i.High && i.High-i.Low < 0.5 && g.Low < r.Gamma && r.Gamma < g.High && g.High-g.Low < 0.5) {
			t.Errorf("%s: HAK %v in %+v, γ %v in %+v", x.drawn, r.HAK, i, r.Gamma, g)
		}
	}
}

// manyHosts puts each ten pages or so on a host of their own.
func manyHosts(w web) web {
	other := func(url string) string { return "http://h" + url[len(url)-2:] + url[len("http://h0"):] }
	all := web{map[string][]string{}, map[string]bool{}}
	for u := range w.crawled {
		all.crawled[other(u)] = true
		for _, v := range w.links[u] {
			all.links[other(u)] = append(all.links[other(u)], other(v))
		}
	}
	return all
}
