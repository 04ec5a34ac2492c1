package ingest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"weft/graph/bv"
	"weft/internal/atomicfile"
	"weft/internal/mem"
	"weft/internal/option"
	"weft/making/ingest/formats"
	"weft/making/ingest/frames"
	"weft/making/ingest/scan"
	"weft/store"
)

// A Plan lists the inputs of an import, and its memory.
type Plan struct {
	Inputs []PlannedInput
	// Pages is the number of pages that the inputs announce; 0 if they do not.
	Pages int64
	// Need is the least budget in bytes, as far as it can be known before everything is read.
	Need int64
	// Takes is the most memory of the import, in bytes, by the sizes of the inputs. It is the whole budget if
	// sizes are not known, as for compressed files and pipes. Memory for batches grows with the input up to the
	// budget.
	Takes int64
	// Passes says how often the inputs are read.
	Passes string

	batches int64 // what the inputs take beyond the least
}

// A PlannedInput is a file, or the files of a graph.
//
//json:object planned input
type PlannedInput struct {
	Path string `json:"path"` // path of the file
	// Format is empty for standard input, which is not read.
	Format string `json:"format,omitempty"`                                // format in which it would be read
	ReadAs string `json:"read_as,omitempty" absent:"the input is no list"` // how the lines of a list would be read
	Bytes  int64  `json:"bytes"`                                           // size, bytes; −1 if unknown
	// first three arcs as they would be read
	FirstArcs string `json:"first_arcs,omitempty" absent:"they show when the input is read"`
}

// PlanImport reads the start of the inputs, as [Import] would, and describes the import. It returns the errors
// that show so early: missing inputs, inputs of unknown formats, an existing output, a budget that is too small (a
// *mem.ShortError).
func PlanImport(ctx context.Context, o Options) (*Plan, error) {
	if len(o.Inputs) == 0 && len(o.Index.Indexes) == 0 {
		return nil, errNoInput
	}
	isShards, err := o.expand()
	if err != nil {
		return nil, err
	}
	if _, err := os.Lstat(o.Output); err == nil && !o.Replace {
		return nil, option.Errorf("make a crawl in %s: %w: choose another name, or replace it with {force}", o.Output, store.ErrExists)
	}
	if err := atomicfile.NoLink(filepath.Clean(o.Output)); err != nil {
		return nil, fmt.Errorf("make a crawl: %w", err)
	}
	p := &Plan{Need: mem.Least, Passes: "1 over the inputs"}
	if isShards {
		return p, p.lookShards(ctx, &o)
	}
	for _, path := range o.Inputs {
		if err := p.look(ctx, path, &o); err != nil {
			return nil, naming(shown(path), err)
		}
	}
	for _, index := range o.Index.Indexes {
		p.batches = unknownTake
		p.Inputs = append(p.Inputs, PlannedInput{Path: shown(index), Format: CCIndex, Bytes: -1})
	}
	if o.Names != "" && o.Names != NoNames {
		if err := p.lookNames(o.Names); err != nil {
			return nil, err
		}
	}
	p.Takes = max(p.Need, min(o.Memory, mem.Least+p.batches))
	return p, mem.Check("the import", p.Need-mem.Base, o.Memory)
}

// Memory of batches, sorting and pages under way for each byte of an input, at most; measured by bench/memory.
const (
	numbersTake = 2 // 16 bytes for an arc of 8 to 14 in the text
	namesTake   = 3 // each name once, where all differ, and 24 bytes to sort it
	unknownTake = 1 << 50
)

// takes returns the most memory that an input takes beyond the least. If its size shows nothing, as for a page
// with long links or a large decoded body, that is all memory.
func (in *input) takes(how *formats.Reading) int64 {
	switch {
	case in.size < 0 || in.packed, slices.Contains([]formats.Name{Archive, WACZ, Container, HTML, Parquet, frames.ArrowFile, frames.NPZ, RowStream}, how.Name):
		return unknownTake
	case how.Layout != nil && how.Layout.Numbers:
		return numbersTake * in.size
	}
	return namesTake * in.size
}

// LeastNeed is the least memory of any import.
var LeastNeed = store.Heap(batchesPart, mem.Least-mem.Base)

const batchesPart = "names and arcs in batches, sorting"

// Parts lists the parts of the memory, at most.
func (p *Plan) Parts() []mem.Part { return store.Heap(batchesPart, p.Takes-mem.Base).Parts() }

