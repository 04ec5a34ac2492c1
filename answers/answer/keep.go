package answer

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"weft/graph/kinds"
	"weft/internal/ending"
	"weft/internal/npy"
	"weft/internal/plots"
	"weft/internal/sheet"
	"weft/internal/table"
	"weft/store"
)

// Kept holds what is saved of a result: vectors with a value for each page, and tables.
type Kept struct {
	Kinds string // the arcs that counted
	View  string // the filter through which the crawl was seen; names end in it, as in pagerank@between-hosts
	// Options are the options that change the values and differ from the defaults, such as "alpha=0.5";
	// [Kept.Apart] adds them. They become part of the names of vectors and tables, so that these replace no result
	// of the defaults.
	Options []string
	// Replaces lets results replace results of other options and kinds of arcs: their readers report the options.
	Replaces bool
	// Files are written whole, wherever results are kept.
	Files []File
	parts []part
}

// Apart adds an option to the names of the results, unless its value is the usual one.
func (as *Kept) Apart(option string, value, usual any) {
	if value != usual {
		as.Options = append(as.Options, fmt.Sprintf("%s=%v", option, value))
	}
}

// nameOf returns the name under which a part is kept.
func (as *Kept) nameOf(part string) string {
	if as.Replaces {
		return ResultName(part, "", as.View)
	}
	return ResultName(part, as.Kinds, as.View, as.Options...)
}

// ResultName returns the name of a saved result, such as pagerank+alpha=0.5+kinds=link@between-hosts: of some options,
// kinds of arcs and a view. The measured kinds, as an empty text, add nothing.
func ResultName(name, arcs, view string, options ...string) string {
	for _, o := range options {
		name += optionMark + o
	}
	if arcs != "" && arcs != kinds.Measured.String() {
		name += optionMark + "kinds=" + strings.ReplaceAll(arcs, "+", ".")
	}
	if view != "" {
		name += viewMark + view
	}
	return name
}

// Separators before an option and a view in the name of a result.
const (
	optionMark = "+"
	viewMark   = "@"
)

// PlainName returns the name of a result without options, kinds of arcs and view.
func PlainName(name string) string {
	if i := strings.IndexAny(name, optionMark+viewMark); i >= 0 {
		return name[:i]
	}
	return name
}

// A File is an output file named by an option; "-" is standard output and replaces the report for people.
type File struct {
	Path  string
	Write func(w io.Writer) error
	// Folder says that its folder is made if need be.
	Folder bool
}

// A Plotter is a result that can be drawn.
type Plotter interface {
	Plots() []plots.Picture
}

// Plots are the files of the plots of a result, in a folder: each plot as SVG and PDF, and its values as CSV.
func Plots(dir string, of Plotter) (files []File) {
	for _, p := range of.Plots() {
		add := func(ending string, write func(w io.Writer) error) {
			files = append(files, File{Path: filepath.Join(dir, p.Name+ending), Folder: true, Write: write})
		}
		add(".svg", func(w io.Writer) error {
			_, err := w.Write(p.Sheet.SVG())
			return err
		})
		add(".pdf", func(w io.Writer) error { return p.Sheet.PDF(w, p.Title) })
		if p.Rows != nil {
			add(".csv", func(w io.Writer) error {
				out := sheet.New(w)
				for _, row := range p.Rows {
					if err := out.Row(row...); err != nil {
						return err
					}
				}
				return out.Close()
			})
		}
	}
	return files
}

// PlotsFlag declares the option of a folder for plots; what names the plots.
func PlotsFlag(f Flags, dir *string, what string) {
	f.StringVar(dir, "plots", "", "write "+what+" to `DIR`, as SVG and PDF, and the drawn values as CSV")
	ending.Set(f, "plots", ending.Folder)
}

// PlotsRule is the rule for [PlotsFlag].
func PlotsRule(dir string) Rule {
	return Rule{dir != "-", "plots", dir, "a folder: plots cannot be printed"}
}

// A part is a file or two.
type part struct {
	name  string
	files []string // their endings
	save  func(k *Keeper, as *Kept, name string) error
}

// describe returns the description of a result.
func (k *Keeper) describe(as *Kept, name string, params map[string]any) store.Result {
	res := store.Result{Name: name, Kinds: as.Kinds, View: as.View, Params: params, Command: k.step.Command, Version: k.step.Version, Time: k.step.Time}
	if as.View == store.BetweenSites {
		res.Sites = k.Sites
	}
	return res
}

// AddFigures adds NAME.json with a result as JSON, which [SavedFigures] reads.
func (as *Kept) AddFigures(name string, result any) {
	as.parts = append(as.parts, part{name, []string{".json"}, func(k *Keeper, as *Kept, name string) error {
		return store.SaveFigures(k.results, k.describe(as, name, map[string]any{figuresKey: result}))
	}})
}

const figuresKey = "figures"

