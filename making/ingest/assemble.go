package ingest

// build makes the graph from everything that was read.
func (im *importer) build(b *builder) error {
	defer b.closeWeights()
	if err := im.joinKinds(); err != nil {
		return err
	}
	if im.col == nil || im.graph != "" {
		if err := im.nameOrCompact(); err != nil {
			return err
		}
	}
	return im.finish(b)
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
		return im.compact()
	}
	if im.arcs == nil || im.counted || im.declared != nil || im.opts.Pages > 0 || !isSparse(im.numPages, 2*im.arcs.Len()+im.lones) {
		return nil
	}
	return im.compact()
}

// useGraph notes that the import is of a BVGraph.
func (im *importer) useGraph(base string) error {
	if im.arcs != nil || im.graph != "" || im.col != nil && (len(im.inputs) > 0 || !im.listsFetched()) {
		return errMixed
	}
	if im.graph = base; im.col != nil && im.findNames() == "" {
		return im.namesListed()
	}
	return nil
}
