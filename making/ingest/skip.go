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
func (f Format) isGraph() bool {
	switch f {
	case Auto, Archive, WACZ, HTML, Container, RowStream, Shards, CDX, CrawlLog, PageList, JSONL:
		return false
	}
	return true
}

// checkKind refuses a list or a graph among archives, and other content under the name of an archive: for example
// a saved error page. An empty file with such a name is refused, unless a crawl was writing it.
//
// A list of URLs on both sides of each arc passes: archives have such pages, and such links may be wanted. Other
// words and numbers are not pages of an archive.
func (im *importer) checkKind(name string, in *input, how *reading) error {
	f := how.format
	head, _ := in.peek.Peek(40)
	if in.plain != nil {
		head, _ = in.plain.Peek(40)
	}
	switch {
	case im.opts.Format != Auto:
		return nil
	case len(head) == 0 && isArchiveName(name) && !strings.HasSuffix(name, openExt):
		return option.Errorf("it is empty, and called like an archive of captures: get it again, or leave it out with {skip-bad-files}")
	case len(head) == 0:
		if isArchiveName(name) {
			how.format = Archive
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
	case f == Edges && how.layout != nil && how.layout.urls:
		return nil
	case im.archives && f.isGraph():
		return option.Errorf("it is read as %s, and the other files are archives of captures: import it by itself, or leave it out with {skip-bad-files}", f)
	case f.isGraph() && im.list == "":
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
	waiting   []*segmented
	held      int64
	col       *collectorMark // nil if there was no collector
	numbered  [3]int64       // what cannot be taken back
	hasGraph  string
	hasArcs   bool
	vertices  bool
	numNames  uint32
	numPages  uint32
	hasCounts bool
}

func (im *importer) mark() (*mark, error) {
	m := &mark{
		tally: *im.tally, notes: maps.Clone(im.notes), captures: im.numCaptures, trees: im.trees, inputs: len(im.inputs),
		archives: im.archives, list: im.list, waiting: slices.Clone(im.segments.open), held: im.segments.held,
		numbered: im.sizesOfNumbers(), hasGraph: im.graph, hasArcs: im.arcs != nil, vertices: im.vertices,
		numNames: im.numNames, numPages: im.numPages, hasCounts: im.counted,
	}
	if im.col == nil {
		return m, nil
	}
	var err error
	m.col, err = im.col.mark()
	return m, err
}

// errTaken says that an input cannot be left out any more.
var errTaken = errors.New("its arcs are already mixed with the others: leave the file out by hand")

// takeBack takes back what was read since the mark.
func (im *importer) takeBack(m *mark) error {
	if im.sizesOfNumbers() != m.numbered || im.graph != m.hasGraph || im.compacted || im.asideBase != "" {
		return errTaken
	}
	if im.arcs != nil && !m.hasArcs {
		im.arcs.Close() //nolint:errcheck // a scratch file
		im.arcs = nil
	}
	*im.tally = tally.Tally{
		Out: im.tally.Out, Strict: im.tally.Strict, Input: im.tally.Input, Lines: im.tally.Lines, Err: im.tally.Err,
		Records: m.tally.Records, Bad: m.tally.Bad, Links: m.tally.Links, Breaks: m.tally.Breaks, Lost: m.tally.Lost, All: m.tally.All, Beyond: m.tally.Beyond,
	}
	im.notes, im.numCaptures, im.trees, im.inputs = m.notes, m.captures, m.trees, im.inputs[:m.inputs]
	im.archives, im.list, im.segments.open, im.segments.held = m.archives, m.list, m.waiting, m.held
	im.vertices, im.numNames, im.numPages, im.counted = m.vertices, m.numNames, m.numPages, m.hasCounts
	switch {
	case im.col == nil:
		return nil
	case m.col == nil:
		im.col.close()
		im.col = nil
		return nil
	}
	return im.col.takeBack(m.col)
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
		err = im.tally.Since(&m.tally).CheckShares(im.opts.MaxBad, im.inputs[len(im.inputs)-1].Bytes)
	}
	if err == nil || ctx.Err() != nil || !isOfInput(err) {
		return err
	}
	if back := im.takeBack(m); back != nil {
		return fmt.Errorf("%w: %w", err, back)
	}
	im.tally.Input = shown(path)
	im.skipped = append(im.skipped, SkippedInput{shown(path), err.Error()})
	im.notes[skippedNote]++
	im.tally.Note(0, "left out", err.Error())
	return im.tally.Err
}

// isOfInput says of an error whether it is one of the input, and not of the budget or of the disk that is written to.
func isOfInput(err error) bool {
	_, short := errors.AsType[*mem.ShortError](err)
	_, scratch := errors.AsType[*scratchError](err)
	return !short && !scratch && !errors.Is(err, errKinds)
}
