package ingest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"weft/graph/bv"
	"weft/internal/atomicfile"
	"weft/internal/mem"
	"weft/internal/option"
	"weft/internal/par"
	"weft/making/assemble"
	"weft/making/ingest/captures"
	"weft/making/ingest/formats"
	"weft/making/ingest/frames"
	"weft/making/ingest/tally"
	"weft/store"
	"weft/web/remote"
)

// Options of an import.
type Options struct {
	// Inputs are files, basenames of BVGraphs, folders of WARC or ARC files, addresses (https, http, s3) of files, or "-"
	// for Stdin.
	Inputs []string
	Stdin  io.Reader
	// Index selects further records of archives, anywhere.
	Index IndexOptions
	// Source requests the files at addresses; nil stands for one with the defaults of [remote.Options].
	Source *remote.Source
	// Progress, if not nil, receives how many bytes of the inputs were read, and their total (0 if not known).
	store.DraftOptions
	// Format forces how inputs are read; Auto finds out.
	Format formats.Name
	// Separator separates the columns of a list: tab, comma, semicolon, pipe, blank or one character. Columns
	// names source and target, by number from 1 or by name: "1,2", "from,to"; in JSONL, members. Comments are the
	// signs that begin comments, of "#%", or "none"; they also hold for the list in Fetched. Empty values are
	// detected.
	Separator, Columns, Comments string
	// FirstLine says how to read the first line of a list: FirstIsArc, FirstIsHeader or FirstIsCounts. Directed is
	// DirectedNo if each arc of a list goes both ways, DirectedYes if it does not, whatever comments before the
	// list say. Empty values are detected.
	FirstLine, Directed string
	// Strict ends the import at the first bad record. Otherwise bad records are skipped, and it fails if they are more
	// than the share MaxBad of all; 0 stands for 1 %. The same share of the bytes may be missing at the end of inputs.
	Strict bool
	MaxBad float64
	// MaxPage is how many bytes of a page of HTML are read, as transferred or unpacked; 0 stands for DefaultMaxPage. A
	// larger page is read up to there and counted. The import fails if more than the share MaxBad of all records are such
	// pages.
	MaxPage int64
	// SkipBad leaves out unreadable inputs: inputs of an unknown format, inputs of another kind among archives,
	// and inputs with more than MaxBad bad or missing. The crawl contains nothing of them; Summary.Skipped lists
	// them.
	SkipBad bool
	// Names is a file of the names of numbered pages: line i names page i, or each line has a number and a name.
	// Empty stands for the file BASENAME.urls or BASENAME.nodes beside a BVGraph, if there is one; NoNames for
	// none.
	Names string
	// Pages is the number of pages of a numbered graph, if there are more than the largest number tells.
	Pages int
	// Fetched names a list of the pages that were fetched, the others being ghosts, or is a rule, AllFetched or LinkingFetched.
	// Without it pages of lists and graphs are unknown. Archives, indexes and crawl logs know themselves.
	Fetched string
	// BaseURL is the address of the root of a tree of HTML, http or https. Root is the folder of the input that
	// the tree starts from, if that is not the whole input.
	BaseURL, Root string
	// IndexFiles are names of files, such as index.html, that are the page of their folder: dir/ and dir/index.html are one
	// page, named dir/. Where there are several in a folder it is the first of the list. None by default, as only the
	// server of a site knows.
	IndexFiles []string
	// Languages orders the languages for variants of Apache's type maps, the best first, such as "de,fr"; default
	// "en".
	Languages string
	// Compact calls numbered pages by their numbers, and leaves out numbers that occur in no line.
	Compact bool
	// Dates choose links of dated graphs: FROM..TO, days, months or years such as 2014-02.
	Dates string
	// KeepNumbers keeps the numbers, or the order, that named pages have in the input.
	KeepNumbers bool
	// Weights names the column, attribute or member with the weights of arcs, or is [AutoWeights]. Without it weights are
	// left out. Weights of equal arcs are added up.
	Weights string
	// Hosts makes names such as www.example.org, or www.example.org/page, the URLs that they are without http://.
	Hosts bool
}

// DefaultMaxPage is the default of Options.MaxPage, as of crawls.
const DefaultMaxPage = 64 << 20

// ErrBadInput says that too many records of the input are bad, or, in a strict import, one.
var ErrBadInput = tally.ErrBadInput

// ErrOptions says that options and inputs do not go together.
var ErrOptions = option.ErrUnfit

// Rules that say, instead of a list, which pages of lists and graphs were fetched.
const (
	AllFetched     = assemble.AllFetched     // all of them
	LinkingFetched = assemble.LinkingFetched // those with links; the others are ghosts
)

// A Break is the place where an input ends too early.
type Break = tally.Break

