package ingest

import (
	"context"
	"fmt"

	"weft/internal/digits"
	"weft/making/assemble"
	"weft/making/ingest/tally"
)

// build makes the graph from everything that was read.
func (im *importer) build(ctx context.Context) error {
	if err := im.JoinKinds(); err != nil {
		return err
	}
	if im.Col == nil || im.Graph != "" {
		if err := im.nameOrCompact(); err != nil {
			return err
		}
	}
	return im.Finish(ctx)
}

// nameOrCompact makes numbered pages named ones if there are names for them, or far fewer pages than numbers.
func (im *importer) nameOrCompact() error {
	if names := im.findNames(); names != "" {
		return im.nameNumbers(names)
	}
	if err := im.checkCompact(); err != nil {
		return err
	}
	if im.opts.Compact {
		return im.Compact()
	}
	if im.Arcs == nil || im.Counted || im.Declared != nil || im.opts.Pages > 0 || !assemble.IsSparse(im.NumPages, 2*im.Arcs.Len()+im.Lones) {
		return nil
	}
	return im.Compact()
}

// useGraph notes that the import is of a BVGraph.
func (im *importer) useGraph(base string) error {
	if im.Arcs != nil || im.Graph != "" || im.Col != nil && (len(im.Inputs) > 0 || !im.ListsFetched()) {
		return assemble.ErrMixed
	}
	if im.Graph = base; im.Col != nil && im.findNames() == "" {
		return im.NamesListed()
	}
	return nil
}

// checkTables refuses tables of pages of other programs without arcs: they may be tables of anything.
func (im *importer) checkTables() error {
	if im.NodeTables == 0 || im.Draft.Manifest.Counts.Arcs > 0 {
		return nil
	}
	return fmt.Errorf("%w: %s of pages, with numbers and names, and no input has arcs: give the table of arcs with them", tally.ErrBadInput, digits.Plural(im.NodeTables, "table"))
}
