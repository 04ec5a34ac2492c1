package ingest

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"weft/graph/page"
	"weft/internal/atomicfile"
	"weft/internal/mem"
	"weft/internal/responses"
	"weft/making/assemble"
	"weft/making/ingest/tally"
	"weft/store"
)

// Gather reads inputs as [Import] does, and passes what they say to rows. Nothing is passed before all inputs are read and
// within the limits of bad records. o.Output names a file in the folder of the scratch files; nothing appears there.
// Memory: as the options say.
func Gather(ctx context.Context, o Options, rows assemble.Rows) (Summary, error) {
	im, err := newImporter(ctx, &o)
	if err != nil {
		return Summary{}, err
	}
	defer im.Draft.Abort()
	defer im.close()
	log, err := atomicfile.Create(im.Draft.Path(store.LogFile))
	if err != nil {
		return Summary{}, err
	}
	defer log.Abort()
	im.Tally = &tally.Tally{Out: log, Strict: im.opts.Strict}
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
	counts, err2 := im.Replies.Totals()
	err = errors.Join(err, err2)
	for i := range im.Inputs {
		if err == nil {
			err = rows.Input(&assemble.InputRow{Input: im.Inputs[i], Responses: append([]*responses.Total{}, counts...)})
			counts = nil
		}
	}
	if err == nil && im.Col != nil {
		im.ForgetReader()
		mem.Release()
		err = im.Gather(ctx, rows)
	}
	return im.summary(), err
}

var errNoArchive = fmt.Errorf("%w: rows are for archives of captures: WARC, ARC, WAT or WACZ", tally.ErrBadInput)

// readArchives reports whether all inputs were archives of captures.
func (im *importer) readArchives() bool {
	return !slices.ContainsFunc(im.Inputs, func(in store.Input) bool {
		return in.Format != Archive.String() && in.Format != WACZ.String()
	})
}

// readRows reads rows that [Gather] passed on.
func (im *importer) readRows(in *input) error {
	err := readArrow(in.peek, rowTaker{im})
	if bad, ok := errors.AsType[tally.BadRecord](err); ok {
		return fmt.Errorf("%w: row %d: %w", tally.ErrBadInput, im.Tally.Records+1, bad)
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
func (r rowTaker) Input(in *assemble.InputRow) error {
	r.im.Replies.Unknown = r.im.Replies.Unknown || in.Responses == nil
	r.im.Replies.Joined = append(r.im.Replies.Joined, in.Responses...)
	if len(r.im.Replies.Joined) > mostJoined {
		var err error
		if r.im.Replies.Joined, err = responses.Join(r.im.Replies.Joined); err != nil {
			return tally.Badf("the input %.200q: %v", in.Path, err)
		}
	}
	r.im.Notes[gatheredNote]++
	r.im.Notes[gatheredBad] += in.Bad
	r.im.gathered = append(r.im.gathered, in.Input)
	return r.took()
}

// Page implements [Rows].
func (r rowTaker) Page(row *assemble.PageRow) error {
	c := r.im.Col
	p := c.Page(row.Key, row.State)
	if row.Seen {
		c.Sighted(p, &assemble.Sighting{State: row.By, Whole: row.Whole, Facts: row.Facts})
	}
	return r.took()
}

// Arc implements [Rows].
func (r rowTaker) Arc(row *assemble.ArcRow) error {
	c := r.im.Col
	arcs, anchors := len(c.Arcs), len(c.Anchors)
	c.Arc(c.Page(row.Source, uint8(page.Ghost)), c.Ghost(row.Target), row.Kinds)
	if row.Part {
		c.MarkPart(arcs, anchors)
	}
	return r.took()
}

// Text implements [Rows].
func (r rowTaker) Text(row *assemble.TextRow) error {
	c := r.im.Col
	arcs, anchors := len(c.Arcs), len(c.Anchors)
	c.Anchor(c.Page(row.Source, uint8(page.Ghost)), c.Ghost(row.Target), row.Text)
	if row.Part {
		c.Parts = true
		c.MarkPart(arcs, anchors)
	}
	return r.took()
}

// took counts a row.
func (r rowTaker) took() error {
	r.im.Tally.Good()
	return r.im.Col.Room()
}
