package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"weft/faces/export"
	"weft/graph/bv"
	"weft/graph/kinds"
	"weft/internal/atomicfile"
	"weft/internal/choice"
	"weft/internal/digits"
	"weft/internal/mem"
	"weft/internal/offered"
	"weft/store"
)

const exportHelp = `Write a crawl for other programs, to standard output, to a file, or to a new folder:

  tsv            a line an arc, "from<TAB>to", in page order; with --names URLs instead of numbers, with --kinds-column
                 the kinds of each arc as a third column. Names that could be read otherwise (" a", "# b", "17") are
                 written in quotes, below the header source_name, target_name
  csv            the same for spreadsheets, as RFC 4180 says, below a header. Names that a spreadsheet would take for
                 formulas have an apostrophe before them, which weft import removes
  pages          a line a page: number, state, URL. weft import reads it together with arcs by number or name
  anchors        a line an anchor text: from, to, text; names and texts as in tsv
  matrix-market  the adjacency matrix, from 1
  bvgraph        the files of a BVGraph, with -o as basename: the bytes that WebGraph for Java writes, unless --dense,
                 --window or --max-ref say otherwise; the names of the pages in BASENAME.urls, a line each
  csr            a folder of two NumPy vectors, indptr.npy and indices.npy. In Python:
                   ip, ix = numpy.load("csr/indptr.npy"), numpy.load("csr/indices.npy")
                   A = scipy.sparse.csr_matrix((numpy.ones(len(ix)), ix, ip), shape=(len(ip) - 1,) * 2)
  parquet        a folder of arcs.parquet (source, target) and pages.parquet (page, url, state). With --kinds-column,
                 weft import FOLDER makes the same crawl of it, without anchor texts
  graphml, gexf  a part of the crawl for programs that draw, such as Gephi: --top N pages by a saved result or by
                 in-degree, the pages of a --host, a --domain, or a list (--pages), with the arcs between them; URLs are
                 labels, states, saved results and kinds of arcs are attributes
  wacz           the archive of a live crawl as a package for ReplayWeb.page and others: WARC files, index, seeds and
                 pages with titles, log. The crawl must have ended in order

What the format does not hold (states, names, kinds of arcs, anchor texts) is counted and reported on standard error.`

