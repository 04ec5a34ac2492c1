package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"weft/answers/answer"
	"weft/answers/pages"
	"weft/internal/atomicfile"
	"weft/internal/choice"
	"weft/internal/digits"
	"weft/internal/ending"
	"weft/internal/offered"
	"weft/internal/option"
	"weft/store"
	"weft/store/lookup"
)

const pagesHelp = `List pages of a crawl. Words of URLs and titles choose them, and flags: address, site, state, status, type, days and links.
--sort puts them in order.

Words are compared without regard to capitals. All must occur. The last word may be the beginning of a word, unless a space
follows it: "debian intr" finds intro. Percent escapes in URLs are decoded.

An index makes this fast: --index builds it once and keeps it in the crawl, as weft serve does. Without the index, or if it
is damaged, weft reads all names and facts instead, and says so.

--text searches the texts of pages. It finds words, "phrases" and beginnings of words such as crawl*; all must occur. title:crawl
requires the word in the title. The best pages come first, by BM25; a word of the title counts as three. Each page has a
snippet of its text. All other flags restrict the result, for example --address to a host and --since to days.
--index-texts builds the index of texts once. It reads the archive of the crawl: WARC files of a live crawl, or the imported
WARC, ARC or WACZ files.

--list reads URLs or numbers, one a line, and prints a row for each, in the same order: numbers become names, and names numbers.
Lines that are no pages of the crawl get a row without a number. weft counts them, and ends with status 1.`

func (a *app) pagesCmd() *cobra.Command {
	var o pagesOptions
	c := &cobra.Command{
		Use:     "pages CRAWL [WORDS…]",
		Short:   "Find pages: by words, address, state, status, type, day and links",
		Long:    pagesHelp,
		Example: made["crawl"] + "  weft pages crawl --index\n  weft pages crawl --sort indegree --top 20\n  weft pages crawl --format csv --columns page,url --top 0 -o pages.csv\n" + textExample,
		Args:    atLeast(1, "a crawl, and perhaps words"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.crawl, o.Words = args[0], strings.Join(args[1:], " ")
			if err := a.checkPages(cmd, &o); err != nil {
				return err
			}
			a.states = true
			return a.open(args[0], func(c *store.Crawl) error { return a.pages(cmd.Context(), c, &o) })
		},
	}
	f := c.Flags()
	f.StringVar(&o.Address, "address", "", "list pages whose URL begins with `TEXT`, or the pages of a host and its subdomains")
	f.StringVar(&o.Site, "site", "", "list the pages of the same site as `PAGE`, a URL or a number; weft site all finds sites")
	f.StringVar(&o.State, "state", "", "list pages in `STATE`; ghosts are known by links only: "+strings.Join(pages.StateNames[:], ", "))
	offered.Set(f, "state", pages.StateNames[:])
	f.StringVar(&o.Status, "status", "", "list pages with the HTTP `STATUS`: 404, or 4xx for a class")
	f.StringVar(&o.Tag, "tag", "", "list pages with `TAG`, or with all of several tags with commas between them; weft note writes tags")
	f.StringVar(&o.Type, "type", "", "list pages of the media `TYPE`: text/html, or image/* for all that begin so")
	f.StringVar(&o.Since, "since", "", "list pages requested on `DAY` or later, in UTC: 2026-01-31")
	f.StringVar(&o.Until, "until", "", "list pages requested on `DAY` or earlier, in UTC")
	f.StringVar(&o.Links, "links", "", "list pages that `N` pages link to: 7, 10- for at least, -9 for at most, 5-9 for between")
	f.BoolVar(&o.Orphan, "orphan", false, "list pages that no other page links to, apart from nofollow links: fetched pages, or pages of unknown state")
	f.StringVar(&o.Duplicate, "duplicate", "", "list fetched pages with the same `TEXT` as others: title, or content (by the digest of the body); without --sort they follow each other")
	offered.Set(f, "duplicate", pages.Repeated)
	f.StringVar(&o.No, "no", "", "list fetched HTML pages without this `TEXT`: title")
	offered.Set(f, "no", pages.Absent)
	f.StringVar(&o.Sort, "sort", pages.ByURL, "put pages in this `ORDER`: url, newest, oldest, status, indegree, or a kept ranking such as pagerank")
	f.IntVarP(&o.top, "top", "n", 100, "print the first `N` pages; 0 for all. Without this flag, a file and formats for programs have all pages")
	f.StringVar(&o.columns, "columns", "", "print these `COLUMNS`: "+strings.Join(pages.Columns, ", ")+"; the default is all, as text some; tags and note only where pages have some")
	f.StringVar(&o.format, "format", "", "print as `FORMAT` (default text, or the ending of -o)")
	offered.List(f, "format", pages.FormatNames())
	f.StringVarP(&o.output, "output", "o", "-", "write to `FILE`; - for standard output")
	f.StringVar(&o.list, "list", "", "print a row for each URL or number in `FILE`, one a line; - for standard input")
	f.StringVar(&o.Text, "text", "", "list pages whose texts match `QUERY`, the best first: words, \"phrases\", beginnings of words such as crawl*, title:WORD")
	f.BoolVar(&o.indexTexts, "index-texts", false, "build the index of texts from the archive of the crawl, and keep it in the crawl")
	f.StringArrayVar(&o.archive, "archive", nil, "with --index-texts, read texts from `FILE`, an archive or the folder of a live crawl (default: the archive of the crawl); repeatable")
	f.BoolVar(&o.index, "index", false, "build the index of words and facts, and keep it in the crawl")
	return c
}

