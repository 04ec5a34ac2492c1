package livecrawl_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"weft/livecrawl"
	"weft/web/warc"
)

// papersOf returns the blocks of the records of a URI in a crawl's archive, one behind the other, and how many there are.
func papersOf(t *testing.T, dir, uri string) (text []byte, n int) {
	t.Helper()
	files, _ := filepath.Glob(filepath.Join(dir, "warc", "*.warc.gz"))
	for _, path := range files {
		rd := warc.NewReader(bytes.NewReader(read(t, path)), warc.Options{})
		for {
			rec, err := rd.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if rec.TargetURI() == uri {
				text = append(text, rec.Body...)
				n++
			}
		}
	}
	return text, n
}

// The archive has the settings of each run and the whole crawl log, without what is private, also over several runs; a run that
// learns nothing adds nothing. None of it is a page.
func TestPapers(t *testing.T) {
	before := livecrawl.SetLogPiece(1000)
	t.Cleanup(func() { livecrawl.SetLogPiece(before) })
	s := newSite(t, randomPages(4, 40))
	dir := filepath.Join(t.TempDir(), "c")
	o := options(dir)
	o.Limits.Batch = 15
	o.Settings = map[string][]string{"delay": {"0"}, "proxy": {"http://me:secret@proxy.example/"}}
	o.Command = "weft crawl --proxy=http://me:secret@proxy.example/"
	crawl(t, config(s.URL), o)
	o.Limits.Batch = 0
	resume(t, o)
	resume(t, o) // nothing is left
	text, n := papersOf(t, dir, "urn:weft:settings")
	if n != 2 {
		t.Errorf("settings of %d runs, want 2", n)
	}
	var first struct {
		Software string
		Config   struct{ Seeds []string }
		Settings map[string][]string
	}
	if err := json.NewDecoder(bytes.NewReader(text)).Decode(&first); err != nil || len(first.Config.Seeds) != 1 || first.Settings["delay"] == nil {
		t.Errorf("got %+v, %v", first, err)
	}
	log, pieces := papersOf(t, dir, "urn:weft:crawl.log")
	if want := read(t, dir, "log", "crawl.log"); pieces < 6 || !bytes.Equal(log, want) {
		t.Errorf("%d records with %d bytes of the log, which has %d", pieces, len(log), len(want))
	}
	files, _ := filepath.Glob(filepath.Join(dir, "warc", "*.warc.gz"))
	for _, path := range files {
		if strings.Contains(string(unpacked(read(t, path))), "secret") {
			t.Errorf("%s has what is private", path)
		}
	}
	if v := verify(t, dir); len(v.Damage)+len(v.Loose) > 0 {
		t.Errorf("verify: %+v", v)
	}
	whole := filepath.Join(t.TempDir(), "whole")
	crawl(t, config(s.URL), options(whole))
	sameGraph(t, whole, dir)
}

// A crawl log that was cut since it was archived is archived anew, from its first line on.
func TestPapersOfACutLog(t *testing.T) {
	s := newSite(t, randomPages(4, 12))
	dir := filepath.Join(t.TempDir(), "c")
	o := options(dir)
	o.Limits.Batch = 8
	crawl(t, config(s.URL), o)
	before := read(t, dir, "log", "crawl.log")
	first := bytes.Index(before, []byte("\n")) + 1
	writeFile(t, filepath.Join(dir, "log", "crawl.log"), before[:first])
	o.Limits.Batch = 1
	resume(t, o)
	now := read(t, dir, "log", "crawl.log")
	if log, _ := papersOf(t, dir, "urn:weft:crawl.log"); len(now) <= first || len(now) >= len(before) || string(log) != string(before)+string(now) {
		t.Errorf("the archive has %d bytes of logs that had %d and %d", len(log), len(before), len(now))
	}
}
