package finite

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"weft/internal/splitmix"
)

// Drawn returns kinds whose sizes and options are drawn from a seed: first the finite ones, then the endless ones. The
// kinds belong to no half. Their names are the same for each seed.
func Drawn(seed uint64) []Kind {
	kinds := slices.Concat(drawnFinite(seed), drawnEndless(seed))
	for i := range kinds {
		kinds[i].Seed = seed
	}
	return kinds
}

// draws returns the generator of the options of a kind.
func draws(seed uint64, name string) *rand.Rand { return splitmix.Rand(seed, hash(name)) }

// oneOf draws one of some values.
func oneOf[T any](r *rand.Rand, values ...T) T { return values[r.IntN(len(values))] }

// drawnEndless are the endless kinds whose options are drawn.
func drawnEndless(seed uint64) (kinds []Kind) {
	for _, form := range slugForms {
		o := drawSlugs(draws(seed, form.name))
		kinds = append(kinds, Kind{
			Name: "slug-" + form.name, About: fmt.Sprintf("%d links a page to addresses like %s, of %d words, with one text", o.links, form.about, o.words), Endless: true,
			lay: func(s *Site) { slugSite(s, form, o) },
		})
	}
	for _, form := range searchForms {
		o := drawSearches(draws(seed, form.name))
		kinds = append(kinds, Kind{
			Name: "search-" + form.name, About: fmt.Sprintf("%d related searches on each page, of up to %d of %d words, at %s", o.links, o.longest, o.words, form.about), Endless: true,
			lay: func(s *Site) { searchSite(s, form, o) },
		})
	}
	for _, c := range slices.Concat(carriers, shares) {
		random := draws(seed, c.name).IntN(3) > 0
		k := Kind{
			Name: "empty-" + c.name, About: fmt.Sprintf("empty days without end, with a %s; drawn at each request: %v", c.name, random), Endless: true,
			lay: func(s *Site) { emptySite(s, c, random) },
		}
		if random && !slices.ContainsFunc(shares, func(x carrier) bool { return x.name == c.name }) {
			k.Noise = Generated
		}
		kinds = append(kinds, k)
	}
	return kinds
}

// drawnFinite are the finite kinds whose options are drawn.
func drawnFinite(seed uint64) (kinds []Kind) {
	for _, c := range carriers {
		o := drawCarriers(draws(seed, c.name))
		kinds = append(kinds, Kind{
			Name: "carrier-" + c.name, About: fmt.Sprintf("%d pages of one text, each with its own content in a %s; a tree: %v", o.pages, c.name, o.tree),
			lay: func(s *Site) { carrierSite(s, c, o) },
		})
	}
	few, many := drawVersions(draws(seed, "versions"), false), drawVersions(draws(seed, "manyversions"), true)
	tree, files := drawTree(draws(seed, "tree")), drawListings(draws(seed, "listings"))
	return append(kinds,
		Kind{Name: "versions", About: fmt.Sprintf("a manual of %d pages in %d versions at %s", few.pages, few.versions, few.pattern), lay: func(s *Site) { versionSite(s, few) }},
		Kind{Name: "manyversions", About: fmt.Sprintf("a manual of %d pages in %d versions at %s", many.pages, many.versions, many.pattern), lay: func(s *Site) { versionSite(s, many) }},
		Kind{Name: "tree", About: fmt.Sprintf("a family tree of %d generations with unknown people", tree.generations), lay: func(s *Site) { treeSite(s, tree) }},
		Kind{Name: "listings", About: fmt.Sprintf("%d folders of %d files, sorted in eight ways", files.folders, files.files), lay: func(s *Site) { listingSite(s, files) }},
	)
}
