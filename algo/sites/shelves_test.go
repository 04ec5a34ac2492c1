package sites_test

import (
	"fmt"
	"slices"
	"testing"

	"weft/graph"
)

// A laid web has one host, whose folders are made one by one.
type laid struct {
	web
	of map[string][]graph.Node // pages of a folder
}

// folder adds n pages in a ring. With a home page, all link to the first of them, and it to all.
func (l *laid) folder(name string, n int, home bool) *laid {
	if l.of == nil {
		l.of = map[string][]graph.Node{}
	}
	first := graph.Node(len(l.urls)) //nolint:gosec // small
	for i := range graph.Node(n) {
		u := first + i
		l.urls, l.truth, l.of[name] = append(l.urls, fmt.Sprintf("http://h.test/%sp%03d.html", name, i)), append(l.truth, name), append(l.of[name], u)
		l.link(u, first+(i+1)%graph.Node(n))
		if home && i > 0 {
			l.link(u, first)
			l.link(first, u)
		}
	}
	return l
}

func (l *laid) link(u, v graph.Node) { l.arcs = append(l.arcs, graph.Arc{From: u, To: v}) }

// bare adds n pages without links.
func (l *laid) bare(name string, n int) *laid {
	arcs := slices.Clone(l.arcs)
	l.folder(name, n, false).arcs = arcs
	return l
}

// joined links each page of some folder with a page of another, and back.
func (l *laid) joined(a, b string, pages int) *laid {
	for i := range pages {
		u, v := l.of[a][i%len(l.of[a])], l.of[b][i%len(l.of[b])]
		l.link(u, v)
		l.link(v, u)
	}
	return l
}

// parts are the folders of each site, in order.
func (l *laid) parts(t *testing.T) string {
	t.Helper()
	order := make([]int, len(l.urls)) // pages in the order of their names
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		if l.urls[a] < l.urls[b] {
			return -1
		}
		return 1
	})
	at := make([]graph.Node, len(order))
	sorted := web{}
	for i, u := range order {
		at[u] = graph.Node(i) //nolint:gosec // small
		sorted.urls, sorted.truth = append(sorted.urls, l.urls[u]), append(sorted.truth, l.truth[u])
	}
	for _, a := range l.arcs {
		sorted.arcs = append(sorted.arcs, graph.Arc{From: at[a.From], To: at[a.To]})
	}
	r := sorted.divide(t, 1)
	names := map[uint32][]string{}
	for u, site := range r.Of {
		if name := sorted.truth[u]; !slices.Contains(names[site], name) {
			names[site] = append(names[site], name)
		}
	}
	var all []string
	for _, of := range names {
		slices.Sort(of)
		all = append(all, fmt.Sprint(of))
	}
	slices.Sort(all)
	return fmt.Sprint(all)
}

// Folders of a host stand for themselves where their pages hold together, and most pages of the host are in such folders.
// What lies beside them on a shelf, a folder without pages of its own, is apart as well, unless it is tied to one of them
// or its name says only a version or a language.
func TestShelves(t *testing.T) {
	two := func() *laid { return new(laid).folder("a/", 20, true).folder("b/", 20, true) }
	for name, c := range map[string]struct {
		l    *laid
		want string
	}{
		"two":                     {two(), "[[a/] [b/]]"},
		"one, and as many own":    {new(laid).folder("a/", 20, true).folder("", 20, false), "[[] [a/]]"},
		"one, and enough own":     {new(laid).folder("a/", 20, true).folder("", 10, false), "[[] [a/]]"},
		"one, and few own":        {new(laid).folder("a/", 20, true).folder("", 9, false), "[[ a/]]"},
		"half are own pages":      {new(laid).folder("a/", 10, true).folder("b/", 10, true).folder("", 20, false), "[[] [a/] [b/]]"},
		"more than half are own":  {new(laid).folder("a/", 10, true).folder("b/", 10, true).folder("", 21, false), "[[ a/ b/]]"},
		"small folders":           {new(laid).folder("a/", 9, true).folder("b/", 9, true), "[[a/ b/]]"},
		"a third without a home":  {two().folder("c/", 15, false), "[[a/] [b/] [c/]]"},
		"a third tied to another": {two().folder("c/", 15, false).joined("a/", "c/", 15), "[[a/ b/ c/]]"},
		"a shelf in a folder":     {new(laid).folder("x/a/", 20, true).folder("x/b/", 20, true).folder("y/", 20, true), "[[x/a/] [x/b/] [y/]]"},
		"users":                   {new(laid).folder("~jo/", 12, false).folder("~al/", 12, false).folder("", 20, true), "[[] [~al/] [~jo/]]"},
		"bare":                    {two().bare("c/", 15), "[[a/] [b/] [c/]]"},
		"bare, a version":         {two().bare("2.0/", 15), "[[2.0/] [a/] [b/]]"},
		"bare, beside own pages":  {two().bare("c/", 15).folder("", 5, false), "[[ c/] [a/] [b/]]"},
		"bare, tied":              {two().bare("c/", 15).joined("a/", "c/", 3), "[[a/ b/ c/]]"},
		"bare, hardly tied":       {two().bare("c/", 15).joined("a/", "c/", 1), "[[a/] [b/] [c/]]"},
		"bare, one beside it":     {new(laid).folder("a/", 40, true).bare("c/", 15), "[[a/] [c/]]"},
	} {
		if got := c.l.parts(t); got != c.want {
			t.Errorf("%s: got %s, want %s", name, got, c.want)
		}
	}
}
