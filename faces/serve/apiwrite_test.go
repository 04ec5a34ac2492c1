package serve

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
)

// ask requests an address with some fields.
func ask(s *Server, path string, fields ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Host = s.listener.Addr().String()
	for i := 0; i+1 < len(fields); i += 2 {
		r.Header.Add(fields[i], fields[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// TestAPIRows pages through a selection with any number of rows: each part begins where the one before ends.
func TestAPIRows(t *testing.T) {
	s := indexedCrawl(t)
	for _, order := range []string{"url", "status"} {
		want := ""
		for _, rows := range []int{1, 7, 100, 10_000} {
			got, from, parts := "", 0, 0
			for {
				var v apiPages
				w := ask(s, fmt.Sprintf("%s/crawls/stated/pages?columns=url&sort=%s&rows=%d&from=%d", apiRoot, order, rows, from))
				if err := json.Unmarshal(w.Body.Bytes(), &v); err != nil || len(v.Rows) > rows {
					t.Fatalf("%d rows of %d, %v", len(v.Rows), rows, err)
				}
				for _, p := range v.Rows {
					got += p.URL + " "
				}
				if parts++; v.Next == nil {
					break
				}
				from = *v.Next
			}
			if want == "" {
				want = got
			}
			if got != want || rows == 10_000 && parts != 1 {
				t.Errorf("%s, %d rows: other pages than one by one, in %d parts", order, rows, parts)
			}
		}
	}
}

// TestAPIWithTags gives a result again only to programs that do not have it, compressed to those that read gzip.
func TestAPIWithTags(t *testing.T) {
	s := indexedCrawl(t)
	path := apiRoot + "/crawls/stated/pages"
	plain := ask(s, path)
	tag := plain.Header().Get("ETag")
	if plain.Code != http.StatusOK || tag == "" || plain.Header().Get("Content-Encoding") != "" {
		t.Fatalf("status %d, tag %q", plain.Code, tag)
	}
	for _, has := range []string{tag, `"x", ` + tag, tag[2:], "*"} {
		if w := ask(s, path, "If-None-Match", has); w.Code != http.StatusNotModified || w.Body.Len() > 0 || w.Header().Get("ETag") != tag {
			t.Errorf("If-None-Match %s: status %d, %d bytes", has, w.Code, w.Body.Len())
		}
	}
	if w := ask(s, path, "If-None-Match", `"x"`); w.Code != http.StatusOK {
		t.Errorf("another tag: status %d", w.Code)
	}
	if w := ask(s, path+"?status=404", "If-None-Match", tag); w.Code != http.StatusOK || w.Header().Get("ETag") == tag {
		t.Errorf("another result: status %d", w.Code)
	}
	for accepts, zipped := range map[string]bool{
		"gzip": true, "deflate, gzip;q=0.5": true, "*": true, "gzip;q=0": false, "gzip; q=0.0, *": false, "br": false, "": false, "identity": false,
	} {
		w := ask(s, path, "Accept-Encoding", accepts)
		body := w.Body.Bytes()
		if is := w.Header().Get("Content-Encoding") == "gzip"; is != zipped {
			t.Errorf("Accept-Encoding %q: compressed %v", accepts, is)
			continue
		}
		if zipped {
			z, err := gzip.NewReader(w.Body)
			if err != nil {
				t.Fatal(err)
			}
			if body, err = io.ReadAll(z); err != nil {
				t.Fatal(err)
			}
		}
		if string(body) != plain.Body.String() || w.Header().Get("ETag") != tag {
			t.Errorf("Accept-Encoding %q: another result", accepts)
		}
	}
}
