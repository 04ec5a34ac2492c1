package main

import (
	"cmp"
	"fmt"
	"io"
	"iter"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"weft/answers/measure"
	"weft/build/ingest"
	"weft/internal/digits"
	"weft/internal/inert"
	"weft/internal/offered"
	"weft/store"
)

// importFlags are what the command line says of an import.
type importFlags struct {
	madeFlags
	o              ingest.Options
	format, maxBad string
	filesFrom      string
}

const importHelp = `Make a crawl of files, or of standard input ("-"), plain or compressed with gzip, zstd, xz, lz4 or bzip2. What a file is, is
found out from its content; --format forces it:

  archive       WARC 1.0 and 1.1, ARC, WAT        wacz          a package of archives, or of packages
  edges         a line an arc: two columns of numbers or of names (URLs), between tabs, commas, semicolons, pipes or
                blanks, quoted as in CSV (RFC 4180) or not; a header such as source,target or Source;Target;Type of
                Gephi; comments behind # or %. How the file is written is found out once, from its first 1,000 lines,
                printed ("read as"), and held to: a line that is written otherwise is bad. Other columns are not kept.
                Comments of SNAP and KONECT say whether arcs have a direction; a first line "pages arcs" is a check.
                What can be read in two ways is refused with both: --columns, --first-line, --directed, --comments choose
  matrixmarket  coordinates                       smat          "rows columns entries", then "row column value"
  nodelines     "n number URL", "e from to"       numbered      "pages arcs", then "number URL", then "from to"
  adjacency     a line a page: number: successors asciigraph    the number of pages, then a line of successors a page
  bvgraph       a basename, with or without .offsets; names of pages from BASENAME.urls or .nodes, if that is there
  matrices and networks of other programs:
  pajek         *Vertices, *Arcs, *Edges, lists, *Matrix     gml, graphml, gexf   nodes by url, label or id
  metis         a line a vertex; undirected: an edge is two arcs
  vertices      Common Crawl: "number reversed.host", given together with the list of arcs
  nodes         Gephi: a table with Id and Label, given together with the table of edges
  multiline     NetworkX: "node degree", then a line a neighbour; --directed says whether edges have a direction
  domains       JSON of nodes and dated links; --date 2014-02..2014-05 chooses
  jsongraph     JSON of nodes and links or edges, by identifier or position: NetworkX, D3, graphology, Cytoscape
  jsonarray     a list in JSON of pairs, or of objects as in jsonl
  dot, gdf      Graphviz; GUESS and Gephi
  parquet       columns source and target, src and dst, from and to, s and t, or the only two that can be pages; a list of
                targets; kinds; tables of pages with names or states; a folder of these, such as weft's own export
  csr           a folder of indptr.npy and indices.npy
  page-states   "number state name", as weft export --format pages writes it, given together with the arcs
  cdx           CDX, CDXJ, or what a CDX server returns (text, JSON, JSON lines): states of pages, no arcs
  pages         pages.jsonl of Browsertrix and WACZ packages: states of pages, no arcs
  crawl-log     of Heritrix, or of weft crawl: an arc from the page that led to another first, states by status
  jsonl         an object a line: via and url, source and target and the like, or url and a list of links; a member
                status tells the state
  container     a tar archive or a zip file of any of these, once in another: each file is an input; --root
                chooses one, or a folder. A bvgraph, with its names, comes alone: --root FOLDER/BASENAME chooses. Files of no known format, README and the like are left out, counted and listed
  html          a folder, a tar archive or a zip file of the HTML of a site; --base-url is its address. Pages are files named .html
                and the like, in any language and charset (index.html.ja.jis), and others that begin as HTML does: .php
                as it was put out, names without extension. A type map of Apache is the page that the server would show
                (--languages). dir/ and dir/index.html are two pages unless --index-files says that they are one, as
                only the server knows; the notes count the links that would change. Server-side includes are followed
                inside the tree. Files left out are counted by reason, and listed in import.log

A text that fits none of these is refused, with what it looks like and what to do: prose, SQL, RDF, "a -> b",
matrices, access logs, tables whose columns do not look like pages on both sides (name them with --columns). --separator, --columns and --comments say how a list is written; --format says that it is one.

Weights, dates and other attributes are read and not kept, which the summary says. A host or a domain becomes the page
http://host/. Pages with URLs are numbered in the order of their sort keys, so that a host or a domain is a range of numbers; lists of
numbers keep them. Control characters in names that are no URLs are written as %09. Of an archive, the responses of HTML and their links make the graph: a, area, frame, iframe, link
canonical, next, prev and alternate, meta refresh, redirects, the Link header.

A folder stands for the archives and packages in it. --files-from reads the names of further files from a list.

A bad record is counted, written to import.log with its offset, and skipped. A capture of an archive that is not whole (cut at
the end of the file, or with a wrong length) is read as far as it is there, and counted. The import fails if more than the
share --max-bad of the records is bad, or of the bytes of the archives holds no readable record, whichever is larger. Another
input that ends too early fails it if more than that share is missing; nobody can tell how much was cut off a list or a tar
archive, so that only --max-bad 100% takes what is there. --skip-bad-files leaves out files that fail so, with a list and a
count, as well as files of no known format and files of another kind among archives. Nothing appears at CRAWL before everything
is done; a killed import leaves nothing that could be taken for a crawl.`

