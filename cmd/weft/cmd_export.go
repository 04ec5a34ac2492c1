package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"weft/answers/atlas"
	"weft/faces/export"
	"weft/graph/bv"
	"weft/graph/kinds"
	"weft/internal/atomicfile"
	"weft/internal/choice"
	"weft/internal/digits"
	"weft/internal/ending"
	"weft/internal/mem"
	"weft/internal/offered"
	"weft/store"
)

const exportHelp = `Write a crawl for other programs: to standard output, a file, or a new folder.

  tsv            one arc per line, "from<TAB>to", in page order. --names writes URLs instead of numbers; --kinds-column
                 adds the kinds of each arc as a third column. Lists of URLs have the header source_name, target_name, and
                 quotes only where a name needs them; lists of numbers have no header. --header yes or no changes this
  csv            like tsv, with header, for spreadsheets (RFC 4180). Names that a spreadsheet would take for formulas start
                 with an apostrophe, which weft import removes
  pages          one page per line: number, state, URL. weft import reads it together with arcs by number or name
  anchors        one anchor text per line: from, to, text; names and texts as in tsv
  matrix-market  the adjacency matrix, numbered from 1
  bvgraph        a BVGraph with the basename of -o: the same bytes as WebGraph for Java, unless --dense, --window or
                 --max-ref change them. BASENAME.urls holds the names of the pages, one per line
  csr            a folder of two NumPy vectors, indptr.npy and indices.npy, for scipy.sparse.csr_matrix
  parquet        a folder of arcs.parquet (source, target) and pages.parquet (page, url, state, and status, type,
                 size, digest, time and title where the crawl knows them). With --kinds-column, weft
                 import of the folder restores the crawl, without anchor texts
  shards         a folder of Parquet files of bounded size with a manifest: the whole crawl, with anchor texts and saved
                 results, for engines such as Spark. weft import of the folder restores all of it
  graphml, gexf  a part of the crawl for drawing programs such as Gephi: the best --top N pages, the pages of a --host, a
                 --domain, or a list (--pages), and the arcs between them. URLs become labels; states, saved results and
                 kinds and weights of arcs become attributes. Places of the map that "weft map --by page" has kept are written, too
  wacz           the archive of a live crawl as a package for ReplayWeb.page and others: WARC files, index, seeds, pages
                 with titles, and log. The crawl must have ended normally

Weights of arcs, if an import kept them, are a column "weight" of tsv, csv and parquet, the values of matrix-market, and
data.npy of csr.

weft counts what the format cannot hold (states, names, kinds and weights of arcs, anchor texts) and reports it on
standard error.`

