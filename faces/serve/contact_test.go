package serve

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestCrawlContactIn reads contacts out of commands of runs, which quote no words.
func TestCrawlContactIn(t *testing.T) {
	for command, want := range map[string]string{
		"weft crawl --contact=a@b.example --output=c http://h.example/": "a@b.example",
		"weft crawl --contact=https://b.example/me http://h.example/":   "https://b.example/me",
		"weft crawl --contact=Jane Doe <j@b.example> --delay=1":         "Jane Doe <j@b.example>",
		"weft crawl --resume=c": "",
		"weft crawl --contact=" + strings.Repeat("a", 2000) + " --resume=c": "",
		"": "",
	} {
		if got := contactIn(command); got != want {
			t.Errorf("%.60s: got %q, want %q", command, got, want)
		}
	}
}

// TestHostileContactCookie ignores a cookie that holds no contact, and reads back each contact that is kept.
func TestHostileContactCookie(t *testing.T) {
	s := serving(t, Options{})
	read := func(value string) string {
		r := httptest.NewRequest(http.MethodGet, "/new", http.NoBody)
		r.AddCookie(&http.Cookie{Name: s.contactCookie(), Value: value})
		return s.shownContact(r, nil)
	}
	for _, value := range []string{"", "%%%", "YQpi", "gA"} { // no base64, two lines, no UTF-8
		if got := read(value); got != "" {
			t.Errorf("cookie %q: %q", value, got)
		}
	}
	for _, contact := range []string{"a@b.example", `Jane "J; Doe" <j@b.example>`, "ü@b.example"} {
		w := httptest.NewRecorder()
		s.keepContact(w, contact)
		if got := read(w.Result().Cookies()[0].Value); got != contact {
			t.Errorf("kept %q, read %q", contact, got)
		}
	}
}
