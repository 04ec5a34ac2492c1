package sites_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"weft/algo/sites"
	"weft/graph"
)

// A town has hosts, each a few pages in a ring.
type town struct {
	web
	first map[string]graph.Node
}

// host adds n pages.
func (o *town) host(name string, n int) *town {
	if o.first == nil {
		o.first = map[string]graph.Node{}
	}
	f := graph.Node(len(o.urls)) //nolint:gosec // small
	o.first[name] = f
	for i := range graph.Node(n) {
		o.urls, o.truth = append(o.urls, fmt.Sprintf("http://%s/p%03d.html", name, i)), append(o.truth, name)
		if n > 1 {
			o.link(f+i, f+(i+1)%graph.Node(n)) //nolint:gosec // small
		}
	}
	return o
}

func (o *town) link(u, v graph.Node) { o.arcs = append(o.arcs, graph.Arc{From: u, To: v}) }

// to links n pages of a host, from one on, with as many pages of another.
func (o *town) to(a, b string, from, n int) *town {
	for i := range graph.Node(n) { //nolint:gosec // small
		o.link(o.first[a]+graph.Node(from)+i, o.first[b]+graph.Node(from)+i) //nolint:gosec // small
	}
	return o
}

// both links pages of two hosts with each other.
func (o *town) both(a, b string, from, n int) *town { return o.to(a, b, from, n).to(b, a, from, n) }

// joined returns the hosts whose site is that of another, as text, and the reason.
func (o *town) joined(t *testing.T) string {
	t.Helper()
	r := o.divide(t, 1)
	check(t, len(o.truth), r)
	text := ""
	for _, s := range r.Steps {
		if s.Unit == s.Into {
			continue
		}
		name := func(k uint32) string {
			for u, unit := range r.Unit {
				if unit == k {
					return o.truth[u]
				}
			}
			return "?"
		}
		text += fmt.Sprintf("%s into %s: %s; ", name(s.Unit), name(s.Into), map[sites.Why]string{sites.Crumb: "crumb", sites.Home: "home", sites.Tied: "tied", sites.Copy: "copy", sites.OnHost: "on host"}[s.Why])
	}
	return text
}

