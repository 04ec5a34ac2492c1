package main

import (
	"strings"
	"testing"

	"weft/algo/distance"
	"weft/answers/answer"
	"weft/answers/measure"
	"weft/livecrawl/folder"
)

// A crawl that stays on this machine needs no name and address: all its seeds are here, or are resolved to it, or a proxy is.
func TestStaysHere(t *testing.T) {
	for _, c := range []struct {
		seeds, resolve []string
		proxy          string
		want           bool
	}{
		{seeds: []string{"http://127.0.0.1/"}, want: true},
		{seeds: []string{"http://localhost:8080/x", "http://[::1]:80/", "https://a.localhost/"}, want: true},
		{seeds: []string{"localhost:8080"}, want: true},
		{seeds: []string{"127.0.0.1:80", "[::1]:80", "localhost"}, want: true},
		{seeds: []string{"a.example:8080"}},
		{seeds: []string{"a.example"}},
		{seeds: []string{"http://127.0.0.1/", "http://a.example/"}},
		{seeds: []string{"http://localhost.example/"}},
		{seeds: []string{"http://u:p@127.0.0.1/"}, want: true},
		{seeds: []string{"http://a.example/"}, resolve: []string{"a.example:127.0.0.1"}},
		{seeds: []string{"http://a.example/"}, resolve: []string{"a.example:80:127.0.0.1"}, want: true},
		{seeds: []string{"http://a.example/", "http://b.example/"}, resolve: []string{"a.example:80:127.0.0.1"}},
		{seeds: []string{"http://a.example/", "http://b.example/"}, resolve: []string{"*:80:[::1]"}, want: true},
		{seeds: []string{"http://a.example/"}, resolve: []string{"*:80:192.0.2.1"}},
		{seeds: []string{"http://a.example/"}, proxy: "http://127.0.0.1:3128", want: true},
		{seeds: []string{"http://a.example/"}, proxy: "http://proxy.example:3128"},
	} {
		fl := &crawlFlags{config: folder.Config{Seeds: c.seeds}}
		fl.run.Net.Resolve, fl.run.Net.Proxy = c.resolve, c.proxy
		if got := fl.staysHere(); got != c.want {
			t.Errorf("%+v: it stays here: %v", c, got)
		}
	}
}

// shares are those of the joined pairs at each distance, known exactly.
func shares(pairs []float64) []distance.Estimate {
	all := make([]distance.Estimate, len(pairs))
	for t := 1; t < len(pairs); t++ {
		if joined := pairs[len(pairs)-1] - pairs[0]; joined > 0 {
			x := (pairs[t] - pairs[t-1]) / joined
			all[t] = distance.Estimate{Value: x, Low: x, High: x}
		}
	}
	return all
}

// Of pairs that are joined each distance has its share, to half a tenth of a percent; of a graph without arcs there are none.
func TestDistancesAreShown(t *testing.T) {
	for _, c := range []struct {
		pairs []float64 // within each distance
		want  []string
	}{
		{[]float64{100, 400, 490, 500, 500.1}, []string{"1 300 75.0 % ± 0 %", "2 90 22.5 % ± 0 %", "3 10 2.5 % ± 0 %"}},
		{[]float64{100, 400, 490, 500, 500.2}, []string{"1 300 75.0 % ± 0 %", "2 90 22.5 % ± 0 %", "3 10 2.5 % ± 0 %"}},
		{[]float64{100, 400, 490, 500, 501}, []string{"1 300 74.8 % ± 0 %", "2 90 22.4 % ± 0 %", "3 10 2.5 % ± 0 %", "4 1 0.2 % ± 0 %"}},
		{[]float64{1000, 91_000, 91_040, 91_075}, []string{"1 90,000 > 99.9 % ± 0 %", "other 75 < 0.1 %"}},
		{[]float64{7}, nil},
		{[]float64{7, 7}, nil},
	} {
		var b strings.Builder
		answer.Print(&b, (&measure.Distances{Pairs: c.pairs, Lengths: shares(c.pairs), Sources: 6, Runs: 3}).Blocks(), flagOf)
		head, table, ok := strings.Cut(b.String(), "share of connected pairs\n")
		if !ok || !strings.Contains(head, "searches from 6 pages, centralities by 3 runs of HyperBall\n") || strings.Contains(head, "NaN") {
			t.Fatalf("%v: got %s", c.pairs, b.String())
		}
		var got []string
		for line := range strings.Lines(table) {
			got = append(got, strings.TrimRight(strings.Join(strings.Fields(line), " "), "▇ "))
		}
		if strings.Join(got, "\n") != strings.Join(c.want, "\n") {
			t.Errorf("%v: got %q, want %q", c.pairs, got, c.want)
		}
	}
}
