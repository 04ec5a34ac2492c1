package ingest

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/atomicfile"
	"weft/internal/extsort"
	"weft/internal/mem"
	"weft/internal/responses"
	"weft/making/ingest/tally"
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

// wholeArc is the label of an arc of a whole capture, while rows are gathered.
const wholeArc = 1 << 17

// Gather reads inputs as [Import] does, and passes what they say to rows. Nothing is passed before all inputs are read and
// within the limits of bad records. o.Output names a file in the folder of the scratch files; nothing appears there.
// Memory: as the options say.
func Gather(ctx context.Context, o Options, rows Rows) (Summary, error) {
	im, err := newImporter(ctx, &o)
	if err != nil {
		return Summary{}, err
	}
	defer im.draft.Abort()
	defer im.close()
	log, err := atomicfile.Create(im.draft.Path(store.LogFile))
	if err != nil {
		return Summary{}, err
	}
	defer log.Abort()
	im.tally = &tally.Tally{Out: log, Strict: im.opts.Strict}
	err = errors.Join(im.sizes(ctx), im.checkForeseen())
	if err == nil {
		err = im.readAll(ctx)
	}
	if err == nil {
		err = errors.Join(im.checkBad(), im.checkOptions())
	}
	if err == nil && !im.readArchives() {
		err = errNoArchive
	}
	counts, err2 := im.replies.totals()
	err = errors.Join(err, err2)
	for i := range im.inputs {
		if err == nil {
			err = rows.Input(&InputRow{im.inputs[i], append([]*responses.Total{}, counts...)})
			counts = nil
		}
	}
	if err == nil && im.col != nil {
		im.large = nil
		mem.Release()
		g := &gatherer{
			builder: builder{Draft: im.draft, ctx: ctx, budget: im.opts.Memory, memory: im.memory(), notes: im.notes, gathers: true},
			c:       im.col, rows: rows,
		}
		err = g.run()
	}
	return im.summary(), err
}

var errNoArchive = fmt.Errorf("%w: rows are for archives of captures: WARC, ARC, WAT or WACZ", tally.ErrBadInput)

// readArchives reports whether all inputs were archives of captures.
func (im *importer) readArchives() bool {
	return !slices.ContainsFunc(im.inputs, func(in store.Input) bool {
		return in.Format != Archive.String() && in.Format != WACZ.String()
	})
}

// A gatherer passes the batches of a collector on as rows.
type gatherer struct {
	builder
	c     *collector
	rows  Rows
	names *names.Table
	texts *names.Table
}

func (g *gatherer) run() (err error) {
	if err := g.c.finish(); err != nil {
		return err
	}
	pages, _, err := g.writeNames(g.c)
	if err != nil {
		return err
	}
	defer pages.close()
	texts, err := g.writeTexts(g.c)
	if err != nil {
		return err
	}
	defer texts.close()
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
	arcs := extsort.New(extsort.Options{Memory: g.arcsMemory(), Dir: g.Dir(), Labels: extsort.Union, Expect: g.c.collected()})
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
	rows := extsort.NewRows(g.memory/8, g.Dir())
	defer rows.Close() //nolint:errcheck // a scratch file
	if err := g.collectFacts(g.c, pages, rows); err != nil {
		return err
	}
	all := g.names.Scan(0, g.names.Len())
	n := uint32(0)
	next := func(s *sighting) error {
		if !all.Next() {
			return all.Err()
		}
		row := PageRow{Key: all.Name(), State: g.raw[n]}
		if s != nil {
			row.Seen, row.By, row.Whole, row.Facts = true, s.state, s.whole, s.facts
		}
		n++
		return g.rows.Page(&row)
	}
	err := g.eachBest(rows, func(name uint32, s *sighting) error {
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
	from := uint32(none)
	for n := uint32(0); it.Next(); n++ {
		if err := g.stopped(n); err != nil {
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
		row.Kinds, row.Part = kinds.OfLabel(it.Label()&(partArc-1)), it.Label()&wholeArc == 0
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
		if err := g.stopped(n); err != nil {
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

// readRows reads rows that [Gather] passed on.
func (im *importer) readRows(in *input) error {
	err := readArrow(in.peek, rowTaker{im})
	if bad, ok := errors.AsType[tally.BadRecord](err); ok {
		return fmt.Errorf("%w: row %d: %w", tally.ErrBadInput, im.tally.Records+1, bad)
	}
	return err
}

// mostJoined bounds the counts of workers that are held apart.
const mostJoined = 64

// A rowTaker puts rows into an import, in any order.
type rowTaker struct{ im *importer }

// gatheredNote counts the archives whose rows were read.
const gatheredNote = "archives that workers read"

// gatheredBad counts records that workers could not read.
const gatheredBad = "records that workers could not read, within the limit of each archive"

// Input implements [Rows].
func (r rowTaker) Input(in *InputRow) error {
	r.im.replies.unknown = r.im.replies.unknown || in.Responses == nil
	r.im.replies.joined = append(r.im.replies.joined, in.Responses...)
	if len(r.im.replies.joined) > mostJoined {
		var err error
		if r.im.replies.joined, err = responses.Join(r.im.replies.joined); err != nil {
			return tally.Badf("the input %.200q: %v", in.Path, err)
		}
	}
	r.im.notes[gatheredNote]++
	r.im.notes[gatheredBad] += in.Bad
	r.im.gathered = append(r.im.gathered, in.Input)
	return r.took()
}

// Page implements [Rows].
func (r rowTaker) Page(row *PageRow) error {
	c := r.im.col
	p := c.page(row.Key, row.State)
	if row.Seen {
		c.sighted(p, &sighting{row.By, row.Whole, row.Facts})
	}
	return r.took()
}

// Arc implements [Rows].
func (r rowTaker) Arc(row *ArcRow) error {
	c := r.im.col
	arcs, anchors := len(c.arcs), len(c.anchors)
	c.arc(c.page(row.Source, uint8(page.Ghost)), c.ghost(row.Target), row.Kinds)
	if row.Part {
		c.markPart(arcs, anchors)
	}
	return r.took()
}

// Text implements [Rows].
func (r rowTaker) Text(row *TextRow) error {
	c := r.im.col
	arcs, anchors := len(c.arcs), len(c.anchors)
	c.anchor(c.page(row.Source, uint8(page.Ghost)), c.ghost(row.Target), row.Text)
	if row.Part {
		c.parts = true
		c.markPart(arcs, anchors)
	}
	return r.took()
}

// took counts a row.
func (r rowTaker) took() error {
	r.im.tally.Good()
	return r.im.col.room()
}
