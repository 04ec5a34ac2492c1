package fidelity

import (
	"cmp"
	"errors"
	"math/rand/v2"
	"slices"

	"weft/algo/distance"
	"weft/algo/hak"
	"weft/graph"
	"weft/internal/option"
	"weft/internal/splitmix"
	"weft/store"
)

// Ways to group pages.
const (
	ByHost   = "host"
	ByDomain = "domain"
	BySite   = "site"
)

// Groups lists the ways to group pages.
var Groups = []string{ByHost, ByDomain, BySite}

// groups are hosts, domains or sites, or stretches of pages in place of hosts where there are no names.
type groups interface {
	hak.Groups
	Name(g int) (string, error)
}

// stretches are pages in a row.
type stretches struct{ pages, each int }

// Len implements [hak.Groups].
func (s stretches) Len() int { return (s.pages + s.each - 1) / s.each }

// Of implements [hak.Groups].
func (s stretches) Of(u graph.Node) int { return int(u) / s.each }

// Name returns nothing: a stretch has no name.
func (s stretches) Name(int) (string, error) { return "", nil }

// mostStretches is into how many stretches pages without names are cut.
const mostStretches = 1000

func (o *Options) groupsOf(c *store.Crawl) (groups, error) {
	switch {
	case o.By == BySite && o.Sites == nil:
		return nil, errors.New("fidelity by site: no sites given")
	case o.By == BySite:
		return o.Sites, nil
	case o.By == ByDomain && !c.HasNames():
		return nil, option.Errorf("{by} %s: %w", o.By, store.ErrNoNames)
	case o.By == ByDomain:
		return c.Domains()
	case c.HasNames():
		return c.Hosts()
	}
	return stretchesOf(c), nil
}

// hasGroups says whether the groups are more than stretches of pages.
func (m *measuring) hasGroups() bool { return m.o.By != ByHost || m.c.HasNames() }

func stretchesOf(c *store.Crawl) stretches {
	n := c.NumPages()
	return stretches{n, max(1, (n+mostStretches-1)/mostStretches)}
}

// leastGroups is of how many groups the bootstrap says something, from how many draws on, and mostDraws how many groups
// it draws in all.
const (
	leastGroups  = 5
	leastSamples = 100
	mostDraws    = 1 << 28
)

// ofHostSamples draws hosts with replacement.
const ofHostSamples splitmix.Domain = 0x626f6f7473747261

// bootstrap draws groups with replacement, as many as there are, and takes the middle 95 % of γ and HAK of the
// draws. Pages of a host (a domain, a site) are alike, so drawing single pages would give too narrow intervals.
//
// γ belongs to the group of the linking page, impact to the group of the linked page. If few groups were crawled,
// stretches of pages are drawn instead. Links and impacts are then counted once more for these.
func (m *measuring) bootstrap() error {
	if m.o.Samples < leastSamples {
		return nil
	}
	links, impacts, drawn := m.links.Groups, m.impacts.Groups, "stretches"
	if m.hasGroups() {
		drawn = m.o.By + "s"
		if len(crawledGroups(links)) < leastGroups {
			drawn = "stretches"
			var err error
			if links, impacts, err = m.inStretches(); err != nil {
				return err
			}
		}
	}
	with := crawledGroups(links)
	samples := min(m.o.Samples, mostDraws/max(1, len(with)))
	if len(with) < leastGroups || samples < leastSamples {
		return nil
	}
	r := rand.New(ofHostSamples.PCG(m.o.Seed))
	gammas, haks := make([]float64, samples), make([]float64, samples)
	for i := range samples {
		if i%64 == 0 {
			if err := m.ctx.Err(); err != nil {
				return err
			}
			m.o.Tell("drawing "+drawn, int64(i), int64(samples))
		}
		gammas[i], haks[i] = draw(r, with, links, impacts)
	}
	m.r.GammaInterval, m.r.Interval = middle(gammas, m.r.Gamma), middle(haks, m.r.HAK)
	m.r.Draws, m.r.Drawn = samples, drawn
	return nil
}

// crawledGroups returns the groups with a crawled page.
func crawledGroups(groups []hak.Group) []int {
	var with []int
	for g := range groups {
		if groups[g].Crawled > 0 {
			with = append(with, g)
		}
	}
	return with
}

// inStretches counts links and impacts by stretches of pages.
func (m *measuring) inStretches() (links, impacts []hak.Group, err error) {
	s, w := stretchesOf(m.c), m.s.View.Work(m.o.Workers)
	l, err := hak.Scan(m.ctx, m.s.View.Out, m.s.Crawled, hak.ScanOptions{Zero: m.o.Zero, Groups: s, Degrees: m.links.Degrees, Work: w})
	if err != nil {
		return nil, nil, err
	}
	i, err := hak.GetImpacts(m.ctx, m.s.View.In, m.s.Crawled, hak.Ranked{Scores: m.scores, Degrees: m.links.Degrees}, hak.ImpactOptions{Groups: s, Work: w})
	if err != nil {
		return nil, nil, err
	}
	return l.Groups, i.Groups, nil
}

// draw draws groups once, and returns their γ and HAK.
func draw(r *rand.Rand, with []int, links, impacts []hak.Group) (gamma, value float64) {
	n, counted, sum, im, ghosts := 0, 0, 0.0, 0.0, 0
	for range with {
		g := with[r.IntN(len(with))]
		l := &links[g]
		n += l.Crawled
		counted += l.Counted
		sum += l.Gamma
		im += impacts[g].Im
		ghosts += impacts[g].Ghosts
	}
	gamma = 1
	if counted > 0 {
		gamma = sum / float64(counted)
	}
	e := hak.Of(n, ghosts, gamma, im/float64(max(1, n)))
	return gamma, e.HAK
}

// middle returns the value with the middle 95 % of the draws.
func middle(draws []float64, value float64) *distance.Estimate {
	slices.Sort(draws)
	at := func(q float64) float64 { return draws[int(q*float64(len(draws)-1)+0.5)] }
	return &distance.Estimate{Value: value, Low: at(0.025), High: at(0.975)}
}

// hosts lists the hosts, domains or sites whose completion would raise γ most.
func (m *measuring) hosts() error {
	if !m.hasGroups() {
		return nil
	}
	var order []int
	for g := range m.impacts.Groups {
		if m.impacts.Groups[g].Want > 0 {
			order = append(order, g)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(m.impacts.Groups[b].Want, m.impacts.Groups[a].Want) })
	for _, g := range order[:min(m.o.List, len(order))] {
		name, err := m.groups.Name(g)
		if err != nil {
			return err
		}
		l, x := &m.links.Groups[g], &m.impacts.Groups[g]
		h := Host{Host: name, Crawled: l.Crawled, Ghosts: x.Ghosts, Gain: m.gain(x.Want), Flow: x.Flow, Seed: m.c.Label(x.Best)}
		if l.Counted > 0 {
			h.Gamma = l.Gamma / float64(l.Counted)
		}
		m.r.Hosts = append(m.r.Hosts, h)
	}
	return nil
}
