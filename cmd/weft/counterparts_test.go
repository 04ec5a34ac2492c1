package main

import (
	"slices"
	"testing"

	"weft/making/ingest"
)

// Each format of weft export but anchors, which have no arcs, is read back by one format of weft import.
func TestExportsAreReadBack(t *testing.T) {
	readers := map[string][]string{}
	for _, f := range ingest.Formats() {
		for _, e := range f.Exports {
			readers[e] = append(readers[e], f.Name.String())
			if !slices.Contains(exportFormats, e) {
				t.Errorf("%s reads %s, which is no format of weft export", f.Name, e)
			}
		}
	}
	for _, e := range exportFormats {
		if want := 1; e != "anchors" && len(readers[e]) != want {
			t.Errorf("%s is read by %q: want %d format", e, readers[e], want)
		}
	}
}
