package capture

import (
	"strings"
	"testing"

	"weft/graph/kinds"
)

// User names and passwords are cut wherever a URL stands, and counted; relative links do not bring them back.
func TestCredentials(t *testing.T) {
	var r Reader
	var p Reading
	check := func(what string, err error, count int, links ...string) {
		t.Helper()
		var got []string
		for _, l := range p.Links {
			got = append(got, string(l.URL))
			if _, suffix, _ := strings.Cut(string(l.Key), " "); strings.Contains(suffix, "@") {
				t.Errorf("%s: the key %s", what, l.Key)
			}
		}
		if err != nil || strings.Join(got, " ") != strings.Join(links, " ") || p.Credentials != count || strings.Contains(string(p.URL)+string(p.Key), "@") {
			t.Errorf("%s: got %v of %s (%s), %d with credentials, %v", what, got, p.URL, p.Key, p.Credentials, err)
		}
	}
	const head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
	err := r.Response([]byte("http://u:p@a.example/dir/"), []byte(head+"Link: <http://l:m@a.example/n>; rel=next\r\n\r\n"+
		"<base href='http://x:y@a.example/base/'><link rel=canonical href='//only@a.example/c'><a href=rel><a href='http://a.example/@home?m=a@b'><a href='http://:z@b.example:81/q'>"), &p)
	check("a page", err, 5, "http://a.example/n", "http://a.example/c", "http://a.example/base/rel", "http://a.example/@home?m=a@b", "http://b.example:81/q")
	err = r.Response([]byte("http://a.example/"), []byte("HTTP/1.1 302 Found\r\nLocation: http://u%40:p@b.example/x\r\n\r\n"), &p)
	check("a redirect", err, 1, "http://b.example/x")
	notes := Notes{Outlinks: []Outlink{{URL: []byte("http://u:p@a.example/o"), Kinds: kinds.Link}}, Excluded: []Exclusion{{URL: []byte("http://u:p@a.example/e"), Rule: []byte("scope")}}, LetIn: []Outlink{{URL: []byte("http://u:p@a.example/i")}}}
	err = r.Notes([]byte("https://u@a.example/"), notes.Append(nil), &p)
	check("notes", err, 4, "http://a.example/o")
	if len(p.Excluded) != 1 || string(p.Excluded[0].URL) != "http://a.example/e" {
		t.Errorf("excluded: %s", p.Excluded)
	}
	if len(p.LetIn) != 1 || string(p.LetIn[0].URL) != "http://a.example/i" {
		t.Errorf("let in: %s", p.LetIn)
	}
}
