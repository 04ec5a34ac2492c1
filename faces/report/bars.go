package report

import (
	"cmp"
	"maps"
	"slices"

	"weft/answers/measure"
	"weft/graph/kinds"
	"weft/graph/page"
)

// barView is a table of counts with a bar for each.
type barView struct {
	Sentence string
	What     string // head of the first column
	Fold     string // the line that stands for the folded table; empty if it is not folded
	Rows     []barRow
	How      []string
}

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

var stateNotes = map[page.State]string{
	page.Fetched:    "the server returned content",
	page.Redirected: "the server returned another address",
	page.Failed:     "no response, or an error",
	page.Excluded:   "left out on purpose",
	page.Ghost:      "linked to, never requested",
	page.Unknown:    "the input does not say whether it was requested",
}

// states counts pages by state.
func (b *builder) states() {
	info := b.data.Info
	if info.Pages == 0 {
		return
	}
	v := &barView{What: "State", Fold: "Table of states"}
	for _, s := range []struct {
		state page.State
		n     int
	}{
		{page.Fetched, info.Fetched},
		{page.Redirected, info.Redirected},
		{page.Failed, info.Failed},
		{page.Excluded, info.Excluded},
		{page.Ghost, info.Ghosts},
		{page.Unknown, info.Unknown},
	} {
		if s.state == page.Unknown && s.n == 0 || s.state != page.Unknown && s.n == 0 && info.Unknown == info.Pages {
			continue
		}
		name, part100 := s.state.String(), share(s.n, info.Pages)
		v.Rows = append(v.Rows, barRow{
			Class: name, Label: name, Note: stateNotes[s.state], Count: count(s.n), Part: part100,
			Width: percent(int64(s.n), int64(info.Pages)),
		})
	}
	v.Sentence = stateSentence(&info)
	v.How = []string{
		"Each page has one state. If it has several captures, the first of this list counts: fetched, redirected, failed, excluded, ghost.",
		"Dangling pages were fetched and have no arcs. Ghosts have no arcs because they were never fetched.",
	}
	if info.Unknown > 0 {
		v.How[1] = "A list of links or a bare graph does not say which pages were fetched, so their state is unknown. Pages without arcs may be dangling, or were never fetched. Use weft import --fetched to name the fetched pages."
	}
	b.States = v
	b.section("pages", "States of pages")
}

func stateSentence(info *measure.Info) string {
	pages, fetched, dangling := info.Pages, info.Fetched, info.Dangling
	switch {
	case info.Unknown == pages:
		return "The input does not say which pages were fetched. " + upper(plural(dangling, "page")) + " of " + count(pages) + " (" + share(dangling, pages) + ") " + verb(dangling, "has", "have") + " no arc."
	case info.Unknown > 0:
		return share(fetched, pages) + " of the pages were fetched; the state of " + count(info.Unknown) + " (" + share(info.Unknown, pages) + ") is unknown."
	}
	if fetched == 0 {
		return "None of the " + plural(pages, "page") + " was fetched."
	}
	if dangling == 0 {
		return share(fetched, pages) + " of the pages were fetched; none of these is dangling (without arcs)."
	}
	return share(fetched, pages) + " of the pages were fetched; " + count(dangling) + " of these (" + share(dangling, fetched) +
		") " + verb(dangling, "is", "are") + " dangling (without arcs)."
}

// loops says how many arcs lead from a page to itself.
func loops(n int64) string {
	if n == 0 {
		return "none leads from a page to itself."
	}
	return count(n) + " " + verb(n, "leads", "lead") + " from a page to itself."
}

// kinds counts the arcs by their kinds.
func (b *builder) kinds() {
	info := b.data.Info
	if info.Arcs == 0 {
		return
	}
	v := &barView{What: "Kind", Fold: "Table of kinds"}
	names := slices.SortedFunc(maps.Keys(info.Kinds), func(x, y string) int {
		return cmp.Or(cmp.Compare(info.Kinds[y], info.Kinds[x]), cmp.Compare(x, y))
	})
	for _, name := range names {
		n := info.Kinds[name]
		class, note := "data", ""
		if set, err := kinds.Parse(name); err == nil && set&kinds.Measured == 0 {
			class, note = "muted", "not measured by default"
			if set == kinds.Nofollow {
				note = "qualifies links"
			}
		}
		v.Rows = append(v.Rows, barRow{class, name, note, count(n), share(n, info.Arcs), percent(n, info.Arcs)})
	}
	v.Sentence = plural(info.Arcs, "arc") + "; measures use " + count(info.Measured) + " (" + share(info.Measured, info.Arcs) +
		") by default; " + loops(info.SelfLoops)
	if len(names) == 0 {
		v.Sentence = plural(info.Arcs, "arc") + " of unknown kinds; " + loops(info.SelfLoops)
	}
	v.How = []string{
		"The kinds of an arc are all ways in which its source points to its target. An arc of several kinds counts in each row, so rows may add up to more than the total. " +
			"An arc is nofollow if all its links are nofollow.",
		"Measures use " + kinds.Measured.String() + " by default: the links that a reader or a browser follows.",
	}
	b.Kinds = v
	b.section("arcs", "Kinds of arcs")
}

// words lists the commonest anchor texts.
func (b *builder) words() {
	if len(b.data.Words) == 0 {
		return
	}
	v := &barView{What: "Text", Fold: "Table of " + plural(len(b.data.Words), "anchor text")}
	total := b.data.Info.Anchors
	for _, w := range b.data.Words {
		part := none
		if total > 0 {
			part = share(w.Arcs, total)
		}
		v.Rows = append(v.Rows, barRow{"data", w.Text, "", count(w.Arcs), part, percent(w.Arcs, b.data.Words[0].Arcs)})
	}
	v.Sentence = "The most frequent anchor texts."
	if total > 0 {
		v.Sentence = plural(total, "text") + " were stored with the arcs; these are the most frequent."
	}
	v.How = []string{"The text of a link, with blanks folded, counted once per arc. Bars compare with the most frequent text."}
	b.Words = v
	b.section("words", "Anchor texts")
}
