package trap

import "slices"

const (
	// maxTexts is the largest number of new texts of links that one page reports.
	maxTexts = 128
	// textsAfter is the number of repeating pages from which on texts of links are kept.
	textsAfter = 16
	// linkTexts keeps the marks of texts of links apart from the marks of phrases.
	linkTexts = 0x74657874
)

// KeepsTexts reports whether texts of the links of a page are kept: of suspected pages, if their site repeats itself.
// Links such as "unknown" or "next" promise less than links with a name.
func (g *Guard) KeepsTexts(s Suspicion) bool {
	site := g.groups.look(s.SiteHash())
	return g.counts(s) && !s.Plain() && site.debt >= textsAfter
}

// ExamineTexts adds to a finding which texts of links are new. The texts are hashes, 0 for a link without text.
func (g *Guard) ExamineTexts(f *Finding, s Suspicion, texts []uint32) {
	for i, t := range texts {
		if t == 0 {
			continue
		}
		m := markOf(s.SiteHash(), uint64(t)^linkTexts<<32)
		switch known := g.texts.has(m) || slices.Contains(f.Texts, m); {
		case known:
			f.Stale = append(f.Stale, uint32(i)) //nolint:gosec // links of a page
		case len(f.Texts) < maxTexts:
			f.Texts = append(f.Texts, m)
		}
	}
}