func (a *app) importCmd() *cobra.Command {
	var fl importFlags
	c := &cobra.Command{
		Use:     "import FILE... -o CRAWL",
		Short:   "Make a crawl of archives, HTML files, lists of links or a graph of any format",
		Long:    importHelp,
		Example: "  printf 'https://a.example/ https://b.example/\\n' | weft import - -o crawl",
		RunE: func(cmd *cobra.Command, args []string) error {
			args, err := fl.inputs(args, a.stdin)
			if err != nil {
				return err
			}
			if err := fl.check(args); err != nil {
				return err
			}
			o := fl.o
			o.Stdin, o.DraftOptions = a.stdin, a.draft(fl.madeFlags)
			o.Progress = a.importProgress
			if a.plan {
				return a.planImport(o)
			}
			s, err := ingest.Import(cmd.Context(), o)
			if err != nil {
				return err
			}
			return a.printImport(o.Output, s)
		},
	}
	fl.add(c)
	return c
}

// inputs returns the files that the command line names, and those that the list of --files-from does, a line each.
func (fl *importFlags) inputs(args []string, stdin io.Reader) ([]string, error) {
	if fl.filesFrom == "" {
		return args, nil
	}
	r := stdin
	if fl.filesFrom == "-" && slices.Contains(args, "-") {
		return nil, usagef("--files-from - and the input -: standard input can be one of them")
	}
	if fl.filesFrom != "-" {
		f, err := os.Open(fl.filesFrom)
		if err != nil {
			return nil, fmt.Errorf("--files-from: %w", err)
		}
		defer f.Close() //nolint:errcheck // nothing was written
		r = f
	}
	listed, err := ingest.FileList(r)
	if err != nil {
		return nil, fmt.Errorf("--files-from %s: %w", fl.filesFrom, err)
	}
	if fl.filesFrom == "-" && slices.Contains(listed, "-") {
		return nil, usagef("--files-from -: the list names -, and comes from standard input itself")
	}
	return append(slices.Clone(args), listed...), nil
}

// check completes the options.
func (fl *importFlags) check(args []string) (err error) {
	o := &fl.o
	switch {
	case len(args) == 0:
		return usagef("nothing to import: name files, or - for standard input")
	case fl.output == "":
		return usagef("say with -o where the crawl is to be made")
	case o.Pages < 0:
		return usagef("--pages %d: want a number of pages", o.Pages)
	}
	if o.Format, err = ingest.ParseFormat(fl.format); err != nil {
		return &usageError{err}
	}
	if o.MaxBad, err = parseShare(fl.maxBad); err != nil {
		return usagef("--max-bad: %w", err)
	}
	o.Inputs = args
	return nil
}

