package compare

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"weft/answers/answer"
	"weft/internal/digits"
	"weft/internal/ending"
	"weft/internal/offered"
	"weft/internal/option"
	"weft/store"
)

// Question is the question of this package.
var Question = answer.Question{
	Name: "compare", Takes: "A B", Short: "Show what changed from one crawl to another",
	Long: `Report what changed from crawl A to crawl B:
  - pages and arcs that were kept, are gone (only in A) or are new (only in B), in total and for the hosts that changed
    most
  - how the states of pages changed
  - how far the kept pages moved in a ranking
Two pages are the same if their URLs are equal. Graphs without names are compared by page number.

Pages that were only linked to count as pages. --fetched compares only fetched pages and the arcs between them. weft uses
scores that are saved in both crawls for these arcs and the default options, and computes them otherwise.`,
	Of: "older newer", More: "\nweft compare --fetched --list gone older newer | head", Own: []string{"view", "output"},
	Gives: []answer.Answer{(*Comparison)(nil)},
	New:   func() answer.Asker { return new(asked) },
}

type asked struct {
	o            Options
	list, output string
}

func (q *asked) Flags(f answer.Flags) {
	f.BoolVar(&q.o.Fetched, "fetched", false, "compare only fetched pages")
	f.StringVar(&q.o.Ranking, "rank", "pagerank", "compare `RANKING`: pagerank, hits, salsa, indegree, a result saved in both crawls, or none")
	f.IntVarP(&q.o.Top, "top", "n", 10, "list `K` hosts, and K pages that moved up and down")
	f.StringVar(&q.list, "list", "", "only list the `PAGES` that are gone, new or kept, one per line")
	offered.Set(f, "list", []string{Gone, New, Kept})
	f.StringVarP(&q.output, "output", "o", "", "write a Parquet table of all pages to `FILE`: numbers, states, changes, scores; with --list, write the list")
}

// Lists implements answer.Lister.
func (q *asked) Lists() (option, value string) { return "list", q.list }

// Check implements answer.Asker.
func (q *asked) Check() error {
	format := "parquet"
	if q.list != "" {
		format = "list"
	}
	if _, err := ending.Of(q.output, "", format); err != nil {
		return &answer.OptionError{Why: err}
	}
	return answer.CheckAll(
		answer.Rule{Holds: q.list == "" || q.list == Gone || q.list == New || q.list == Kept, Option: "list", Value: q.list, Want: "gone, new or kept"},
		answer.AtLeast("top", q.o.Top, 0),
		answer.Rule{Holds: q.list != "" || q.output != "-", Option: "output", Value: q.output, Want: "a file: a table cannot be printed"},
	)
}

func (q *asked) Plan(ctx context.Context, a *store.Crawl, ao answer.Options) (w answer.Work, err error) {
	o := q.o
	o.A, o.B, o.Options = a, ao.Other, ao
	if o.Fetched {
		what := option.Errorf("{fetched} needs to know the fetched pages: weft import INPUT {output} CRAWL {fetched} FILE")
		if err := errors.Join(o.A.CheckKnown(what), o.B.CheckKnown(what)); err != nil {
			return w, err
		}
	}
	if _, err := o.Arcs(); err != nil {
		return w, err
	}
	if err := store.SameNames(o.A, o.B); err != nil {
		return w, answer.Refused("%w: import both with URLs, or both without", err)
	}
	if q.list != "" {
		w.Do = func() (answer.Answer, error) { return &list{ctx, o, q.list, q.output}, nil }
		return w, nil
	}
	o.Table = q.output
	if err := o.setDefaults(); err != nil {
		return w, err
	}
	v, _, err := o.Views(ctx)
	if err != nil {
		return w, err
	}
	stage := answer.Stage{View: v, Passes: "2 over the names, 1 over the arcs, and the passes of rankings that are not saved"}
	if p, short := o.A.Plan(v); short == nil && o.computes() {
		if stage.Scratch, err = o.planScores(ctx, besideScores(v, p.ScratchBytes > 0)); err != nil {
			return w, err
		}
	}
	w.Stages = []answer.Stage{stage}
	w.Do = func() (answer.Answer, error) { return answer.Got(Run(ctx, o)) }
	return w, err
}

