package report

import (
	"html/template"
	"image/color"
	"slices"
	"strings"
	"sync"

	"weft/answers/compare"
	"weft/graph/page"
	"weft/internal/inert"
	"weft/internal/plots"
)

// A flowView shows how the states of pages changed.
type flowView struct {
	Sentence string
	Figure   *twoForms
	Tables   []flowTable
	How      []string
}

// A flowTable counts pages by their states in two crawls.
type flowTable struct {
	Title, A, B string
	Rows        []flowRow
}

type flowRow struct{ A, B, Pages, Part string }

// flowStates are the states of pages from the top of the picture down.
var flowStates = []string{
	page.Fetched.String(), page.Redirected.String(), page.Failed.String(), page.Excluded.String(), page.Ghost.String(), page.Unknown.String(), compare.Absent,
}

// Inks of states: they stand for classes of the style sheet. A band is the same colour, made faint by its class.
var stateInks = sync.OnceValue(func() map[string][3]color.Color {
	inks := map[string][3]color.Color{}
	for i, s := range flowStates {
		inks[s] = [3]color.Color{color.NRGBA{R: 0xfd, G: byte(i), A: 255}, color.NRGBA{R: 0xfd, G: byte(i), B: 1, A: 255}, color.NRGBA{R: 0xfd, G: byte(i), B: 2, A: 255}}
	}
	return inks
})

// changesInks are the classes of the colours of pictures that only the page on changes has.
var changesInks = sync.OnceValue(func() map[color.Color]string {
	classes := map[color.Color]string{}
	for s, inks := range stateInks() {
		class := "f-" + s
		if s == compare.Absent {
			class = "f-absent"
		}
		classes[inks[0]], classes[inks[1]], classes[inks[2]] = class, class+" steady", class+" moved"
	}
	return classes
})

// inkedChanges is the plots.Paint of the page on changes.
func inkedChanges(ink color.Color, filled bool) string {
	if class, is := changesInks()[ink]; is {
		return ` class="` + class + `"`
	}
	return inked(ink, filled)
}

// inlineChanges returns a picture as SVG for use within HTML.
func inlineChanges(s *plots.Sheet, id, title, description string) template.HTML {
	return template.HTML(s.Inline(id, title, description, inkedChanges)) //nolint:gosec // Inline escapes all text
}

// twice adds a figure that is drawn in two forms, for wide screens and for narrow ones. Readers take the wide form away.
func (b *changesBuilder) twice(f Figure, draw func(wide bool) *plots.Sheet) *twoForms {
	f.harmless()
	wide := draw(true)
	v := &twoForms{ForWide: inlineChanges(wide, f.Name+"-wide", f.Title, f.Description), ForNarrow: inlineChanges(draw(false), f.Name+"-narrow", f.Title, f.Description)}
	f.Sheet = inOwnColours(wide)
	v.figureView = *b.took.table(f)
	return v
}

// harmless makes the texts of a figure, which name crawls, hosts and pages, harmless.
func (f *Figure) harmless() {
	f.Title, f.Caption, f.Description = inert.Text(f.Title), inert.Text(f.Caption), inert.Text(f.Description)
}

// once adds a figure that is drawn in one form.
func (b *changesBuilder) once(f Figure) *figureView {
	f.harmless()
	plot := inlineChanges(f.Sheet, f.Name, f.Title, f.Description)
	f.Sheet = inOwnColours(f.Sheet)
	v := b.took.table(f)
	v.Plot = plot
	return v
}

// A twoForms view is a figure in two forms.
type twoForms struct {
	figureView
	ForWide, ForNarrow template.HTML
}

// ownColours are the colours of states in pictures that stand alone, from the light scheme of the style sheet.
var ownColours = sync.OnceValue(func() map[color.Color]color.Color {
	own := map[color.Color]color.Color{}
	for state, hex := range map[string]uint32{
		"fetched": 0x2f7d5b, "redirected": 0x7fae62, "failed": 0xc2542d, "excluded": 0xb99a3b, "ghost": 0xb9b6ae, "unknown": 0x8c93b8, compare.Absent: 0xe2dfd7,
	} {
		block, steady, moved := rgb(hex), rgb(hex), rgb(hex)
		steady.A, moved.A = 77, 166
		own[stateInks()[state][0]], own[stateInks()[state][1]], own[stateInks()[state][2]] = block, steady, moved
	}
	return own
})