func (fl *importFlags) add(c *cobra.Command) {
	f, o := c.Flags(), &fl.o
	fl.madeFlags.add(f)
	f.StringVar(&fl.format, "format", "auto", "`FORMAT` of the files")
	offered.List(f, "format", ingest.FormatNames())
	f.StringVar(&o.Columns, "columns", "", "`TWO` columns of a list, source and target, by number or by name of the header: 1,3 or from,to; of jsonl, members")
	f.StringVar(&o.Separator, "separator", "", "`WHAT` parts the columns of a list: tab, comma, semicolon, pipe, blank, or one character")
	offered.Set(f, "separator", ingest.Separators)
	f.StringVar(&o.FirstLine, "first-line", "", "the first line of a list is `WHAT`: arc, header or counts (of pages and arcs); by default, what it looks like")
	offered.Set(f, "first-line", ingest.FirstLines)
	f.StringVar(&o.Directed, "directed", "", "`YES` or no: the arcs of a list have a direction; by default, what comments of SNAP or KONECT before it say, else yes")
	offered.Set(f, "directed", ingest.Directions)
	f.StringVar(&o.Comments, "comments", "", "`SIGNS` that begin comments of a list, also of --fetched: #, %, #% or none")
	offered.Set(f, "comments", ingest.CommentSigns)
	f.BoolVar(&o.Strict, "strict", false, "stop at the first bad record")
	f.StringVar(&fl.maxBad, "max-bad", "1%", "fail if more than this `SHARE` of the records is bad, or of the bytes skipped or missing; 100% takes lists that are cut")
	f.BoolVar(&o.SkipBad, "skip-bad-files", false, "leave out files that cannot be read: of no known format, of another kind among archives, or with more than --max-bad of their records bad or of their bytes missing; they are counted and listed")
	f.StringVar(&fl.filesFrom, "files-from", "", "`FILE` that lists further files, a line each; - for standard input")
	f.StringVar(&o.Names, "names", "", "`FILE` of the names of numbered pages: line i that of page i from 0, or a number and a name a line, perhaps below a header; none for those beside a BVGraph")
	f.IntVar(&o.Pages, "pages", 0, "there are `N` pages, also beyond the largest number of the list")
	f.BoolVar(&o.Compact, "compact", false, "leave out numbers that occur in no line of a list; the other pages are called by their numbers")
	f.StringVar(&o.Fetched, "fetched", "", "`FILE` of the pages that were fetched, a URL or number a line; or linking: those with links were; the others are ghosts; or all. Without it they are unknown")
	f.StringVar(&o.BaseURL, "base-url", "", "`URL` of the root of a folder or archive of HTML")
	f.StringVar(&o.Root, "root", "", "`FOLDER` inside it that --base-url is the address of, or file or folder of an archive that is read; the whole by default")
	f.StringSliceVar(&o.IndexFiles, "index-files", nil, "`NAMES` of files that are the page of their folder, such as index.html,index.php: dir/ and dir/index.html are then one page, dir/; none by default")
	f.StringVar(&o.Languages, "languages", "", "`LANGUAGES` in which type maps of Apache are read, the best first, such as de,en; en by default")
	f.StringVar(&o.Dates, "date", "", "only links of these `DATES` of a dated graph: 2014, 2014-02, 2014-02-25, or two with .. between")
	f.BoolVar(&o.KeepNumbers, "keep-numbers", false, "number named pages as in the input, not by name")
	f.BoolVar(&o.Hosts, "hosts", false, "names such as www.example.org/page are URLs: put http:// before them")
	f.BoolVar(&fl.dense, "dense", false, "look longer for references: 8 to 15 % fewer bits, for several times the work of compressing")
	f.VisitAll(func(flag *pflag.Flag) { // which formats an option is for
		if formats := ingest.TakenBy(flag.Name); formats != nil {
			flag.Usage += " (for " + strings.Join(formats, ", ") + ")"
		}
	})
}

