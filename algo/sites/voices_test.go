package sites_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"weft/algo/sites"
	"weft/graph"
	"weft/internal/shared"
)

// A platform is a host with folders of 60 pages, each a ring around a home page, and 10 pages of its own. With up, all pages
// link to the front page, which links to the homes.
func platform(folders int, up bool) *laid {
	l := (&laid{}).folder("", 10, true)
	for i := range folders {
		name := fmt.Sprintf("f%02d/", i)
		l.folder(name, 60, true)
		l.link(l.of[""][0], l.of[name][0])
		if up {
			l.up(name, 60)
		}
	}
	return l
}

// divideWith divides pages with voices.
func (l *laid) divideWith(t *testing.T, say func(folder string, page int) sites.Voice) *sites.Result {
	t.Helper()
	in := l.input(t)
	in.Voices = make([]sites.Voice, len(l.urls))
	for name, pages := range l.of {
		for i, u := range pages {
			in.Voices[u] = say(name, i)
		}
	}
	r, err := sites.Divide(t.Context(), in, graph.Work{})
	if err != nil {
		t.Fatal(err)
	}
	check(t, len(l.urls), r)
	return r
}

// hash makes a number of a name.
func hash(name string) uint32 {
	sum := uint32(1)
	for _, b := range []byte(name) {
		sum = sum*31 + uint32(b)
	}
	return sum
}

// Folders whose pages give names of their own are sites, though all of them link to the front page of the host. Where nothing
// decides, the host stays whole, in doubt. The name of the platform decides nothing: its tenants may give it, too.
func TestFoldersWithNames(t *testing.T) {
	for _, c := range []struct {
		name  string
		say   func(folder string, page int) sites.Voice
		sites int
		doubt bool // of the site of the front page
	}{
		{"nobody says anything", func(string, int) sites.Voice { return sites.Voice{} }, 1, true},
		{"each gives a name", func(f string, _ int) sites.Voice { return sites.Voice{Site: hash(f)} }, 9, false},
		{"three in four pages do", func(f string, i int) sites.Voice {
			if i%4 == 0 {
				return sites.Voice{}
			}
			return sites.Voice{Site: hash(f)}
		}, 9, false},
		{"all give one name", func(string, int) sites.Voice { return sites.Voice{Site: hash("all")} }, 1, true},
		{"titles end with a name", func(f string, i int) sites.Voice {
			return sites.Voice{Parts: [3]uint32{hash(fmt.Sprint(f, i)), hash("of " + f)}}
		}, 9, false},
		{"titles end with the name of all", func(f string, i int) sites.Voice {
			return sites.Voice{Parts: [3]uint32{hash(fmt.Sprint(f, i)), hash("all")}}
		}, 1, true},
		{"titles end with both", func(f string, i int) sites.Voice {
			return sites.Voice{Parts: [3]uint32{hash(fmt.Sprint(f, i)), hash("all"), hash("of " + f)}}
		}, 1, true},
		{"all give one name, and titles end with others", func(f string, i int) sites.Voice {
			return sites.Voice{Site: hash("all"), Parts: [3]uint32{hash(fmt.Sprint(f, i)), hash("of " + f)}}
		}, 1, true},
		{"each has a skin", func(f string, _ int) sites.Voice { return sites.Voice{Skin: uint64(hash(f) % 32749)} }, 9, false},
		{"all have one skin", func(string, int) sites.Voice { return sites.Voice{Skin: 77} }, 1, true},
		{"two give names, six do not", func(f string, _ int) sites.Voice {
			if f > "f05/" {
				return sites.Voice{Site: hash(f)}
			}
			return sites.Voice{Site: hash("all")}
		}, 1, true},
		{"five give names, three say nothing", func(f string, _ int) sites.Voice {
			switch {
			case f > "f02/":
				return sites.Voice{Site: hash(f)}
			case f == "":
				return sites.Voice{Site: hash("all")}
			}
			return sites.Voice{}
		}, 9, false},
	} {
		l := platform(8, true)
		r := l.divideWith(t, c.say)
		if front := r.Sites[r.Of[l.of[""][0]]]; len(r.Sites) != c.sites || front.Doubt != c.doubt {
			t.Errorf("%s: %d sites, want %d; in doubt: %v", c.name, len(r.Sites), c.sites, front.Doubt)
		}
		if f1, _ := l.score(r); c.sites == 9 && f1 < 1 {
			t.Errorf("%s: F1 %.3f", c.name, f1)
		}
	}
}

