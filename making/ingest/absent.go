package ingest

import (
	"weft/internal/option"
)

// checkCompact refuses the option Compact where it has no effect, or would leave out pages that the input counts.
func (im *importer) checkCompact() error {
	switch {
	case !im.opts.Compact:
		return nil
	case im.Arcs == nil || im.findNames() != "":
		return option.Errorf("%w: {compact} is for lists of numbers, and these pages have names or come from a compressed graph", ErrOptions)
	case im.Counted || im.opts.Pages > 0:
		return option.Errorf("%w: {compact} leaves out numbers that occur in no line, and here the number of pages is given: leave out one of them", ErrOptions)
	}
	return nil
}
