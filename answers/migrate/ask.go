package migrate

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"weft/answers/answer"
	"weft/answers/texts"
	"weft/graph"
	"weft/internal/digits"
	"weft/internal/ending"
	"weft/store"
)

const long = `Find the pages of crawl OLD in a newer crawl NEW. A page of OLD that is gone gets the most similar page of NEW that is not
in OLD. Similarity uses URLs, neighbours that were kept or already found, and the anchor texts of links; with --old-text
and --new-text also the texts of the pages. Pages without a match of at least --least confidence are reported as gone.
Pages that were fetched before and are now only linked to are gone, too. Pages that redirect now are kept, and counted.

A confidence is the probability that the match is right, calibrated on crawls with known truth: about four in five
matches with 0.8 are right. It exceeds 0.5 only if two of the three kinds of evidence (URL, neighbours, texts) agree. URLs
alone, as in lists without links, give at most 0.5; without texts at most 0.25 if less than one page in a hundred
stayed.

--seeds takes a list of pages of OLD, --all all fetched pages. -o writes the kept and carried pages with their URLs in
NEW, one per line; with --all only the carried pages.`

// Question is the question of this package.
var Question = answer.Question{
	Name: "seeds carry", Short: "Find the seeds of an old crawl in a newer one, also after they moved", Long: long, Takes: "OLD NEW --seeds FILE",
	Of: "older newer", Before: "weft seeds older -k 5 -o seeds.txt\n", More: " --seeds seeds.txt -o carried.txt\nweft seeds carry older newer --all",
	Own:   []string{"view", "output", "kinds"},
	Gives: []answer.Answer{(*told)(nil)},
	New:   func() answer.Asker { return new(asked) },
}

type asked struct {
	q                Request
	all              bool
	file, output     string
	oldText, newText []string
}

func (q *asked) Flags(f answer.Flags) {
	f.StringVar(&q.file, "seeds", "", "read pages of OLD from `FILE`, one URL or page number per line")
	f.StringArrayVar(&q.oldText, "old-text", nil, "compare the texts of pages: `FILE` is an archive, or the folder of a live crawl, with the pages of OLD; repeatable")
	f.StringArrayVar(&q.newText, "new-text", nil, "`FILE` is an archive, or the folder of a live crawl, with the pages of NEW; repeatable")
	f.BoolVar(&q.all, "all", false, "find the new URL of every missing page")
	f.Float64Var(&q.q.Least, "least", 0.5, "report pages as gone below `CONFIDENCE`, the probability of the best match")
	f.StringVarP(&q.output, "output", "o", "", "write the pages that were kept or carried to `FILE`")
	ending.Set(f, "output", "list")
}

// Check implements answer.Asker.
func (q *asked) Check() error {
	if (q.file == "") != q.all {
		return answer.Refused("no pages given: use {seeds} for a list, or {all}")
	}
	if len(q.oldText) == 0 != (len(q.newText) == 0) {
		return answer.Refused("{old-text} and {new-text} require each other")
	}
	return answer.CheckAll(answer.Rule{Holds: q.q.Least >= 0 && q.q.Least <= 1, Option: "least", Value: q.q.Least, Want: "0 to 1"})
}

func (q *asked) Plan(ctx context.Context, older *store.Crawl, o answer.Options) (w answer.Work, err error) {
	r := q.q
	r.Memory, r.Workers, r.Note, r.Warn = o.Memory, o.Workers, o.Note, o.Warn
	stage, err := r.Stage(ctx, older, o.Other)
	if err != nil {
		return w, err
	}
	w.Stages = []answer.Stage{stage}
	if q.file != "" {
		r.Pages, err = o.Pages(older, q.file)
	}
	w.Do = func() (answer.Answer, error) { return answer.Got(q.carry(ctx, older, o.Other, r)) }
	return w, err
}

// carry opens the archives with the texts of pages, if there are any, and finds the pages.
func (q *asked) carry(ctx context.Context, older, newer *store.Crawl, r Request) (*told, error) {
	for _, side := range []struct {
		c     *store.Crawl
		paths []string
		to    *texts.Texts
	}{{older, q.oldText, &r.OldTexts}, {newer, q.newText, &r.NewTexts}} {
		if len(side.paths) == 0 {
			continue
		}
		a, err := texts.Open(ctx, side.paths)
		if err != nil {
			return nil, err
		}
		defer a.Close() //nolint:errcheck // only read
		*side.to = texts.Of(side.c, a, func(u graph.Node) bool { return here(side.c, u) })
	}
	res, err := InCrawls(ctx, older, newer, r)
	return &told{res, q.output}, err
}

// told is a result together with the file of the kept and carried pages. Without a name there is no file.
//
//json:object seeds carry
type told struct {
	*Result
	file string
}

// write writes the pages that were kept and carried.
func (res *Result) write(w io.Writer) error {
	out := bufio.NewWriter(w)
	for _, url := range res.Starting {
		fmt.Fprintln(out, url) //nolint:errcheck // kept until Flush
	}
	return out.Flush()
}

// Kept is the list of the pages.
func (res *told) Kept() answer.Kept {
	if res.file == "" {
		return answer.Kept{}
	}
	return answer.Kept{Files: []answer.File{{Path: res.file, Write: res.write}}}
}

// Blocks reports for each page whether it stayed, moved or was lost.
func (res *told) Blocks() []answer.Block {
	all := []answer.Block{answer.Row("kept", "%s", digits.Grouped(res.KeptPages))}
	if n := res.Redirecting; n > 0 {
		all = append(all, answer.Row("", "%s of them %s now", digits.Grouped(n), digits.Verb(n, "redirects", "redirect")))
	}
	if n := res.NeverHad; n > 0 {
		all = append(all, answer.Row("", "%s of them were fetched in neither crawl", digits.Grouped(n)))
	}
	all = append(all, answer.Row("carried", "%s, with a confidence of at least %g", digits.Grouped(len(res.Carried)), res.Least))
	if n := res.ofOneKind(); n > 0 {
		all = append(all, answer.Row("", "%s of them by only one kind of evidence", digits.Grouped(n)))
	}
	all = append(all, answer.Row("gone", "%s", digits.Grouped(len(res.Gone))))
	for _, left := range []struct {
		n    int
		what string
	}{
		{res.Left.Names, "pages have names of more than 32 parts: the others count as one"},
		{res.Left.Texts, "pages have too many words: only the first were compared"},
		{res.Left.Features, "pages share words with too many pages: only the rarest words gave candidates"},
	} {
		if left.n > 0 {
			all = append(all, answer.Row("", "%s %s", digits.Grouped(left.n), left.what))
		}
	}
	carried := answer.TableOf("", res.Carried)
	gone := &answer.Table{Title: "gone", NoHead: true, Columns: []answer.Column{{}, {}}}
	for _, url := range res.Gone {
		gone.Add("", url)
	}
	for _, t := range []*answer.Table{carried, gone} {
		if len(t.Rows) > 0 {
			all = append(all, t)
		}
	}
	return all
}

// ofOneKind counts the pages for which no second kind of evidence speaks.
func (res *Result) ofOneKind() (n int) {
	for _, c := range res.Carried {
		if c.Kinds < 2 {
			n++
		}
	}
	return n
}
