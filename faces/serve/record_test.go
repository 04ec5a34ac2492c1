package serve

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weft/livecrawl/folder"
	"weft/web/warc"
)

// hostileArchive makes a folder with records of one URL: hostile ones, one at a wrong place, and links out of the folder.
func hostileArchive(t *testing.T, name string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, folder.WARCDir), 0o700); err != nil {
		t.Fatal(err)
	}
	secret := filepath.Join(dir, "secret.warc")
	write(t, secret, record(name, "200 OK", "the secret"))
	if err := os.Symlink(secret, filepath.Join(dir, folder.WARCDir, "link.warc")); err != nil {
		t.Fatal(err)
	}
	texts := strings.Join(hostile, " ")
	body := texts + "\xff\x00<script>alert(3)</script>" + strings.Repeat("ü", mostBody)
	first := strings.Replace(record(name, "200 OK", body), "Content-Type: text/html", "X-Enemy: "+strings.NewReplacer("\u2028", "", "\n", "").Replace(texts)+"\r\nContent-Type: text/html", 1)
	first = strings.Replace(first, fmt.Sprintf("Content-Length: %d\r\n\r\nHTTP", blockLength(record(name, "200 OK", body))), fmt.Sprintf("Content-Length: %d\r\n\r\nHTTP", blockLength(record(name, "200 OK", body))+len(first)-len(record(name, "200 OK", body))), 1)
	other := record("http://other.example/", "200 OK", "other")
	write(t, filepath.Join(dir, folder.WARCDir, "a.warc"), first+other)
	var lines strings.Builder
	for i, at := range []struct {
		file   string
		offset int
	}{{"a.warc", 0}, {"a.warc", len(first)}, {"a.warc", 7}, {"link.warc", 0}, {"../secret.warc", 0}, {secret, 0}, {"a.warc", -5}, {"none.warc", 0}} {
		fmt.Fprintf(&lines, "%s 2026010203040%d {\"url\": %q, \"mime\": \"<i>\", \"status\": \"<b>\", \"length\": \"1\", \"offset\": \"%d\", \"filename\": %q}\n", warc.AppendSURT(nil, []byte(name)), i, name, at.offset, at.file)
	}
	write(t, filepath.Join(dir, folder.WARCDir, "index.cdxj"), lines.String())
	return dir
}

// blockLength is the length of the block in a record of the function record.
func blockLength(text string) int {
	_, block, _ := strings.Cut(text, "\r\n\r\n")
	return len(block) - len("\r\n\r\n")
}

// TestHostileRecord shows a hostile record as text, and reads no file outside the archive.
func TestHostileRecord(t *testing.T) {
	const name = "http://h.example/<script>"
	s := serving(t, Options{Crawls: []string{hostileCrawl(t, "x")}})
	k := s.add(hostileArchive(t, name), true)
	at := "/c/" + k.slug + "/record?url=" + url.QueryEscape(name)
	whole := 0
	for i, file := range []string{"a.warc", "a.warc", "a.warc", "link.warc", "../secret.warc", filepath.Join(k.path, "secret.warc"), "a.warc", "none.warc"} {
		offsets := map[int]string{6: "-5", 2: "7"}
		for _, offset := range []string{"0", offsets[i]} {
			path := at + "&body=1&file=" + url.QueryEscape(file) + "&at=" + offset
			w := get(s, path)
			if w.Code != http.StatusOK || strings.Contains(w.Body.String(), "the secret") {
				t.Errorf("%s: status %d, %.2000s", path, w.Code, w.Body)
			}
			if strings.Contains(w.Body.String(), "X-Enemy") && strings.Contains(w.Body.String(), "&lt;script&gt;alert(3)") && strings.Contains(w.Body.String(), `\xff\x00`) {
				whole++
			}
			checkHarmless(t, path, w)
			if w.Body.Len() > 2*mostBody {
				t.Errorf("%s: %d bytes", path, w.Body.Len())
			}
		}
	}
	if whole == 0 {
		t.Error("the record in its place is not shown")
	}
	for path, want := range map[string]int{"/c/x/record?url=" + url.QueryEscape(name): 404, "/c/" + k.slug + "/record": 404, "/c/" + k.slug + "/record?url=http://none.example/": 404} {
		if w := get(s, path); w.Code != want {
			t.Errorf("%s: status %d, want %d", path, w.Code, want)
		}
	}
}

// TestReplayLink leads from a fetched page to its replay, and names the server. A page that was not fetched has no replay.
func TestReplayLink(t *testing.T) {
	s := serving(t, Options{Crawls: []string{hostileCrawl(t, "x")}, Replay: "http://localhost:8090/crawl/"})
	for n, replays := 0, 0; n < 3 || replays == 0; n++ {
		w := get(s, fmt.Sprintf("/c/x/page?n=%d", n))
		if w.Code != http.StatusOK {
			t.Fatalf("page %d: status %d, and %d replays before", n, w.Code, replays)
		}
		text := w.Body.String()
		has := strings.Contains(text, `href="http://localhost:8090/crawl/http://h.example/`) && strings.Contains(text, ">Replay at localhost:8090</a>")
		if fetched := strings.Contains(text, "<dt>state</dt><dd>fetched</dd>") && strings.Contains(text, "Open the page on the Web"); has != fetched || fetched != strings.Contains(text, "Archived record") {
			t.Errorf("page %d: a replay %v, fetched %v: %s", n, has, fetched, text)
		}
		if has {
			replays++
		}
	}
}
