package main

import (
	"cmp"
	"context"
	"errors"
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
	"weft/internal/digits"
	"weft/internal/inert"
	"weft/internal/offered"
	"weft/making/ingest"
	"weft/making/ingest/formats"
	"weft/making/ingest/tables"
	"weft/store"
)

// importFlags are the flags of weft import.
type importFlags struct {
	madeFlags
	o              ingest.Options
	format, maxBad string
	maxPage        string
	filesFrom      string
	selectFrom     string
}

// importHead and importTail stand before and after the list of formats in the help.
const importHead = `Convert files, or standard input ("-"), into a crawl. Files may be compressed with gzip, zstd, xz, lz4 or bzip2. weft
detects the format of each file from its content; --format sets it.`

const importTail = `weft refuses a file in none of these formats. The error says what the file looks like and what to do: Excel, SQLite, PDF,
HDF5, pickle, data of R, prose, SQL, RDF, "a -> b", rectangular matrices, access logs, tables without two columns of pages
(name them with --columns). --separator, --columns and --comments describe a list; --format edges declares a file a list.

Weights, dates and other attributes are ignored; the summary says so. --weights COLUMN keeps the weights of arcs, which
PageRank and clusters use with --weights kept. Weights of equal arcs are added up; an arc without a weight is a bad
record. A host or a domain becomes the page http://host/.
Pages with URLs are numbered in the order of their sort keys, so the pages of a host or a domain are consecutive; lists of
numbers keep their numbers. Control characters in names that are not URLs become %09 and the like. The graph of an archive
consists of HTML responses and their links: a, area, frame, iframe, link canonical, next, prev and alternate, meta refresh,
redirects, and the Link header.

A folder stands for the archives and packages in it. --files-from reads further file names from a list.

A file may be an address: https://HOST/FILE, http://HOST/FILE or s3://BUCKET/KEY. weft continues where a connection was
cut. It fails if the file changes meanwhile, or if the server gives a digest of other bytes. Access keys for S3 come from
AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY or ~/.aws/credentials, the region from AWS_REGION, another service than
Amazon's from AWS_ENDPOINT_URL_S3.

--cc-index reads an index of Common Crawl, a file or an address. weft requests only the records of the hosts and URLs in
--cc-select, four at a time, from the archives below --cc-root. An index is a text (CDXJ, or the JSON of a CDX server), a
Parquet table, or cluster.idx. The files that cluster.idx names, such as cdx-00000.gz, must be in its folder; weft requests
only the parts with the lines of a host. A record with another URL or digest than in the index is a bad record.

Errors: weft counts a bad record, writes it to import.log with its offset, and skips it. It reads a truncated capture of an
archive as far as possible, and counts it. The import fails if more than --max-bad of the records are bad, or if more than
this share of the bytes holds no readable record. Other truncated inputs fail if more than this share is missing. If the
missing share is unknown, as in a list or a tar archive, only --max-bad 100% accepts the rest. weft reads and counts
the beginning of a page larger than --max-page. The import fails if more than --max-bad of the records are such pages. --skip-bad-files skips,
counts and lists files that would fail, files of unknown format, and other files among archives. CRAWL appears only when
everything is done; a killed import leaves no crawl.`

// importHelp returns the help with the list of all formats.
func importHelp() string {
	var b strings.Builder
	b.WriteString(importHead)
	flags := strings.NewReplacer("{", "--", "}", "")
	var group formats.Group
	for _, f := range ingest.Formats() {
		if f.Group != group {
			group = f.Group
			fmt.Fprintf(&b, "\n\n%s:", group)
		}
		fmt.Fprintf(&b, "\n  %-12s  %s", f.Name, flags.Replace(f.Says))
		if len(f.Endings) > 0 {
			fmt.Fprintf(&b, " (%s)", strings.Join(f.Endings, ", "))
		}
	}
	b.WriteString("\n\n" + importTail)
	return b.String()
}

