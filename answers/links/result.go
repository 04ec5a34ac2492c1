package links

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"weft/answers/answer"
	"weft/graph"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/digits"
	"weft/internal/option"
	"weft/internal/topk"
)

// Links is a list of links, by target.
//
//json:object links
//json:note `broken`, `redirected` and `not_checked` count links among `links`.
type Links struct {
	Page         string   `json:"page,omitempty" absent:"of all pages"` // page whose links are listed
	In           bool     `json:"in,omitempty"`                         // the links to the page are listed
	Known        bool     `json:"states_known"`                         // the crawl says of some page whether it was requested
	Links        int64    `json:"links"`                                // links that were chosen: pairs of pages
	Pages        int64    `json:"pages"`                                // pages that they lead to
	Broken       int64    `json:"broken"`                               // links that lead to an error
	BrokenPages  int64    `json:"broken_pages"`                         // pages that they lead to
	Redirected   int64    `json:"redirected"`                           // links to pages that redirect
	RedirectedTo int64    `json:"redirected_pages"`                     // pages that redirect, among those linked to
	NotChecked   int64    `json:"not_checked"`                          // links to pages that were not requested, or of unknown state
	Faults       []Fault  `json:"faults"`                               // what is wrong, most links first
	Targets      []Target `json:"targets"`                              // pages with the most links to them, as many as --top says

	asked   *asked
	path    string // of the crawl
	unknown int    // pages of unknown state
	archive string // of a live crawl whose snapshot has no texts of links; empty for others
	files   []answer.File
}

// A Fault counts broken links of one kind.
//
//json:object fault of links
type Fault struct {
	Fault string `json:"fault"` // what is wrong, such as 404 Not Found
	Links int64  `json:"links"` // links
	Pages int64  `json:"pages"` // pages that they lead to
}

// A Target is a page that links lead to.
//
//json:object page that links lead to
type Target struct {
	Hop
	Fault   string   `json:"fault,omitempty" absent:"not broken"`        // what is wrong
	Hops    []Hop    `json:"hops,omitempty" absent:"without a redirect"` // the page and the targets of redirects, in order
	Links   int64    `json:"links"`                                      // links to the page that were chosen
	Sources []Source `json:"sources"`                                    // the first of them
}

// A Source is a page with a link.
//
//json:object page with a link
type Source struct {
	URL   string   `json:"url"`                               // the page
	Kinds string   `json:"kinds"`                             // kinds of the link, such as link or link+nofollow
	Texts []string `json:"texts,omitempty" absent:"no texts"` // its texts
}

func newLinks(q *asked) *Links {
	return &Links{In: q.in, Faults: []Fault{}, Targets: []Target{}, asked: q}
}

// A counted target is a page with the number of links to it, and the kinds of the first.
type counted struct {
	page   graph.Node
	links  int
	first  kinds.Set
	broken bool
}

// mostLinks orders pages by the number of links to them.
func mostLinks(a, b counted) int {
	return cmp.Or(cmp.Compare(b.links, a.links), cmp.Compare(a.page, b.page))
}

// errorsFirst orders pages with an error before other pages.
func errorsFirst(a, b counted) int {
	if a.broken != b.broken {
		if a.broken {
			return -1
		}
		return 1
	}
	return mostLinks(a, b)
}

// best counts the links of a selection, and returns the pages with the most links to them.
func (l *Links) best(ctx context.Context, s *selection, j *judge, top int) ([]counted, error) {
	order := mostLinks
	if l.asked.section {
		order = errorsFirst
	}
	best := topk.New(top, order)
	err := l.count(ctx, s, j, best.Add)
	return best.Sorted(), err
}

// count counts the links of a selection, and calls found with each page that they lead to.
func (l *Links) count(ctx context.Context, s *selection, j *judge, found func(counted)) error {
	faults := map[string]*Fault{}
	err := s.each(ctx, j, func(t *target) error {
		n := int64(len(t.sources))
		found(counted{t.page, len(t.sources), t.kinds[0], t.fate.broken})
		l.Links += n
		l.Pages++
		switch s.c.State(t.page) {
		case page.Ghost, page.Excluded, page.Unknown:
			l.NotChecked += n
		}
		if j.redirects(&t.fate) {
			l.Redirected += n
			l.RedirectedTo++
		}
		if !t.fate.broken {
			return nil
		}
		l.Broken += n
		l.BrokenPages++
		f := faults[t.fate.fault]
		if f == nil {
			f = &Fault{Fault: t.fate.fault}
			faults[t.fate.fault] = f
		}
		f.Links += n
		f.Pages++
		return nil
	})
	for _, f := range faults {
		l.Faults = append(l.Faults, *f)
	}
	slices.SortFunc(l.Faults, func(a, b Fault) int { return cmp.Or(cmp.Compare(b.Links, a.Links), strings.Compare(a.Fault, b.Fault)) })
	return err
}

