package quotient

import (
	"strings"
	"testing"

	"weft/internal/extsort"
	"weft/internal/mem"
	"weft/making/ingest"
	"weft/store"
)

// What is left for sorting is nine tenths of what the budget holds beside everything else, and never less than sorting
// takes at least.
func TestLeftForSorting(t *testing.T) {
	dir := t.TempDir() + "/crawl"
	_, err := ingest.Import(t.Context(), ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader("http://a.example/ http://b.example/\n"), DraftOptions: store.DraftOptions{Output: dir}})
	if err != nil {
		t.Fatal(err)
	}
	c, err := store.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	hosts, err := c.Hosts()
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Crawl: c, By: ByHost, Groups: hosts, DraftOptions: store.DraftOptions{Workers: 2}}
	taken := func(held int64) int64 { n := o.Need(); return mem.Base + n.Total() + held }
	for _, held := range []int64{0, 1 << 20, 1 << 28} {
		for _, more := range []int64{-1 << 20, 0, 10, 1000, 1 << 30} {
			o.Memory = taken(held) + more
			b := &builder{opts: o, held: held}
			if got, want := b.left(), extsort.MinMemory+max(0, more)*9/10; got != want {
				t.Errorf("%d bytes are held and %d are over: %d are left, want %d", held, more, got, want)
			}
		}
	}
}
