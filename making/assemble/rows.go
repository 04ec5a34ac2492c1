package assemble

import (
	"context"
	"errors"

	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/extsort"
	"weft/internal/responses"
	"weft/store"
	"weft/store/names"
)

// Rows receives the pages and links of archives, before pages have numbers. Rows of several archives, gathered apart and
// read by one import, make the crawl that an import of the archives makes.
type Rows interface {
	Input(*InputRow) error // an input that was read, before all others
	Page(*PageRow) error   // in the order of their keys, each once
	Arc(*ArcRow) error     // after all pages, by source and target
	Text(*TextRow) error   // after all arcs, by target and source
}

// An InputRow is an input, and the counts of the responses in it.
type InputRow struct {
	store.Input
	// Responses has a total for each source of counts, nil in rows of earlier versions. The first input of a worker has the
	// counts of all its inputs.
	Responses []*responses.Total `json:"responses"`
}

// A PageRow is a page. Fields are valid until the call returns.
type PageRow struct {
	Key   []byte
	State uint8 // as [JoinStates] joins them
	Seen  bool  // the response that decides the state is known: the rest of the fields
	By    page.State
	Whole bool // the response was kept whole
	Facts store.Facts
}

// An ArcRow is an arc. Arcs of a capture that holds its page in part count only if no archive has a whole one.
type ArcRow struct {
	Source, Target []byte // keys
	Kinds          kinds.Set
	Part           bool
}

// A TextRow is a text of a link.
type TextRow struct {
	Source, Target, Text []byte
	Part                 bool
}

// Gather passes pages and arcs to rows, in place of Finish.
func (as *Assembly) Gather(ctx context.Context, rows Rows) error {
	g := &gatherer{
		Builder: Builder{Draft: as.Draft, Ctx: ctx, Budget: as.Set.Memory, Memory: as.Memory(), Notes: as.Notes, gathers: true},
		c:       as.Col, rows: rows,
	}
	return g.run()
}

// A gatherer passes the batches of a collector on as rows.
type gatherer struct {
	Builder
	c     *Collector
	rows  Rows
	names *names.Table
	texts *names.Table
}

func (g *gatherer) run() (err error) {
	if err := g.c.Finish(); err != nil {
		return err
	}
	pages, _, err := g.WriteNames(g.c)
	if err != nil {
		return err
	}
	defer pages.Close()
	texts, err := g.writeTexts(g.c)
	if err != nil {
		return err
	}
	defer texts.Close()
	if g.names, err = names.Open(g.Path(store.NamesFile)); err != nil {
		return err
	}
	defer g.names.Close() //nolint:errcheck // only read
	if g.texts, err = names.Open(g.Path(store.TextsFile)); err != nil {
		return err
	}
	defer g.texts.Close() //nolint:errcheck // only read
	if err := g.pageRows(pages); err != nil {
		return err
	}
	arcs := extsort.New(extsort.Options{Memory: g.ArcsMemory(), Dir: g.Dir(), Labels: extsort.Union, Expect: g.c.collected()})
	defer arcs.Close() //nolint:errcheck // a scratch file
	anchors := extsort.New(extsort.Options{Memory: g.anchorsMemory(), Dir: g.Dir(), Labels: extsort.Distinct})
	defer anchors.Close() //nolint:errcheck // a scratch file
	if err := g.sortArcs(g.c, tables{pages, texts}, arcs, anchors, nil); err != nil {
		return err
	}
	return errors.Join(g.arcRows(arcs), g.textRows(anchors))
}

// pageRows passes the pages on, with the facts of the capture that counts.
func (g *gatherer) pageRows(pages *numberTable) error {
	rows := extsort.NewRows(g.Memory/8, g.Dir())
	defer rows.Close() //nolint:errcheck // a scratch file
	if err := g.collectFacts(g.c, pages, rows); err != nil {
		return err
	}
	all := g.names.Scan(0, g.names.Len())
	n := uint32(0)
	next := func(s *Sighting) error {
		if !all.Next() {
			return all.Err()
		}
		row := PageRow{Key: all.Name(), State: g.raw[n]}
		if s != nil {
			row.Seen, row.By, row.Whole, row.Facts = true, s.State, s.Whole, s.Facts
		}
		n++
		return g.rows.Page(&row)
	}
	err := g.eachBest(rows, func(name uint32, s *Sighting) error {
		for n < name {
			if err := next(nil); err != nil {
				return err
			}
		}
		return next(s)
	})
	for err == nil && int(n) < len(g.raw) {
		err = next(nil)
	}
	return err
}

// arcRows passes the arcs on.
func (g *gatherer) arcRows(arcs *extsort.Sorter) error {
	it, err := arcs.Sort()
	if err != nil {
		return err
	}
	var row ArcRow
	from := uint32(None)
	for n := uint32(0); it.Next(); n++ {
		if err := g.Stopped(n); err != nil {
			return err
		}
		if it.From() != from {
			from = it.From()
			if row.Source, err = g.names.Append(row.Source[:0], int(from)); err != nil {
				return err
			}
		}
		if row.Target, err = g.names.Append(row.Target[:0], int(it.To())); err != nil {
			return err
		}
		row.Kinds, row.Part = kinds.OfLabel(it.Label()&(PartArc-1)), it.Label()&wholeArc == 0
		if err := g.rows.Arc(&row); err != nil {
			return err
		}
	}
	return it.Err()
}

// textRows passes the texts of links on.
func (g *gatherer) textRows(anchors *extsort.Sorter) error {
	it, err := anchors.Sort()
	if err != nil {
		return err
	}
	var row TextRow
	for n := uint32(0); it.Next(); n++ {
		if err := g.Stopped(n); err != nil {
			return err
		}
		fill := func(dst []byte, t *names.Table, i uint32) []byte {
			if err == nil {
				dst, err = t.Append(dst[:0], int(i))
			}
			return dst
		}
		row.Target = fill(row.Target, g.names, it.From())
		row.Source = fill(row.Source, g.names, it.To())
		row.Text = fill(row.Text, g.texts, it.Label()/2)
		row.Part = it.Label()&1 != 0
		if err != nil {
			return err
		}
		if err := g.rows.Text(&row); err != nil {
			return err
		}
	}
	return it.Err()
}
