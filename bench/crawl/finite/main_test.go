package main

import (
	"slices"
	"strings"
	"testing"

	"weft/testweb/finite"
)

// Kinds are chosen by half, or by name, and are either finite or endless.
func TestChoose(t *testing.T) {
	for _, c := range []struct {
		o    options
		want string // name of one of them
		n    int    // 0: any
	}{
		{options{kinds: "open"}, "sudokus", 31},
		{options{kinds: "kept"}, "chess", 31},
		{options{kinds: "all"}, "chess", 62},
		{options{kinds: "^(chess|sudokus)$"}, "chess", 2},
		{options{kinds: "all", endless: true}, "mapview", 0},
		{options{kinds: "^mapview", endless: true}, "mapview+token", 2},
	} {
		kinds, err := choose(c.o)
		if err != nil {
			t.Fatalf("%+v: %v", c.o, err)
		}
		if c.n > 0 && len(kinds) != c.n || !slices.ContainsFunc(kinds, func(k finite.Kind) bool { return k.Name == c.want }) {
			t.Errorf("%+v: %d kinds, want %d with %s", c.o, len(kinds), c.n, c.want)
		}
		for _, k := range kinds {
			if k.Endless != c.o.endless {
				t.Errorf("%+v chose %s", c.o, k.Name)
			}
		}
	}
	for _, o := range []options{{kinds: "("}, {kinds: "^sudokus$", endless: true}, {kinds: "open", noise: "fog"}} {
		if kinds, err := choose(o); err == nil {
			t.Errorf("%+v: %d kinds, want an error", o, len(kinds))
		}
	}
}

// Noise goes to kinds that are quiet, and the kinds that change anyway keep theirs.
func TestNoise(t *testing.T) {
	kinds, err := choose(options{kinds: "^(sudokus|forum)$", noise: "quote"})
	if err != nil || len(kinds) != 2 || kinds[0].Noise != finite.Quote || kinds[1].Noise != finite.Counter {
		t.Errorf("got %v, %v", kinds, err)
	}
}

// A result takes from weft's JSON why a crawl ended and which rules cut, and from standard error the last line.
func TestRead(t *testing.T) {
	for _, c := range []struct {
		out, told, want string
		ended           bool
	}{
		{`{"why":"nothing is left","done":true,"rules":{"b":2,"a":1}}`, "", `nothing is left; 1 URLs by "a"; 2 URLs by "b"`, true},
		{`{"why":"6,000 pages were fetched","done":false}`, "one\ntwo\n", `6,000 pages were fetched; two`, false},
		{`{"error":{"message":"nothing was fetched"}}`, "", "nothing was fetched", false},
	} {
		var r result
		if r.read([]byte(c.out), c.told); r.LastLine != c.want || r.Ended != c.ended || r.Error != "" {
			t.Errorf("%s: got %q, ended %v, error %q", c.out, r.LastLine, r.Ended, r.Error)
		}
	}
	var r result
	if r.read([]byte("weft: panic"), ""); !strings.Contains(r.Error, "JSON") {
		t.Errorf("no JSON: error %q", r.Error)
	}
}

func TestSummarize(t *testing.T) {
	s := summarize([]result{
		{Kind: "a", Pages: 10, Fetched: 10, Ended: true, Requests: 12},
		{Kind: "b", Pages: 10, Fetched: 5, MissingPercent: 50, Ended: true},
		{Kind: "c", Pages: 10, Fetched: 10, Requests: 6000, Unbounded: true},
		{Kind: "d", Pages: 10, Fetched: 10, Requests: 6000},
	}, true)
	if s.Kinds != 4 || s.Whole != 3 || s.Ended != 2 || s.Unbounded != 1 || s.Worst != "b" || !slices.Equal(s.Incomplete, []string{"b"}) || !slices.Equal(s.Endless, []string{"d"}) {
		t.Errorf("got %+v", s)
	}
}