// SavedOptions returns the options of the results that [Kept.AddFigures] kept in a crawl under a name and with the given
// kinds of arcs, sorted. The default options are nil, and come first.
func SavedOptions(c *store.Crawl, name string, arcs kinds.Set) (all [][]string, err error) {
	if c.Manifest == nil {
		return nil, nil // a bare graph keeps nothing
	}
	results, err := c.Results("")
	if err != nil {
		return nil, err
	}
	saved, err := results.Described()
	for _, s := range saved {
		if s == ResultName(name, arcs.String(), "") {
			all = append(all, nil)
			continue
		}
		rest, named := strings.CutPrefix(s, name+optionMark)
		options, ofArcs := strings.CutSuffix(rest, ResultName("", arcs.String(), ""))
		if named && ofArcs && !strings.Contains(options, viewMark) && !strings.Contains(options, "kinds=") {
			all = append(all, strings.Split(options, optionMark))
		}
	}
	return all, err
}

// SavedFigures reads a result that [Kept.AddFigures] kept in a crawl, with the given kinds of arcs and options, into
// result. It returns false if there is none. It refuses a result of another graph.
func SavedFigures(c *store.Crawl, name string, arcs kinds.Set, result any, options ...string) (found bool, err error) {
	if c.Manifest == nil {
		return false, nil // a bare graph keeps nothing
	}
	results, err := c.Results("")
	if err != nil {
		return false, err
	}
	res, err := results.Describe(ResultName(name, arcs.String(), "", options...))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	text, err := json.Marshal(res.Params[figuresKey])
	if err == nil {
		err = json.Unmarshal(text, result)
	}
	return err == nil, err
}

// AddVector adds NAME.npy with values of the pages, and NAME.json, which has parameters: the options that change the
// values, and how the work ended.
func AddVector[T npy.Value](as *Kept, name string, params map[string]any, values []T) {
	as.parts = append(as.parts, part{name, []string{".npy", ".json"}, func(k *Keeper, as *Kept, name string) error {
		return store.SaveVector(k.results, k.describe(as, name, params), values)
	}})
}

// AddTable adds NAME.parquet; fill writes its rows.
func (as *Kept) AddTable(name string, columns []table.Column, fill func(c *store.Crawl, w *table.Writer) error) {
	as.parts = append(as.parts, part{name, []string{".parquet"}, func(k *Keeper, _ *Kept, name string) error {
		p, err := k.results.Path(name + ".parquet")
		if err != nil {
			return err
		}
		return table.Create(p, columns, func(w *table.Writer) error { return fill(k.c, w) })
	}})
}

// A Keeper writes results, and records their names.
type Keeper struct {
	c       *store.Crawl
	results *store.Results
	step    store.Step
	inside  bool          // the results lie in the crawl
	change  *store.Change // begun by Page; Close ends it
	// Sites are the sites that the question used, recorded in results of a view between sites; nil without sites.
	Sites *store.SitesUsed
	// Apart lists the names of results kept under their options, beside the results of the default options.
	Apart []string
}

// NewKeeper returns a Keeper of results in dir, or in the crawl if dir is empty. It returns nil for a bare graph
// without a dir, whose results are not kept. The step records the command that made them. Other processes can change
// the crawl until the Keeper writes.
func NewKeeper(c *store.Crawl, dir string, step store.Step) (*Keeper, error) {
	if dir == "" && c.Manifest == nil {
		return nil, nil //nolint:nilnil // a nil Keeper keeps nothing
	}
	r, err := c.Results(dir)
	if err == nil {
		err = r.Ready()
	}
	k := &Keeper{c: c, results: r, step: step, inside: dir == ""}
	if err == nil { // before anything is computed: perhaps the crawl cannot be changed
		var trial *store.Change
		if trial, err = k.begin(); err == nil {
			err = trial.Close()
		}
	}
	return k, err
}

// begin begins a change of the crawl; nil if the results lie elsewhere.
func (k *Keeper) begin() (*store.Change, error) {
	if !k.inside {
		return nil, nil //nolint:nilnil // a nil Change notes nothing
	}
	return k.c.Change()
}

// Close ends the work. It records the page if one was written.
func (k *Keeper) Close() error {
	if k == nil {
		return nil
	}
	return k.change.Record(k.step)
}

// Keep writes the vectors and tables of a result, and records them in the manifest. It records the others if one fails.
func (k *Keeper) Keep(as Kept) error {
	if k == nil || len(as.parts) == 0 {
		return nil
	}
	change, err := k.begin()
	if err != nil {
		return err
	}
	var errs []error
	for _, p := range as.parts {
		errs = append(errs, k.keepPart(change, &as, p))
	}
	return errors.Join(append(errs, change.Record(k.step))...)
}

func (k *Keeper) keepPart(change *store.Change, as *Kept, p part) error {
	name := as.nameOf(p.name)
	paths := make([]string, 0, len(p.files))
	for _, ending := range p.files {
		paths = append(paths, path.Join(store.ResultsDir, name+ending))
	}
	if err := change.Writes(paths...); err != nil {
		return err
	}
	if err := p.save(k, as, name); err != nil {
		return fmt.Errorf("keep %s: %w", name, err)
	}
	if name != ResultName(p.name, "", as.View) && !slices.Contains(k.Apart, name) {
		k.Apart = append(k.Apart, name)
	}
	return nil
}

// Page says that the report is about to be written. Until Close, no other process changes the crawl, and nothing else is
// kept.
func (k *Keeper) Page() (err error) {
	if k == nil {
		return nil
	}
	if k.change, err = k.begin(); err != nil {
		return err
	}
	return k.change.Writes(store.ReportDir + "/index.html")
}
