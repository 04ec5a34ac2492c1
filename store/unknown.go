package store

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"weft/graph"
	"weft/graph/page"
	"weft/graph/view"
	"weft/internal/digits"
	"weft/internal/option"
)

// ErrUnknown is the error of a crawl that does not say which of its pages were fetched.
var ErrUnknown = errors.New("it is unknown which pages were fetched")

// Unknown returns how many pages are in no state that is known, and were not assumed to be in one.
func (c *Crawl) Unknown() int {
	switch {
	case c.assumed != nil:
		return 0
	case c.Manifest == nil:
		return c.NumPages()
	}
	return c.Manifest.Counts.Unknown
}

// CheckKnown returns an [ErrUnknown] that names what cannot be said, unless all states are known.
func (c *Crawl) CheckKnown(what error) error {
	n := c.Unknown()
	if n == 0 {
		return nil
	}
	return fmt.Errorf("%s: %w: nothing is known of %s of %s, as a list of links does not tell: %w", c.Path, ErrUnknown, digits.Grouped(n), digits.Plural(c.NumPages(), "page"), what)
}

// Assume takes the unknown pages for which fetched holds for fetched, and the others for ghosts, until the crawl is closed. A
// ghost has no arcs: it is an error if a page that is taken for one has some.
func (c *Crawl) Assume(fetched func(u graph.Node) bool) error {
	bits := view.NewBits(c.NumPages())
	linking, first := 0, graph.Node(0)
	cur := c.graph.Scan(graph.Everything(c.graph))
	for u, succ := range graph.Lists(cur) {
		switch {
		case c.State(u) != page.Unknown:
		case fetched(u):
			bits.Add(int(u))
		case len(succ) > 0:
			if linking++; linking == 1 {
				first = u
			}
		}
	}
	if err := cur.Err(); err != nil {
		return err
	}
	if linking > 0 {
		return option.Errorf("%s %s not named as fetched, with links (the first is %s): import the list again with {fetched}, which leaves these out", digits.Plural(linking, "page"), digits.Verb(linking, "is", "are"), c.Label(first))
	}
	c.assumed = &bits
	return nil
}

// toldFormats are the formats of inputs that tell the states of pages.
var toldFormats = []string{"archive", "wacz", "html", "cdx", "crawl"}

// isToldLate reports whether a manifest of the first format calls pages fetched although their state is unknown.
// These are all pages of a list or a graph imported without --fetched, or of a model without states. Lists inside
// a crawl with other states cannot be distinguished.
func (m *Manifest) isToldLate() bool {
	if m.Format != FirstFormat || m.Counts.Fetched != m.Counts.Pages || len(m.Steps) == 0 {
		return false
	}
	s := &m.Steps[0]
	if len(s.Inputs) == 0 {
		return strings.HasPrefix(s.Command, "weft generate ") && !m.Names
	}
	told := slices.ContainsFunc(s.Inputs, func(in Input) bool { return slices.Contains(toldFormats, in.Format) })
	return !told && !strings.Contains(s.Command, "--fetched")
}

// told returns the manifest as it is to be understood: with unknown pages where there are such.
func (m *Manifest) told() *Manifest {
	if !m.isToldLate() {
		return m
	}
	late := *m
	late.Counts.Fetched, late.Counts.Unknown = 0, m.Counts.Pages
	return &late
}
