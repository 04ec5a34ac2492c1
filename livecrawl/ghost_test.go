package livecrawl_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"weft/graph"
	"weft/graph/page"
	"weft/livecrawl/folder"
	"weft/store"
)

// What a limit or a trap keeps a crawl from stays a ghost in the graph, and in the import of its archive; what
// robots.txt, nofollow, media types and the scope keep it from is excluded.
func TestGhostsAndExcluded(t *testing.T) {
	chain := func(form string, uri string, n int) string {
		i := numbersOf(uri, form, -1)[0]
		if i < 0 || i >= n {
			return ""
		}
		return ten(i) + link(form, below(n, i+1)...)
	}
	for name, c := range map[string]struct {
		set  func(c *folder.Config)
		page func(uri string) string // but for /
		home string
		rule string // in the archive; "" if it is in cut.tsv
		// pages are beginnings of URLs that were not fetched, and the states that they all have.
		pages map[string]page.State
	}{
		"depth": {
			set: func(c *folder.Config) { c.Scope.Depth = 3 }, home: link("/d/%d", 1), page: func(uri string) string { return chain("/d/%d", uri, 9) },
			rule: "weft-limited: scope: more than 3 hops\t", pages: map[string]page.State{"/d/4": page.Ghost},
		},
		"depth and exclude": {
			set:  func(c *folder.Config) { c.Scope.Depth, c.Scope.Exclude = 1, []string{"/no/"} },
			home: link("/no/%d", 1) + link("/d/%d", 1), page: func(string) string {
				return link("/no/%d", 2) + link("/d/%d", 2) + "<a href=http://elsewhere.test/x>x</a>"
			},
			rule: "weft-excluded: regex", pages: map[string]page.State{"/no/1": page.Excluded, "/no/2": page.Excluded, "/d/2": page.Ghost, "http://elsewhere.test/": page.Excluded},
		},
		"pages of a host": {
			set: func(c *folder.Config) { c.Scope.HostPages = 5 }, home: link("/d/%d", 1, 2, 3, 4, 5, 6, 7, 8), page: func(string) string { return "fine" },
			rule: "weft-limited: limit: more than 5 pages of a host\t", pages: map[string]page.State{"/d/5": page.Ghost, "/d/8": page.Ghost},
		},
		"bytes of a host": {
			set: func(c *folder.Config) { c.Scope.HostBytes, c.Window = 300, 1 }, home: link("/d/%d", 1, 2, 3, 4, 5, 6, 7, 8), page: func(string) string { return strings.Repeat("fine ", 40) },
			rule: "weft-limited: limit: more than 300 bytes of a host\t", pages: map[string]page.State{"/d/7": page.Ghost, "/d/8": page.Ghost},
		},
		"redirects in a row": {
			home: link("/r/%d", 0), page: func(uri string) string {
				return fmt.Sprintf("<meta http-equiv=refresh content='0;url=/r/%d'>", numbersOf(uri, "/r/%d", 0)[0]+1)
			},
			rule: "weft-limited: trap: redirects in a row\t", pages: map[string]page.State{"/r/20": page.Ghost},
		},
		"trap": {
			home: link("/i/%d", 0), page: func(uri string) string { return around + link("/i/%d", numbersOf(uri, "/i/%d", 0)[0]+1) },
			pages: map[string]page.State{"/i/10": page.Ghost},
		},
		"robots.txt, nofollow, media types": {
			set:  func(c *folder.Config) { c.Scope.Types = []string{"text/html"} },
			home: "<a href=/private/1>p</a><a href=/n rel=nofollow>n</a><a href=/json>j</a>", page: func(uri string) string {
				return map[string]string{"/robots.txt": "User-agent: *\nDisallow: /private\n", "/json": "{}"}[uri]
			},
			rule: "weft-excluded: nofollow\t", pages: map[string]page.State{"/private/1": page.Excluded, "/n": page.Excluded, "/json": page.Excluded},
		},
		"nofollow, and followed elsewhere": {
			home: "<a href=/n rel=nofollow>n</a><a href=/m>m</a>", page: func(string) string { return "<a href=/n>n</a>" },
			rule: "weft-excluded: nofollow\t", pages: map[string]page.State{"/n": page.Fetched},
		},
		"too deep, and near elsewhere": {
			set: func(c *folder.Config) { c.Scope.Depth, c.Strategy, c.Window = 2, "dfs", 1 }, home: link("/far/%d", 1) + link("/near/%d", 1), page: func(uri string) string {
				return map[string]string{"/near/1": link("/page/%d", 1), "/far/1": link("/far/%d", 2), "/far/2": link("/page/%d", 1)}[uri] + "fine"
			},
			rule: "weft-limited: scope: more than 2 hops\t", pages: map[string]page.State{"/page/1": page.Fetched},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, func(uri string) string {
				if uri == "/" {
					return "home " + c.home
				}
				if strings.HasPrefix(c.home, "<a href=/private") || uri != "/robots.txt" {
					return c.page(uri)
				}
				return ""
			})
			conf := config(s.URL + "/")
			if c.set != nil {
				c.set(&conf)
			}
			dir := filepath.Join(t.TempDir(), "c")
			r := crawl(t, conf, options(dir))
			sameImport(t, dir)
			checkArchive(t, dir)
			if text := wholeArchive(t, dir); c.rule != "" && !strings.Contains(text, c.rule) {
				t.Errorf("the archive does not say %q", c.rule)
			}
			g, err := store.Open(snapshot(t, dir))
			if err != nil {
				t.Fatal(err)
			}
			defer g.Close()
			for url, want := range c.pages {
				if strings.HasPrefix(url, "/") {
					url = s.URL + url
				}
				found := false
				for u := range g.Manifest.Counts.Pages {
					if label := g.Label(graph.Node(u)); strings.HasPrefix(label, url) {
						if got := g.State(graph.Node(u)); got == want {
							found = true
						} else if got != page.Fetched || want == page.Excluded {
							t.Errorf("%s is %v, want %v; %+v", label, got, want, r.Counts)
						}
					}
				}
				if !found {
					t.Errorf("no page %s is %v", url, want)
				}
			}
			n := g.Manifest.Counts
			if uint64(n.Ghosts) != r.Cut+r.TooDeep || uint64(n.Excluded) != r.Excluded+r.LeftOut-r.TooDeep {
				t.Errorf("the graph has %d ghosts and %d excluded pages; the crawl has %+v", n.Ghosts, n.Excluded, r.Counts)
			}
		})
	}
}