// Summary counts the work of an import.
type Summary struct {
	Manifest *store.Manifest
	Records  int64
	Bad      int64
	BadLinks int64
	// NotWhole is the number of captures that were read in part, as they are not whole.
	NotWhole int64
	// SkippedBytes are bytes of archives of captures without a readable record. MissingRecords estimates their
	// number of records, by the mean size of the others.
	SkippedBytes, MissingRecords int64
	// Skipped are the inputs that Options.SkipBad left out, and results of shards that do not fit.
	Skipped []SkippedInput
	// Breaks are the inputs that end too early. They fail the import unless MaxBad allows the missing share. If
	// the share is not known, only a MaxBad of 1 allows it.
	Breaks []tally.Break
	// Log is where bad records are written down.
	Log string
	// FirstArcs are the first three arcs of the first list of arcs: "a -> b", or "a -- b" where arcs go both ways. It is empty
	// if no input is a list.
	FirstArcs string
}

// An importer reads inputs into a draft.
type importer struct {
	captures.Intake
	opts Options
	// gathered are archives whose rows came from workers; they stand among the inputs after the streams
	gathered []store.Input
	read     int64
	phase    string

	skipped   []SkippedInput
	isShards  bool   // the input is a folder of shards
	archives  bool   // an archive of captures was read, or an input is called like one
	list      string // the first list or graph that was read; empty if none was
	firstArcs string // see Summary
	listRead  bool   // the list of fetched pages was read

	folders               []*atomicfile.Folder // for scratch files with names
	asideBase, asideLabel string               // of the BVGraph of an archive: where it lies, and what it is called
}

// Import makes a crawl of files. Arcs may come in any order, repeated, in any number. The result depends on inputs and
// options, not on memory and workers. Time: linear, and sorting. Memory: what the options say. When it fails nothing
// appears but the log, beside the output.
func Import(ctx context.Context, o Options) (Summary, error) {
	im, err := newImporter(ctx, &o)
	if err != nil {
		return Summary{}, err
	}
	defer im.Draft.Abort()
	defer im.close()
	return im.run(ctx)
}

// newImporter checks the options and begins a draft.
func newImporter(ctx context.Context, o *Options) (*importer, error) {
	if o.MaxBad == 0 {
		o.MaxBad = 0.01
	}
	if o.MaxPage <= 0 {
		o.MaxPage = DefaultMaxPage
	}
	if err := o.setMemory(); err != nil {
		return nil, err
	}
	if len(o.Inputs) == 0 && len(o.Index.Indexes) == 0 {
		return nil, errNoInput
	}
	isShards, err := o.expand()
	if err != nil {
		return nil, err
	}
	if err := captures.CheckIndexFiles(o.IndexFiles); err != nil {
		return nil, err
	}
	lists, weigh, err := parseLayoutOptions(o)
	if err != nil {
		return nil, err
	}
	draft, err := o.begin(ctx, o.Memory-mem.Base)
	if err != nil {
		return nil, err
	}
	im := &importer{
		Intake: captures.Intake{
			Import: formats.Import{Assembly: &assemble.Assembly{
				Set:   assemble.Settings{Memory: o.Memory, KeepNumbers: o.KeepNumbers, Pages: o.Pages, Fetched: o.Fetched, Hosts: o.Hosts},
				Draft: draft, Notes: map[string]int64{},
			}, Weigh: weigh, Lists: lists, Dates: o.Dates, Workers: o.Workers, NumInputs: len(o.Inputs)},
			Strict: o.Strict, MaxPage: o.MaxPage, Site: captures.Site{BaseURL: o.BaseURL, Root: o.Root, IndexFiles: o.IndexFiles, Languages: o.Languages},
		},
		opts: *o, isShards: isShards, archives: slices.ContainsFunc(o.Inputs, isArchiveName),
	}
	if weigh != nil {
		im.Weigher = &weigh.Weigher
	}
	im.SetLimits()
	return im, nil
}

func (o *Options) setMemory() error {
	if o.Memory == 0 {
		o.Memory = mem.Least * 8
	}
	if o.Memory < mem.Least {
		return &mem.ShortError{What: "import", Need: mem.Least, Budget: o.Memory}
	}
	return nil
}

func (im *importer) close() {
	im.Close()
	im.removeFolders()
}

