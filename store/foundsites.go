package store

import (
	"errors"
	"fmt"
	"io/fs"

	"weft/graph"
	"weft/graph/alloc"
	"weft/internal/mem"
	"weft/internal/npy"
)

// SitesResult is the name of the vector with the representative page of each page's site.
const SitesResult = "sites"

// ErrNoSites says that no sites were found in a crawl yet.
var ErrNoSites = errors.New("its sites have not been found: weft site all CRAWL finds them")

// FoundSites returns the stored sites of the crawl, in the order of their names. A site is named after its
// representative page. Memory: as for [Crawl.ReadSites]. If there are none, the error is ErrNoSites. Sites of
// another graph are refused.
func (c *Crawl) FoundSites(budget int64) (*Sites, error) {
	v, res, err := c.foundFronts()
	if err != nil {
		return nil, err
	}
	defer v.Close() //nolint:errcheck // nothing was written
	s, err := c.sitesBy(v.Values, budget)
	if err != nil {
		return nil, err
	}
	s.Used = howFound(&res)
	s.Used.Sites, s.Used.ID = s.named(), divisionID(nil, s.of, s.Len())
	return s, nil
}

// HowFound returns the options by which the sites of the crawl were found, without Sites and ID. Errors are as for
// [Crawl.FoundSites].
func (c *Crawl) HowFound() (SitesUsed, error) {
	v, res, err := c.foundFronts()
	if err != nil {
		return SitesUsed{}, err
	}
	return howFound(&res), v.Close()
}

func howFound(res *Result) SitesUsed {
	u := SitesUsed{From: Found, Kinds: res.Kinds, Method: "closed"} // of results of older versions, which name none
	if m, ok := res.Params["method"].(string); ok {
		u.Method = m
	}
	u.Leak, _ = res.Params["leak"].(float64)
	least, _ := res.Params["least"].(float64)
	u.Least = int(least)
	return u
}

// FoundFronts returns, mapped, the representative page of each page's site, for the stored sites of the crawl. It
// checks that all are pages of the crawl.
func (c *Crawl) FoundFronts() (*npy.Vector[uint32], error) {
	v, _, err := c.foundFronts()
	return v, err
}

// foundFronts returns them with their description.
func (c *Crawl) foundFronts() (*npy.Vector[uint32], Result, error) {
	if c.Manifest == nil {
		return nil, Result{}, fmt.Errorf("%s: %w", c.Path, ErrNoSites)
	}
	results, err := c.Results("")
	if err != nil {
		return nil, Result{}, err
	}
	v, res, err := LoadVector[uint32](results, SitesResult)
	if errors.Is(err, fs.ErrNotExist) && !results.Has(SitesResult) {
		return nil, res, fmt.Errorf("%s: %w", c.Path, ErrNoSites)
	}
	if err != nil {
		return nil, res, fmt.Errorf("the sites that were found: %w", err)
	}
	for u, f := range v.Values {
		if int(f) >= len(v.Values) {
			return nil, res, errors.Join(fmt.Errorf("%s: page %d stands for the site of page %d, of %d: find the sites again", c.Path, f, u, len(v.Values)), v.Close())
		}
	}
	return v, res, nil
}

// sitesBy makes sites from the representative page of each page.
func (c *Crawl) sitesBy(front []uint32, budget int64) (*Sites, error) {
	s := &Sites{c: c, budget: budget}
	var room alloc.Space
	room, s.heap = c.spaceWithin(4*int64(len(front)), budget)
	var err error
	if s.of, err = alloc.Make[uint32](room, len(front)); err != nil {
		return nil, err
	}
	known := map[uint32]uint32{}
	for u, f := range front {
		id, ok := known[f]
		if !ok {
			id = uint32(len(s.names))
			known[f] = id
			name := c.Label(graph.Node(f))
			s.names, s.text = append(s.names, name), s.text+int64(len(name))
			if err := s.checkMemory(); err != nil {
				return nil, err
			}
		}
		s.of[u] = id
	}
	if err := mem.Check("the sites that were found", s.heap+s.text+siteBytes*int64(len(s.names)), budget); err != nil {
		return nil, err
	}
	s.number()
	return s, c.Damage()
}
