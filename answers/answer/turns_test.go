package answer_test

import (
	"strings"
	"testing"

	"weft/answers/answer"
	"weft/making/ingest"
	"weft/making/ingest/ingesttest"
	"weft/store"
)

// Two questions about one crawl are computed at the same time: each changes the crawl only while it writes. The manifest has
// the results of both.
func TestKeepersTakeTurns(t *testing.T) {
	first := ingesttest.Import(t, ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader(links)})
	var crawls []*store.Crawl
	var keepers []*answer.Keeper
	for _, name := range []string{"one", "two"} {
		c := ingesttest.Open(t, first.Path)
		k, err := answer.NewKeeper(c, "", store.Step{Command: "weft " + name})
		if err != nil {
			t.Fatal(err)
		}
		crawls, keepers = append(crawls, c), append(keepers, k)
	}
	for _, part := range []string{"a", "b"} {
		for i, k := range keepers {
			as := answer.Kept{}
			answer.AddVector(&as, part+string(rune('0'+i)), nil, make([]float64, crawls[i].NumPages()))
			if err := k.Keep(as); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := keepers[0].Page(); err != nil {
		t.Fatal(err)
	}
	for _, k := range keepers {
		if err := k.Close(); err != nil {
			t.Error(err)
		}
	}
	if err := store.Verify(first.Path, nil); err != nil {
		t.Error(err)
	}
	m := ingesttest.Open(t, first.Path).Manifest
	for _, name := range []string{"a0", "a1", "b0", "b1"} {
		if m.Files["results/"+name+".npy"].SHA256 == "" {
			t.Errorf("the manifest lacks %s: %v", name, m.Files)
		}
	}
	if n := len(m.Steps); n != 3 {
		t.Errorf("got %d steps, want the import and two", n)
	}
}