type pagesOptions struct {
	pages.Query
	top                           int
	crawl                         string // as it was given
	columns, format, output, list string
	index, indexTexts             bool
	archive                       []string
}

// chosen are the columns of --columns; nil without it.
func (o *pagesOptions) chosen() []string {
	if o.columns == "" {
		return nil
	}
	return splitWords(o.columns)
}

// checkPages refuses flags that do not go together, before anything is opened.
func (a *app) checkPages(cmd *cobra.Command, o *pagesOptions) error {
	var err error
	if o.format, err = ending.Of(o.output, o.format, pages.FormatNames()...); err != nil {
		return &usageError{err}
	}
	if !slices.Contains(pages.FormatNames(), o.format) {
		return usagef("--format %s: expected %s", o.format, choice.Of(o.format, pages.FormatNames()))
	}
	if err := pages.CheckColumns(splitWords(o.columns)); err != nil {
		return usagef("%w", err)
	}
	selects := o.Words != ""
	for _, flag := range []string{"address", "site", "state", "status", "type", "since", "until", "links", "orphan", "duplicate", "no", "sort", "top", "text", "tag"} {
		selects = selects || cmd.Flags().Changed(flag)
	}
	if o.Text != "" && !cmd.Flags().Changed("sort") {
		o.Sort = pages.Best
	}
	text := o.format == "text"
	if !text && !cmd.Flags().Changed("top") {
		o.top = 0
	}
	switch {
	case o.top < 0:
		return usagef("--top %d: expected 0 or more", o.top)
	case o.list != "" && selects:
		return usagef("--list prints the pages of a list: leave out words and the flags that select pages")
	case o.list != "" && o.format == "parquet":
		return usagef("--format parquet does not apply to --list: use csv or jsonl")
	case (o.index || o.indexTexts) && (selects || o.list != ""):
		return usagef("--index and --index-texts build an index and print no pages: leave out the other flags")
	case len(o.archive) > 0 && !o.indexTexts:
		return usagef("--archive applies to --index-texts")
	case a.plan && !o.indexTexts:
		return usagef("--plan applies to --index-texts")
	case cmd.Flags().Changed("text") && o.Text == "":
		return usagef("--text is empty: expected words, such as --text \"open data\"")
	case a.json && !text:
		return usagef("--json prints one object: use --format jsonl without --json for an object a page")
	case o.top == 0 && text && !a.json && o.list == "":
		return usagef("--top 0 prints all pages: use --format csv, jsonl or parquet")
	case o.output != "-" && (text || a.json):
		return usagef("-o %s: use --format csv, jsonl or parquet with it", o.output)
	case o.format == "parquet" && o.output == "-":
		return usagef("--format parquet writes a file: name it with -o")
	}
	return nil
}

// pages runs the command on an open crawl.
func (a *app) pages(ctx context.Context, c *store.Crawl, o *pagesOptions) error {
	if o.output != "-" && c.Owns(o.output) {
		return usagef("-o %s is a file of the crawl itself: choose another name", o.output)
	}
	if o.index || o.indexTexts {
		return a.buildIndexes(ctx, c, o)
	}
	s := pages.New(c)
	defer s.Close() //nolint:errcheck // only read
	if o.list != "" {
		return a.listPages(ctx, c, s, o)
	}
	_, noIndex := s.Index()
	a.warnSlow(noIndex, o)
	if err := o.Check(s.Orders()); err != nil {
		if noIndex != nil && slices.Contains([]string{pages.InDegree, pages.Newest, pages.Oldest, pages.ByStatus}, o.Sort) {
			return usagef("%w; build the index, which has the order %s: weft pages %s --index", err, o.Sort, option.Word(c.Path))
		}
		return usagef("%w", err)
	}
	a.progress.Steps("reading pages", 0, int64(c.NumPages()))
	err := a.findPages(ctx, s, o)
	if errors.Is(err, pages.ErrNoTexts) {
		return option.Errorf("%w; build the index: weft pages %s {index-texts}", err, option.Word(o.crawl))
	}
	if errors.Is(err, store.ErrCorrupt) && a.stdout.n == 0 && s.Drop(err) {
		a.warnSlow(err, o)
		return a.findPages(ctx, s, o)
	}
	return err
}

