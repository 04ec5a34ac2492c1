package ingest

import (
	"slices"
	"strings"
	"testing"

	"weft/making/ingest/formats"
)

// Every format has a name of its own, and what is looked for in texts can be read.
func TestFormatsAreDistinct(t *testing.T) {
	names := map[string]bool{}
	for _, f := range allFormats() {
		if f.Name == formats.Auto || names[f.Name.String()] {
			t.Errorf("%q is listed twice, or has no name", f.Name)
		}
		names[f.Name.String()] = true
		if f.Group == "" || f.Says == "" {
			t.Errorf("%s is not described", f.Name)
		}
		for _, e := range f.Endings {
			if e != strings.ToLower(e) || !strings.HasPrefix(e, ".") {
				t.Errorf("%s: ending %q", f.Name, e)
			}
		}
		if (f.Marks != nil || f.Looks != nil || f.Counts != nil) && f.Read == nil {
			t.Errorf("%s cannot be read", f.Name)
		}
		if got, err := ParseFormat(f.Name.String()); err != nil || got != f.Name {
			t.Errorf("%s: got %q, %v", f.Name, got, err)
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

// The list of formats has every format once.
func TestFormatsAreListed(t *testing.T) {
	if got, want := len(Formats()), len(allFormats()); got != want {
		t.Errorf("got %d formats, want %d", got, want)
	}
}
