package site

import (
	"fmt"
	"strings"
	"testing"

	"weft/graph"
)

// Names are compared without case, numbers and words that parts of a site have.
func TestNameHash(t *testing.T) {
	for _, same := range [][]string{
		{"Acme", "acme", "The ACME Blog", "Acme Shop", "Acme – Documentation 2.4", "acme, home page"},
		{"Ann's blog", "ANN’S  Weblog"},
		{"Blåbær & Søn", "blåbær søn"},
		{"", "Blog", "2024", "The Home Page", "– | –"},
	} {
		for _, name := range same[1:] {
			if nameHash([]byte(name)) != nameHash([]byte(same[0])) {
				t.Errorf("%q and %q differ", name, same[0])
			}
		}
		if (nameHash([]byte(same[0])) == 0) != (same[0] == "") {
			t.Errorf("the hash of %q is %d", same[0], nameHash([]byte(same[0])))
		}
	}
	for _, other := range [][2]string{{"ab", "a b"}, {"Acme", "Acme Corp"}, {"Ann", "Bob"}} {
		if nameHash([]byte(other[0])) == nameHash([]byte(other[1])) {
			t.Errorf("%q and %q are the same", other[0], other[1])
		}
	}
}

// A title has parts: first, last and last but one.
func TestTitleParts(t *testing.T) {
	for title, want := range map[string][3]string{
		"":                                   {},
		"Alpha":                              {"Alpha"},
		"Alpha - Beta":                       {"Alpha", "Beta"},
		"Alpha – Beta | Gamma":               {"Alpha", "Gamma", "Beta"},
		"Alpha: Beta » Gamma :: Delta":       {"Alpha", "Delta", "Gamma"},
		"Alpha - Alpha":                      {"Alpha"},
		"Alpha | Beta | Alpha":               {"Alpha", "", "Beta"},
		"Alpha-Beta":                         {"Alpha-Beta"},
		" - Alpha":                           {" - Alpha"},
		"Alpha - ":                           {"Alpha"},
		strings.Repeat("x - ", 200) + "Last": {"x", "Last"},
	} {
		var hashes [3]uint32
		for i, part := range want {
			hashes[i] = nameHash([]byte(part))
		}
		if got := partsOf([]byte(title)); got != hashes {
			t.Errorf("%q: got %v, want %v", title, got, hashes)
		}
	}
}

// blogs archives four blogs of 25 pages in folders of one host; all pages link to its front page. With named, each page gives
// the name of its blog.
func blogs(named bool) *archive {
	a := &archive{}
	a.page("http://h.test/", "<title>Blogs</title>", []string{"/b0/", "/b1/", "/b2/", "/b3/"})
	for b := range 4 {
		home := fmt.Sprintf("/b%d/", b)
		for i := range 25 {
			head, name := fmt.Sprintf("<title>Page %d</title>", i), ""
			if named {
				head += fmt.Sprintf(`<meta property="og:site_name" content="Blog of %c">`, 'p'+b)
			}
			if i > 0 {
				name = fmt.Sprint(i)
			}
			a.page("http://h.test"+home+name, head, []string{"/", home, fmt.Sprint(home, (i+1)%25+1)})
		}
	}
	return a
}

// Blogs in folders of one host are sites if their pages give names; otherwise weft says that it does not know.
func TestBlogsOfOneHost(t *testing.T) {
	for _, named := range []bool{false, true} {
		c := blogs(named).imported(t)
		u, ok, err := c.Find("http://h.test/b2/")
		if err != nil || !ok {
			t.Fatal(ok, err)
		}
		s, err := find(t, c, Request{Pages: []graph.Node{u}, Cluster: Evidence})
		if err != nil {
			t.Fatal(err)
		}
		want, words := 101, "unknown: folders in it may belong to several owners"
		if named {
			want, words = 25, "no pages of other sites are expected; other sites share its domains, name or links, so it may be part of a larger site"
		}
		if got := s.Said.words(); s.Pages != want || got != words || (s.Said.Apart == 4) != named {
			t.Errorf("named %v: %d pages, %d told apart: %s", named, s.Pages, s.Said.Apart, got)
		}
	}
}