// findPages prints the pages of the query.
func (a *app) findPages(ctx context.Context, s *pages.Source, o *pagesOptions) error {
	if o.Sort == pages.Best {
		return a.searchTexts(ctx, s, o)
	}
	found, err := s.Find(ctx, &o.Query, true)
	if err != nil {
		return err
	}
	if o.format == "text" {
		return a.printPages(ctx, s, found, o)
	}
	columns := o.chosen()
	if columns == nil {
		columns = s.Usual(&o.Query)
	}
	return a.writePages(o.output, func(w io.Writer) error {
		rows, err := s.Rows(o.Sort, columns)
		if err != nil {
			return err
		}
		defer rows.Close() //nolint:errcheck // only read
		i := slices.IndexFunc(pages.Formats, func(f pages.Format) bool { return f.Name == o.format })
		most := o.top
		if most == 0 && o.Sort != pages.ByURL {
			most = found.Count
		}
		return s.Write(ctx, found, pages.Part{Order: o.Sort, Most: most}, rows, pages.Formats[i].Writer(w, columns))
	})
}

// warnSlow warns that a selection is read without the index, and why. A selection that needs no index is not slow.
func (a *app) warnSlow(noIndex error, o *pagesOptions) {
	switch {
	case noIndex == nil:
	case o.Indexed() || errors.Is(noIndex, store.ErrCorrupt):
		a.warn("%v; names and facts of all pages are read instead, which takes longer; weft pages %s --index builds the index", noIndex, option.Word(o.crawl))
	case !errors.Is(noIndex, lookup.ErrNone):
		a.warn("%v", noIndex)
	}
}

// writePages writes to a file that appears whole or not at all, or to standard output.
func (a *app) writePages(path string, write func(w io.Writer) error) error {
	if path != "-" {
		return atomicfile.Write(path, write)
	}
	return a.data(func(w io.Writer) error {
		b := bufio.NewWriterSize(w, 1<<16)
		err := write(b)
		return errors.Join(err, b.Flush())
	})
}

// listedPages are the pages of a query.
//
//json:object pages
type listedPages struct {
	Found int         `json:"found"`           // number of pages of the selection
	Pages int         `json:"pages"`           // number of pages of the crawl
	Order string      `json:"order"`           // the order, as in --sort
	Words string      `json:"words,omitempty"` // the words that were sought
	Rows  []pages.Row `json:"rows"`            // the first pages, as many as --top says
}

// printPages prints the first pages of a result.
func (a *app) printPages(ctx context.Context, s *pages.Source, found *pages.Found, o *pagesOptions) error {
	columns := o.chosen()
	if columns == nil && !a.json {
		columns = []string{"page", "state", "status", "indegree", "score", "url", "title", "tags", "note"}
		if _, err := s.Index(); err == nil && o.Sort == pages.InDegree { // the score is the in-degree
			columns = slices.DeleteFunc(columns, func(name string) bool { return name == "score" })
		}
	}
	rows, err := s.Rows(o.Sort, columns)
	if err != nil {
		return err
	}
	defer rows.Close() //nolint:errcheck // only read
	k := o.top
	if k == 0 {
		k = found.Count
	}
	first, err := s.First(ctx, found, o.Sort, k)
	if err != nil {
		return err
	}
	v := listedPages{Found: found.Count, Pages: s.NumPages(), Order: o.Sort, Words: o.Words}
	if v.Rows, err = rows.All(first); err != nil {
		return err
	}
	return a.print(v, func(w io.Writer) {
		row(w, "found", "%s of %s", grouped(found.Count), digits.Plural(v.Pages, "page"))
		answer.Print(w, []answer.Block{tableOf(v.Rows, columns)}, flagOf)
	})
}

// tableOf makes a table of rows. Columns without any value are left out.
func tableOf(rows []pages.Row, columns []string) *answer.Table {
	t := &answer.Table{Apart: true}
	var used []string
	for _, name := range columns {
		if !slices.ContainsFunc(rows, func(p pages.Row) bool { return p.Text(name) != "" }) {
			continue
		}
		width := len(name)
		for i := range rows {
			width = max(width, len(cellOf(&rows[i], name)))
		}
		if slices.Contains([]string{"url", "title", "state", "type", "time", "digest", "tags", "note"}, name) {
			width = -min(width, 60)
		}
		used = append(used, name)
		t.Columns = append(t.Columns, answer.Column{Title: name, Width: width})
	}
	for i := range rows {
		cells := make([]string, len(used))
		for k, name := range used {
			cells[k] = cellOf(&rows[i], name)
		}
		t.Add(cells...)
	}
	return t
}

