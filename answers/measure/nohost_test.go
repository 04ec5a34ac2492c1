package measure_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"weft/answers/answer"
	"weft/answers/measure"
	"weft/internal/drawn"
	"weft/making/ingest/ingesttest"
)

// Pages whose names are no URLs are no host: hosts and their degrees are those of the others, and without a host there
// is no law of hosts.
func TestPagesWithoutHost(t *testing.T) {
	r := drawn.Rand(t)
	for range 20 {
		var names []string
		for i := range 4 + r.IntN(20) {
			if r.IntN(3) == 0 {
				names = append(names, fmt.Sprintf("word%d", i))
			} else {
				names = append(names, fmt.Sprintf("http://h%d.example/%d", r.IntN(5), i))
			}
		}
		var text strings.Builder
		pages, linked := map[string]map[string]bool{}, map[[2]string]bool{}
		host := func(name string) string {
			h, _, _ := strings.Cut(strings.TrimPrefix(name, "http://"), "/")
			if h == name {
				return ""
			}
			return h
		}
		for range 40 {
			a, b := names[r.IntN(len(names))], names[r.IntN(len(names))]
			fmt.Fprintf(&text, "%s\t%s\n", a, b)
			for _, x := range []string{a, b} {
				if h := host(x); h != "" {
					if pages[h] == nil {
						pages[h] = map[string]bool{}
					}
					pages[h][x] = true
				}
			}
			if x, y := host(a), host(b); x != "" && y != "" && x != y {
				linked[[2]string{x, y}] = true
			}
		}
		d, err := measure.GetDegrees(context.Background(), ingesttest.Text(t, text.String()), measure.DegreeOptions{Options: answer.Options{Memory: plenty}, Samples: -1})
		if err != nil {
			t.Fatal(err)
		}
		if len(pages) == 0 {
			if d.Hosts != nil {
				t.Errorf("laws of no hosts: %+v", d.Hosts)
			}
			continue
		}
		all := 0
		for _, p := range pages {
			all += len(p)
		}
		n := float64(len(pages))
		for _, l := range []struct {
			law  measure.Law
			mean float64
		}{{d.Hosts.In, float64(len(linked)) / n}, {d.Hosts.Out, float64(len(linked)) / n}, {d.Hosts.Pages, float64(all) / n}} {
			if l.law.Count != int64(len(pages)) || l.law.Mean-l.mean > 1e-12 || l.mean-l.law.Mean > 1e-12 {
				t.Errorf("%s of %d hosts with mean %v, want %d and %v", l.law.Name, l.law.Count, l.law.Mean, len(pages), l.mean)
			}
		}
	}
	d, err := measure.GetDegrees(context.Background(), ingesttest.Text(t, "alpha\tbeta\nbeta\tgamma\n"), measure.DegreeOptions{Options: answer.Options{Memory: plenty}, Samples: -1})
	if err != nil || d.Hosts != nil {
		t.Errorf("got %+v, %v, want no hosts", d.Hosts, err)
	}
}

// A correlation is given where there is something to correlate, and says in one line which score does not vary.
func TestCorrelationsThatSayNothing(t *testing.T) {
	for text, want := range map[string]string{
		"source\ttarget\na\tb\n":               "it takes 3 pages at least",
		"a\tb\nb\tc\nc\ta\n":                   "in-degree and out-degree are the same for all pages",
		"a\tb\nb\ta\nc\ta\nd\tb\n":             "out-degree is the same for all pages",
		"a\tb\na\tc\na\td\nb\tc\nc\tb\nc\tc\n": "",
	} {
		d, err := measure.GetDegrees(context.Background(), ingesttest.Text(t, text), measure.DegreeOptions{Options: answer.Options{Memory: plenty}, Samples: -1})
		if err != nil {
			t.Fatal(err)
		}
		if got := d.Correlations[0].Undefined; got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// Hosts and domains are counted without the pages that have none.
func TestInfoCountsHosts(t *testing.T) {
	for text, want := range map[string][2]int{
		"source\ttarget\na\tb\n":                             {0, 0},
		"http://a.example/\tb\nb\thttp://a.example/\nc\tb\n": {1, 1},
		"http://a.example/\thttp://b.a.example/\n":           {2, 1},
		"word\thttp://a.example/\nhttp://c.example/\tword\n": {2, 2},
	} {
		info, err := measure.GetInfo(ingesttest.Text(t, text))
		if err != nil || info.Hosts != want[0] || info.Domains != want[1] {
			t.Errorf("%q: got %d hosts in %d domains, %v, want %v", text, info.Hosts, info.Domains, err, want)
		}
	}
}