// A list is of the names of pages, one a line, found when it is written.
type list struct {
	ctx          context.Context //nolint:containedctx // it lives as long as a question
	o            Options
	status, file string
}

// Blocks implements answer.Answer.
func (*list) Blocks() []answer.Block { return nil }

// Kept is the list.
func (l *list) Kept() answer.Kept {
	path := l.file
	if path == "" {
		path = "-"
	}
	return answer.Kept{Files: []answer.File{{Path: path, Write: l.write}}}
}

func (l *list) write(to io.Writer) error {
	w := bufio.NewWriter(to)
	err := Each(l.ctx, l.o, l.status, func(p Listed) error {
		_, err := w.Write(append(p.Name, '\n'))
		return err
	})
	return errors.Join(err, w.Flush())
}

// Kept is nothing: the table has a file of its own.
func (c *Comparison) Kept() answer.Kept { return answer.Kept{} }

// Blocks reports the changes, in total and by host, and how far pages moved.
func (c *Comparison) Blocks() []answer.Block {
	all := []answer.Block{
		answer.Row("pages", "%s → %s: %s; Jaccard %.4f", digits.Grouped(c.Pages.A), digits.Grouped(c.Pages.B), c.Pages.text(), c.Pages.Jaccard),
		answer.Row("arcs", "%s → %s: %s; Jaccard %.4f", digits.Grouped(c.Arcs.A), digits.Grouped(c.Arcs.B), c.Arcs.text(), c.Arcs.Jaccard),
		answer.Row("", "%s gone and %s new between kept pages", digits.Grouped(c.Arcs.GoneAmongKept), digits.Grouped(c.Arcs.NewAmongKept)),
	}
	if h := c.HostCounts; h != nil {
		all = append(all, answer.Row("hosts", "%s", h.text()))
	}
	if c.Ranks != nil {
		all = append(all, c.Ranks.figures()...)
	}
	if len(c.States) > 0 {
		all = append(all, answer.TableOf("", c.States))
	}
	if len(c.Hosts) > 0 {
		all = append(all, answer.TableOf("", c.Hosts,
			answer.Extra[Host]{Title: "pages", Text: func(h *Host) string { return h.Pages.text() }},
			answer.Extra[Host]{Title: "arcs", Text: func(h *Host) string { return h.Arcs.text() }}))
	}
	if c.Ranks != nil {
		all = append(all, c.Ranks.tables()...)
	}
	return all
}

func (x Change) text() string {
	return fmt.Sprintf("%s kept, %s gone, %s new", digits.Grouped(x.Kept), digits.Grouped(x.Gone), digits.Grouped(x.New))
}

func (r *Ranks) figures() []answer.Block {
	tau := answer.Row(r.Name, "no correlation: %s", r.Undefined)
	if r.TauB != nil {
		tau = answer.Row(r.Name, "Kendall's tau-b of the kept pages %.4f", *r.TauB)
	}
	shares := make([]string, 0, len(r.Overlap))
	for _, o := range r.Overlap {
		shares = append(shares, fmt.Sprintf("%s of the best %s", digits.Grouped(o.Shared), digits.Grouped(o.K)))
	}
	return []answer.Block{tau, answer.Row("shared", "%s", strings.Join(shares, ", "))}
}

// tables are the pages that moved most.
func (r *Ranks) tables() (all []answer.Block) {
	if len(r.Up) > 0 {
		all = append(all, answer.TableOf("pages that rose most", r.Up))
	}
	if len(r.Down) > 0 {
		all = append(all, answer.TableOf("pages that fell most", r.Down))
	}
	return all
}
