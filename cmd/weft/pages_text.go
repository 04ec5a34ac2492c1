package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"weft/answers/answer"
	"weft/answers/pages"
	"weft/answers/texts"
	"weft/internal/digits"
	"weft/internal/inert"
	"weft/store"
	"weft/store/textindex"
)

// textExample searches the texts of a crawl that is made for it.
const textExample = "  weft demo --pages 300 --output demo\n  weft pages demo/crawl --index-texts\n  weft pages demo/crawl --text 'page*' --top 5"

// buildIndexes builds the indexes of a crawl that the flags name.
func (a *app) buildIndexes(ctx context.Context, c *store.Crawl, o *pagesOptions) error {
	if a.plan {
		paths := o.archive
		if len(paths) == 0 {
			var err error
			if paths, err = texts.Archives(c); err != nil {
				return err
			}
		}
		return a.printPlanned(plan{
			Form: "the index of texts", Parts: texts.Needs(c),
			Passes: fmt.Sprintf("the archive, twice: %s; words of all texts, once written and once read", digits.Plural(len(paths), "file")),
		})
	}
	if o.index {
		if err := a.indexPages(ctx, c); err != nil || !o.indexTexts {
			return err
		}
	}
	return a.indexTexts(ctx, c, o)
}

// indexedTexts is the result of --index-texts.
//
//json:object index of texts
type indexedTexts struct{ textindex.Stats }

// indexTexts builds the index of texts of a crawl.
func (a *app) indexTexts(ctx context.Context, c *store.Crawl, o *pagesOptions) error {
	s, err := texts.Index(ctx, c, texts.Options{
		Archive: o.archive, Memory: a.budget, Workers: a.workers, Command: a.args, Version: version, Note: a.progress.Steps,
	})
	if err != nil {
		return err
	}
	return a.print(indexedTexts{s}, func(w io.Writer) {
		row(w, "texts", "%s, %s words, %s different", digits.Plural(s.Pages, "page"), grouped(s.Words), grouped(s.Terms))
		row(w, "index", "%s", digits.Size(s.Bytes))
		printLeft(w, &s.Left)
	})
}

// printLeft prints the numbers of pages that the index of texts does not hold, or holds in part.
func printLeft(w io.Writer, l *textindex.Left) {
	for _, x := range []struct {
		n    int
		what string
	}{
		{l.NotHTML, "not HTML"},
		{l.Missing, "missing in the archive"},
		{l.Damaged, "with a damaged record"},
		{l.Empty, "HTML without visible text"},
	} {
		if x.n > 0 {
			row(w, "left out", "%s %s", digits.Plural(x.n, "page"), x.what)
		}
	}
	if l.Cut > 0 {
		row(w, "cut", "%s: their first %s of text are indexed, or the part that can be read", digits.Plural(l.Cut, "page"), digits.Size(textindex.MaxText))
	}
}

// searchedTexts are the best pages of a search in texts.
//
//json:object search in texts
type searchedTexts struct {
	Text    string `json:"text"`               // the query
	Found   int    `json:"found"`              // number of pages that were found
	AtLeast bool   `json:"at_least,omitempty"` // there may be more pages: some phrases were not compared
	Texts   int    `json:"texts"`              // number of pages with an indexed text
	Pages   int    `json:"pages"`              // number of pages of the crawl
	// pages that are not in the index
	Left textindex.Left `json:"left"`
	// prefixes of too many words
	Cuts []textindex.Cut `json:"cuts,omitempty" absent:"no prefix stands for too many words"`
	Rows []pages.Row     `json:"rows"` // the best pages, as many as --top says
}

// searchTexts prints the best pages of a search in texts.
func (a *app) searchTexts(ctx context.Context, s *pages.Source, o *pagesOptions) error {
	found, err := s.Search(ctx, &o.Query, o.top, true)
	if err != nil {
		return err
	}
	for _, cut := range found.Cuts {
		a.warn("%s* is the beginning of %s words: the %s most frequent are searched; add letters to search all", cut.Prefix, grouped(cut.Words), grouped(cut.Used))
	}
	columns := o.chosen()
	if o.format != "text" {
		if columns == nil {
			columns = s.Usual(&o.Query)
		}
		return a.writePages(o.output, func(w io.Writer) error {
			i := slices.IndexFunc(pages.Formats, func(f pages.Format) bool { return f.Name == o.format })
			to := pages.Formats[i].Writer(w, columns)
			if err := a.eachText(ctx, s, found, columns, func(p *pages.Row) error { return to.Row(p) }); err != nil {
				return err
			}
			return to.Close()
		})
	}
	v := searchedTexts{Text: o.Text, Found: found.Found, AtLeast: found.AtLeast, Texts: found.Texts, Pages: s.NumPages(), Left: found.Left, Cuts: found.Cuts, Rows: []pages.Row{}}
	if columns == nil && !a.json {
		columns = []string{"page", "url", "title", "score", "snippet"}
	}
	err = a.eachText(ctx, s, found, columns, func(p *pages.Row) error {
		v.Rows = append(v.Rows, *p)
		return nil
	})
	if err != nil {
		return err
	}
	return a.print(v, func(w io.Writer) {
		least := ""
		if v.AtLeast {
			least = "at least "
		}
		row(w, "found", "%s%s of %s with text", least, grouped(v.Found), digits.Plural(v.Texts, "page"))
		if o.columns != "" {
			answer.Print(w, []answer.Block{tableOf(v.Rows, columns)}, flagOf)
			return
		}
		for i := range v.Rows {
			printHit(w, i+1, &v.Rows[i])
		}
	})
}

// eachText calls f with the rows of a search.
func (a *app) eachText(ctx context.Context, s *pages.Source, found *pages.Search, columns []string, f func(p *pages.Row) error) error {
	rows, err := s.Rows(pages.ByURL, columns)
	if err != nil {
		return err
	}
	defer rows.Close() //nolint:errcheck // only read
	return s.Each(ctx, found, rows, f)
}

// printHit prints a page of a search: its place, title and score, its URL, and the snippet.
func printHit(w io.Writer, place int, p *pages.Row) {
	name := cmp.Or(p.URL, fmt.Sprintf("page %d", p.Page))
	fmt.Fprintf(w, "\n%3d. %s  %s\n", place, inert.Text(cmp.Or(p.Title, name)), cellOf(p, "score")) //nolint:errcheck // a strings.Builder does not fail
	if p.Title != "" {
		fmt.Fprintf(w, "     %s\n", inert.Text(name)) //nolint:errcheck // as above
	}
	if snippet := strings.TrimSpace(p.Snippet); snippet != "" {
		fmt.Fprintf(w, "     %s\n", inert.Text(snippet)) //nolint:errcheck // as above
	}
}
