package serve

import (
	"encoding/csv"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"weft/store"
	"weft/store/lookup"
)

// indexedCrawl serves an archive until its index is built.
func indexedCrawl(t *testing.T) *Server {
	t.Helper()
	s := serving(t, Options{Crawls: []string{statedPath(t)}, Version: "test"})
	for range 1000 {
		w := get(s, "/c/stated/pages?words=ghost1")
		if w.Code == http.StatusOK {
			return s
		}
		if w.Code != http.StatusServiceUnavailable || !strings.Contains(w.Body.String(), "needs the index") {
			t.Fatalf("status %d: %s", w.Code, w.Body)
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("the index was not built")
	return nil
}

// TestIndexInBackground builds the index while pages are served, and then finds pages by words and facts.
func TestIndexInBackground(t *testing.T) {
	s := indexedCrawl(t)
	for query, want := range map[string]int{
		"words=page":           60,
		"words=page+":          60,
		"words=ghost1":         11,
		"words=ghost1+":        1,
		"words=h0.example/3":   5,
		"words=nothing":        0,
		"status=404":           15,
		"status=5xx":           15,
		"status=2xx&words=h1":  10,
		"type=text/*":          60,
		"links=1-&state=ghost": 66,
		"links=999-":           0,
		"since=2000-01-01&until=2100-01-01&words=h": 60,
	} {
		w := get(s, "/c/stated/pages.csv?"+query)
		rows, err := csv.NewReader(w.Body).ReadAll()
		if w.Code != http.StatusOK || err != nil {
			t.Fatalf("%s: status %d, %v", query, w.Code, err)
		}
		if len(rows)-1 != want {
			t.Errorf("%s: %d rows, want %d", query, len(rows)-1, want)
		}
	}
	for _, query := range []string{"status=40", "type=*", "since=yesterday", "links=x", "columns=beauty", "sort=beauty", "words=%3F", "site=http://h0.example/0"} {
		if w := get(s, "/c/stated/pages?"+query); w.Code != http.StatusBadRequest {
			t.Errorf("%s: status %d", query, w.Code)
		}
	}
	w := get(s, "/c/stated/pages?words=h0+3&sort=newest&columns=status&columns=title")
	if text := w.Body.String(); w.Code != http.StatusOK || !strings.Contains(text, "weft pages ") || !strings.Contains(text, "--sort newest") && !strings.Contains(text, "sort") || strings.Contains(text, `<th scope="col">type</th>`) {
		t.Errorf("status %d: %s", w.Code, text)
	}
	if w := get(s, "/c/stated/pages.parquet?status=404"); w.Code != http.StatusOK || !strings.HasPrefix(w.Body.String(), "PAR1") || !strings.HasSuffix(w.Body.String(), "PAR1") {
		t.Errorf("Parquet: status %d", w.Code)
	}
}

// TestNoIndex says why words cannot be searched: the server only reads, or the index cannot be kept.
func TestNoIndex(t *testing.T) {
	path := statedPath(t)
	s := serving(t, Options{Crawls: []string{path}, ReadOnly: true})
	w := get(s, "/c/stated/pages?words=h0")
	if text := w.Body.String(); w.Code != http.StatusServiceUnavailable || !strings.Contains(text, lookup.ErrNone.Error()) || strings.Contains(text, "weft builds") {
		t.Errorf("read only: status %d: %s", w.Code, text)
	}
	s.builds.Wait()
	if _, err := os.Stat(filepath.Join(path, store.IndexPath(lookup.Name)+".npy")); err == nil {
		t.Error("a server that only reads wrote an index")
	}
	if w := get(s, "/c/stated/pages?state=failed&address=h0.example"); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "http://h0.example/3") {
		t.Errorf("state and address without an index: status %d", w.Code)
	}
	// A file is in the place of the folder of results.
	blocked := statedPath(t)
	if err := os.RemoveAll(filepath.Join(blocked, store.ResultsDir)); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(blocked, store.ResultsDir), "")
	s = serving(t, Options{Crawls: []string{blocked}})
	get(s, "/c/stated/pages")
	s.builds.Wait()
	if text := get(s, "/c/stated/pages").Body.String(); !strings.Contains(text, "keep results") {
		t.Errorf("an index that cannot be kept: %s", text)
	}
}

// TestDamagedIndex builds a damaged index again.
func TestDamagedIndex(t *testing.T) {
	s := indexedCrawl(t)
	path := s.crawls[0].path
	s.Close()
	file := filepath.Join(path, store.IndexPath(lookup.Name)+".npy")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text[len(text)/8] ^= 1
	write(t, file, string(text))
	s = serving(t, Options{Crawls: []string{path}})
	get(s, "/c/stated/pages")
	s.builds.Wait()
	if w := get(s, "/c/stated/pages.csv?words=ghost1+"); w.Code != http.StatusOK {
		t.Errorf("status %d: %s", w.Code, w.Body)
	}
	if now, err := os.ReadFile(file); err != nil || string(now) == string(text) {
		t.Errorf("the damaged index is still there: %v", err)
	}
}

// TestRemembered bounds the results that are kept.
func TestRemembered(t *testing.T) {
	s := indexedCrawl(t)
	o, err := s.crawls[0].use()
	if err != nil {
		t.Fatal(err)
	}
	defer o.release()
	for i := range 3 * remembered {
		get(s, "/c/stated/pages?links="+strings.Repeat("0", i+1)+"-")
	}
	if n := len(o.found.all); n != remembered {
		t.Errorf("%d results are kept", n)
	}
	q, err := o.parseQuery(map[string][]string{"links": {strings.Repeat("0", 3*remembered) + "-"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := o.found.get(q.Query); !ok {
		t.Error("the last result is forgotten")
	}
}

// TestCaptured shows on the front page the days of the first and the last request of a crawl.
func TestCaptured(t *testing.T) {
	s := indexedCrawl(t)
	day := func(order string) string {
		var p struct{ Time time.Time }
		line, _, _ := strings.Cut(get(s, "/c/stated/pages.jsonl?sort="+order).Body.String(), "\n")
		if err := json.Unmarshal([]byte(line), &p); err != nil || p.Time.IsZero() {
			t.Fatalf("%s: %q: %v", order, line, err)
		}
		return p.Time.UTC().Format(time.DateOnly)
	}
	want := day("oldest")
	if last := day("newest"); last != want {
		want += " to " + last
	}
	if text := get(s, "/").Body.String(); !strings.Contains(text, "<td>"+want+"<br>") {
		t.Errorf("the front page has no %s: %s", want, text)
	}
}
