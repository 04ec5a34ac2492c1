package warc_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/internal/drawn"
	"weft/web/warc"
)

// TestLookup finds in drawn indexes the lines that a plain search finds, in one file, in several, and in unfinished ones.
func TestLookup(t *testing.T) {
	rng := drawn.Rand(t)
	for range 200 {
		dir := t.TempDir()
		urls := make([]string, 1+rng.IntN(20))
		for i := range urls {
			template := []string{"", "%7B%7B.Name%7D%7D", "{{.Name}}", "%20%7Bx%7D"}[rng.IntN(4)] // with braces in the key
			urls[i] = fmt.Sprintf("http://h%d.example/%s%s?q=%d", rng.IntN(4), template, strings.Repeat("x", rng.IntN(3)*rng.IntN(3000)), rng.IntN(6))
		}
		var files [3][]string
		var all []string
		want := map[string]int{}
		for i := range rng.IntN(60) {
			url := urls[rng.IntN(len(urls))]
			line := fmt.Sprintf("%s 2026%010d {\"url\": %q, \"mime\": \"text/html\", \"status\": \"200\", \"length\": \"1\", \"offset\": \"%d\", \"filename\": \"a.warc.gz\"}\n", warc.AppendSURT(nil, []byte(url)), rng.IntN(1000), url, i)
			n := rng.IntN(3)
			files[n] = append(files[n], line)
			all = append(all, line)
			want[url]++
		}
		whole := rng.IntN(2) == 0
		if whole {
			slices.Sort(all)
			writeFile(t, filepath.Join(dir, "index.cdxj"), all)
		} else {
			for n, name := range []string{"a.cdxj", "b.cdxj", "c.cdxj.open"} {
				if n < 2 {
					slices.Sort(files[n])
				}
				writeFile(t, filepath.Join(dir, name), files[n])
			}
		}
		for _, url := range append(urls, "http://none.example/", "") {
			got, err := warc.Lookup(t.Context(), dir, url, 1000)
			if err != nil || len(got) != want[url] {
				t.Fatalf("%.60s: %d captures, %v; want %d", url, len(got), err, want[url])
			}
			if !slices.IsSortedFunc(got, func(a, b warc.Capture) int { return strings.Compare(b.Time, a.Time) }) {
				t.Errorf("%.60s: not the newest first", url)
			}
			if few, err := warc.Lookup(t.Context(), dir, url, 1); err != nil || len(few) != min(want[url], 1) {
				t.Errorf("%.60s: %d captures of 1, %v", url, len(few), err)
			}
		}
	}
	if got, err := warc.Lookup(t.Context(), filepath.Join(t.TempDir(), "none"), "http://a.example/", 1); len(got) > 0 {
		t.Errorf("no folder: %v, %v", got, err)
	}
}

func writeFile(t *testing.T, path string, lines []string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(strings.Join(lines, "")), 0o600); err != nil {
		t.Fatal(err)
	}
}

// FuzzLookup searches any bytes without a panic.
func FuzzLookup(f *testing.F) {
	f.Add([]byte("example,a)/ 2026 {\"url\": \"http://a.example/\"}\n"), "http://a.example/")
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, index []byte, url string) {
		for _, name := range []string{"index.cdxj", "a.cdxj.open"} {
			path := filepath.Join(dir, name)
			if err := os.WriteFile(path, index, 0o600); err != nil {
				t.Fatal(err)
			}
			got, _ := warc.Lookup(t.Context(), dir, url, 3)
			if len(got) > 3 {
				t.Errorf("%d captures", len(got))
			}
			os.Remove(path)
		}
	})
}

// TestReadBlockStays refuses names outside the folder, and links.
func TestReadBlockStays(t *testing.T) {
	dir := t.TempDir()
	secret := filepath.Join(dir, "secret.warc")
	writeFile(t, secret, []string{"WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 6\r\n\r\nsecret\r\n\r\n"})
	in := filepath.Join(dir, "in")
	if err := os.Mkdir(in, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(secret, filepath.Join(in, "link.warc")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"../secret.warc", secret, "link.warc", "", ".", "none.warc", "index.cdxj"} {
		if rec, err := warc.ReadBlock(t.Context(), in, name, 0, 100); err == nil {
			t.Errorf("%q was read: %q", name, rec.Body)
		}
	}
	rec, err := warc.ReadBlock(t.Context(), dir, "secret.warc", 0, 4)
	if err != nil || string(rec.Body) != "secr" || !rec.Truncated {
		t.Errorf("a file of the folder: %+v, %v", rec, err)
	}
}