// A unit of fewer than ten pages joins the unit that it exchanges four fifths of its links with, in both directions.
func TestCrumbs(t *testing.T) {
	for name, c := range map[string]struct {
		o    *town
		want string
	}{
		"all of them":           {new(town).host("a.test", 40).host("c.test", 4).both("c.test", "a.test", 0, 2), "c.test into a.test: crumb; "},
		"of nine pages":         {new(town).host("a.test", 40).host("c.test", 9).both("c.test", "a.test", 0, 1), "c.test into a.test: crumb; "},
		"of ten pages":          {new(town).host("a.test", 40).host("c.test", 10).both("c.test", "a.test", 0, 1), ""},
		"only out":              {new(town).host("a.test", 40).host("c.test", 4).to("c.test", "a.test", 0, 4), ""},
		"only in":               {new(town).host("a.test", 40).host("c.test", 4).to("a.test", "c.test", 0, 4), ""},
		"four fifths":           {new(town).host("a.test", 40).host("b.test", 40).host("c.test", 9).both("c.test", "a.test", 0, 2).to("c.test", "b.test", 8, 1), "c.test into a.test: crumb; "},
		"less than four fifths": {new(town).host("a.test", 40).host("b.test", 40).host("c.test", 9).both("c.test", "a.test", 0, 2).to("c.test", "b.test", 7, 2), "c.test into a.test: tied; "},
		"in counts, too":        {new(town).host("a.test", 40).host("b.test", 40).host("c.test", 9).both("c.test", "a.test", 0, 2).to("b.test", "c.test", 7, 2), "c.test into a.test: tied; "},
		"a chain":               {new(town).host("a.test", 40).host("b.test", 5).host("c.test", 1).both("b.test", "a.test", 0, 5).both("c.test", "b.test", 0, 1), "b.test into a.test: crumb; c.test into b.test: crumb; "},
		"each other":            {new(town).host("a.test", 5).host("b.test", 5).both("a.test", "b.test", 0, 3), "a.test into b.test: crumb; "},
	} {
		if got := c.o.joined(t); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

// Hosts of ten pages or more are tied by links in both directions. Links within a registered domain count twice.
func TestTies(t *testing.T) {
	for name, c := range map[string]struct {
		o    *town
		want string
	}{
		"strongly":                 {new(town).host("a.test", 40).host("c.test", 12).both("c.test", "a.test", 0, 8), "c.test into a.test: tied; "},
		"weakly":                   {new(town).host("a.test", 40).host("c.test", 40).both("c.test", "a.test", 0, 3), ""},
		"one way":                  {new(town).host("a.test", 40).host("c.test", 12).to("c.test", "a.test", 0, 12), ""},
		"alike, each the best":     {new(town).host("a.test", 20).host("c.test", 20).both("c.test", "a.test", 0, 12), "a.test into c.test: tied; "},
		"a little, of one domain":  {new(town).host("a.d.test", 40).host("b.d.test", 40).both("a.d.test", "b.d.test", 0, 5), "a.d.test into b.d.test: tied; "},
		"a little, of two domains": {new(town).host("a.test", 40).host("b.test", 40).both("a.test", "b.test", 0, 5), ""},
		"the stronger of two":      {new(town).host("a.test", 60).host("b.test", 60).host("c.test", 20).both("c.test", "a.test", 0, 5).both("c.test", "b.test", 5, 10), "c.test into b.test: tied; "},
		"as strongly: the first":   {new(town).host("a.test", 60).host("b.test", 60).host("c.test", 20).both("c.test", "a.test", 0, 8).both("c.test", "b.test", 8, 8), "c.test into a.test: tied; "},
		"in two rounds":            {new(town).host("a.test", 80).host("b.test", 30).host("c.test", 12).both("c.test", "b.test", 0, 10).both("b.test", "a.test", 10, 18), "c.test into b.test: tied; b.test into a.test: tied; "},
		"only with what it joined": {new(town).host("a.test", 20).host("b.test", 21).host("c.test", 60).both("a.test", "b.test", 0, 10).both("b.test", "c.test", 0, 18), "b.test into c.test: tied; a.test into c.test: tied; "},
	} {
		if got := c.o.joined(t); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

// A tie says how many decisions there are in either direction, and how strong it is.
func TestTieSays(t *testing.T) {
	o := new(town).host("a.test", 40).host("c.test", 16).to("c.test", "a.test", 0, 12).to("a.test", "c.test", 0, 9)
	r := o.divide(t, 1)
	s := r.Steps[len(r.Steps)-1]
	// m = 9: (9 − 1.5)/16 · (1 + 4 · 12/16 · 1); 9 links are returned, more than a fifth of the pages.
	if want := 7.5 / 16 * 4; s.Why != sites.Tied || s.Out != 12 || s.In != 9 || s.Score != want || s.Pages != 16 || s.Page != 40 {
		t.Errorf("got %+v, want score %v", s, want)
	}
	if len(r.Sites) != 1 || r.Sites[0] != (sites.Site{Pages: 56, Alone: true, Units: 2}) {
		t.Errorf("got %+v", r.Sites)
	}
}

// Links that are not returned weaken a tie.
func TestFewReturned(t *testing.T) {
	o := new(town).host("a.test", 40).host("c.test", 16).to("c.test", "a.test", 0, 12).to("a.test", "c.test", 10, 2)
	for i := range graph.Node(7) {
		o.link(o.first["a.test"]+20+i, o.first["c.test"]+i)
	}
	r := o.divide(t, 1)
	// As above, with 2 returned links of the 3.2 that would count in full.
	if s, want := r.Steps[len(r.Steps)-1], 7.5/16*4*2/3.2; s.Why != sites.Tied || s.Out != 12 || s.In != 9 || math.Abs(s.Score-want) > 1e-12 {
		t.Errorf("got %+v, want score %v", s, want)
	}
}

// A site is linked where a part of it was found by links alone, whichever part joined the other.
func TestLinked(t *testing.T) {
	for name, c := range map[string]struct {
		o    *town
		want []bool
	}{
		"a host joins a group": {groups(30, 25).host("c.test", 4).both("c.test", "30", 0, 2), []bool{true, true}},
		"a group joins a host": {groups(30, 25).host("c.test", 60).both("30", "c.test", 0, 25), []bool{true, true}},
		"neither":              {groups(30, 25).host("c.test", 60), []bool{false, true, true}},
	} {
		var got []bool
		for _, s := range c.o.divide(t, 1).Sites {
			got = append(got, s.Linked)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", name, got, c.want)
		}
	}
}

// Sites are alone where no other of ten pages or more has pages on their registered domains.
func TestAlone(t *testing.T) {
	for name, c := range map[string]struct {
		o    *town
		want []sites.Site
	}{
		"two domains":           {new(town).host("a.test", 30).host("b.test", 20), []sites.Site{{Pages: 30, Alone: true, Units: 1}, {Pages: 20, Alone: true, Units: 1}}},
		"one domain":            {new(town).host("a.d.test", 30).host("b.d.test", 20), []sites.Site{{Pages: 30, Units: 1}, {Pages: 20, Units: 1}}},
		"a small one beside it": {new(town).host("a.d.test", 30).host("b.d.test", 9), []sites.Site{{Pages: 30, Alone: true, Units: 1}, {Pages: 9, Alone: true, Units: 1}}},
		"one of ten beside it":  {new(town).host("a.d.test", 30).host("b.d.test", 10), []sites.Site{{Pages: 30, Units: 1}, {Pages: 10, Units: 1}}},
		"two, and a small one":  {new(town).host("a.d.test", 30).host("b.d.test", 20).host("c.d.test", 5), []sites.Site{{Pages: 30, Units: 1}, {Pages: 20, Units: 1}, {Pages: 5, Units: 1}}},
		"hosts of one site":     {new(town).host("a.d.test", 30).host("b.d.test", 20).both("a.d.test", "b.d.test", 0, 15), []sites.Site{{Pages: 50, Alone: true, Units: 2}}},
		"no URLs":               {&town{web: web{truth: make([]string, 20)}}, nil},
	} {
		r := c.o.divide(t, 1)
		if c.want == nil {
			for _, s := range r.Sites {
				if s.Alone || !s.Linked {
					t.Errorf("%s: %+v", name, s)
				}
			}
		} else if fmt.Sprint(r.Sites) != fmt.Sprint(c.want) {
			t.Errorf("%s: got %+v, want %+v", name, r.Sites, c.want)
		}
	}
}