// cellOf is the value of a column for people: six digits of a score.
func cellOf(p *pages.Row, name string) string {
	if name == "score" && p.Score != nil {
		return strconv.FormatFloat(*p.Score, 'g', 6, 64)
	}
	return p.Text(name)
}

// indexed is the result of --index.
//
//json:object index of words
type indexed struct{ lookup.Stats }

// indexPages builds the index of a crawl.
func (a *app) indexPages(ctx context.Context, c *store.Crawl) error {
	s, err := lookup.Build(ctx, c, lookup.Options{Memory: a.budget, Command: a.args, Version: version, Note: a.progress.Steps})
	if err != nil {
		return err
	}
	return a.print(indexed{s}, func(w io.Writer) {
		row(w, "indexed", "%s, %s", digits.Plural(s.Pages, "page"), digits.Plural(s.Terms, "term"))
		row(w, "index", "%s", digits.Size(s.Bytes))
		if s.Cut > 0 {
			row(w, "cut", "%s with more than 4,096 words: the others are not found", digits.Plural(s.Cut, "page"))
		}
	})
}

// A soughtPage is a line of --list, and the page that it names.
//
//json:object page of a list
type soughtPage struct {
	Asked string `json:"asked"` // the line of the list
	// the page
	Row *pages.Row `json:"row,omitempty" absent:"the crawl does not know it"`
}

// soughtPages are the pages of a list.
//
//json:object pages of a list
type soughtPages struct {
	Unknown int          `json:"unknown"` // number of lines that are no pages of the crawl
	Rows    []soughtPage `json:"rows"`    // a row for each line, in their order
}

// longestLine is the longest line of a list, in bytes.
const longestLine = 1 << 21

// listPages prints a row for each line of a list.
func (a *app) listPages(ctx context.Context, c *store.Crawl, s *pages.Source, o *pagesOptions) error {
	in := a.stdin
	if o.list != "-" {
		f, err := os.Open(o.list)
		if err != nil {
			return err
		}
		defer f.Close() //nolint:errcheck // only read
		in = f
	}
	columns := o.chosen()
	if columns == nil {
		columns = []string{"page", "url", "state"}
	}
	rows, err := s.Rows(pages.ByURL, columns)
	if err != nil {
		return err
	}
	defer rows.Close() //nolint:errcheck // only read
	l := &pageList{ctx: ctx, c: c, rows: rows, name: o.list}
	if a.json {
		v := soughtPages{Rows: []soughtPage{}}
		if err := l.each(in, func(p *soughtPage) error { v.Rows = append(v.Rows, *p); return nil }); err != nil {
			return err
		}
		v.Unknown = l.unknown
		return errors.Join(a.print(v, nil), l.missing())
	}
	err = a.writePages(o.output, func(w io.Writer) error {
		to := newSoughtWriter(w, o.format, columns)
		if err := l.each(in, to.write); err != nil {
			return err
		}
		return to.close()
	})
	return errors.Join(err, l.missing())
}

// A pageList reads pages by the lines of a list.
type pageList struct {
	ctx        context.Context //nolint:containedctx // of one command
	c          *store.Crawl
	rows       *pages.Reader
	name       string
	lines      int
	unknown    int
	firstLine  int
	firstAsked string
}

// each calls f with a row for each line.
func (l *pageList) each(in io.Reader, f func(p *soughtPage) error) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, longestLine)
	for lines.Scan() {
		l.lines++
		if l.lines%1024 == 0 && l.ctx.Err() != nil {
			return l.ctx.Err()
		}
		p := soughtPage{Asked: strings.TrimRight(lines.Text(), "\r")}
		u, ok, err := l.c.Page(p.Asked)
		if err != nil {
			return err
		}
		if ok {
			row, err := l.rows.At(u)
			if err != nil {
				return err
			}
			p.Row = &row
		} else if l.unknown++; l.unknown == 1 {
			l.firstLine, l.firstAsked = l.lines, p.Asked
		}
		if err := f(&p); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s:%d: %w", l.name, l.lines+1, err)
	}
	return nil
}

// missing is the error of a list with lines that are no pages.
func (l *pageList) missing() error {
	if l.unknown == 0 {
		return nil
	}
	return fmt.Errorf("%s: the crawl does not know %s of %d, the first is line %d, %.200q: their rows are empty", l.name, digits.Plural(l.unknown, "line"), l.lines, l.firstLine, l.firstAsked)
}
