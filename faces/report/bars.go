package report

import (
	"cmp"
	"maps"
	"slices"

	"weft/answers/measure"
	"weft/graph/kinds"
	"weft/graph/page"
)

// barView is a table of counts with a bar for each, and perhaps a picture of them all.
type barView struct {
	Sentence string
	What     string // head of the first column
	Parts    []part // of one stacked bar; nil if the counts overlap
	Rows     []barRow
	How      []string
}

type barRow struct {
	Class                    string // of its colour
	Label, Note, Count, Part string
	Width                    float64 // of its bar, of 100
}

// A part of a stacked bar that is 1000 wide.
type part struct {
	Class    string
	X, Width float64
	Title    string
}

// percent returns the width of a bar, of 100; whatever is there can be seen.
func percent(part, whole int64) float64 {
	if whole <= 0 || part <= 0 {
		return 0
	}
	return max(0.5, 100*float64(part)/float64(whole))
}

var stateNotes = map[page.State]string{
	page.Fetched:    "answered with content",
	page.Redirected: "answered with another address",
	page.Failed:     "no answer, or an error",
	page.Excluded:   "left out on purpose",
	page.Ghost:      "linked to, never asked for",
	page.Unknown:    "nothing says whether it was asked for",
}

// states counts the pages by what is known of them.
func (b *builder) states() {
	info := b.data.Info
	if info.Pages == 0 {
		return
	}
	v := &barView{What: "State"}
	x := 0.0
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
		width := 1000 * float64(s.n) / float64(info.Pages)
		v.Parts = append(v.Parts, part{name, x, width, name + ": " + count(s.n) + " (" + part100 + ")"})
		x += width
	}
	v.Sentence = stateSentence(&info)
	v.How = []string{
		"Each page is in one state, the most telling of all its captures: fetched before redirected, failed, excluded, ghost.",
		"Dangling pages are fetched and have no arc. Ghosts have none either, because nobody looked.",
	}
	if info.Unknown > 0 {
		v.How[1] = "A list of links or a bare graph does not say which of its pages were fetched: they are unknown, and those without arcs may be dangling, or pages that nobody looked at. weft import --fetched tells."
	}
	b.States = v
	b.section("pages", "States of pages")
}

func stateSentence(info *measure.Info) string {
	pages, fetched, dangling := info.Pages, info.Fetched, info.Dangling
	switch {
	case info.Unknown == pages:
		return "Nothing tells which of the pages were fetched. " + upper(plural(dangling, "page")) + " of " + count(pages) + " (" + share(dangling, pages) + ") " + verb(dangling, "has", "have") + " no arc."
	case info.Unknown > 0:
		return share(fetched, pages) + " of the pages were fetched; of " + count(info.Unknown) + " (" + share(info.Unknown, pages) + ") it is unknown."
	}
	if fetched == 0 {
		return "None of the " + plural(pages, "page") + " was fetched."
	}
	if dangling == 0 {
		return share(fetched, pages) + " of the pages were fetched; none of these is dangling, that is, without arcs."
	}
	return share(fetched, pages) + " of the pages were fetched; " + count(dangling) + " of these (" + share(dangling, fetched) +
		") " + verb(dangling, "is", "are") + " dangling, that is, without arcs."
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
	v := &barView{What: "Kind"}
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
	v.Sentence = plural(info.Arcs, "arc") + ", of which measures use " + count(info.Measured) + " (" + share(info.Measured, info.Arcs) +
		") by default; " + loops(info.SelfLoops)
	if len(names) == 0 {
		v.Sentence = plural(info.Arcs, "arc") + " of kinds that the input does not tell; " + loops(info.SelfLoops)
	}
	v.How = []string{
		"An arc's kinds are all the ways in which its source points to its target; an arc of several kinds counts in each, so that the rows may add up to more than all arcs. " +
			"An arc is nofollow if every link it stands for is.",
		"Measures use " + kinds.Measured.String() + " unless told otherwise: what a reader or a browser follows.",
	}
	b.Kinds = v
	b.section("arcs", "Kinds of arcs")
}

// words lists the commonest anchor texts.
func (b *builder) words() {
	if len(b.data.Words) == 0 {
		return
	}
	v := &barView{What: "Text"}
	total := b.data.Info.Anchors
	for _, w := range b.data.Words {
		part := none
		if total > 0 {
			part = share(w.Arcs, total)
		}
		v.Rows = append(v.Rows, barRow{"data", w.Text, "", count(w.Arcs), part, percent(w.Arcs, b.data.Words[0].Arcs)})
	}
	v.Sentence = "What links say most often."
	if total > 0 {
		v.Sentence = plural(total, "text") + " were kept with the arcs; these are the commonest."
	}
	v.How = []string{"The text between the tags of a link, blanks folded, counted once for each arc. Bars compare with the commonest text."}
	b.Words = v
	b.section("words", "Anchor texts")
}