func (a *app) exportCmd() *cobra.Command {
	var o exportOptions
	var want string
	c := &cobra.Command{
		Use:     "export CRAWL",
		Short:   "Convert a crawl for other programs: CSV, Parquet, GEXF, WACZ and more",
		Long:    exportHelp,
		Example: made["crawl"] + "  weft export crawl --format tsv --names | head\n  weft export crawl --format gexf --top 500 -o top.gexf",
		Args:    exactly(1, "a crawl"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.kinds = kinds.All
			var err error
			if want != "" {
				if o.kinds, err = kinds.Parse(want); err != nil {
					return usagef("--kinds: %w", err)
				}
			}
			if err := a.checkExport(cmd, &o); err != nil {
				return err
			}
			if o.format == "wacz" {
				return a.exportWACZ(cmd.Context(), args[0], o)
			}
			return a.open(args[0], func(c *store.Crawl) error { return a.export(cmd.Context(), c, o) })
		},
	}
	f := c.Flags()
	f.StringVar(&o.format, "format", "", "write `FORMAT` (default by the ending of -o, or else tsv)")
	offered.List(f, "format", exportFormats)
	f.StringVarP(&o.output, "output", "o", "-", "write to `FILE`, a basename or a folder; - for standard output")
	f.BoolVar(&o.names, "names", false, "write URLs instead of page numbers")
	f.StringVar(&o.header, "header", "", "write a header with the names of columns: `yes` or no (default yes for URLs and csv)")
	offered.Set(f, "header", yesOrNo)
	f.StringVar(&want, "kinds", "", "write only arcs of these `KINDS`, such as link,redirect or measured; the default is all")
	offered.Set(f, "kinds", kindNames())
	f.BoolVar(&o.kindsColumn, "kinds-column", false, "also write the kinds of each arc")
	o.add(f)
	f.StringVar(&o.title, "title", "", "give the WACZ package the title `TEXT`")
	f.StringVar(&o.scores, "scores", "", "write these saved results as attributes: `NAMES` such as pagerank,wcc; the default is all")
	f.Int64Var(&o.shardRows, "shard-rows", 0, "end a file of shards after `N` rows, of arcs at the end of a list; 0 for files of about 32 MiB")
	f.BoolVar(&o.force, "force", false, "write drawings of any size")
	f.BoolVar(&o.bv.Dense, "dense", false, "compress a BVGraph more: 7 to 17 % fewer bits, for about twice the work")
	f.IntVar(&o.bv.Window, "window", 0, "store a list as its difference from one of `N` before; more may take fewer bits, and takes longer; -1 for none (default 7 lists)")
	f.IntVar(&o.bv.MaxRef, "max-ref", 0, "read at most `N` earlier lists to restore a list. Fewer makes random reads faster, more may take fewer bits; -1 for none (default 3 lists)")
	return c
}

// yesOrNo are the values of --header.
var yesOrNo = []string{"yes", "no"}

var exportFormats = []string{"tsv", "csv", "pages", "anchors", "matrix-market", "bvgraph", "csr", "parquet", "shards", "graphml", "gexf", "wacz"}

// Largest drawings that are written without --force.
const (
	drawnPages = 50_000
	drawnArcs  = 1_000_000
)

type exportOptions struct {
	format, output     string
	names, kindsColumn bool
	header             string
	kinds              kinds.Set
	// of drawings
	partFlags
	scores string
	title  string // of a package
	force  bool
	bv     bv.Options
	// of shards
	shardRows int64
}

// exportFlags maps flags to their formats.
var exportFlags = map[string]string{
	"names": "tsv csv anchors parquet", "kinds-column": "tsv csv parquet", "kinds": "tsv csv matrix-market bvgraph csr parquet graphml gexf",
	"header": "tsv csv anchors", "top": "graphml gexf", "by": "graphml gexf", "host": "graphml gexf", "domain": "graphml gexf", "pages": "graphml gexf", "scores": "graphml gexf",
	"results": "graphml gexf", "force": "graphml gexf", "title": "wacz", "shard-rows": "shards",
	"dense": "bvgraph", "window": "bvgraph", "max-ref": "bvgraph",
}

// checkExport refuses flags that do not go together, before anything is opened.
func (a *app) checkExport(cmd *cobra.Command, o *exportOptions) error {
	var err error
	if o.format, err = ending.Of(o.output, o.format, exportFormats...); err != nil {
		return &usageError{err}
	}
	if o.format == "warc" {
		return usagef("--format warc: a live crawl holds its WARC files in the folder warc. --format wacz packs them: weft export CRAWL --format wacz -o FILE.wacz")
	}
	if !slices.Contains(exportFormats, o.format) {
		return usagef("--format %s: expected %s", o.format, choice.Of(o.format, exportFormats))
	}
	for _, flag := range slices.Sorted(maps.Keys(exportFlags)) {
		formats := exportFlags[flag]
		if cmd.Flags().Changed(flag) && !strings.Contains(" "+formats+" ", " "+o.format+" ") {
			return usagef("--%s does not apply to --format %s: use it with %s", flag, o.format, strings.ReplaceAll(formats, " ", ", "))
		}
	}
	if o.header != "" && !slices.Contains(yesOrNo, o.header) {
		return usagef("--header %s: expected yes or no", o.header)
	}
	if err := o.check(cmd); err != nil {
		return err
	}
	if o.shardRows < 0 {
		return usagef("--shard-rows %d: expected 0 or more", o.shardRows)
	}
	if o.format == "wacz" && (o.output == "-" || o.output == "") {
		return usagef("--format wacz writes a file: name it with -o")
	}
	switch several := o.format == "bvgraph" || o.format == "csr" || o.format == "parquet" || o.format == "shards"; {
	case several && (o.output == "-" || o.output == ""):
		return usagef("--format %s writes several files: name their basename or folder with -o", o.format)
	case a.json && o.output == "-":
		return usagef("--json prints a summary to standard output: name a file for the export with -o")
	}
	if dir := filepath.Dir(o.output); o.output != "-" {
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			return usagef("-o %s: there is no folder %s", o.output, dir)
		}
	}
	return nil
}