// look adds an input.
func (p *Plan) look(ctx context.Context, path string, o *Options) error {
	if base, ok := bvBasename(path); ok && (o.Format == formats.Auto || o.Format == BVGraph) {
		return p.lookGraph(base, o)
	}
	planned := PlannedInput{Path: shown(path), Bytes: -1}
	info, err := os.Stat(path)
	switch {
	case path == "-":
		p.batches = unknownTake
		p.Inputs = append(p.Inputs, planned)
		return nil
	case err == nil && info.IsDir() && (o.Format == HTML || o.Format == formats.Auto && o.BaseURL != ""):
		planned.Format, p.batches = HTML.String(), unknownTake
		p.Inputs = append(p.Inputs, planned)
		return nil
	case (o.Format == formats.Auto || o.Format == frames.CSR) && frames.IsCSR(path):
		planned.Format = frames.CSR.String()
		p.Inputs = append(p.Inputs, planned)
		return nil
	case err == nil && o.Format == BVGraph:
		return noGraph(path)
	}
	in, err := o.open(ctx, path, nil)
	if err != nil {
		return err
	}
	defer in.close() //nolint:errcheck // nothing was written
	lists, _, err := parseLayoutOptions(o)
	if err != nil {
		return err
	}
	how, head, err := in.format(o.Format, &lists)
	if err != nil {
		return err
	}
	f := how.Name
	planned.Format, planned.ReadAs, planned.Bytes, planned.FirstArcs = f.String(), how.String(), in.size, how.FirstArcs()
	p.batches = min(unknownTake, p.batches+in.takes(how))
	p.Inputs = append(p.Inputs, planned)
	if f == Parquet || f == frames.ArrowFile || f == frames.NPZ || f == WACZ || f == Container {
		p.Passes = "2 over packages and tables, one of them for the checksum, 1 over other inputs"
	}
	p.count(pagesTold(f, head))
	return nil
}

// lookShards describes the import of a folder of shards.
func (p *Plan) lookShards(ctx context.Context, o *Options) error {
	if err := o.setMemory(); err != nil {
		return err
	}
	f, err := o.openShards(ctx, "", nil)
	if err != nil {
		return naming(shown(o.Inputs[0]), err)
	}
	p.Inputs = []PlannedInput{{Path: f.Where(), Format: Shards.String(), Bytes: f.Bytes()}}
	p.Pages, p.Passes = f.Pages, "2 over the shards, one of them for the checksums"
	p.Need = max(p.Need, mem.Base+shardsNeed(f.Pages))
	p.Takes = max(p.Need, min(o.Memory, mem.Least+namesTake*f.Bytes()))
	return mem.Check("the import", p.Need-mem.Base, o.Memory)
}

// lookGraph adds a BVGraph.
func (p *Plan) lookGraph(base string, o *Options) error {
	g, err := bv.Open(base)
	if err != nil {
		return err
	}
	p.Inputs = append(p.Inputs, PlannedInput{Path: base, Format: BVGraph.String(), Bytes: (g.SizeBits() + 7) / 8})
	p.count(int64(g.NumNodes()), 2)
	if err := g.Close(); err != nil || o.Names != "" || namesOf("", base) == "" {
		return err
	}
	return p.lookNames(namesOf("", base))
}

// lookNames adds a file of names.
func (p *Plan) lookNames(path string) error {
	info, err := os.Stat(path)
	if err == nil {
		p.Inputs = append(p.Inputs, PlannedInput{Path: path, Format: "names", Bytes: info.Size()})
	}
	return err
}

// count adds pages with perPage bytes each.
func (p *Plan) count(pages, perPage int64) {
	p.Pages += pages
	p.Need = max(p.Need, mem.Base+p.Pages*perPage)
}

// pagesTold returns how many pages the first lines of a text count, 0 if they do not, and how many bytes each takes.
func pagesTold(f formats.Name, head []byte) (pages, perPage int64) {
	perPage = 2
	rows := formats.FirstRows(head, 8)
	for _, t := range allFormats() {
		if t.Name != f || t.Counts == nil || len(rows) == 0 {
			continue
		}
		if t.PerPage != nil {
			perPage = t.PerPage(head)
		}
		for _, c := range t.Counts(rows) {
			if n, ok := scan.ParseNumber(c); ok {
				pages = max(pages, int64(n))
			}
		}
	}
	return pages, perPage
}

var errNoInput = errors.New("nothing to import: name files, or - for standard input")

func noGraph(path string) error {
	return fmt.Errorf("there is no BVGraph with this basename (no %s.properties)", path)
}
