package changes_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"weft/answers/answer"
	"weft/answers/changes"
	"weft/answers/fidelity"
	"weft/making/ingest/ingesttest"
	"weft/store"
)

// ring is n fetched pages of a host in a ring, each with links to the next pages, and some links to pages that were not
// fetched.
func ring(t *testing.T, n, missing int) *store.Crawl {
	var links, fetched strings.Builder
	for i := range n {
		fmt.Fprintf(&fetched, "http://a.example/%d\n", i)
		for j := 1; j < 4+i%3; j++ {
			fmt.Fprintf(&links, "http://a.example/%d\thttp://a.example/%d\n", i, (i*j+1)%n)
		}
	}
	for i := range missing {
		fmt.Fprintf(&links, "http://a.example/%d\thttp://a.example/missing/%d\n", i%n, i)
	}
	return ingesttest.Fetched(t, links.String(), fetched.String())
}

// The expected tau is the product of the estimates of weft fidelity. Where one of them is unknown, the reason is named.
func TestExplained(t *testing.T) {
	o := changes.Options{Samples: -1, Options: answer.Options{Memory: 1 << 28}}
	a, b := ring(t, 60, 3), ring(t, 50, 8)
	got, err := changes.Measure(t.Context(), []*store.Crawl{a, b}, o)
	if err != nil {
		t.Fatal(err)
	}
	want := 1.0
	for _, c := range []*store.Crawl{a, b} {
		r, err := fidelity.Measure(t.Context(), c, fidelity.Options{Options: o.Options}, false)
		if err != nil {
			t.Fatal(err)
		}
		want *= r.HAK
	}
	if e := got.Explained; !e.Known || math.Abs(e.Expected-want) > 1e-12 || want == 1 {
		t.Errorf("got %+v, want an expected tau of %g", e, want)
	}
	unknown := ingesttest.Fetched(t, "http://a.example/1\thttp://a.example/2\n", "")
	for _, c := range []struct {
		crawls []*store.Crawl
		why    string
	}{
		{[]*store.Crawl{unknown, a}, "the input of the first crawl does not say which pages were fetched"},
		{[]*store.Crawl{a, unknown}, "the input of the last crawl does not say which pages were fetched"},
		{[]*store.Crawl{a, ring(t, 50, 500)}, "too many pages of the last crawl are missing for an estimate"},
	} {
		got, err := changes.Measure(t.Context(), c.crawls, o)
		if err != nil || got.Explained.Known || got.Explained.Why != c.why {
			t.Errorf("got %+v, want %s: %v", got.Explained, c.why, err)
		}
	}
}

func TestOutOfOrder(t *testing.T) {
	date := func(year int) changes.Crawl {
		return changes.Crawl{Date: changes.Date{Time: time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC), Text: fmt.Sprint(year)}}
	}
	for _, c := range []struct {
		name           string
		crawls         []changes.Crawl
		earlier, later int
		found          bool
	}{
		{"in order", []changes.Crawl{date(1), date(2), date(3)}, 0, 0, false},
		{"equal", []changes.Crawl{date(2), date(2)}, 0, 0, false},
		{"turned", []changes.Crawl{date(1), date(3), date(2)}, 1, 2, true},
		{"over an unknown date", []changes.Crawl{date(3), {}, date(2)}, 0, 2, true},
		{"unknown", []changes.Crawl{{}, {}}, 0, 0, false},
	} {
		r := &changes.Changes{Crawls: c.crawls}
		if a, b, found := r.OutOfOrder(); a != c.earlier || b != c.later || found != c.found {
			t.Errorf("%s: got %d, %d, %v", c.name, a, b, found)
		}
	}
}

// A crawl alone, or a number of dates that is not the number of crawls, is refused.
func TestRefused(t *testing.T) {
	a := ring(t, 10, 1)
	for _, c := range []struct {
		crawls []*store.Crawl
		dates  []changes.Date
		want   string
	}{{[]*store.Crawl{a}, nil, "two crawls or more"}, {[]*store.Crawl{a, a}, make([]changes.Date, 3), "3 dates for 2 crawls"}} {
		if _, err := changes.Measure(t.Context(), c.crawls, changes.Options{Dates: c.dates}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}