func (a *app) exportCmd() *cobra.Command {
	var o exportOptions
	var want string
	c := &cobra.Command{
		Use:     "export CRAWL",
		Short:   "Write the arcs or the pages of a crawl for other programs",
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
	f.StringVar(&o.format, "format", "tsv", "`FORMAT`")
	offered.List(f, "format", exportFormats)
	f.StringVarP(&o.output, "output", "o", "-", "`FILE`, basename or folder to write, or - for standard output")
	f.BoolVar(&o.names, "names", false, "write URLs instead of page numbers")
	f.StringVar(&want, "kinds", "", "only arcs of these `KINDS`, such as link,redirect or measured; all by default")
	offered.Set(f, "kinds", kindNames())
	f.BoolVar(&o.kindsColumn, "kinds-column", false, "write the kinds of each arc")
	o.add(f)
	f.StringVar(&o.title, "title", "", "`TEXT` that a package is called")
	f.StringVar(&o.scores, "scores", "", "saved results that become attributes, such as `pagerank,wcc`; all by default")
	f.BoolVar(&o.force, "force", false, "draw parts of any size")
	f.BoolVar(&o.bv.Dense, "dense", false, "look longer for references: a BVGraph of 7 to 17 % fewer bits, for about twice the work")
	f.IntVar(&o.bv.Window, "window", 0, "lists that a list of a BVGraph can refer to: the `N` before it, -1 for none (default 7)")
	f.IntVar(&o.bv.MaxRef, "max-ref", 0, "`N` lists at most in a chain of references, -1 for none (default 3)")
	return c
}

var exportFormats = []string{"tsv", "csv", "pages", "anchors", "matrix-market", "bvgraph", "csr", "parquet", "graphml", "gexf", "wacz"}

// Sizes up to which drawings are written unasked.
const (
	drawnPages = 50_000
	drawnArcs  = 1_000_000
)

type exportOptions struct {
	format, output     string
	names, kindsColumn bool
	kinds              kinds.Set
	// of drawings
	partFlags
	scores string
	title  string // of a package
	force  bool
	bv     bv.Options
}

// exportFlags says to which formats a flag belongs.
var exportFlags = map[string]string{
	"names": "tsv csv anchors parquet", "kinds-column": "tsv csv parquet", "kinds": "tsv csv matrix-market bvgraph csr parquet graphml gexf",
	"top": "graphml gexf", "by": "graphml gexf", "host": "graphml gexf", "domain": "graphml gexf", "pages": "graphml gexf", "scores": "graphml gexf",
	"results": "graphml gexf", "force": "graphml gexf", "title": "wacz",
	"dense": "bvgraph", "window": "bvgraph", "max-ref": "bvgraph",
}

// checkExport refuses flags that do not go together, before anything is opened.
func (a *app) checkExport(cmd *cobra.Command, o *exportOptions) error {
	if !slices.Contains(exportFormats, o.format) {
		return usagef("--format %s: want %s", o.format, choice.Of(o.format, exportFormats))
	}
	for _, flag := range slices.Sorted(maps.Keys(exportFlags)) {
		formats := exportFlags[flag]
		if cmd.Flags().Changed(flag) && !strings.Contains(" "+formats+" ", " "+o.format+" ") {
			return usagef("--%s is not for --format %s: it is for %s", flag, o.format, strings.ReplaceAll(formats, " ", ", "))
		}
	}
	if err := o.check(cmd); err != nil {
		return err
	}
	if o.format == "wacz" && (o.output == "-" || o.output == "") {
		return usagef("--format wacz writes a file: give its name with -o")
	}
	switch several := o.format == "bvgraph" || o.format == "csr" || o.format == "parquet"; {
	case several && (o.output == "-" || o.output == ""):
		return usagef("--format %s writes several files: give their basename or folder with -o", o.format)
	case a.json && o.output == "-":
		return usagef("--json prints its summary to standard output: give a file for the export with -o")
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
		return usagef("-o %s: that is a file of the crawl itself: name another", o.output)
	}
	longest := c.Longest(store.ViewOptions{Out: true})
	need := longest.ReadBytes()
	if o.format == "bvgraph" {
		need += longest.WriteBytes()
	}
	if err := mem.Check("an export", need, a.budget); err != nil {
		return err
	}
	o.bv.Workers = a.workers
	j := &export.Job{Crawl: c, Kinds: o.kinds, Names: o.names, KindsColumn: o.kindsColumn, Progress: func(done, total int64) {
		a.progress.Steps("exporting", done, total)
	}}
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
	case "graphml", "gexf":
		s, err = a.exportDrawing(ctx, j, o)
	default:
		s, err = a.exportFile(ctx, o.output, write)
	}
	if err == nil && s.Unlisted > 0 {
		a.say("no line tells of %s without such arcs: --format pages lists all", digits.Plural(s.Unlisted, "page"))
	}
	if err == nil {
		a.sayLost(o.format, s)
	}
	if err != nil || o.output == "-" {
		return err
	}
	return a.printExport(o, s)
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
		a.say("a spreadsheet holds %s rows, and this has %s", grouped(sheetRows), grouped(s.Arcs+1))
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
	if d.Part, err = a.choosePart(ctx, j, results, o); err != nil {
		return export.Summary{}, err
	}
	if !o.force {
		if err := d.Check(ctx, drawnPages, drawnArcs); err != nil {
			return export.Summary{}, fmt.Errorf("%w: choose fewer with --top, --host, --domain or --pages, or insist with --force", err)
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
		return nil, fmt.Errorf("%w: it has %s: choose some with --top, --host, --domain or --pages, or insist with --force", export.ErrLarge, digits.Plural(n, "page"))
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
