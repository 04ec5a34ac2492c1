package ingest

import (
	"fmt"
	"slices"
	"strings"

	"weft/internal/choice"
	"weft/internal/option"
	"weft/making/ingest/formats"
	"weft/making/ingest/jsons"
	"weft/making/ingest/lists"
	"weft/making/ingest/tables"
)

// Options that only some formats take. A format declares them where it is registered.
const (
	baseURLOption    = "base-url"
	rootOption       = "root"
	indexFilesOption = "index-files"
	languagesOption  = "languages"
)

// Values of options.
var (
	// Separators are the names for Options.Separator; other values are characters.
	Separators = []string{"tab", "comma", "semicolon", "pipe", "blank"}
	// CommentSigns are the values of Options.Comments.
	CommentSigns = []string{"#", "%", "#%", "none"}
)

// set says whether the user gave an option that only some formats take.
func (o *Options) set(name string) bool {
	switch name {
	case tables.ColumnsOption:
		return o.Columns != ""
	case tables.SeparatorOption:
		return o.Separator != ""
	case tables.FirstLineOption:
		return o.FirstLine != ""
	case tables.DirectedOption:
		return o.Directed != ""
	case formats.CommentsOption:
		return o.Comments != ""
	case baseURLOption:
		return o.BaseURL != ""
	case rootOption:
		return o.Root != ""
	case indexFilesOption:
		return len(o.IndexFiles) > 0
	case languagesOption:
		return o.Languages != ""
	case formats.DateOption:
		return o.Dates != ""
	case formats.WeightsOption:
		return o.Weights != ""
	}
	panic("option " + name + " of a format is unknown")
}

// takers returns the formats as users of options.
func takers() []option.Taker {
	var all []option.Taker
	for _, f := range allFormats() {
		all = append(all, option.Taker{Name: f.Name.String(), Takes: f.Takes})
	}
	return all
}

// TakenBy returns the names of the formats that take an option; none if the option does not depend on the format.
func TakenBy(name string) []string {
	var names []string
	for _, f := range allFormats() {
		if slices.Contains(f.Takes, name) {
			names = append(names, f.Name.String())
		}
	}
	return names
}

// misplaced refuses an option that none of the formats takes; read says how the input is read.
func misplaced(m option.Misplaced, read string) error {
	takers := strings.Join(m.For, ", ")
	if m.Option == formats.CommentsOption {
		return option.Errorf("%w: %s is for %s and for a list of {fetched} pages, and the input is read as %s", ErrOptions, option.Name(m.Option), takers, read)
	}
	return option.Errorf("%w: %s is for %s, and the input is read as %s", ErrOptions, option.Name(m.Option), takers, read)
}

// checkWord refuses a value other than the given words. Empty values are detected later.
func checkWord(name, value string, words []string) error {
	if value == "" || slices.Contains(words, strings.ToLower(value)) {
		return nil
	}
	return option.Errorf("%w: %s %q: expected %s", ErrOptions, option.Name(name), value, choice.Of(value, words))
}

// checkTaken refuses options of lists that a text does not take, before it is read.
func refuseUntaken(o *tables.Options, f formats.Name) error {
	set := func(name string) bool { return slices.Contains(o.Set, name) }
	m, found := option.FindMisplaced(takers(), func(name string) bool { return name == f.String() }, set)
	if !found {
		return nil
	}
	return misplaced(m, f.String())
}

// checkOptions refuses options that the inputs leave without effect, after the inputs were read. The checks have an
// order, so the same input and options always give the same error.
func (im *importer) checkOptions() error {
	var read []string
	for _, in := range im.Inputs {
		if !slices.Contains(read, in.Format) {
			read = append(read, in.Format)
		}
	}
	if err := im.checkTakenBy(read); err != nil {
		return err
	}
	if err := im.checkFetched(read); err != nil {
		return err
	}
	for _, r := range pageRules {
		if r.set(&im.opts) && !r.fits(im) {
			return option.Errorf("%w: %s is for %s", ErrOptions, option.Name(r.option), r.is)
		}
	}
	return im.checkWeights()
}

// checkTakenBy refuses an option that none of the formats of the inputs takes.
func (im *importer) checkTakenBy(read []string) error {
	chosen := func(name string) bool {
		return slices.Contains(read, name) || im.Trees > 0 && (name == HTML.String() || name == Container.String())
	}
	if m, found := option.FindMisplaced(takers(), chosen, im.isSet); found {
		return misplaced(m, strings.Join(read, ", "))
	}
	return nil
}

// isSet reports whether the user gave an option of formats. With a list of fetched pages, comments belong to that
// list.
func (im *importer) isSet(name string) bool {
	return im.opts.set(name) && !(name == formats.CommentsOption && im.ListsFetched())
}

