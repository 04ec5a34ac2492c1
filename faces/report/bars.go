package report

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"weft/answers/measure"
	"weft/graph/kinds"
	"weft/store"
)

type barRow struct {
	Class                    string // of its colour
	Label, Note, Count, Part string
	Width                    float64 // of its bar, of 100
}

// percent returns the width of a bar, of 100; whatever is there can be seen.
func percent(part, whole int64) float64 {
	if whole <= 0 || part <= 0 {
		return 0
	}
	return max(0.5, 100*float64(part)/float64(whole))
}

// stateSentence says which part of the pages has no arcs, and why.
func stateSentence(info *measure.Info) string {
	pages, fetched, dangling := info.Pages, info.Fetched, info.Dangling
	switch {
	case info.Unknown == pages && dangling == 0:
		return "An arc leads from every page."
	case info.Unknown == pages:
		return "No arc leads from " + count(dangling) + " of " + plural(pages, "page") + " (" + share(dangling, pages) + ")."
	case fetched == 0 || info.Unknown > 0:
		return ""
	case dangling == 0:
		return "An arc leads from every fetched page."
	}
	return count(dangling) + " of the fetched pages (" + share(dangling, fetched) + ") " + verb(dangling, "is", "are") + " dangling: no arc leads from " + verb(dangling, "it", "them") + "."
}

// statesHow explains the states of pages.
func statesHow(info *measure.Info) string {
	f := fates{archive: store.OfArchives(info.Steps)}
	text := "Each page has one state. If it has several captures, the first of this list counts: fetched (the server returned content), redirected (the server returned another address), " +
		"failed (no response, or an error), excluded (left out on purpose), ghost (linked to, " + f.notRequested() + "). "
	if info.Unknown > 0 {
		return text + "A list of links or a bare graph does not say which pages were fetched, so their state is unknown. Pages from which no arc leads may be dangling, or were never fetched. weft import INPUT -o CRAWL --fetched FILE names the fetched pages."
	}
	return text + "Dangling pages were fetched, and no arc leads from them. No arc leads from a ghost, because its content is not known."
}

// loops says how many arcs lead from a page to itself.
func loops(n int64) string {
	if n == 0 {
		return "none leads from a page to itself."
	}
	return count(n) + " " + verb(n, "leads", "lead") + " from a page to itself."
}

// kindNames are the kinds of the arcs, the most frequent first.
func kindNames(info *measure.Info) []string {
	return slices.SortedFunc(maps.Keys(info.Kinds), func(x, y string) int {
		return cmp.Or(cmp.Compare(info.Kinds[y], info.Kinds[x]), cmp.Compare(x, y))
	})
}

// kinds counts the arcs by their kinds; nil without arcs.
func (b *builder) kinds() *countsView {
	info := &b.data.Info
	if info.Arcs == 0 {
		return nil
	}
	v, grey := &countsView{ID: "arcs", Title: "Arcs by kind", What: "Kind"}, false
	for _, name := range kindNames(info) {
		n := info.Kinds[name]
		class := "data"
		if set, err := kinds.Parse(name); err == nil && set&kinds.Measured == 0 {
			class, grey = "muted", true
		}
		v.Rows = append(v.Rows, barRow{class, name, "", count(n), share(n, info.Arcs), percent(n, info.Arcs)})
	}
	v.Note = "Measures use " + count(info.Measured) + " of " + plural(info.Arcs, "arc") + " by default; " + loops(info.SelfLoops)
	if len(v.Rows) == 0 {
		v.Note = plural(info.Arcs, "arc") + " of unknown kinds; " + loops(info.SelfLoops)
	}
	if grey {
		v.Note += " Kinds with grey bars are not measured by default; nofollow qualifies links."
	}
	v.Note = strings.TrimSpace(v.Note + " " + stateSentence(info))
	return v
}

// kindsHow explains the kinds of arcs and the states of pages.
func kindsHow(info *measure.Info) []string {
	return []string{
		"The kinds of an arc are all ways in which its source points to its target. An arc of several kinds counts in each row, so rows may add up to more than the total. " +
			"An arc is nofollow if all its links are nofollow. Measures use " + kinds.Measured.String() + " by default: the links that a reader or a browser follows.",
		statesHow(info),
	}
}

// words lists the commonest anchor texts; nil if there are none.
func (b *builder) words() *countsView {
	if len(b.data.Words) == 0 {
		return nil
	}
	v := &countsView{ID: "words", Title: "Anchor texts", What: "Text", Note: "The most frequent anchor texts."}
	total := b.data.Info.Anchors
	for _, w := range b.data.Words {
		part := none
		if total > 0 {
			part = share(w.Arcs, total)
		}
		v.Rows = append(v.Rows, barRow{"data", w.Text, "", count(w.Arcs), part, percent(w.Arcs, b.data.Words[0].Arcs)})
	}
	if total > 0 {
		v.Note = "The most frequent of " + plural(total, "text") + " that were stored with the arcs."
	}
	return v
}