func (a *app) importCmd() *cobra.Command {
	var fl importFlags
	c := &cobra.Command{
		Use:   "import FILE... -o CRAWL",
		Short: "Convert archives, HTML files, lists of links or graphs into a crawl",
		Long:  importHelp(),
		Example: "  printf 'https://a.example/ https://b.example/\\n' | weft import - -o crawl\n" +
			"  weft demo -o weft-demo && weft import weft-demo/crawl/warc -o archive\n" +
			"  weft export archive --names -o links.tsv && weft import links.tsv -o again",
		RunE: func(cmd *cobra.Command, args []string) error {
			args, err := fl.inputs(args, a.stdin)
			if err != nil {
				return err
			}
			if err := errors.Join(fl.check(args), fl.selections(args, a.stdin, a.budget)); err != nil {
				return err
			}
			o := fl.o
			o.Stdin, o.DraftOptions = a.stdin, a.draft(fl.madeFlags)
			o.Progress = a.importProgress
			return a.importAsking(&o, func() error {
				if a.plan {
					return a.planImport(cmd.Context(), o)
				}
				s, err := ingest.Import(cmd.Context(), o)
				if err != nil {
					return err
				}
				return a.printImport(o.Output, s)
			})
		},
	}
	fl.add(c)
	return c
}

// inputs returns the files of the command line and of the list of --files-from, which has one file per line.
func (fl *importFlags) inputs(args []string, stdin io.Reader) ([]string, error) {
	if fl.filesFrom == "" {
		return args, nil
	}
	r := stdin
	if fl.filesFrom == "-" && slices.Contains(args, "-") {
		return nil, usagef("--files-from - and the input - both read standard input: use a file for one of them")
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
		return nil, usagef("--files-from -: the list on standard input contains -, which is standard input itself: remove that line")
	}
	return append(slices.Clone(args), listed...), nil
}

// selections adds the hosts and URLs of --cc-select-from.
func (fl *importFlags) selections(args []string, stdin io.Reader, memory int64) error {
	if fl.selectFrom == "" {
		return nil
	}
	if fl.selectFrom == "-" && (fl.filesFrom == "-" || slices.Contains(args, "-")) {
		return usagef("--cc-select-from - and another input both read standard input: use a file for one of them")
	}
	r, err := ingest.OpenText(fl.selectFrom, stdin, memory)
	if err != nil {
		return fmt.Errorf("--cc-select-from: %w", err)
	}
	listed, err := ingest.FileList(r)
	if err = errors.Join(err, r.Close()); err != nil {
		return fmt.Errorf("--cc-select-from %s: %w", fl.selectFrom, err)
	}
	fl.o.Index.Select = append(fl.o.Index.Select, listed...)
	return nil
}

// check completes the options.
func (fl *importFlags) check(args []string) (err error) {
	o := &fl.o
	switch {
	case len(args) == 0 && len(o.Index.Indexes) == 0:
		return usagef("no input: name one or more files, or - for standard input")
	case len(o.Index.Indexes) == 0 && len(o.Index.Select)+len(o.Index.Root)+len(fl.selectFrom) > 0:
		return usagef("--cc-select, --cc-select-from and --cc-root belong to --cc-index: name an index")
	case len(o.Index.Indexes) > 0 && len(o.Index.Select)+len(fl.selectFrom) == 0:
		return usagef("--cc-index: an index holds millions of pages: name hosts or URLs with --cc-select, such as --cc-select example.org")
	case fl.output == "":
		return usagef("-o is missing: name the folder of the new crawl")
	case o.Pages < 0:
		return usagef("--pages %d: expected 0 or more", o.Pages)
	}
	if o.Format, err = ingest.ParseFormat(fl.format); err != nil {
		return &usageError{err}
	}
	if o.MaxBad, err = parseShare(fl.maxBad); err != nil {
		return usagef("--max-bad: %w", err)
	}
	if o.MaxPage, err = sizeFlag("max-page", fl.maxPage); err != nil {
		return err
	}
	o.Inputs = args
	return nil
}