// parseShare reads 1% or 0.01.
func parseShare(text string) (float64, error) {
	number, percent := strings.CutSuffix(strings.TrimSpace(text), "%")
	v, err := strconv.ParseFloat(number, 64)
	if percent {
		v /= 100
	}
	if err != nil || !(v >= 0 && v <= 1) {
		return 0, fmt.Errorf("%q: want a share such as 1%% or 0.01", text)
	}
	return max(v, 1e-12), nil
}

func (a *app) importProgress(phase string, read, total int64) {
	if phase == "reading" {
		a.progress.Bytes(phase, read, total)
		return
	}
	a.progress.Steps(phase, 0, 0)
}

func (a *app) planImport(o ingest.Options) error {
	p, err := ingest.PlanImport(o)
	if err != nil {
		return err
	}
	out := importPlan{a.planned(plan{Form: importForm, Parts: p.Parts(), Passes: p.Passes}), p.Pages, p.Inputs}
	return a.print(out, func(w io.Writer) {
		for _, in := range p.Inputs {
			row(w, "input", "%s", describeInput(in))
		}
		if p.Pages > 0 {
			row(w, "pages", "%s", grouped(p.Pages))
		}
		printForm(w, out.Form)
		printBudget(w, out.plan)
	})
}

const importForm = "names and arcs are sorted in batches within the budget, and spilled beside the output"

func describeInput(in ingest.PlannedInput) string {
	switch {
	case in.Format == "":
		return "standard input, which is not looked at"
	case in.Bytes < 0:
		return in.Path + ": " + in.Format
	}
	return in.Path + ": " + cmp.Or(in.ReadAs, in.Format) + ", " + digits.Size(in.Bytes)
}

func (a *app) printImport(path string, s ingest.Summary) error {
	made, err := a.infoOf(path)
	if err != nil {
		return err
	}
	info := imported{made, s.Records, s.Bad, s.BadLinks, s.NotWhole, s.SkippedBytes, s.MissingRecords, s.Log, s.Skipped, s.Manifest.Steps[0].Inputs, s.Breaks, importNotes(s)}
	a.progress.Close()
	for _, b := range s.Breaks { // also under --quiet: it must not go by unseen
		a.warn("%s breaks off at offset %d (%s): what followed is missing", inert.Text(b.Input), b.Offset, inert.Text(b.Why))
	}
	for _, f := range s.Skipped {
		a.warn("%s is left out: %s", inert.Text(f.Input), inert.Text(f.Why))
	}
	return a.print(info, func(w io.Writer) {
		n := s.Manifest.Counts
		row(w, "crawl", "%s", path)
		for how, k := range readAs(s.Manifest.Steps[0].Inputs) {
			row(w, "read as", "%s%s", how, k)
		}
		row(w, "records", "%s, %s bad%s%s", grouped(s.Records), grouped(s.Bad), notWholeText(s), logNote(s))
		if s.SkippedBytes > 0 {
			row(w, "skipped", "%s of archives that hold no readable record, by their mean size about %s", digits.Plural(s.SkippedBytes, "byte"), digits.Plural(s.MissingRecords, "record"))
		}
		if n := len(s.Skipped); n > 0 {
			row(w, "left out", "%s", digits.Plural(n, "file"))
		}
		row(w, "pages", "%s: %s", grouped(n.Pages), stateCounts(&n))
		row(w, "arcs", "%s, %.2f bits each", grouped(n.Arcs), n.BitsPerArc)
		if s.Manifest.Names {
			row(w, "hosts", "%s in %s", grouped(made.Hosts), digits.Plural(made.Domains, "domain"))
		}
		for what, k := range sortedNotes(s.Manifest.Steps[0].Notes) {
			row(w, "note", "%s: %s", what, grouped(k))
		}
	})
}