// pageRules name the options that hold only for pages with names, or only for pages with numbers. The kind of an
// input's pages shows only when it is read.
var pageRules = []struct {
	option string
	set    func(*Options) bool
	fits   func(*importer) bool
	is     string
}{
	{
		"names", func(o *Options) bool { return o.Names != "" && o.Names != NoNames },
		func(im *importer) bool { return im.Col == nil }, "numbered pages, and these have names",
	},
	{
		"hosts", func(o *Options) bool { return o.Hosts },
		func(im *importer) bool { return im.Col != nil || im.findNames() != "" }, "pages that have names, and these have numbers",
	},
	{
		"compact", func(o *Options) bool { return o.Compact },
		func(im *importer) bool { return im.Col == nil || im.Compacted }, "lists of numbers, and these pages have names",
	},
	{
		"pages", func(o *Options) bool { return o.Pages > 0 },
		func(im *importer) bool { return im.Col == nil }, "lists of numbers, and these pages have names",
	},
}

// checkFetched refuses a list of fetched pages, or a rule, that the inputs contradict.
func (im *importer) checkFetched(read []string) error {
	if im.opts.Fetched == "" {
		return nil
	}
	if len(im.Stated) > 0 {
		return option.Errorf("%w: the input says which pages were fetched: leave out {fetched}", ErrOptions)
	}
	for _, f := range allFormats() {
		if f.States && slices.Contains(read, f.Name.String()) {
			return option.Errorf("%w: the format %s says which pages were fetched: leave out {fetched}", ErrOptions, f.Name)
		}
	}
	if im.Col != nil && im.NumNames == 0 && !im.Compacted && slices.ContainsFunc(im.Fetched, func(w uint64) bool { return w != 0 }) {
		return fmt.Errorf("%w: %s lists numbers, but the pages have names: list names", ErrOptions, im.opts.Fetched)
	}
	return nil
}

// parseLayoutOptions reads the options of an import.
func parseLayoutOptions(o *Options) (l tables.Options, weigh *formats.Weighing, err error) {
	l.Forced = slices.Contains([]formats.Name{lists.Edges, lists.Adjacency, jsons.JSONArray, Parquet}, o.Format)
	l.Tree, l.Alone = o.BaseURL != "", len(o.Inputs) < 2
	if l.Sep, err = tables.ParseSeparator(o.Separator); err != nil {
		return l, weigh, err
	}
	if o.Columns != "" {
		l.Columns = strings.Split(o.Columns, ",")
		for i := range l.Columns {
			l.Columns[i] = strings.TrimSpace(l.Columns[i])
		}
		if len(l.Columns) != 2 || l.Columns[0] == "" || l.Columns[1] == "" || l.Columns[0] == l.Columns[1] {
			return l, weigh, option.Errorf("%w: {columns} %q: expected two columns, source and target, by number or by name: 1,2 or from,to", ErrOptions, o.Columns)
		}
	}
	l.FirstLine, l.Directed = strings.ToLower(o.FirstLine), strings.ToLower(o.Directed)
	if err := checkWord(tables.FirstLineOption, o.FirstLine, tables.FirstLines); err != nil {
		return l, weigh, err
	}
	if err := checkWord(tables.DirectedOption, o.Directed, tables.Directions); err != nil {
		return l, weigh, err
	}
	if weigh = formats.NewWeighing(o.Weights); weigh != nil {
		l.Weigh = weigh.WeightColumn
	}
	for _, name := range []string{tables.ColumnsOption, tables.SeparatorOption, tables.FirstLineOption, tables.DirectedOption} {
		if o.set(name) {
			l.Set = append(l.Set, name)
		}
	}
	l.Comments = o.Comments
	if o.Comments != "" && o.Comments != "none" && strings.Trim(o.Comments, tables.SignBytes) != "" {
		return l, weigh, option.Errorf("%w: {comments} %q: expected some of %s, or none", ErrOptions, o.Comments, tables.SignBytes)
	}
	return l, weigh, nil
}

// Choose sets the options that choose a reading.
func (o *Options) Choose(r *tables.Reading) {
	if r.Columns != "" {
		o.Columns = r.Columns
	}
	if r.Format != "" {
		o.Format = formats.Name(r.Format)
	}
	if r.FirstLine != "" {
		o.FirstLine = r.FirstLine
	}
}

// checkWeights refuses arcs without weights, after all inputs were read.
func (im *importer) checkWeights() error {
	if im.Weigh == nil || im.Weigh.Lacking == "" {
		return nil
	}
	return option.Errorf("%w: {weights}: %s has arcs without weights: leave {weights} out, or import it by itself", ErrOptions, im.Weigh.Lacking)
}
