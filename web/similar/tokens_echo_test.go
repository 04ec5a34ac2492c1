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
		{"http://h/green/1", "/yellow/2", "red blue"},
		{"http://h/green/1", "2", "red blue"},
		{"http://h/1/green", "/yellow/2", ""},
		{"http://h/a/b/1.html", "/c/d/22.html", "red blue"},
		{"http://h/a/b/1.html", "/c/22.html", ""},
		{"http://h/s?q=green", "?q=red", "red"},
		{"http://h/s?q=green", "?p=red", ""},
		{"http://h/s?id=1", "?id=2", "red blue"},
		{"http://h/s?id=1", "?id=red", "red"},
		{"http://h/en/s?id=1&r=a", "/de/s?id=2&amp;r=b", "red blue"},
		{"http://h/en/s?id=1&r=a", "/de/s?r=b&amp;id=2", ""},
		{"http://h/en/s?r=a", "/de/s?r=b", ""},
		{"http://h/s1?q=green", "/s2?q=red", "red blue"},
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
