package links

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"weft/answers/answer"
	"weft/answers/pages"
	"weft/internal/ending"
	"weft/internal/offered"
	"weft/internal/option"
	"weft/livecrawl/folder"
	"weft/store"
)

const help = `List links with their texts and kinds. Without a URL, weft lists all links of the crawl; with a
URL, the links on that page, or with --in the links to it.

--broken lists only links that lead to an error. The page failed, its redirects end at a failed page, they form a loop, or there
are more than 20. --redirected lists only links to pages that redirect, with each hop, its status and its target.
Both together list links that are either.

Pages are in the order of the number of links to them, and each shows its first sources. A file has all links: -o
links.csv, links.jsonl or links.parquet writes a row for each link. Columns
are from, to, kinds, text, state, status and fault. For redirects, the columns redirects, final, final_status and chain follow.
" | " joins several texts of a link.

weft judges only pages that the crawl requested. It counts the links to other pages as not checked. A list of links that
says nothing about its pages cannot be judged: there --broken and --redirected fail with status 1. "weft crawl --seeds" requests the pages of a list.

--fail ends with status 1 if a link is found, for scripts.`

var how = []string{
	"A link is broken if its page failed. It is also broken if redirects lead to a failed page, form a loop, or are more than 20. Pages that were not requested are not judged.",
	"Pages with the most links come first. Links, frames, redirects and refreshes count. If a page has several redirects, as from several captures, weft follows the redirect to a fetched page first.",
}

// Question is the question of this package.
var Question = answer.Question{
	Name: "links", Short: "List links, broken links and redirects, with all sources", Long: help, Takes: "CRAWL [URL]",
	More: " --broken\nweft links crawl --broken --redirected -o links.csv\nweft links crawl 0 --in", Own: []string{"view", "output"}, States: true,
	Section: &answer.Section{Title: "Broken links and redirects", Asked: &asked{format: text, broken: true, redirected: true, section: true, top: 6, sources: 1}, How: how},
	Gives:   []answer.Answer{(*Links)(nil)},
	New:     func() answer.Asker { return new(asked) },
}

// asked is the question with its options.
type asked struct {
	names                        []string
	in, broken, redirected, fail bool
	section                      bool // of a report, which leaves out unknown states instead of an error
	top, sources                 int
	format, output               string
}

// Flags implements answer.Asker.
func (q *asked) Flags(f answer.Flags) {
	f.BoolVar(&q.in, "in", false, "list the links to the page instead of the links on it")
	f.BoolVar(&q.broken, "broken", false, "list only links that lead to an error, directly or by redirects")
	f.BoolVar(&q.redirected, "redirected", false, "list only links to pages that redirect")
	f.IntVarP(&q.top, "top", "n", 100, "print the `N` pages with the most links to them; with a URL, N links")
	f.IntVar(&q.sources, "sources", usualSources, "without a URL, print the first `K` links to each page; 0 for all")
	f.StringVar(&q.format, "format", "", "print as `FORMAT`: "+strings.Join(pages.FormatNames(), ", ")+"; text shows a part of the links, other formats all (default text, or the ending of -o)")
	offered.Set(f, "format", pages.FormatNames())
	f.StringVarP(&q.output, "output", "o", "", "write all links to `FILE`, by its ending: .csv, .jsonl or .parquet")
	f.BoolVar(&q.fail, "fail", false, "end with status 1 if a link is found")
}

const text = "text"

// usualSources is the number of links to each page that are printed.
const usualSources = 10

// Named implements answer.Named.
func (q *asked) Named(names []string) { q.names = names }

// Lists implements answer.Lister.
func (q *asked) Lists() (option, value string) {
	if q.format == text || q.path() != "-" {
		return "format", ""
	}
	return "format", q.format
}

// path is where all links are written.
func (q *asked) path() string {
	if q.output == "" {
		return "-"
	}
	return q.output
}

