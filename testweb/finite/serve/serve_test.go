package serve

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"weft/testweb/finite"
)

func kind(t *testing.T, name string) finite.Kind {
	t.Helper()
	for _, k := range finite.Open() {
		if k.Name == name {
			return k
		}
	}
	t.Fatalf("there is no kind %s", name)
	return finite.Kind{}
}

// A handler counts pages, other targets and repetitions apart from one another.
func TestCount(t *testing.T) {
	h := New(kind(t, "sudokus"))
	server := httptest.NewServer(h)
	defer server.Close()
	for target, want := range map[string]int{"/": 200, "/sudoku.php?n=7": 200, "/sudoku.php?n=0": 404, "/robots.txt": 404, "/static/x.png": 200} {
		res, err := http.Get(server.URL + target)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if res.StatusCode != want {
			t.Errorf("%s: status %d, want %d", target, res.StatusCode, want)
		}
	}
	for range 2 {
		res, err := http.Get(server.URL + "/")
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
	}
	c := h.Count()
	if c.Site != 2401 || c.Fetched != 2 || len(c.Missing) != 2399 || c.Requests != 7 || c.Repeated != 2 || c.Missing[0] != "/sudoku.php?n=1" {
		t.Errorf("got %d pages, %d fetched, %d missing, %d requests, %d repeated", c.Site, c.Fetched, len(c.Missing), c.Requests, c.Repeated)
	}
}

// A page that was requested under any session counts as fetched.
func TestSessionsAreOnePage(t *testing.T) {
	h := New(kind(t, "sessionpath"))
	for _, session := range []string{"00", "ff"} {
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/(S("+session+"))/services/index1.html", nil))
		if rec.Code != 200 || !strings.Contains(rec.Body.String(), "Services") {
			t.Errorf("status %d: %s", rec.Code, rec.Body)
		}
	}
	if c := h.Count(); c.Fetched != 1 || c.Requests != 2 || c.Repeated != 0 {
		t.Errorf("got %d fetched, %d requests, %d repeated", c.Fetched, c.Requests, c.Repeated)
	}
}

// Redirects go to where the site says, and only GET and HEAD are served.
func TestRedirectsAndMethods(t *testing.T) {
	h := New(kind(t, "redirects"))
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/out/1", nil))
	if rec.Code != http.StatusFound || rec.Header().Get("Location") != "/out/2" {
		t.Errorf("status %d to %q", rec.Code, rec.Header().Get("Location"))
	}
	rec = httptest.NewRecorder()
	h.ServeHTTP(rec, httptest.NewRequest(http.MethodPost, "/", nil))
	if rec.Code != http.StatusMethodNotAllowed {
		t.Errorf("POST: status %d", rec.Code)
	}
}