func (a *app) export(ctx context.Context, c *store.Crawl, o exportOptions) error {
	if o.names && !c.HasNames() {
		return fmt.Errorf("export with names: %w", store.ErrNoNames)
	}
	if c.Owns(o.output) || o.format == "bvgraph" && c.Owns(o.output+".graph") {
		return usagef("-o %s is a file of the crawl itself: choose another name", o.output)
	}
	if err := mem.Check("an export", exportNeed(c, o.format), a.budget); err != nil {
		return err
	}
	o.bv.Workers = a.workers
	j := &export.Job{Crawl: c, Kinds: o.kinds, Names: o.names, KindsColumn: o.kindsColumn, Progress: func(done, total int64) {
		a.progress.Steps("exporting", done, total)
	}}
	if o.header != "" {
		j.Header = new(o.header == "yes")
	}
	write := map[string]func(context.Context, io.Writer) (export.Summary, error){
		"tsv": j.TSV, "csv": j.CSV, "pages": j.Pages, "anchors": j.Anchors, "matrix-market": j.MatrixMarket,
	}[o.format]
	var s export.Summary
	var err error
	switch o.format {
	case "bvgraph":
		s, err = j.BVGraph(ctx, o.output, o.bv)
	case "csr":
		s, err = j.CSR(ctx, o.output)
	case "parquet":
		s, err = j.Parquet(ctx, o.output)
	case "shards":
		s, err = a.exportShards(ctx, j, o)
	case "graphml", "gexf":
		s, err = a.exportDrawing(ctx, j, o)
	default:
		s, err = a.exportFile(ctx, o.output, write)
	}
	if err == nil && s.Unlisted > 0 {
		a.say("%s without arcs of these kinds are in no line: --format pages lists all pages", digits.Plural(s.Unlisted, "page"))
	}
	if err == nil {
		a.sayLost(o.format, s)
	}
	if err != nil || o.output == "-" {
		return err
	}
	return a.printExport(o, s)
}

// exportNeed returns the memory that an export needs.
func exportNeed(c *store.Crawl, format string) int64 {
	longest := c.Longest(store.ViewOptions{Out: true})
	need := longest.ReadBytes()
	switch format {
	case "bvgraph":
		need += longest.WriteBytes()
	case "shards":
		need += export.ShardsBytes
	}
	return need
}

// exportShards writes a folder of shards, with the results that the crawl keeps.
func (a *app) exportShards(ctx context.Context, j *export.Job, o exportOptions) (s export.Summary, err error) {
	so := export.ShardOptions{Rows: o.shardRows, Memory: a.budget, MadeBy: "weft " + version, Left: func(name string, why error) {
		a.say("the result %s is left out: %v", name, why)
	}}
	if j.Crawl.Manifest != nil {
		if so.Results, err = j.Crawl.Results(""); err != nil {
			return s, err
		}
	}
	return j.Shards(ctx, o.output, so)
}

