package main

import (
	"testing"

	"weft/store"
)

// The counts of states add up, so that no page goes by unsaid.
func TestStateCounts(t *testing.T) {
	for want, n := range map[string]store.Counts{
		"2 fetched, 0 ghosts": {Pages: 2, Fetched: 2},
		"1,000 fetched, 3 ghosts, 1 redirected, 2 failed, 4 excluded, 5 unknown":                                                          {Pages: 1015, Fetched: 1000, Ghosts: 3, Redirected: 1, Failed: 2, Excluded: 4, Unknown: 5},
		"all unknown: the input does not say which pages were fetched; name the fetched pages: weft import INPUT -o CRAWL --fetched FILE": {Pages: 7, Unknown: 7},
	} {
		if got := stateCounts(&n); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
