package shards

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"weft/internal/corrupt"
	"weft/store"
)

// A Kept describes a vector that weft keeps of its pages.
type Kept struct {
	// Type is the type of the values, as NumPy names it.
	Type string

	below int64 // bound of the values; 0 for no bound
	pages bool  // the bound is the number of pages
	open  bool  // 2³²−1 stands for no value
	nan   bool  // NaN stands for no value
}

// kept are the results that shards may carry, by their plain names; docs/format.md describes them.
var kept = map[string]Kept{
	"pagerank": {Type: "float64"}, "hits-authorities": {Type: "float64"}, "hits-hubs": {Type: "float64"},
	"salsa-authorities": {Type: "float64"}, "salsa-hubs": {Type: "float64"}, "harmonic": {Type: "float64"},
	"katz": {Type: "float64"}, "closeness": {Type: "float64"}, "betweenness": {Type: "float64"},
	"indegree": {Type: "uint32", below: math.MaxUint32}, "outdegree": {Type: "uint32", below: math.MaxUint32},
	"distance": {Type: "uint32", pages: true, open: true}, "wcc": {Type: "uint32", pages: true}, "scc": {Type: "uint32", pages: true},
	"bowtie": {Type: "uint8", below: 8}, "triangles": {Type: "uint64"}, "clustering": {Type: "float64", nan: true},
	"kcore":    {Type: "uint32", below: math.MaxUint32},
	"fidelity": {Type: "float32", nan: true}, "fidelity-component": {Type: "uint32", pages: true, open: true},
}

// KeptNames returns the plain names of the results that shards may carry.
func KeptNames() []string { return slices.Sorted(maps.Keys(kept)) }

// KeptOf returns how the values of a result are stored, by its name. It refuses names that shards do not carry.
func KeptOf(name string) (Kept, error) {
	plain := name
	if i := strings.IndexAny(plain, "+@"); i >= 0 {
		plain = plain[:i]
	}
	v, ok := kept[plain]
	switch {
	case !ok:
		return v, fmt.Errorf("shards do not carry a result %.100q: expected one of %s", plain, strings.Join(KeptNames(), ", "))
	case strings.HasSuffix(name, "@"+store.BetweenSites):
		return v, errors.New("it is of a view between sites, which shards do not carry: compute it again")
	}
	return v, nil
}

// Kept returns how the values of the result are stored.
func (r *Result) Kept() (Kept, error) {
	v, err := KeptOf(r.Name)
	if err == nil && r.Type != v.Type {
		err = corrupt.Errorf("\"type\" is %.40q: expected %s", r.Type, v.Type)
	}
	return v, err
}

// Fits refuses a value that no result has in a crawl of this number of pages.
func (v *Kept) Fits(x float64, pages int64) error {
	below := v.below
	if v.pages {
		below = pages
	}
	switch {
	case math.IsNaN(x) && !v.nan:
		return corrupt.Errorf("the value is missing, or NaN: expected a number")
	case math.IsInf(x, 0) || x < 0:
		return corrupt.Errorf("the value is %v: expected a finite number from 0 on", x)
	case below > 0 && x >= float64(below) && !(v.open && x == math.MaxUint32):
		return corrupt.Errorf("the value is %v: expected less than %d", x, below)
	}
	return nil
}
