package export_test

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"weft/faces/export"
	"weft/livecrawl"
	"weft/livecrawl/folder"
	"weft/making/ingest"
	"weft/store"
	"weft/web/live"
)

// liveCrawl crawls a made site of pages, some of which say the same, and returns its folder.
func liveCrawl(t *testing.T, pages int) (dir, seed string) {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		n := 0
		fmt.Sscanf(r.URL.Path, "/p%d", &n)
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, "<title>\n  A &lt;page&gt;\t%d \u00fc</title>", n%50)
		for i := n*3 + 1; i <= n*3+3 && i < pages; i++ {
			fmt.Fprintf(w, "<a href=/p%d>%d</a>", i, i)
		}
	}))
	t.Cleanup(s.Close)
	dir = filepath.Join(t.TempDir(), "c")
	o := livecrawl.Options{Dir: dir, Version: "test", WARCSize: 40_000, Net: live.Options{UserAgent: "weft-test/1.0", AllowPrivate: true, Workers: 8}}
	o.Imprint.Collection = "Up-And.down"
	j, err := livecrawl.Create(folder.Config{Seeds: []string{s.URL + "/", s.URL + "/p7"}, Scope: folder.Scope{Depth: -1}, RandomSeed: 1}, o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := j.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	return dir, s.URL
}

// packed exports a crawl as a package.
func packed(t *testing.T, dir string) (path string, s export.WACZSummary) {
	t.Helper()
	kept, err := folder.OpenKept(dir)
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "c.wacz")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := &export.WACZ{Kept: kept, Title: "up & down", Software: "weft/test", Now: time.Now()}
	if s, err = w.Write(t.Context(), f); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(f.Close(), kept.Close()); err != nil {
		t.Fatal(err)
	}
	return path, s
}

