package livecrawl_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"weft/livecrawl"
	"weft/livecrawl/folder"
)

// TestNewestSnapshot checks whether the log of a crawl has grown since its snapshot: before and after another run, after
// the log was cut, and with a note that is missing or damaged.
func TestNewestSnapshot(t *testing.T) {
	s := newSite(t, randomPages(2, 60))
	dir := filepath.Join(t.TempDir(), "c")
	o := options(dir)
	o.Limits.Pages = 20
	crawl(t, config(s.URL), o)
	if n, ok := livecrawl.NewestSnapshot(dir); ok {
		t.Errorf("before there was any: %+v", n)
	}
	make := func() uint64 {
		t.Helper()
		made, err := livecrawl.MakeSnapshot(t.Context(), dir, importOptions(""))
		if err != nil {
			t.Fatal(err)
		}
		return made.Learnt
	}
	check := func(what string, grown bool, learnt uint64) {
		t.Helper()
		n, ok := livecrawl.NewestSnapshot(dir)
		if !ok || n.Grown != grown || n.Learnt != learnt || n.Age() > time.Hour {
			t.Errorf("%s: %+v, %v; want grown %v, %d learnt", what, n, ok, grown, learnt)
		}
	}
	first := make()
	check("no further run", false, first)
	o.Limits.Pages = 40
	resume(t, o)
	check("a crawl that continued", true, first)
	all := make()
	check("a new snapshot", false, all)
	note := filepath.Join(dir, folder.SnapshotFile)
	text, err := os.ReadFile(note)
	if err != nil {
		t.Fatal(err)
	}
	var whole struct {
		Log int64 `json:"log_bytes"`
	}
	if err := json.Unmarshal(text, &whole); err != nil {
		t.Fatal(err)
	}
	longer := strings.Replace(string(text), fmt.Sprint(whole.Log), fmt.Sprint(whole.Log+1), 1)
	for what, c := range map[string]struct {
		note   string
		grown  bool
		learnt uint64
	}{"a damaged note": {note: "{"}, "an empty note": {note: "{}"}, "a note without the time": {note: `{"log_bytes": 5, "learnt": 7}`}, "a log that was cut": {longer, true, all}} {
		if err := os.WriteFile(note, []byte(c.note), 0o600); err != nil {
			t.Fatal(err)
		}
		check(what, c.grown, c.learnt)
	}
	if err := os.Remove(note); err != nil {
		t.Fatal(err)
	}
	check("no note", false, 0)
	o.Limits.Pages = 60
	resume(t, o)
	check("no note, and the crawl continued", true, 0)
}
