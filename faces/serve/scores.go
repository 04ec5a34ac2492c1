package serve

import (
	"errors"
	"slices"

	"weft/answers/measure"
	"weft/graph"
	"weft/internal/npy"
	"weft/store"
)

// scores returns the kept rankings of a crawl, mapped until the crawl is closed. Results that are damaged or belong to another
// graph are left out; the overview says why.
func (o *opened) scores() []measure.Scored { return o.find.Rankings() }

// score returns the kept ranking with a name.
func (o *opened) score(name string) (measure.Scored, bool) {
	all := o.scores()
	i := slices.IndexFunc(all, func(m measure.Scored) bool { return m.Name == name })
	if i < 0 {
		return measure.Scored{}, false
	}
	return all[i], true
}

// command returns the command that makes a ranking.
func command(name string) string {
	switch name {
	case "outdegree":
		return "weft degrees"
	case "hits-authorities", "hits-hubs":
		return "weft rank hits"
	case "salsa-authorities", "salsa-hubs":
		return "weft rank salsa"
	case "harmonic":
		return "weft distances"
	default:
		return "weft rank " + name
	}
}

// sites returns the representative page of the site of each page, if sites were found.
func (o *opened) sites() ([]uint32, bool) {
	front, err := o.find.Sites()
	return front, err == nil
}

// siteOf returns the representative page of the site of a page. A page that was not fetched belongs to no site, though the
// kept result has a value for it.
func (o *opened) siteOf(front []uint32, u graph.Node) (site graph.Node, ok bool) {
	if s := o.State(u); !s.MayLink() && !s.IsKnown() {
		return 0, false
	}
	return graph.Node(front[u]), true
}

// damage returns the errors of kept results that cannot be read. A screen that shows such results names them: a damaged result
// is not the same as none.
func (o *opened) damage() []error {
	all := slices.Clone(o.find.Damage())
	if _, err := o.find.Sites(); err != nil && !errors.Is(err, store.ErrNoSites) {
		all = append(all, err)
	}
	if o.Manifest == nil {
		return all
	}
	if kept, err := o.Results(""); err == nil && kept.Has(clustersResult) {
		if o.clusters(); o.group.Err != nil && !errors.Is(o.group.Err, store.ErrOtherGraph) {
			all = append(all, o.group.Err)
		}
	}
	return all
}

// clustersResult is the kept result with the cluster of each page.
const clustersResult = "clusters"

// clusters returns the cluster of each page, if the crawl keeps clusters.
func (o *opened) clusters() ([]uint32, bool) {
	v, err := o.group.Get(func() (*npy.Vector[uint32], error) {
		kept, err := o.Results("")
		if err != nil {
			return nil, err
		}
		v, _, err := store.LoadVector[uint32](kept, clustersResult)
		return v, err
	})
	if err != nil {
		return nil, false
	}
	return v.Values, true
}