// sheetRows is the number of rows that the usual spreadsheets hold.
const sheetRows = 1 << 20

// sayLost reports what an export left out.
func (a *app) sayLost(format string, s export.Summary) {
	parts := make([]string, len(s.Lost))
	for i, l := range s.Lost {
		parts[i] = fmt.Sprintf("%s: %s", l.What, grouped(l.Count))
	}
	if len(parts) > 0 {
		a.say("not written: %s", strings.Join(parts, "; "))
	}
	if format == "csv" && s.Arcs >= sheetRows {
		a.say("a spreadsheet holds at most %s rows, and this file has %s", grouped(sheetRows), grouped(s.Arcs+1))
	}
}

// exportFile writes to a file that appears whole or not at all, or to standard output.
func (a *app) exportFile(ctx context.Context, path string, write func(context.Context, io.Writer) (export.Summary, error)) (export.Summary, error) {
	if path == "-" {
		return exported(a, func(w io.Writer) (export.Summary, error) { return write(ctx, w) })
	}
	var s export.Summary
	sum := sha256.New()
	err := atomicfile.Write(path, func(out io.Writer) (err error) {
		s, err = write(ctx, io.MultiWriter(out, sum))
		return err
	})
	s.SHA256 = hex.EncodeToString(sum.Sum(nil))
	return s, err
}

func (a *app) printExport(o exportOptions, s export.Summary) error {
	info := written{o.output, o.format, s}
	if !a.json {
		a.progress.Close()
		return nil // silence is enough for people
	}
	return a.print(info, func(io.Writer) {})
}

// written is the result of an export.
//
//json:object export
type written struct {
	Path   string `json:"path"`   // path of the export
	Format string `json:"format"` // format, as in --format
	export.Summary
}

// exportDrawing writes a part of a crawl.
func (a *app) exportDrawing(ctx context.Context, j *export.Job, o exportOptions) (export.Summary, error) {
	d := &export.Drawing{Job: *j}
	results, err := o.open(j.Crawl)
	if err != nil {
		return export.Summary{}, err
	}
	if results != nil {
		var left []error
		if d.Scores, left, err = export.Scores(results, splitWords(o.scores)); err != nil {
			return export.Summary{}, err
		}
		for _, why := range left {
			a.say("%v", why)
		}
		defer func() {
			for i := range d.Scores {
				d.Scores[i].Close() //nolint:errcheck // nothing was written
			}
		}()
	}
	if d.Places, err = atlas.PagePlaces(j.Crawl); errors.Is(err, store.ErrCorrupt) {
		return export.Summary{}, err
	} else if err != nil {
		a.say("the places of the kept map are left out: %v", err)
	}
	if d.Part, err = a.choosePart(ctx, j, results, o); err != nil {
		return export.Summary{}, err
	}
	if !o.force {
		if err := d.Check(ctx, drawnPages, drawnArcs); err != nil {
			return export.Summary{}, fmt.Errorf("%w: choose fewer pages with --top, --host, --domain or --pages, or use --force", err)
		}
	}
	if o.format == "gexf" {
		return a.exportFile(ctx, o.output, d.GEXF)
	}
	return a.exportFile(ctx, o.output, d.GraphML)
}

func (a *app) choosePart(ctx context.Context, j *export.Job, results *store.Results, o exportOptions) (export.Part, error) {
	switch n := j.Crawl.NumPages(); {
	case o.chosen():
		return a.part(ctx, j, results, o.partFlags)
	case n > drawnPages && !o.force:
		return nil, fmt.Errorf("%w: it has %s: choose some with --top, --host, --domain or --pages, or use --force", export.ErrLarge, digits.Plural(n, "page"))
	}
	if err := mem.Check("the pages of the whole crawl", 4*int64(j.Crawl.NumPages()), a.budget); err != nil {
		return nil, err
	}
	return j.Everything(), nil
}

// splitWords cuts a list at commas; nil if it is empty.
func splitWords(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' })
}