// Check implements answer.Asker.
func (q *asked) Check() error {
	var err error
	if q.format, err = ending.Of(q.path(), q.format, pages.FormatNames()...); err != nil {
		return &answer.OptionError{Why: err}
	}
	if err := answer.CheckAll(answer.OneOf("format", q.format, pages.FormatNames()), answer.AtLeast("top", q.top, 0), answer.AtLeast("sources", q.sources, 0)); err != nil {
		return err
	}
	switch {
	case len(q.names) > 1:
		return answer.Refused("%d pages are named: expected one at most", len(q.names))
	case q.in && len(q.names) == 0:
		return answer.Refused("{in} lists the links to a page: name it after the crawl")
	case len(q.names) == 1 && q.sources != usualSources:
		return answer.Refused("{sources} does not apply to the links of one page: {top} N prints N of them")
	case q.fail && !q.broken && !q.redirected:
		return answer.Refused("{fail} requires {broken} or {redirected}, which choose the links that count")
	case q.format == "parquet" && q.path() == "-":
		return answer.Refused("{format} parquet writes a file: name it with {output}")
	case q.format == text && q.path() != "-":
		return answer.Refused("{output} %s: expected the ending .csv, .jsonl or .parquet", q.output)
	}
	return nil
}

// Judged reports whether a crawl says of any page whether it was fetched. Without that no link can be judged.
func Judged(c *store.Crawl) bool { return c.Unknown() < c.NumPages() || c.NumPages() == 0 }

// factsBytes is about the memory of a [store.FactReader].
const factsBytes = 3 << 20

// linkBytes is about the memory of a link of the longest list: its source, kinds and texts.
const linkBytes = 64

// Plan implements answer.Asker.
func (q *asked) Plan(ctx context.Context, c *store.Crawl, o answer.Options) (w answer.Work, err error) {
	s := &selection{c: c, broken: q.broken, redirected: q.redirected, in: q.in}
	if s.kinds, err = o.Arcs(); err != nil {
		return w, err
	}
	if (q.broken || q.redirected) && !Judged(c) {
		err := c.CheckKnown(option.Errorf("links can be checked after a crawl of the pages: weft crawl {seeds} FILE {output} NEW {contact} ADDRESS"))
		if err != nil && !q.section {
			return w, err
		}
	}
	if len(q.names) == 1 {
		u, ok, err := c.Page(q.names[0])
		if err == nil && !ok {
			err = fmt.Errorf("%w: %s", pages.ErrNoPage, q.names[0])
		}
		if err != nil {
			return w, err
		}
		s.of = &u
	}
	need := store.Heap("status of pages", factsBytes).And(store.Heap("the longest list with its texts", c.Longest(store.ViewOptions{Out: true, In: true}).ReadBytes()/4*linkBytes))
	stage := answer.Stage{View: store.ViewOptions{What: "links"}, Form: "lists are read as they are stored", Need: need, Passes: "1 over the links, and 1 more to write a file"}
	if s.of != nil {
		stage.Passes = "none: the lists of a page"
	}
	w.Stages, w.Aside = []answer.Stage{stage}, true
	w.Do = func() (answer.Answer, error) {
		o.Tell("reading links", 0, 0)
		l, err := q.find(ctx, s)
		if q.section && errors.Is(err, pages.ErrNoBack) {
			l, err = &Links{asked: q}, nil // a bare graph without its transpose has no states either
		}
		if err != nil {
			return nil, err
		}
		if i := slices.IndexFunc(pages.Formats, func(f pages.Format) bool { return f.Name == q.format }); i >= 0 {
			l.files = []answer.File{{Path: q.path(), Write: func(out io.Writer) error { return s.write(ctx, &pages.Formats[i], out) }}}
		}
		return l, nil
	}
	return w, nil
}

// find counts the links of a selection, and reads the links to the first pages.
func (q *asked) find(ctx context.Context, s *selection) (*Links, error) {
	j, err := newJudge(s.c)
	if err != nil {
		return nil, err
	}
	defer j.close() //nolint:errcheck // only read
	l := newLinks(q)
	l.path = s.c.Path
	if dir, live := folder.Of(s.c.Path); live && s.c.NumTexts() == 0 {
		l.archive = folder.ArchiveDir(dir)
	}
	if s.of != nil {
		if l.Page, err = j.name(*s.of); err != nil {
			return nil, err
		}
	}
	l.Known, l.unknown = Judged(s.c), s.c.Unknown()
	most := q.sources
	if q.in {
		most = q.top
	}
	best, err := l.best(ctx, s, j, q.top)
	if err != nil {
		return nil, err
	}
	for i := range best {
		if err := l.add(s, j, &best[i], most); err != nil {
			return nil, err
		}
	}
	return l, s.c.Damage()
}