// inOwnColours returns a picture with the colours of states in place of their inks.
func inOwnColours(s *plots.Sheet) *plots.Sheet {
	own := *s
	own.Shapes = slices.Clone(s.Shapes)
	for i := range own.Shapes {
		if c := ownColours()[own.Shapes[i].Ink]; c != nil {
			own.Shapes[i].Ink, own.Shapes[i].Line.Ink = c, c
		}
	}
	return &own
}

// Widths of pictures in units of the view box.
const (
	wideSheet   = 860
	narrowSheet = 350
)

func sheetWidth(wide bool) float64 {
	if wide {
		return wideSheet
	}
	return narrowSheet
}

// flow shows the states of pages in all crawls.
func (b *changesBuilder) flow() {
	if !b.statesChanged() {
		return
	}
	v := &flowView{Sentence: b.sayFlow()}
	title := "Flow of states from " + b.first() + " to " + b.last()
	f := Figure{
		Name: "flow", Title: title, Description: b.describeFlow(), Columns: []string{"from", "to", "state", "next_state", "pages"},
		Caption: "States of pages in each crawl, from left to right; the heights of blocks and bands are numbers of pages. Strong bands are pages whose state changed. Absent pages are not in a crawl: bands that leave “absent” are new pages, bands that reach it are pages that are gone.",
	}
	for i, s := range b.r.Steps {
		for _, c := range s.States {
			f.Rows = append(f.Rows, []any{b.name(i), b.name(i + 1), stateWords[c.A], stateWords[c.B], c.Pages})
		}
	}
	v.Figure = b.twice(f, b.drawFlow)
	for i, s := range b.r.Steps {
		v.Tables = append(v.Tables, b.flowTable(s, i, i+1))
	}
	if len(b.r.Steps) > 1 {
		v.Tables = append(v.Tables, b.flowTable(b.whole, 0, len(b.crawls)-1))
	}
	v.How = []string{"The graph holds one state for each page. Held back: left out by robots.txt, the scope or a trap rule. Known by links: not fetched, as the crawl did not request it or the archive does not hold it. " +
		"Each crawl is compared with the next one only: a page that disappears and comes back counts as gone, then as new."}
	b.Flow = v
	b.section("flow", "Flow of states")
}

// statesChanged says whether a page changed its state, appeared or disappeared between two neighbouring crawls.
func (b *changesBuilder) statesChanged() bool {
	for _, s := range b.r.Steps {
		if largestChange(s.States) != nil {
			return true
		}
	}
	return false
}

// sayFlow says how many pages kept their state.
func (b *changesBuilder) sayFlow() string {
	same, both := int64(0), int64(0)
	for _, c := range b.whole.States {
		if c.A != compare.Absent && c.B != compare.Absent {
			both += c.Pages
			if c.A == c.B {
				same += c.Pages
			}
		}
	}
	if both == 0 {
		return "No page is in both crawls."
	}
	return "Of the " + plural(both, "page") + " in both " + b.first() + " and " + b.last() + ", " + share(same, both) + " kept their state."
}

func (b *changesBuilder) flowTable(s *compare.Comparison, i, j int) flowTable {
	t := flowTable{Title: b.name(i) + " → " + b.name(j), A: b.name(i), B: b.name(j)}
	all := int64(0)
	for _, c := range s.States {
		all += c.Pages
	}
	for _, from := range flowStates {
		for _, to := range flowStates {
			if n := pagesOf(s, from, to); n > 0 {
				t.Rows = append(t.Rows, flowRow{stateWords[from], stateWords[to], count(n), share(n, all)})
			}
		}
	}
	return t
}

// pagesOf returns the number of pages with two states.
func pagesOf(s *compare.Comparison, a, b string) int64 {
	for _, c := range s.States {
		if c.A == a && c.B == b {
			return c.Pages
		}
	}
	return 0
}

func (b *changesBuilder) describeFlow() string {
	var parts []string
	for _, from := range flowStates {
		for _, to := range flowStates {
			if n := pagesOf(b.whole, from, to); n > 0 {
				parts = append(parts, stateWords[from]+" to "+stateWords[to]+": "+count(n))
			}
		}
	}
	return "Pages by their state in " + b.first() + " and in " + b.last() + ". " + strings.Join(parts, "; ") + "."
}
