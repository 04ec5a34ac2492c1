package sites_test

import (
	"fmt"
	"testing"

	"weft/graph"
)

// groups makes a host whose URLs say nothing, with cliques of pages, each named by its number of pages.
func groups(sizes ...int) *town {
	o := &town{first: map[string]graph.Node{}}
	for _, n := range sizes {
		first := graph.Node(len(o.urls)) //nolint:gosec // small
		name := fmt.Sprint(n)
		o.first[name] = first
		for i := range graph.Node(n) { //nolint:gosec // small
			o.urls, o.truth = append(o.urls, fmt.Sprintf("http://h.test/%05d", first+i)), append(o.truth, name)
			for j := range graph.Node(n) { //nolint:gosec // small
				if i != j {
					o.link(first+i, first+j)
				}
			}
		}
	}
	return o
}

// menu links n pages of a group to the first page of another, which links back to the first of them if back.
func (o *town) menu(a, b string, n int, back bool) *town {
	for i := range graph.Node(n) { //nolint:gosec // small
		o.link(o.first[a]+i, o.first[b])
	}
	if back {
		o.link(o.first[b], o.first[a])
	}
	return o
}

// On a host whose URLs say nothing, groups of pages join by size, by what they link to, and by home pages.
func TestGroupsOfAHost(t *testing.T) {
	for name, c := range map[string]struct {
		o    *town
		want string
	}{
		"apart":                       {groups(30, 20, 15), ""},
		"a small one":                 {groups(30, 20, 5), "5 into 30: on host; "},
		"a small one, of nine":        {groups(30, 20, 9), "9 into 30: on host; "},
		"one of ten":                  {groups(30, 20, 10), ""},
		"the largest is not first":    {groups(20, 30, 5), "5 into 30: on host; "},
		"a small one, with links":     {groups(30, 20, 5).to("5", "20", 0, 1), "5 into 20: on host; "},
		"most links":                  {groups(30, 20, 5).to("5", "30", 0, 1).to("5", "20", 1, 2), "5 into 20: on host; "},
		"links to it count":           {groups(30, 20, 5).to("5", "30", 0, 1).to("20", "5", 1, 2), "5 into 20: on host; "},
		"as many links: the first":    {groups(20, 30, 5).to("5", "30", 0, 1).to("20", "5", 1, 1), "5 into 20: on host; "},
		"most links, of the second":   {groups(20, 30, 5).to("5", "30", 0, 2).to("5", "20", 2, 1), "5 into 30: on host; "},
		"beside a larger host":        {groups(30, 20, 5).host("a.test", 70), "5 into 30: on host; "},
		"with links to another host":  {groups(30, 20, 5).host("a.test", 70).to("5", "a.test", 0, 1), "5 into 30: on host; "},
		"a page without links":        {groups(30, 20, 1), "1 into 30: on host; "},
		"two small ones":              {groups(50, 4, 5), "4 into 50: on host; 5 into 50: on host; "},
		"not into a smaller one":      {groups(50, 4, 5).to("5", "4", 0, 1), "4 into 5: on host; 5 into 50: on host; "},
		"a home page":                 {groups(30, 20).menu("20", "30", 20, true), "20 into 30: home; "},
		"for two fifths of its pages": {groups(30, 20).menu("20", "30", 8, true), "20 into 30: home; "},
		"for fewer":                   {groups(30, 20).menu("20", "30", 7, true), ""},
		"that does not link back":     {groups(30, 20).menu("20", "30", 20, false), ""},
		"of a smaller group":          {groups(30, 20).menu("30", "20", 30, true), "30 into 20: home; "},
		"of each other":               {groups(30, 20).menu("20", "30", 20, true).menu("30", "20", 30, true), "20 into 30: home; "},
		"of two groups: footers":      {groups(30, 20, 15).menu("15", "30", 15, true).menu("15", "20", 15, true), ""},
		"one of another host":         {groups(30, 20).host("a.test", 70).menu("20", "a.test", 20, true), ""},
		"also of another host":        {groups(30, 20).host("a.test", 70).menu("20", "30", 20, true).menu("20", "a.test", 20, true), ""},
		"a host without links back":   {groups(30, 20).host("a.test", 70).menu("20", "30", 20, true).menu("20", "a.test", 20, false), "20 into 30: home; "},
		"of a chain":                  {groups(40, 30, 20).menu("20", "30", 20, true).menu("30", "40", 30, true), "30 into 40: home; 20 into 30: home; "},
	} {
		if got := c.o.joined(t); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

// Groups of one host that have as many pages and links are copies; groups with other links, or of other hosts, are not.
func TestCopies(t *testing.T) {
	for name, c := range map[string]struct {
		o    *town
		want int
	}{
		"alike":          {groups(20, 20, 20), 1},
		"of ten":         {groups(40, 10, 10), 2},
		"of other sizes": {groups(20, 21, 22), 3},
	} {
		if r := c.o.divide(t, 1); len(r.Sites) != c.want {
			t.Errorf("%s: %d sites, want %d", name, len(r.Sites), c.want)
		}
	}
	o := groups(20, 20, 22)
	o.link(0, 45) // a link that leaves the group is not one of its links
	if r := o.divide(t, 1); len(r.Sites) != 2 {
		t.Errorf("with a link outside: %d sites, want 2", len(r.Sites))
	}
	o = groups(20, 20, 22)
	o.arcs = o.arcs[1:] // one link fewer
	if r := o.divide(t, 1); len(r.Sites) != 3 {
		t.Errorf("with a link fewer: %d sites, want 3", len(r.Sites))
	}
}
