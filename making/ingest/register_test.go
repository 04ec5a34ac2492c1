package ingest

import (
	"slices"
	"testing"
)

// Every format has a name and a place of its own, and what is looked for in texts can be read.
func TestFormatsAreDistinct(t *testing.T) {
	names, places := map[string]bool{}, map[int]bool{}
	for i, f := range formats() {
		if f.format == Auto || names[f.format.String()] || places[f.place] || f.place != i+1 {
			t.Errorf("%s: place %d, the %d. of the formats", f.format, f.place, i+1)
		}
		names[f.format.String()], places[f.place] = true, true
		if (f.marks != nil || f.looks != nil || f.counts != nil) && f.read == nil {
			t.Errorf("%s cannot be read", f.format)
		}
		if got, err := ParseFormat(f.format.String()); err != nil || got != f.format {
			t.Errorf("%s: got %q, %v", f.format, got, err)
		}
	}
}

// Each option that a format takes is an option of imports, and nobody has set it before.
func TestFormatsTakeOptions(t *testing.T) {
	var declared []string
	for _, taker := range takers() {
		for _, name := range taker.Takes {
			if !slices.Contains(declared, name) {
				declared = append(declared, name)
			}
		}
	}
	for _, name := range declared {
		if new(Options).set(name) { // panics for an unknown one
			t.Errorf("%s is set in empty options", name)
		}
		if len(TakenBy(name)) == 0 {
			t.Errorf("no format takes %s", name)
		}
	}
	if len(declared) != 11 {
		t.Errorf("formats take %q, expected 11 options", declared)
	}
}
