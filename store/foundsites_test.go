package store_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"weft/graph"
	"weft/internal/drawn"
	"weft/internal/mem"
	"weft/store"
)

// Sites that were found are divided, counted and called like a list of them, are refused like one where the budget is
// too short, and have its checksum, which knows pages by their sites and not by what these are called.
func TestFoundSites(t *testing.T) {
	rng := drawn.Rand(t)
	var links strings.Builder
	for i := range 12_000 {
		fmt.Fprintf(&links, "http://h%d.example/p%05d\thttp://h%d.example/p%05d\n", i%7, i, (i+1)%7, i+1)
	}
	c := importLinks(t, links.String(), rng.IntN(2) == 0)
	if _, err := c.FoundSites(1 << 30); !errors.Is(err, store.ErrNoSites) {
		t.Fatalf("before any were found: %v", err)
	}
	for _, most := range []int{1, 2, 50, c.NumPages()} {
		fronts, front := map[int]uint32{}, make([]uint32, c.NumPages())
		var list, renamed strings.Builder
		for u := range front {
			g := u
			if most < len(front) {
				g = rng.IntN(most)
			}
			if _, ok := fronts[g]; !ok {
				fronts[g] = uint32(u)
			}
			front[u] = fronts[g]
			fmt.Fprintf(&list, "%d\t%s\n", u, c.Label(graph.Node(front[u])))
			fmt.Fprintf(&renamed, "%d\tsite %d\n", u, most-g)
		}
		results, err := c.Results("")
		if err == nil {
			err = store.SaveVector(results, store.Result{Name: store.SitesResult, Kinds: "link", Params: map[string]any{"leak": 0.25, "least": 7}}, front)
		}
		if err != nil {
			t.Fatal(err)
		}
		found, err := c.FoundSites(1 << 30)
		if err != nil {
			t.Fatal(err)
		}
		listed, err := c.ReadSites(strings.NewReader(list.String()), 1<<30)
		if err != nil {
			t.Fatal(err)
		}
		sameSites(t, found, listed, c.NumPages())
		want := store.SitesUsed{From: store.Found, Sites: len(fronts), ID: listed.Used.ID, Method: "closed", Leak: 0.25, Least: 7, Kinds: "link"}
		if found.Used != want {
			t.Errorf("%d sites: used %+v, want %+v", most, found.Used, want)
		}
		other, err := c.ReadSites(strings.NewReader(renamed.String()), 1<<30)
		if err != nil {
			t.Fatal(err)
		}
		if other.Used.ID != found.Used.ID {
			t.Errorf("%d sites under other names: %s, want %s", most, other.Used.ID, found.Used.ID)
		}
		if most == 1 {
			continue
		}
		// One page in another site is another division.
		u := 1 + rng.IntN(c.NumPages()-1)
		moved, err := c.ReadSites(strings.NewReader(strings.Replace(renamed.String(), fmt.Sprintf("\n%d\t", u), fmt.Sprintf("\n%d\tof its own\n#", u), 1)), 1<<30)
		if err != nil {
			t.Fatal(err)
		}
		if moved.Used.ID == found.Used.ID && listed.Size(listed.Of(graph.Node(u))) > 1 {
			t.Errorf("page %d is of another site: still %s", u, found.Used.ID)
		}
	}
	var short *mem.ShortError
	if _, err := c.FoundSites(mem.Base + 1<<20); !errors.As(err, &short) {
		t.Errorf("a site for each of %d pages within a MiB: %v", c.NumPages(), err)
	}
	refusesFrontsOutside(t, c, rng.IntN(c.NumPages()))
}

// refusesFrontsOutside says that a page the crawl does not have stands for no site.
func refusesFrontsOutside(t *testing.T, c *store.Crawl, u int) {
	t.Helper()
	front := make([]uint32, c.NumPages())
	front[u] = uint32(c.NumPages())
	results, err := c.Results("")
	if err == nil {
		err = store.SaveVector(results, store.Result{Name: store.SitesResult, Kinds: "link"}, front)
	}
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("page %d stands for the site of page %d", c.NumPages(), u)
	if _, err := c.FoundSites(1 << 30); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %q", err, want)
	}
	if _, err := c.FoundFronts(); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %q", err, want)
	}
}

func sameSites(t *testing.T, a, b *store.Sites, pages int) {
	t.Helper()
	if a.Len() != b.Len() || a.Bytes() != b.Bytes() {
		t.Fatalf("%d sites in %d bytes, want %d in %d", a.Len(), a.Bytes(), b.Len(), b.Bytes())
	}
	for g := range a.Len() {
		x, _ := a.Name(g)
		y, _ := b.Name(g)
		if x != y || a.Size(g) != b.Size(g) {
			t.Fatalf("site %d is %s of %d pages, want %s of %d", g, x, a.Size(g), y, b.Size(g))
		}
	}
	for u := range pages {
		if a.Of(graph.Node(u)) != b.Of(graph.Node(u)) {
			t.Fatalf("page %d is of site %d, want %d", u, a.Of(graph.Node(u)), b.Of(graph.Node(u)))
		}
	}
}