// run imports with the log beside the output, where it stays if the import fails.
func (im *importer) run(ctx context.Context) (Summary, error) {
	log, err := atomicfile.Create(im.Draft.Path(store.LogFile))
	if err != nil {
		return Summary{}, err
	}
	defer log.Abort()
	im.Tally = &tally.Tally{Out: log, Strict: im.opts.Strict}
	step, err := im.make(ctx)
	if err != nil && im.asideBase != "" {
		err = &archivedError{err, im.inArchive}
	}
	im.removeFolders()
	s := im.summary()
	if err == nil {
		s.Manifest = &im.Draft.Manifest
		err = log.Commit()
	}
	if err == nil {
		err = im.Draft.Commit(step)
		s.Log = filepath.Join(im.opts.Output, store.LogFile)
		return s, err
	}
	if im.Tally.Bad == 0 || log.Commit() != nil {
		return s, err
	}
	kept := filepath.Clean(im.opts.Output) + "." + store.LogFile
	if os.Rename(im.Draft.Path(store.LogFile), kept) == nil {
		s.Log = kept
		err = fmt.Errorf("%w: see %s", err, kept)
	}
	return s, err
}

func (im *importer) summary() Summary {
	j := im.Tally
	return Summary{
		Records: j.Records, Bad: j.Bad, BadLinks: j.Links, Breaks: j.Breaks, NotWhole: im.Notes[captures.NotWhole] + im.Notes[captures.CutNote],
		SkippedBytes: j.Lost, MissingRecords: j.MissingRecords(), Skipped: im.skipped, FirstArcs: im.firstArcs,
	}
}

func (im *importer) make(ctx context.Context) (step store.Step, err error) {
	if im.isShards {
		return im.makeShards(ctx)
	}
	if !im.namesCome() {
		if err := im.readFetched(); err != nil {
			return step, err
		}
	}
	if err := im.sizes(ctx); err != nil {
		return step, err
	}
	if err := im.checkForeseen(); err != nil {
		return step, err
	}
	if err := im.readAll(ctx); err != nil {
		return step, err
	}
	if err := im.checkBad(); err != nil {
		return step, err
	}
	if err := im.checkOptions(); err != nil {
		return step, err
	}
	im.ForgetReader()
	mem.Release()
	if err := im.build(ctx); err != nil {
		return step, err
	}
	if err := errors.Join(im.checkBad(), im.checkTables(), im.keepReplies()); err != nil { // arcs between pages without names
		return step, err
	}
	im.Notes["bad links"] = im.Tally.Links
	im.Notes[tally.BreaksNote] = int64(len(im.Tally.Breaks))
	for k, v := range im.Notes {
		if v == 0 {
			delete(im.Notes, k)
		}
	}
	for i := range im.Inputs {
		im.Inputs[i].Path = im.inArchive(im.Inputs[i].Path)
	}
	im.Inputs = append(im.Inputs, im.gathered...)
	return store.Step{Inputs: im.Inputs, Notes: im.Notes}, nil
}

// readAll reads the inputs.
func (im *importer) readAll(ctx context.Context) error {
	for _, path := range im.verticesFirst(ctx) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := im.readOrSkip(ctx, path); err != nil {
			if errors.Is(err, tally.ErrBadInput) || ctx.Err() != nil {
				return err
			}
			return naming(shown(path), err)
		}
	}
	if err := im.TakeRest(); err != nil {
		return err
	}
	return im.readIndexes(ctx)
}

// naming puts the path before an error that does not name it.
func naming(path string, err error) error {
	if strings.Contains(err.Error(), path) {
		return err
	}
	return fmt.Errorf("%s: %w", path, err)
}

func (im *importer) checkBad() error {
	j := im.Tally
	if err := j.CheckShares(im.opts.MaxBad, im.sizeOfInputs()); err != nil {
		return err
	}
	if j.Records == 0 && im.Graph == "" {
		return fmt.Errorf("%w: there is no record in %s", tally.ErrBadInput, strings.Join(shownAll(im.opts.Inputs), ", "))
	}
	return j.Err
}

// sizeOfInputs is the number of bytes of the inputs met so far; archives count in packed form.
func (im *importer) sizeOfInputs() int64 { return max(im.Total, im.read) }

// sizes adds up the sizes of the inputs, for progress, and finds missing inputs before any is read.
func (im *importer) sizes(ctx context.Context) error {
	known := true
	var far []string
	for _, path := range im.opts.Inputs {
		if remote.Is(path) {
			far = append(far, path)
			continue
		}
		if _, ok := bvBasename(path); ok || path == "-" {
			known = false
			continue
		}
		info, err := os.Stat(path)
		if err != nil && im.opts.SkipBad {
			continue // reading it says so
		}
		if err != nil {
			return err
		}
		known = known && info.Mode().IsRegular()
		im.Total += info.Size()
	}
	total, knownToo, err := im.remoteSizes(ctx, far)
	if err != nil {
		return err
	}
	im.Total += total
	known = known && knownToo
	if !known {
		im.Total = 0
	}
	return nil
}

func (im *importer) setPhase(what string) {
	im.phase = what
	im.progress(0)
}

func (im *importer) progress(n int64) {
	im.read += n
	if im.opts.Progress != nil {
		im.opts.Progress(im.phase, im.read, im.Total)
	}
}

