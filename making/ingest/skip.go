package ingest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"weft/internal/mem"
	"weft/internal/option"
	"weft/making/assemble"
	"weft/making/ingest/captures"
	"weft/making/ingest/formats"
	"weft/making/ingest/indexes"
	"weft/making/ingest/jsons"
	"weft/making/ingest/lists"
	"weft/making/ingest/tally"
)

// A SkippedInput is an input that was left out, and why.
//
//json:object skipped file
type SkippedInput struct {
	Input string `json:"input"` // name of the input
	Why   string `json:"why"`   // reason why it was left out
}

// openExt ends the name of an archive that a crawl of weft is writing.
const openExt = ".open"

// skippedNote counts them among the notes.
const skippedNote = "files left out, as they cannot be read: see import.log"

// errKinds says that archives and graphs are in one import.
var errKinds = errors.New("archives of captures and lists or graphs cannot be joined in one import: import them one by one")

// isGraph reports whether a format holds lists or graphs. Crawls write other kinds: archives, indexes, logs, and
// files of pages.
func isGraph(f formats.Name) bool {
	switch f {
	case formats.Auto, Archive, WACZ, HTML, Container, RowStream, Shards, indexes.CDX, indexes.CrawlLog, indexes.PageList, jsons.JSONL:
		return false
	}
	return true
}

// checkKind refuses a list or a graph among archives, and other content under the name of an archive: for example
// a saved error page. An empty file with such a name is refused, unless a crawl was writing it.
//
// A list of URLs on both sides of each arc passes: archives have such pages, and such links may be wanted. Other
// words and numbers are not pages of an archive.
func (im *importer) checkKind(name string, in *input, how *formats.Reading) error {
	f := how.Name
	head, _ := in.peek.Peek(40)
	if in.plain != nil {
		head, _ = in.plain.Peek(40)
	}
	switch {
	case im.opts.Format != formats.Auto:
		return nil
	case len(head) == 0 && isArchiveName(name) && !strings.HasSuffix(name, openExt):
		return option.Errorf("it is empty, and called like an archive of captures: get it again, or leave it out with {skip-bad-files}")
	case len(head) == 0:
		if isArchiveName(name) {
			how.Name = Archive
		}
		return nil
	case f == Archive || f == WACZ:
		im.archives = true
		if im.list != "" {
			return fmt.Errorf("%w: %s is a list or a graph", errKinds, im.list)
		}
		return nil
	case isArchiveName(name) && f != Container:
		return option.Errorf("it is called like an archive of captures, and holds none: it begins with %q. Get it again, leave it out with {skip-bad-files}, or say with {format} what it is", head)
	case f == lists.Edges && how.Layout != nil && how.Layout.URLs:
		return nil
	case im.archives && isGraph(f):
		return option.Errorf("it is read as %s, and the other files are archives of captures: import it by itself, or leave it out with {skip-bad-files}", f)
	case isGraph(f) && im.list == "":
		im.list = name
	}
	return nil
}

// A mark is the state of an import before an input.
type mark struct {
	tally     tally.Tally
	notes     map[string]int64
	captures  int64
	trees     int
	inputs    int
	archives  bool
	list      string
	waiting   []*captures.Segmented
	held      int64
	col       *assemble.CollectorMark // nil if there was no collector
	numbered  [3]int64                // what cannot be taken back
	hasGraph  string
	hasArcs   bool
	vertices  bool
	numNames  uint32
	numPages  uint32
	hasCounts bool
}

func (im *importer) mark() (*mark, error) {
	m := &mark{
		tally: *im.Tally, notes: maps.Clone(im.Notes), captures: im.NumCaptures, trees: im.Trees, inputs: len(im.Inputs),
		archives: im.archives, list: im.list, waiting: slices.Clone(im.Segments.Open), held: im.Segments.Held,
		numbered: im.SizesOfNumbers(), hasGraph: im.Graph, hasArcs: im.Arcs != nil, vertices: im.Vertices,
		numNames: im.NumNames, numPages: im.NumPages, hasCounts: im.Counted,
	}
	if im.Col == nil {
		return m, nil
	}
	var err error
	m.col, err = im.Col.Mark()
	return m, err
}

// errTaken says that an input cannot be left out any more.
var errTaken = errors.New("its arcs are already mixed with the others: leave the file out by hand")

// takeBack takes back what was read since the mark.
func (im *importer) takeBack(m *mark) error {
	if im.SizesOfNumbers() != m.numbered || im.Graph != m.hasGraph || im.Compacted || im.asideBase != "" {
		return errTaken
	}
	if im.Arcs != nil && !m.hasArcs {
		im.Arcs.Close() //nolint:errcheck // a scratch file
		im.Arcs = nil
	}
	*im.Tally = tally.Tally{
		Out: im.Tally.Out, Strict: im.Tally.Strict, Input: im.Tally.Input, Lines: im.Tally.Lines, Err: im.Tally.Err,
		Records: m.tally.Records, Bad: m.tally.Bad, Links: m.tally.Links, Breaks: m.tally.Breaks, Lost: m.tally.Lost, All: m.tally.All, Beyond: m.tally.Beyond,
	}
	im.Notes, im.NumCaptures, im.Trees, im.Inputs = m.notes, m.captures, m.trees, im.Inputs[:m.inputs]
	im.archives, im.list, im.Segments.Open, im.Segments.Held = m.archives, m.list, m.waiting, m.held
	im.Vertices, im.NumNames, im.NumPages, im.Counted = m.vertices, m.numNames, m.numPages, m.hasCounts
	switch {
	case im.Col == nil:
		return nil
	case m.col == nil:
		im.Col.Close()
		im.Col = nil
		return nil
	}
	return im.Col.TakeBack(m.col)
}

// readOrSkip reads an input, or leaves out a bad one if the options permit that.
func (im *importer) readOrSkip(ctx context.Context, path string) error {
	if !im.opts.SkipBad {
		return im.readInput(ctx, path)
	}
	m, err := im.mark()
	if err != nil {
		return err
	}
	err = im.readInput(ctx, path)
	if err == nil {
		err = im.Tally.Since(&m.tally).CheckShares(im.opts.MaxBad, im.Inputs[len(im.Inputs)-1].Bytes)
	}
	if err == nil || ctx.Err() != nil || !isOfInput(err) {
		return err
	}
	if back := im.takeBack(m); back != nil {
		return fmt.Errorf("%w: %w", err, back)
	}
	im.Tally.Input = shown(path)
	im.skipped = append(im.skipped, SkippedInput{shown(path), err.Error()})
	im.Notes[skippedNote]++
	im.Tally.Note(0, "left out", err.Error())
	return im.Tally.Err
}

// isOfInput says of an error whether it is one of the input, and not of the budget or of the disk that is written to.
func isOfInput(err error) bool {
	_, short := errors.AsType[*mem.ShortError](err)
	_, scratch := errors.AsType[*assemble.ScratchError](err)
	return !short && !scratch && !errors.Is(err, errKinds)
}
