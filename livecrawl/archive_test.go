package livecrawl_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"weft/graph"
	"weft/livecrawl"
	"weft/making/ingest"
	"weft/store"
	"weft/web/warc"
)

// checkArchive reads the WARC files of a crawl: every member and every record is whole, and each page has one response.
func checkArchive(t *testing.T, dir string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "warc", "*.warc.gz"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: no archive: %v", dir, err)
	}
	responses := map[string]int{}
	for _, path := range files {
		data := read(t, path)
		z, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, z); err != nil { //nolint:gosec // ours
			t.Errorf("%s: %v", path, err)
		}
		rd := warc.NewReader(bytes.NewReader(data), warc.Options{})
		for {
			rec, err := rd.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			if rec.Type == warc.TypeResponse && !isBeside(rec) && !mayBeRepeated(rec) {
				responses[rec.TargetURI()]++
			}
		}
	}
	for url, n := range responses {
		if n > 1 && filepath.Base(url) != "robots.txt" {
			t.Errorf("%s has %d responses", url, n)
		}
	}
}

// mayBeRepeated reports whether a later run requests the page of a response again: it did not come whole, or its status
// is 429 or a fault of the server.
func mayBeRepeated(rec *warc.Record) bool {
	_, status, _ := bytes.Cut(rec.Body[:min(len(rec.Body), 12)], []byte(" "))
	return rec.Header.Get("WARC-Truncated") != "" || bytes.Equal(status, []byte("429")) || bytes.HasPrefix(status, []byte("5"))
}

// importOptions of a quick import.
func importOptions(out string, inputs ...string) ingest.Options {
	return ingest.Options{Inputs: inputs, DraftOptions: store.DraftOptions{Output: out, Memory: 256 << 20, Workers: 2, Command: "test", Version: "test"}}
}

// sameGraph checks that the graphs of two crawls are the same, and those of their archives.
func sameGraph(t *testing.T, a, b string) {
	t.Helper()
	want, other := snapshot(t, a), snapshot(t, b)
	ofA, ofB := imported(t, a), imported(t, b)
	sameFacts(t, want, ofA)
	sameFacts(t, other, ofB)
	for _, got := range []string{other, ofA, ofB} {
		for _, f := range []string{"graph.graph", "transpose.graph", "kinds.bin", "pages.names", "pages.states.npy"} {
			x, err1 := os.ReadFile(filepath.Join(want, f))
			y, err2 := os.ReadFile(filepath.Join(got, f))
			if (err1 == nil) != (err2 == nil) || !bytes.Equal(x, y) {
				t.Errorf("%s of %s and %s differ: %d and %d bytes, %v, %v", f, want, got, len(x), len(y), err1, err2)
			}
		}
	}
}

// sameFacts compares the facts of the pages of a snapshot and of an import of the archive. Only the snapshot has size and title of
// a response that the archive keeps as a repetition.
func sameFacts(t *testing.T, snapshot, imported string) {
	t.Helper()
	a, b := factsOf(t, snapshot), factsOf(t, imported)
	for i := range a {
		x, y := a[i], b[i]
		if y.Size == 0 {
			x.Size, x.Title = 0, y.Title
		}
		if fmt.Sprint(x) != fmt.Sprint(y) {
			t.Errorf("page %d: the snapshot has the facts %+v, the archive %+v", i, x, y)
		}
	}
}

func factsOf(t *testing.T, dir string) (all []store.Facts) {
	t.Helper()
	c, err := store.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	r, err := c.OpenFacts()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for u := range c.NumPages() {
		f, err := r.At(graph.Node(u))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, store.Facts{Status: f.Status, Size: f.Size, Time: f.Time, Type: bytes.Clone(f.Type), Digest: bytes.Clone(f.Digest), Title: bytes.Clone(f.Title)})
	}
	return all
}

func snapshot(t *testing.T, dir string) string {
	t.Helper()
	s, err := livecrawl.MakeSnapshot(context.Background(), dir, importOptions(""))
	if err != nil {
		t.Fatal(err)
	}
	return s.Dir
}

func imported(t *testing.T, dir string) string {
	t.Helper()
	files := []string{filepath.Join(dir, "warc")}
	out := filepath.Join(t.TempDir(), "imported")
	if _, err := ingest.Import(context.Background(), importOptions(out, files...)); err != nil {
		t.Fatal(err)
	}
	return out
}

// count returns how many pages of a graph are in each state.
func count(t *testing.T, dir string) store.Counts {
	t.Helper()
	g, err := store.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	return g.Manifest.Counts
}

// wholeArchive returns all bytes of the WARC files of a crawl, uncompressed.
func wholeArchive(t *testing.T, dir string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "warc", "*.warc.gz"))
	if err != nil {
		t.Fatal(err)
	}
	var all bytes.Buffer
	for _, path := range files {
		z, err := gzip.NewReader(bytes.NewReader(read(t, path)))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(&all, z); err != nil { //nolint:gosec // ours
			t.Fatal(err)
		}
	}
	return all.String()
}