// add adds a page with its fate and the first links to it; with all of them if most is 0.
func (l *Links) add(s *selection, j *judge, t *counted, most int) error {
	f, err := j.of(t.page)
	if err != nil {
		return err
	}
	hops, err := j.hops(f.way)
	if err != nil {
		return err
	}
	to := Target{Hop: hops[0], Fault: f.fault, Links: int64(t.links), Sources: []Source{}}
	if s.c.State(t.page) == page.Redirected {
		to.Hops = hops
	}
	sources, ks := []graph.Node{}, []kinds.Set{t.first}
	if s.of != nil && !s.in {
		sources = append(sources, *s.of)
	} else if sources, ks, err = s.sources(t.page, most); err != nil {
		return err
	}
	texts, err := s.texts(t.page, sources)
	if err != nil {
		return err
	}
	for i, v := range sources {
		name, err := j.name(v)
		if err != nil {
			return err
		}
		to.Sources = append(to.Sources, Source{URL: name, Kinds: ks[i].String(), Texts: texts[i]})
	}
	l.Targets = append(l.Targets, to)
	return nil
}

// sources returns the first pages that link to a page; all of them if most is 0.
func (s *selection) sources(u graph.Node, most int) (sources []graph.Node, ks []kinds.Set, err error) {
	cur := s.c.ScanBack(graph.Range{Lo: int(u), Hi: int(u) + 1})
	if !cur.Next() {
		return nil, nil, cur.Err()
	}
	for i, v := range cur.Succ() {
		if most > 0 && len(sources) == most {
			break
		}
		if k := cur.Kinds()[i]; k&s.kinds != 0 {
			sources, ks = append(sources, v), append(ks, k)
		}
	}
	return sources, ks, nil
}

// Kept implements answer.Answer: nothing but the list is kept.
func (l *Links) Kept() answer.Kept { return answer.Kept{Files: l.files} }

// Err implements answer.Failure.
func (l *Links) Err() error {
	if !l.asked.fail || l.Links == 0 {
		return nil
	}
	return foundError{l.Links, l.Pages}
}

// A foundError says that there are links that must not be.
type foundError struct{ links, pages int64 }

func (e foundError) Error() string {
	return digits.Plural(e.links, "link") + " found, to " + digits.Plural(e.pages, "page")
}

// Blocks implements answer.Answer.
func (l *Links) Blocks() []answer.Block {
	if l.asked.section {
		return l.section()
	}
	all := []answer.Block{answer.Row("links", "%s to %s", digits.Plural(l.Links, "link"), digits.Plural(l.Pages, "page"))}
	if l.Page != "" {
		all = append(all, answer.Row(map[bool]string{true: "links to", false: "links on"}[l.In], "%s", l.Page))
	}
	if !l.Known {
		all = append(all, answer.Text(unknown))
	} else {
		all = append(all, l.checked()...)
	}
	if l.archive != "" && l.Links > 0 {
		all = append(all, answer.Advise("", "This crawl keeps no texts of links. To list them, import its archive: weft import %s {output} archive", option.Word(l.archive)))
	}
	if l.asked.output != "" {
		return all // the file has the links
	}
	for i := range l.Targets {
		if l.Page != "" && !l.In {
			continue
		}
		all = append(all, l.Targets[i].block())
	}
	if l.Page != "" && !l.In && len(l.Targets) > 0 {
		all = append(all, l.outgoing())
	}
	if more := l.Pages - int64(len(l.Targets)); more > 0 {
		all = append(all, answer.Advise("", "%s more: {output} links.csv writes all links", digits.Plural(more, "page")))
	}
	return all
}

const unknown = "Which links are broken is unknown: the input does not say which pages were fetched."

// section shows the broken and redirected links in a report.
func (l *Links) section() []answer.Block {
	switch {
	case !l.Known:
		return []answer.Block{answer.Text(unknown)}
	case l.Links == 0:
		return []answer.Block{answer.Text("No link leads to an error or to a redirect." + l.unjudged())}
	}
	b := &answer.Table{Columns: []answer.Column{{Title: "page", Names: answer.OfPages}, {Title: "outcome"}, {Title: "links", Width: 1}, {Title: "linked from", Names: answer.OfPages}}}
	for i := range l.Targets {
		t := &l.Targets[i]
		b.Add(t.URL, t.Outcome(), digits.Grouped(t.Links), t.Sources[0].URL)
	}
	said := leads(l.Broken, l.BrokenPages) + " to an error. " + leads(l.Redirected, l.RedirectedTo) + " to a redirect."
	return []answer.Block{
		answer.Text(said + l.unjudged()), b,
		answer.Advise("", "A table of all of them, with all sources and texts: weft links %s {broken} {redirected} {output} links.csv", option.Word(l.path)),
	}
}