// Sections that a menu on all pages lists are no sites, whatever their titles say, and nothing is in doubt.
func TestSectionsWithMenu(t *testing.T) {
	l := platform(6, true)
	for name, pages := range l.of {
		for _, u := range pages {
			for other, homes := range l.of {
				if other != name {
					l.link(u, homes[0])
				}
			}
		}
	}
	r := l.divideWith(t, func(f string, i int) sites.Voice {
		return sites.Voice{Parts: [3]uint32{hash(fmt.Sprint(f, i)), hash("of " + f)}}
	})
	if len(r.Sites) != 1 || r.Sites[0].Doubt {
		t.Errorf("sites %+v", r.Sites)
	}
}

// Folders ~name are sites, also where they hold less than half of a host, and within other folders.
func TestUsersInMinority(t *testing.T) {
	l := (&laid{}).folder("", 200, true).folder("people/~ann/", 60, true).folder("~bob/", 50, true)
	r := l.divideWith(t, func(string, int) sites.Voice { return sites.Voice{} })
	if f1, _ := l.score(r); len(r.Sites) != 3 || f1 < 1 {
		t.Errorf("F1 %.3f of %+v", f1, r.Sites)
	}
}

// A site whose pages mostly link to another, which links back, may be a part of it; so may two sites of one name. A footer
// that is not returned says nothing.
func TestShared(t *testing.T) {
	for _, c := range []struct {
		name           string
		back, sameName bool
		want           bool
	}{{"a footer", false, false, false}, {"a footer that is returned", true, false, true}, {"one name", false, true, true}} {
		w := &web{}
		for s := range graph.Node(2) {
			for i := range graph.Node(40) {
				u := 40*s + i
				w.urls, w.truth = append(w.urls, fmt.Sprintf("http://h%d.test/p%d", s, i)), append(w.truth, fmt.Sprint(s))
				w.arcs = append(w.arcs, graph.Arc{From: u, To: 40*s + (i+1)%40}, graph.Arc{From: u, To: 40 * s})
				if s == 0 {
					w.arcs = append(w.arcs, graph.Arc{From: u, To: 40})
				}
			}
		}
		if c.back {
			w.arcs = append(w.arcs, graph.Arc{From: 45, To: 7})
		}
		in := w.input(t)
		in.Voices = make([]sites.Voice, 80)
		for u := range in.Voices {
			in.Voices[u].Site = hash(w.truth[u])
			if c.sameName {
				in.Voices[u].Site = 5
			}
		}
		r, err := sites.Divide(t.Context(), in, graph.Work{})
		if err != nil || len(r.Sites) != 2 {
			t.Fatalf("%s: %+v, %v", c.name, r.Sites, err)
		}
		if r.Sites[0].Shared != c.want || r.Sites[1].Shared != c.want {
			t.Errorf("%s: %+v", c.name, r.Sites)
		}
	}
}

// Lists of links of one host with many owners, and of one owner on many domains: see the README of cases-owners.
func TestCasesOfOwners(t *testing.T) {
	for _, c := range []struct {
		name   string
		sites  int // of 20 pages or more that are found
		silent bool
		f1     float64
	}{{"hosting-footer", 1, true, 0}, {"tilde-minority", 11, false, 1}, {"countries-8-whole", 4, false, 1}, {"countries-9-split", 12, false, 0.3}} {
		n, w := map[string]graph.Node{}, &web{}
		truth, err := os.ReadFile(shared.File(t, "cases-owners", c.name+".truth"))
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range lines(string(truth)) {
			url, who, _ := strings.Cut(line, "\t")
			n[url] = graph.Node(len(w.urls)) //nolint:gosec // small
			w.urls, w.truth = append(w.urls, url), append(w.truth, who)
		}
		for _, line := range lines(shared.Gunzip(t, "cases-owners", c.name+".tsv.gz")) {
			from, to, _ := strings.Cut(line, "\t")
			for _, url := range []string{from, to} {
				if _, ok := n[url]; !ok {
					n[url] = graph.Node(len(w.urls)) //nolint:gosec // small
					w.urls, w.truth = append(w.urls, url), append(w.truth, "unlisted")
				}
			}
			w.arcs = append(w.arcs, graph.Arc{From: n[from], To: n[to]})
		}
		r := w.divide(t, 0)
		found, said := map[uint32]bool{}, false
		for u, k := range r.Of {
			if x := r.Sites[k]; x.Pages >= 20 {
				found[k] = true
				said = said || !x.Doubt
				if c.name == "countries-9-split" && w.truth[u] == "acme" && x.Alone && !x.Shared {
					t.Errorf("%s: the site of %s seems whole", c.name, w.urls[u])
				}
			}
		}
		if f1, _ := w.score(r); len(found) != c.sites || said == c.silent || f1 < c.f1 {
			t.Errorf("%s: %d sites, F1 %.3f, something is said: %v", c.name, len(found), f1, said)
		}
	}
}
