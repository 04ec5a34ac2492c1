package similar

import "testing"

// Words of a link into the page's folder are echoes if its address has them. In a link to an address with the form of the
// page's own, all words are echoes.
func TestEchoes(t *testing.T) {
	for _, c := range []struct {
		url, address string
		echoes       string // the words of "red blue" that are echoes
	}{
		{"http://h/x/green", "/x/red", "red"},
		{"http://h/x/green", "/y/red", ""},
		{"http://h/green", "/red", ""},
		{"http://h/green-1", "/yellow-2", "red blue"},
		{"http://h/green-1", "http://h/yellow-2", "red blue"},
		{"http://h/green-1", "http://other/yellow-2", ""},
		{"http://h/green-1", "/yellow", ""},
		{"http://h/green-1", "/2/yellow", ""},
		{"http://h/list/1", "/item/2", ""},
		{"http://h/list/1", "/list/2", "red blue"},
		{"http://h/a%20b", "/c%20d", ""},
		{"http://h/wiki/%D0%9C", "/wiki/%D0%90", ""},
		{"http://h/s?q=a%20b", "/s?q=c%20d", ""},
		{"http://h/green/1", "2", "red blue"},
		{"http://h/1/green", "/yellow/2", ""},
		{"http://h/a/b/1.html", "/a/b/22.html", "red blue"},
		{"http://h/a/b/1.html", "/c/22.html", ""},
		{"http://h/s?q=green", "?q=red", "red"},
		{"http://h/s?q=green", "?p=red", ""},
		{"http://h/s?id=1", "?id=2", ""},
		{"http://h/s?id=1", "?id=red", "red"},
		{"http://h/s1?q=green", "/s2?q=red", ""},
	} {
		echoes := ""
		for i, x := range readTokens(c.url, "<a href="+c.address+">red blue</a>", true).List {
			if x.Echo {
				echoes += []string{"red ", "blue "}[i]
			}
		}
		if want := c.echoes; want != "" && echoes != want+" " || want == "" && echoes != "" {
			t.Errorf("%s on %s: the echoes are %q, want %q", c.address, c.url, echoes, want)
		}
	}
}
