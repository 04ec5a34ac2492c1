package sites_test

import (
	"fmt"
	"slices"
	"strings"
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

// chain adds n pages, each of which links to the next.
func (l *laid) chain(name string, n int) *laid {
	l.bare(name, n)
	for i := range n - 1 {
		l.link(l.of[name][i], l.of[name][i+1])
	}
	return l
}

// up links n pages of a folder to a page directly in the host.
func (l *laid) up(name string, n int) *laid {
	for i := range n {
		l.link(l.of[name][i], l.of[""][0])
	}
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

// second puts another host before the host.
func (l *laid) second() *laid {
	first := len(l.urls)
	l.folder(beside, 50, true)
	for i := range l.urls[first:] {
		l.urls[first+i] = strings.Replace(l.urls[first+i], "//h.", "//a.", 1)
	}
	return l
}

// beside is the name of that host's pages.
const beside = "beside/"

// parts are the folders of each site, in order, without those of a host beside it.
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
		if name := sorted.truth[u]; name != beside && !slices.Contains(names[site], name) {
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
		"two bare":                {two().bare("c/", 15).bare("d/", 14), "[[a/] [b/] [c/] [d/]]"},
		"bare, a version":         {two().bare("2.0/", 15), "[[2.0/] [a/] [b/]]"},
		"bare, beside own pages":  {two().bare("c/", 15).folder("", 5, false), "[[ c/] [a/] [b/]]"},
		"bare, tied":              {two().bare("c/", 15).joined("a/", "c/", 3), "[[a/ b/ c/]]"},
		"bare, hardly tied":       {two().bare("c/", 15).joined("a/", "c/", 1), "[[a/] [b/] [c/]]"},
		"bare, one beside it":     {new(laid).folder("a/", 40, true).bare("c/", 15), "[[a/] [c/]]"},
		"three on a shelf":        {new(laid).folder("x/a/", 20, true).folder("x/b/", 20, true).folder("x/c/", 20, true).folder("y/", 20, true), "[[x/a/] [x/b/] [x/c/] [y/]]"},
		"as large, tied":          {two().joined("a/", "b/", 3), "[[a/ b/]]"},
		"as large, hardly tied":   {two().joined("a/", "b/", 1), "[[a/] [b/]]"},
		"a chain, and own pages":  {two().chain("c/", 15).folder("", 5, false), "[[ c/] [a/] [b/]]"},
		"links up":                {two().folder("c/", 20, true).folder("", 15, false).up("c/", 4), "[[ c/] [a/] [b/]]"},
		"few links up":            {two().folder("c/", 20, true).folder("", 15, false).up("c/", 3), "[[] [a/] [b/] [c/]]"},
		"within one folder":       {new(laid).folder("x/y/a/", 20, true).folder("x/y/b/", 20, true), "[[x/y/a/] [x/y/b/]]"},
		"within that of a user":   {new(laid).folder("~u/y/a/", 20, true).folder("~u/y/b/", 20, true), "[[~u/y/a/ ~u/y/b/]]"},
	} {
		if got := c.l.parts(t); got != c.want {
			t.Errorf("%s: got %s, want %s", name, got, c.want)
		}
		if got := c.l.second().parts(t); got != c.want {
			t.Errorf("%s, as second host: got %s, want %s", name, got, c.want)
		}
	}
}

// Each unit says what it is: a host, a folder, the folder of a user, the rest of a host, or a group of pages that link to
// each other.
func TestUnitsSayWhy(t *testing.T) {
	for name, c := range map[string]struct {
		w    *web
		want string
	}{
		"a host":             {&new(laid).folder("a/", 30, true).web, "a/: all pages of a host; "},
		"folders":            {&new(laid).folder("a/", 20, true).folder("b/", 20, true).folder("", 10, false).web, "a/: a folder that stands for itself; b/: a folder that stands for itself; : the rest of a host; "},
		"users":              {&new(laid).folder("~al/", 12, false).folder("~jo/", 3, false).web, "~al/: a folder of a user; ~jo/: a folder of a user; "},
		"folders in folders": {&new(laid).folder("x/a/", 20, true).folder("x/b/", 20, true).folder("y/", 20, true).web, "x/a/: a folder that stands for itself; x/b/: a folder that stands for itself; y/: a folder that stands for itself; "},
		"a whole folder":     {&new(laid).folder("x/a/", 20, true).folder("x/b/", 20, true).folder("y/", 20, true).joined("x/a/", "x/b/", 9).web, "x/a/: a folder that stands for itself; y/: a folder that stands for itself; "},
		"groups":             {&groups(30, 20).web, "30: pages that link to each other; 20: pages that link to each other; "},
	} {
		got := ""
		for _, s := range c.w.divide(t, 1).Steps {
			if s.Unit == s.Into && s.Pages > 0 {
				got += fmt.Sprintf("%s: %v; ", c.w.truth[s.Page], s.Why)
			}
		}
		if name == "groups" { // after the unit of the whole host
			_, got, _ = strings.Cut(got, "; ")
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}
