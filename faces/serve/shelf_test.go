package serve

import (
	"archive/zip"
	"html"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"weft/livecrawl/folder"
	"weft/making/ingest"
	"weft/store"
)

// packed packs the archives of a folder as WACZ, stored or compressed.
func packed(t *testing.T, dir string, method uint16) (path string) {
	t.Helper()
	files, err := folder.Archives(dir)
	if err != nil || len(files) == 0 {
		t.Fatalf("%d archives (%v)", len(files), err)
	}
	path = filepath.Join(t.TempDir(), "pack.wacz")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(f)
	for _, from := range files {
		text, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		w, err := z.CreateHeader(&zip.FileHeader{Name: "archive/" + filepath.Base(from), Method: method})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(text); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// importedFrom imports files into a new crawl.
func importedFrom(t *testing.T, files ...string) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "imported")
	if _, err := ingest.Import(t.Context(), ingest.Options{Inputs: files, DraftOptions: store.DraftOptions{Output: dir, Memory: 256 << 20, Workers: 2}}); err != nil {
		t.Fatal(err)
	}
	return dir
}

// recordPage reads the screen of a record until the index of the archives is made.
func recordPage(t *testing.T, s *Server, path string) (status int, text string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		w := get(s, path)
		if text = w.Body.String(); !strings.Contains(text, "weft looks for the records") && !strings.Contains(text, "are being indexed") {
			return w.Code, text
		}
		if time.Now().After(deadline) {
			t.Fatalf("the index is not made: %s", text)
		}
	}
}

// TestImportedRecords shows records, and pages as they were, of crawls that were imported from WARC files, from a package, and from a
// package that has compressed its archive. All their captures are listed. The next server uses the kept index.
func TestImportedRecords(t *testing.T) {
	site := seenSite(t)
	live := liveCrawl(t, folder.Config{Seeds: []string{site.URL + "/"}, Requisites: 50})
	files, err := folder.Archives(live)
	if err != nil {
		t.Fatal(err)
	}
	dirs := []string{importedFrom(t, files...), importedFrom(t, packed(t, live, zip.Store)), importedFrom(t, packed(t, live, zip.Deflate))}
	record := "/record?view=page&url=" + url.QueryEscape(site.URL+"/")
	for range 2 {
		s := serving(t, Options{Crawls: append(slices.Clone(dirs), live)})
		for i := range dirs {
			status, text := recordPage(t, s, "/c/"+s.crawls[i].slug+record)
			frame := frameOf.FindStringSubmatch(text)
			if status != http.StatusOK || frame == nil {
				t.Fatalf("crawl %d: status %d, %s", i, status, text)
			}
			if page := get(s, html.UnescapeString(frame[1])).Body.String(); !strings.Contains(page, "width: 77px") || !strings.Contains(page, `src="data:image/png;base64,`) {
				t.Errorf("crawl %d: the page: %s", i, page)
			}
			if n := strings.Count(text, "/record?url="); n < len(dirs) {
				t.Errorf("crawl %d: records of %d other crawls, want %d: %s", i, n, len(dirs), text)
			}
			if status, text := recordPage(t, s, "/c/"+s.crawls[i].slug+"/record?url="+url.QueryEscape(site.URL+"/none")); status != http.StatusNotFound || !strings.Contains(text, "no record of this URL") {
				t.Errorf("crawl %d: a page without a record: status %d, %s", i, status, text)
			}
		}
		s.Close()
		for _, dir := range dirs {
			if _, err := os.Stat(filepath.Join(dir, store.IndexPath("captures.npy"))); err != nil {
				t.Error(err)
			}
		}
	}
	if s := serving(t, Options{Crawls: dirs[:1]}); !strings.Contains(get(s, "/c/"+s.crawls[0].slug+"/page?url="+url.QueryEscape(site.URL+"/")).Body.String(), "See the page as it was") {
		t.Error("the page has no link to its record")
	}
}

// TestChangedArchives serves crawls whose archives or kept indexes are gone, changed or damaged.
func TestChangedArchives(t *testing.T) {
	site := seenSite(t)
	path := packed(t, liveCrawl(t, folder.Config{Seeds: []string{site.URL + "/"}}), zip.Store)
	dir := importedFrom(t, path)
	ask := func(o Options) (int, string) {
		o.Crawls = []string{dir}
		s := serving(t, o)
		defer s.Close()
		return recordPage(t, s, "/c/"+s.crawls[0].slug+"/record?url="+url.QueryEscape(site.URL+"/"))
	}
	index := filepath.Join(dir, store.IndexPath("captures.npy"))
	if status, text := ask(Options{ReadOnly: true}); status != http.StatusOK {
		t.Errorf("a server that only reads: status %d, %s", status, text)
	}
	if _, err := os.Stat(index); err == nil {
		t.Error("a server that only reads has written an index")
	}
	if status, text := ask(Options{}); status != http.StatusOK {
		t.Fatalf("status %d, %s", status, text)
	}
	good, err := os.ReadFile(index)
	if err != nil {
		t.Fatal(err)
	}
	bad := slices.Clone(good)
	bad[len(bad)/2] ^= 1
	if err := os.WriteFile(index, bad, 0o600); err != nil {
		t.Fatal(err)
	}
	if status, text := ask(Options{}); status != http.StatusOK {
		t.Errorf("a damaged index: status %d, %s", status, text)
	}
	if made, err := os.ReadFile(index); err != nil || !slices.Equal(made, good) {
		t.Errorf("the damaged index was not made again (%v)", err)
	}
	if err := os.Chtimes(path, time.Now(), time.Now().Add(-time.Hour)); err != nil { // it may be another file now
		t.Fatal(err)
	}
	if status, text := ask(Options{}); status != http.StatusOK {
		t.Errorf("an archive with another time: status %d, %s", status, text)
	}
	for _, c := range []struct {
		want   string
		change func() error
	}{
		{"has changed since the import", func() error { return os.Truncate(path, 1000) }},
		{"is not there any more", func() error { return os.Remove(path) }},
	} {
		if err := c.change(); err != nil {
			t.Fatal(err)
		}
		if status, text := ask(Options{}); status != http.StatusNotFound || !strings.Contains(text, c.want) {
			t.Errorf("status %d, want that the archive %s: %s", status, c.want, text)
		}
	}
	list := filepath.Join(t.TempDir(), "list.tsv")
	if err := os.WriteFile(list, []byte("http://a.example/\thttp://b.example/\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	dir = importedFrom(t, list)
	if status, text := ask(Options{}); status != http.StatusNotFound || !strings.Contains(text, "The crawl has no archive.") {
		t.Errorf("a list: status %d, %s", status, text)
	}
}