// members returns the files of a package, and which are stored.
func members(t *testing.T, path string) (files map[string][]byte, stored map[string]bool) {
	t.Helper()
	z, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	files, stored = map[string][]byte{}, map[string]bool{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if files[f.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
		stored[f.Name] = f.Method == zip.Store
	}
	return files, stored
}

func sum(b []byte) string {
	s := sha256.Sum256(b)
	return "sha256:" + hex.EncodeToString(s[:])
}

// A package has what the specification asks for, and an import of it is that of the archive.
func TestWACZ(t *testing.T) {
	const n = 1200
	dir, seed := liveCrawl(t, n)
	path, s := packed(t, dir)
	files, stored := members(t, path)
	var about struct {
		Version   string `json:"wacz_version"`
		Profile   string
		Title     string
		MainPage  string `json:"mainPageUrl"`
		Resources []struct {
			Name, Path, Hash string
			Bytes            int
		}
	}
	if err := json.Unmarshal(files["datapackage.json"], &about); err != nil || about.Version != "1.1.1" || about.Profile != "data-package" || about.Title != "up & down" || about.MainPage != seed+"/" {
		t.Errorf("got %+v, %v", about, err)
	}
	var digest struct{ Path, Hash string }
	if err := json.Unmarshal(files["datapackage-digest.json"], &digest); err != nil || digest.Path != "datapackage.json" || digest.Hash != sum(files["datapackage.json"]) {
		t.Errorf("got %+v, %v", digest, err)
	}
	if len(about.Resources) != len(files)-2 {
		t.Errorf("%d resources of %d files", len(about.Resources), len(files))
	}
	archives := 0
	for _, r := range about.Resources {
		if b := files[r.Path]; r.Hash != sum(b) || r.Bytes != len(b) || r.Name != strings.ToLower(filepath.Base(r.Path)) {
			t.Errorf("%+v is not of that file, of %d bytes", r, len(b))
		}
		if strings.HasPrefix(r.Path, "archive/") {
			archives++
			disk, err := os.ReadFile(filepath.Join(dir, "warc", filepath.Base(r.Path)))
			if err != nil || !bytes.Equal(disk, files[r.Path]) || !stored[r.Path] {
				t.Errorf("%s: another file, or not stored as it is: %v", r.Path, err)
			}
		}
	}
	if archives < 3 || s.Files != archives || !stored["indexes/index.cdx.gz"] {
		t.Errorf("%d archives, %+v", archives, s)
	}
	checkWACZIndex(t, dir, files)
	checkWACZPages(t, files, seed, n)
	if log, err := os.ReadFile(filepath.Join(dir, "log", "crawl.log")); err != nil || !bytes.Equal(log, files["logs/crawl.log"]) {
		t.Errorf("another log, %v", err)
	}
	snap, err := livecrawl.MakeSnapshot(t.Context(), dir, ingest.Options{DraftOptions: store.DraftOptions{Memory: 64 << 20}})
	if err != nil {
		t.Fatal(err)
	}
	imported := filepath.Join(t.TempDir(), "imported")
	if _, err := ingest.Import(t.Context(), ingest.Options{Inputs: []string{path}, DraftOptions: store.DraftOptions{Output: imported, Memory: 64 << 20}, Strict: true}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"graph.graph", "transpose.graph", "pages.names", "pages.states.npy"} {
		a, err := os.ReadFile(filepath.Join(snap.Dir, name))
		b, e := os.ReadFile(filepath.Join(imported, name))
		if err != nil || e != nil || !bytes.Equal(a, b) {
			t.Errorf("%s: the import is not the snapshot: %v, %v", name, err, e)
		}
	}
}

// checkWACZIndex reads the index member by member, by what index.idx says.
func checkWACZIndex(t *testing.T, dir string, files map[string][]byte) {
	t.Helper()
	want, err := os.ReadFile(filepath.Join(dir, "warc", "index.cdxj"))
	if err != nil {
		t.Fatal(err)
	}
	packed, got := files["indexes/index.cdx.gz"], []byte(nil)
	places := bufio.NewScanner(bytes.NewReader(files["indexes/index.idx"]))
	if !places.Scan() || places.Text() != `!meta 0 {"format": "cdxj-gzip-1.0", "filename": "index.cdx.gz"}` {
		t.Errorf("it begins with %q", places.Text())
	}
	for places.Scan() {
		var at struct {
			Offset, Length int
			Digest         string
		}
		key, text, _ := strings.Cut(places.Text(), " {")
		if err := json.Unmarshal([]byte("{"+text), &at); err != nil || at.Offset+at.Length > len(packed) {
			t.Fatalf("%s: %v", places.Text(), err)
		}
		member := packed[at.Offset : at.Offset+at.Length]
		z, err := gzip.NewReader(bytes.NewReader(member))
		if err != nil {
			t.Fatal(err)
		}
		lines, err := io.ReadAll(z)
		if err != nil || sum(member) != at.Digest || !bytes.HasPrefix(lines, []byte(key+" {")) || bytes.Count(lines, []byte("\n")) > 3000 {
			t.Errorf("%s: %v", places.Text(), err)
		}
		got = append(got, lines...)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("an index of %d bytes, want %d", len(got), len(want))
	}
}

// checkWACZPages reads the lists of pages.
func checkWACZPages(t *testing.T, files map[string][]byte, seed string, n int) {
	t.Helper()
	urls, seeds := map[string]bool{}, 0
	for _, name := range []string{"pages/pages.jsonl", "pages/extraPages.jsonl"} {
		for i, line := range strings.Split(strings.TrimSpace(string(files[name])), "\n") {
			var p struct {
				Format, ID, URL, TS, Title string
				Seed                       bool
			}
			if err := json.Unmarshal([]byte(line), &p); err != nil || p.ID == "" {
				t.Fatalf("%s: %s: %v", name, line, err)
			}
			if i == 0 {
				if p.Format != "json-pages-1.0" {
					t.Errorf("%s begins with %s", name, line)
				}
				continue
			}
			if _, err := time.Parse(time.RFC3339, p.TS); err != nil || urls[p.URL] || p.Seed != (name == "pages/pages.jsonl") {
				t.Errorf("%s: %s", name, line)
			}
			number := 0
			fmt.Sscanf(p.URL, seed+"/p%d", &number)
			if want := fmt.Sprintf("A <page> %d \u00fc", number%50); p.Title != want {
				t.Errorf("%s is called %q, want %q", p.URL, p.Title, want)
			}
			urls[p.URL] = true
			if p.Seed {
				seeds++
			}
		}
	}
	if seeds != 2 || len(urls) != n {
		t.Errorf("%d pages, %d of them seeds", len(urls), seeds)
	}
}

// A crawl whose archive is not closed, or which is running, is no package; nobody goes on with one that is being exported.
func TestWACZRefused(t *testing.T) {
	dir, _ := liveCrawl(t, 5)
	kept, err := folder.OpenKept(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := livecrawl.Resume(livecrawl.Options{Dir: dir}); err == nil {
		t.Error("a crawl went on that was being exported")
	}
	if err := kept.Close(); err != nil {
		t.Fatal(err)
	}
	names, _ := filepath.Glob(filepath.Join(dir, "warc", "*.warc.gz"))
	if err := os.Rename(names[0], names[0]+".open"); err != nil {
		t.Fatal(err)
	}
	if k, err := folder.OpenKept(dir); err == nil || !strings.Contains(err.Error(), "'resume'") {
		t.Errorf("got %v, %v", k, err)
	}
	if _, err := folder.OpenKept(t.TempDir()); err == nil {
		t.Error("a folder without a crawl: no error")
	}
}
