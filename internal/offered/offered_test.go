package offered_test

import (
	"slices"
	"testing"

	"github.com/spf13/pflag"

	"weft/internal/offered"
)

func TestOffered(t *testing.T) {
	f := pflag.NewFlagSet("", pflag.ContinueOnError)
	f.String("order", "bfs", "`ORDER` of pages")
	f.String("size", "1", "`N` pages")
	f.Int("free", 0, "any number")
	f.String("form", "", "`FORM` (default by the ending)")
	offered.List(f, "form", []string{"csv", "tsv"})
	offered.List(f, "order", []string{"bfs", "score:FILE", "at:noon"})
	offered.Set(f, "size", []int{1, 20})
	for range 2 { // the second time changes nothing
		f.VisitAll(offered.Describe)
	}
	if got, want := f.Lookup("order").Usage, "`ORDER` of pages: bfs, score:FILE, at:noon"; got != want {
		t.Errorf("usage: got %q, want %q", got, want)
	}
	if got, want := f.Lookup("form").Usage, "`FORM`: csv, tsv (default by the ending)"; got != want {
		t.Errorf("usage: got %q, want %q", got, want)
	}
	if got, want := f.Lookup("size").Usage, "`N` pages"; got != want {
		t.Errorf("usage: got %q, want %q", got, want)
	}
	for flag, want := range map[string][]string{"order": {"bfs", "score:", "at:noon"}, "size": {"1", "20"}, "free": nil} {
		if got := offered.Of(f.Lookup(flag)); !slices.Equal(got, want) {
			t.Errorf("--%s: got %q, want %q", flag, got, want)
		}
	}
}