func (fl *importFlags) add(c *cobra.Command) {
	f, o := c.Flags(), &fl.o
	fl.madeFlags.add(f)
	f.StringVar(&fl.format, "format", "auto", "read the files as `FORMAT`")
	offered.List(f, "format", ingest.FormatNames())
	f.StringVar(&o.Columns, "columns", "", "read source and target of arcs from `TWO` columns: numbers such as 1,3, names of the header such as from,to, or members of jsonl")
	f.StringVar(&o.Weights, "weights", "", "keep weights of arcs from `COLUMN`: a column by number or name, an attribute or a member; auto finds one called weight")
	f.StringVar(&o.Separator, "separator", "", "split columns of a list at `SEPARATOR`: tab, comma, semicolon, pipe, blank, or one character")
	offered.Set(f, "separator", ingest.Separators)
	f.StringVar(&o.FirstLine, "first-line", "", "read the first line of a list as `WHAT`: arc, header or counts (of pages and arcs); by default weft decides or asks")
	offered.Set(f, "first-line", tables.FirstLines)
	f.StringVar(&o.Directed, "directed", "", "read arcs of a list as directed: `YES` or no; the default is taken from a comment of SNAP or KONECT, else yes")
	offered.Set(f, "directed", tables.Directions)
	f.StringVar(&o.Comments, "comments", "", "skip lines of a list, and of --fetched, that begin with one of `SIGNS`: #, %, #% or none")
	offered.Set(f, "comments", ingest.CommentSigns)
	f.BoolVar(&o.Strict, "strict", false, "stop at the first bad record")
	f.StringVar(&fl.maxBad, "max-bad", "1%", "fail if more than `SHARE` of the records is bad, or of the bytes skipped or missing; 100% accepts truncated lists")
	f.BoolVar(&o.SkipBad, "skip-bad-files", false, "skip, count and list files that cannot be read: of unknown format, no archives among archives, or with more than --max-bad of their records bad or bytes missing")
	f.StringVar(&fl.maxPage, "max-page", "64MiB", "read at most `SIZE` of a page of HTML, and count the pages with more; more than --max-bad of them fail the import")
	f.StringVar(&fl.filesFrom, "files-from", "", "also import the files that `FILE` lists, one per line; - for standard input")
	f.StringSliceVar(&o.Index.Indexes, "cc-index", nil, "request records of --cc-select by this `INDEX`, of Common Crawl: a file or address of lines, of a Parquet table, or of cluster.idx")
	f.StringSliceVar(&o.Index.Select, "cc-select", nil, "take records of these `HOSTS` or URLs from --cc-index: www.example.org, *.example.org for a domain, https://example.org/page, https://example.org/docs/*")
	f.StringVar(&fl.selectFrom, "cc-select-from", "", "take also records of the hosts and URLs that `FILE` lists, one per line")
	f.StringVar(&o.Index.Root, "cc-root", "", "find the archives that --cc-index names below `PLACE`, a folder or an address; the default is "+ingest.CommonCrawl)
	f.StringVar(&o.Names, "names", "", "read names of numbered pages from `FILE`: line i names page i, from 0, or each line has a number and a name, with or without header; none ignores the names beside a BVGraph")
	f.IntVar(&o.Pages, "pages", 0, "make `N` pages, also beyond the largest number in the list")
	f.BoolVar(&o.Compact, "compact", false, "leave out numbers that occur in no line of a list; the other pages are named by their numbers")
	f.StringVar(&o.Fetched, "fetched", "", "take the pages listed in `FILE` as fetched, one URL or number per line; or linking (all pages with links), or all; other pages become ghosts; without this flag the state of every page is unknown")
	f.StringVar(&o.BaseURL, "base-url", "", "use `URL` as the address of the root of the HTML, a folder or an archive")
	f.StringVar(&o.Root, "root", "", "read only `FOLDER`, a folder or file inside the folder or archive; --base-url is its address; the default is everything")
	f.StringSliceVar(&o.IndexFiles, "index-files", nil, "treat files with `NAMES` as the page of their folder, such as index.html,index.php: dir/index.html becomes dir/; the default is no names")
	f.StringVar(&o.Languages, "languages", "", "read type maps of Apache in these `LANGUAGES`, the preferred first, such as de,en; the default is en")
	f.StringVar(&o.Dates, "date", "", "keep only links of `DATES` in a dated graph: 2014, 2014-02, 2014-02-25, or a range such as 2014..2015")
	f.BoolVar(&o.KeepNumbers, "keep-numbers", false, "keep the page numbers of the input, instead of sorting named pages")
	f.BoolVar(&o.Hosts, "hosts", false, "read names such as www.example.org/page as URLs, with http:// before them")
	f.BoolVar(&fl.dense, "dense", false, "compress more: 8 to 15 % fewer bits per arc, for several times the work")
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
		return 0, fmt.Errorf("%q: expected a share such as 1%% or 0.01", text)
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

func (a *app) planImport(ctx context.Context, o ingest.Options) error {
	p, err := ingest.PlanImport(ctx, o)
	if err != nil {
		return err
	}
	if len(p.Inputs) > 0 && p.Inputs[0].FirstArcs == "" && isSmall(p) {
		if p.Inputs[0].FirstArcs, err = tryImport(ctx, o); err != nil {
			return err
		}
	}
	out := importPlan{a.planned(plan{Form: importForm, Parts: p.Parts(), Passes: p.Passes}), p.Pages, p.Inputs}
	return a.print(out, func(w io.Writer) {
		for _, in := range p.Inputs {
			row(w, "input", "%s", describeInput(in))
			if in.FirstArcs != "" {
				row(w, "first arcs", "%s", in.FirstArcs)
			}
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
		return "standard input, which is not read"
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
	if s.FirstArcs == "" {
		if s.FirstArcs, err = firstArcs(path); err != nil {
			return err
		}
	}
	info := imported{made, s.FirstArcs, s.Records, s.Bad, s.BadLinks, s.NotWhole, s.SkippedBytes, s.MissingRecords, s.Log, s.Skipped, s.Manifest.Steps[0].Inputs, s.Breaks, importNotes(s)}
	a.progress.Close()
	for _, b := range s.Breaks { // also under --quiet: it must not go by unseen
		a.warn("%s is truncated at offset %d (%s): the rest is missing", inert.Text(b.Input), b.Offset, inert.Text(b.Why))
	}
	for _, f := range s.Skipped {
		a.warn("%s was skipped: %s", inert.Text(f.Input), inert.Text(f.Why))
	}
	if s.Manifest.Counts.Arcs == 0 {
		a.warn("no input has arcs: the crawl holds pages only (weft import --help lists the formats)")
	}
	return a.print(info, func(w io.Writer) {
		n := s.Manifest.Counts
		row(w, "crawl", "%s", path)
		for how, k := range readAs(s.Manifest.Steps[0].Inputs) {
			row(w, "read as", "%s%s", how, k)
		}
		if s.FirstArcs != "" {
			row(w, "first arcs", "%s", s.FirstArcs)
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
		return "all unknown: the input does not say which pages were fetched; name the fetched pages: weft import INPUT -o CRAWL --fetched FILE"
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
		files := 0
		for _, in := range inputs {
			if in.ReadAs != "" { // else it was read by another program, which made the shards
				count[in.ReadAs]++
				files++
			}
		}
		for _, how := range slices.Sorted(maps.Keys(count)) {
			share := ""
			if n := count[how]; files > 1 {
				share = fmt.Sprintf(" (%s of %s)", grouped(n), digits.Plural(files, "file"))
			}
			if !yield(how, share) {
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
	// first three arcs as they were read: "a -> b", or "a -- b" where they go both ways
	FirstArcs    string `json:"first_arcs,omitempty" absent:"the crawl has no arcs"`
	Records      int64  `json:"records"`       // records that were read
	BadRecords   int64  `json:"bad_records"`   // records that could not be read
	BadLinks     int64  `json:"bad_links"`     // links that could not be read
	NotWhole     int64  `json:"not_whole"`     // captures that were cut off; weft reads the part that is present
	SkippedBytes int64  `json:"skipped_bytes"` // bytes of archives that hold no readable record
	// records lost in the skipped bytes, estimated by the mean size of the other records
	MissingRecords int64                 `json:"missing_records"`
	Log            string                `json:"log"`                     // file that lists the bad records
	SkippedFiles   []ingest.SkippedInput `json:"skipped_files,omitempty"` // inputs that `--skip-bad-files` left out
	Inputs         []store.Input         `json:"inputs"`                  // files that were read
	Breaks         []ingest.Break        `json:"breaks,omitempty"`        // inputs that end too early, with the place
	// input that was read and not kept, or that was interpreted in a way worth knowing
	Notes []importNote `json:"notes,omitempty"`
}

// An importNote counts one kind of event of an import.
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