// readInput finds out what an input is, reads it and notes it.
func (im *importer) readInput(ctx context.Context, path string) error {
	im.Tally.Input = shown(path)
	im.setPhase("reading")
	if base, ok := bvBasename(path); ok && (im.opts.Format == formats.Auto || im.opts.Format == BVGraph) {
		return im.useGraph(base)
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() && (im.opts.Format == HTML || im.opts.Format == formats.Auto && im.opts.BaseURL != "") {
		return im.readFolder(ctx, path)
	}
	if im.opts.Format == BVGraph {
		return noGraph(path)
	}
	if (im.opts.Format == formats.Auto || im.opts.Format == frames.CSR) && frames.IsCSR(path) {
		return frames.ReadCSR(ctx, &im.Import, path)
	}
	in, err := im.opts.open(ctx, path, im.progress)
	if err != nil {
		return err
	}
	if in.unbounded {
		im.Notes[unboundedNote]++
	}
	done := im.noteInput(shown(path))
	how, head, err := in.format(im.opts.Format, &im.Lists)
	if kind := im.checkKind(path, in, how); kind != nil {
		err = kind
	}
	if err == nil {
		err = im.readAs(ctx, in, how, head, 0)
	}
	if in.raw.failed != nil { // what came before is no cut file
		err = in.raw.failed
	}
	err = errors.Join(err, in.close())
	n, sum := in.bytesRead()
	done(how, n, sum)
	return err
}

// noteInput returns what notes an input that was read since.
func (im *importer) noteInput(path string) func(how *formats.Reading, bytes int64, sum string) {
	records, bad := im.Tally.Records, im.Tally.Bad
	im.Weigh.Begin(path)
	return func(how *formats.Reading, bytes int64, sum string) {
		im.Inputs = append(im.Inputs, store.Input{
			Path: path, Format: how.Name.String(), ReadAs: how.String(), Bytes: bytes, SHA256: sum,
			Records: im.Tally.Records - records, Bad: im.Tally.Bad - bad,
		})
	}
}

// readAs reads an input whose format is known.
func (im *importer) readAs(ctx context.Context, in *input, how *formats.Reading, head []byte, depth int) error {
	im.Expect = in.expectLines(head)
	im.firstArcs = cmp.Or(im.firstArcs, how.FirstArcs())
	switch how.Name {
	case WACZ:
		return im.Named(func() error { return im.wacz(ctx, in) })
	case Archive:
		return im.Named(func() error { return im.captures(ctx, in) })
	case Parquet:
		return im.readFrame(ctx, in, how, frames.ReadParquet)
	case frames.ArrowFile:
		return im.readFrame(ctx, in, how, frames.ReadArrowFile)
	case frames.NPZ:
		_, z, err := im.openZip(in)
		if err != nil {
			return err
		}
		return frames.ReadNPZ(ctx, &im.Import, z, im.scratchFolder, how)
	case RowStream:
		return im.Named(func() error { return im.readRows(in) })
	case HTML:
		return im.readTreeIn(ctx, in)
	case Container:
		err := im.readContainer(ctx, in, depth)
		if in.packages {
			how.Name = WACZ
		}
		return err
	}
	return im.readText(ctx, how, in, head)
}

// readFrame reads an input at any place with read.
func (im *importer) readFrame(ctx context.Context, in *input, how *formats.Reading, read func(context.Context, *formats.Import, *frames.Frame, *formats.Reading) error) error {
	at, size, err := im.seekable(in)
	if err != nil {
		return err
	}
	return read(ctx, &im.Import, &frames.Frame{Path: in.path, At: at, Size: size}, how)
}

// captures reads an archive of captures, perhaps packed as a whole: then the decoder tells where it breaks off.
func (im *importer) captures(ctx context.Context, in *input) error {
	if in.damper == nil {
		return im.Archive(ctx, in.peek)
	}
	in.damper.Soft = true
	breaks := len(im.Tally.Breaks)
	err := im.Archive(ctx, in.peek)
	if err != nil || in.damper.Err == nil {
		return err
	}
	if len(im.Tally.Breaks) == breaks {
		return im.Tally.BreakOff(in.damper.N, "what is packed in it", in.damper.Err)
	}
	im.Tally.More(breaks, -1) // other files may follow, or the rest of this one
	return nil
}

// begin starts a draft whose lists are compressed by as many workers as take an eighth of the memory.
func (o *Options) begin(ctx context.Context, memory int64) (*store.Draft, error) {
	packing := bv.Options{Dense: o.Dense}
	batch := packing.BytesOfBatch()
	d := o.DraftOptions
	d.Workers = int(max(1, min(int64(par.Workers(o.Workers)), (memory/8/batch-2)/2)))
	return store.Begin(ctx, &d)
}