// stateCounts says how many pages are in each state: fetched and ghosts always, others if there are any, so that the
// counts add up.
func stateCounts(n *store.Counts) string {
	if n.Unknown > 0 && n.Unknown == n.Pages {
		return "all unknown, as nothing tells which were fetched (weft import --fetched does)"
	}
	parts := []string{grouped(n.Fetched) + " fetched", grouped(n.Ghosts) + " ghosts"}
	for _, s := range []struct {
		pages int
		name  string
	}{{n.Redirected, "redirected"}, {n.Failed, "failed"}, {n.Excluded, "excluded"}, {n.Unknown, "unknown"}} {
		if s.pages > 0 {
			parts = append(parts, grouped(s.pages)+" "+s.name)
		}
	}
	return strings.Join(parts, ", ")
}

// readAs says how files were read, each way once, and how many files so if there are several.
func readAs(inputs []store.Input) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		count := map[string]int{}
		for _, in := range inputs {
			count[in.ReadAs]++
		}
		for _, how := range slices.Sorted(maps.Keys(count)) {
			files := ""
			if n := count[how]; len(inputs) > 1 {
				files = fmt.Sprintf(" (%s of %s)", grouped(n), digits.Plural(len(inputs), "file"))
			}
			if !yield(how, files) {
				return
			}
		}
	}
}

// importPlan is the plan of an import.
//
//json:object plan of an import
type importPlan struct {
	plan
	Pages  int64                 `json:"pages,omitempty"` // number of pages, from a header of the input
	Inputs []ingest.PlannedInput `json:"inputs"`          // files that would be read
}

// imported is the result of an import.
//
//json:object import
type imported struct {
	measure.Info
	Records      int64 `json:"records"`       // records that were read
	BadRecords   int64 `json:"bad_records"`   // records that could not be read
	BadLinks     int64 `json:"bad_links"`     // links that could not be read
	NotWhole     int64 `json:"not_whole"`     // captures that were cut off; weft reads the part that is present
	SkippedBytes int64 `json:"skipped_bytes"` // bytes of archives that hold no readable record
	// records lost in the skipped bytes, estimated by the mean size of the other records
	MissingRecords int64                 `json:"missing_records"`
	Log            string                `json:"log"`                     // file that lists the bad records
	SkippedFiles   []ingest.SkippedInput `json:"skipped_files,omitempty"` // inputs that `--skip-bad-files` left out
	Inputs         []store.Input         `json:"inputs"`                  // files that were read
	Breaks         []ingest.Break        `json:"breaks,omitempty"`        // inputs that end too early, with the place
	// input that was read and not kept, or that was interpreted in a way worth knowing
	Notes []importNote `json:"notes,omitempty"`
}

// An importNote is something that happened so many times.
//
//json:object import note
type importNote struct {
	Note  string `json:"note"`  // description
	Count int64  `json:"count"` // number of times
}

func importNotes(s ingest.Summary) []importNote {
	var notes []importNote
	for what, n := range sortedNotes(s.Manifest.Steps[0].Notes) {
		notes = append(notes, importNote{what, n})
	}
	return notes
}

// notWholeText counts the captures that are not whole, if there are any.
func notWholeText(s ingest.Summary) string {
	if s.NotWhole == 0 {
		return ""
	}
	return ", " + grouped(s.NotWhole) + " not whole"
}

func logNote(s ingest.Summary) string {
	if s.Bad+s.NotWhole == 0 {
		return ""
	}
	return ": see " + s.Log
}

// sortedNotes ranges over notes by name.
func sortedNotes(notes map[string]int64) iter.Seq2[string, int64] {
	return func(yield func(string, int64) bool) {
		for _, k := range slices.Sorted(maps.Keys(notes)) {
			if !yield(k, notes[k]) {
				return
			}
		}
	}
}