// leads begins a sentence on links.
func leads(links, pages int64) string {
	if links == 0 {
		return "No link leads"
	}
	return digits.Plural(links, "link") + " to " + digits.Plural(pages, "page") + digits.Verb(links, " leads", " lead")
}

// unjudged names the pages of unknown state, if there are some.
func (l *Links) unjudged() string {
	if l.unknown == 0 {
		return ""
	}
	return " The state of " + digits.Plural(l.unknown, "page") + " is unknown, and links to " + digits.Verb(l.unknown, "it", "them") + " are not judged."
}

// checked reports the broken and redirected links among the chosen ones.
func (l *Links) checked() []answer.Block {
	q := l.asked
	var all []answer.Block
	if q.broken || !q.redirected {
		all = append(all, answer.Row("broken", "%s to %s", digits.Plural(l.Broken, "link"), digits.Plural(l.BrokenPages, "page")))
		for _, f := range l.Faults {
			all = append(all, answer.Row("", "%s to %s: %s", digits.Plural(f.Links, "link"), digits.Plural(f.Pages, "page"), f.Fault))
		}
	}
	if q.redirected || !q.broken {
		all = append(all, answer.Row("redirected", "%s to %s", digits.Plural(l.Redirected, "link"), digits.Plural(l.RedirectedTo, "page")))
	}
	if !q.broken && !q.redirected {
		all = append(all, answer.Row("not checked", "%s to pages that were not requested%s", digits.Plural(l.NotChecked, "link"), map[bool]string{true: ", or of unknown state"}[l.unknown > 0]))
	}
	return all
}

// Outcome describes the state of the page, or its fault.
func (t *Target) Outcome() string {
	if t.Fault != "" {
		return t.Fault
	}
	if len(t.Hops) > 1 {
		last := t.Hops[len(t.Hops)-1]
		if last.State == page.Ghost.String() || last.State == page.Excluded.String() {
			return "redirects to " + last.URL + ", which was not requested"
		}
		return "redirects to " + last.text()
	}
	return t.State
}

// block lists the links to the page.
func (t *Target) block() *answer.Table {
	b := &answer.Table{
		Title: t.URL + ": " + t.Outcome() + ", " + digits.Plural(t.Links, "link"), NoHead: true,
		Columns: []answer.Column{{Width: -8}, {Names: answer.OfPages}, {}, {}},
	}
	for i := 1; i < len(t.Hops); i++ {
		b.Add(statusText(&t.Hops[i-1])+" →", t.Hops[i].URL)
	}
	for _, s := range t.Sources {
		b.Columns[1].Width = -max(-b.Columns[1].Width, min(utf8.RuneCountInString(s.URL), widest))
	}
	for _, s := range t.Sources {
		b.Add("from", s.URL, s.Kinds, quoted(s.Texts))
	}
	if more := t.Links - int64(len(t.Sources)); more > 0 {
		b.Add("more", digits.Plural(more, "link"))
	}
	return b
}

// widest is the width of a column of URLs at most.
const widest = 60

// statusText is the status of a redirect.
func statusText(h *Hop) string {
	text, _, _ := strings.Cut(h.text(), " ")
	return text
}

// quoted writes the texts of a link.
func quoted(texts []string) string {
	if len(texts) == 0 {
		return ""
	}
	return "“" + strings.Join(texts, "” “") + "”"
}

// outgoing is a table of the links on a page.
func (l *Links) outgoing() *answer.Table {
	b := &answer.Table{Apart: true, Columns: []answer.Column{{Title: "kinds", Width: -8}, {Title: "to", Names: answer.OfPages}, {Title: "outcome"}, {Title: "text"}}}
	for i := range l.Targets {
		b.Columns[1].Width = -max(-b.Columns[1].Width, min(utf8.RuneCountInString(l.Targets[i].URL), widest))
		b.Columns[2].Width = -max(-b.Columns[2].Width, min(utf8.RuneCountInString(l.Targets[i].Outcome()), widest))
	}
	for i := range l.Targets {
		t := &l.Targets[i]
		s := t.Sources[0]
		b.Add(s.Kinds, t.URL, t.Outcome(), quoted(s.Texts))
	}
	return b
}
