package finite

import (
	"slices"
	"strings"
)

// A Kind describes one made site.
type Kind struct {
	Name      string
	About     string // one line
	Kept      bool   // belongs to the half that authors of rules do not read
	Endless   bool   // has no last page
	Unbounded bool   // each page of the endless part has new words for ever, so that only a limit of the crawl ends it
	Noise     Noise  // what changes on each page from request to request
	Seed      uint64
	lay       func(*Site)
}

// Open returns the kinds of the open half: first the finite ones, then the endless ones.
func Open() []Kind { return slices.Concat(openFinite(), endless(openEndless())) }

// Kept returns the kinds of the kept half: first the finite ones, then the endless ones.
func Kept() []Kind { return mark(slices.Concat(keptFinite(), endless(keptEndless()))) }

// All returns the kinds of both halves.
func All() []Kind { return slices.Concat(Open(), Kept()) }

// mark says of kinds that they belong to the kept half.
func mark(kinds []Kind) []Kind {
	for i := range kinds {
		kinds[i].Kept = true
	}
	return kinds
}

// endless returns endless kinds. Each kind whose pages do not change is added again with a changing part on each
// page: "NAME+clock" and so on, the parts in turn.
func endless(kinds []Kind) (all []Kind) {
	for i, k := range kinds {
		k.Endless = true
		if all = append(all, k); k.Noise != Quiet {
			continue
		}
		k.Noise = noises[i%len(noises)]
		k.Name += "+" + k.Noise.String()
		all = append(all, k)
	}
	return all
}

// baseName is the name without the changing part, so that a site with one has the pages of the site without.
func (k Kind) baseName() string {
	name, _, _ := strings.Cut(k.Name, "+")
	return name
}
