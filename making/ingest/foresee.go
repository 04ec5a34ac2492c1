package ingest

import (
	"os"
	"slices"

	"weft/internal/option"
	"weft/making/ingest/formats"
	"weft/making/ingest/frames"
)

// checkForeseen refuses options that no input takes before any input is read, so that the user does not wait for a large
// archive first. It decides only if the beginning of each input shows its format; otherwise checkOptions does later.
func (im *importer) checkForeseen() error {
	none := func(string) bool { return false }
	if _, found := option.FindMisplaced(takers(), none, im.isSet); !found {
		return nil // no such option is set
	}
	var formats []string
	for _, path := range im.opts.Inputs {
		f, known := im.foresee(path)
		if !known {
			return nil
		}
		if !slices.Contains(formats, f.String()) {
			formats = append(formats, f.String())
		}
	}
	return im.checkTakenBy(formats)
}

// foresee returns the format of an input, as readInput finds it. It returns false if only reading shows the format:
// of streams, folders, containers of other inputs and inputs that cannot be opened.
func (im *importer) foresee(path string) (formats.Name, bool) {
	if _, ok := bvBasename(path); ok && (im.opts.Format == formats.Auto || im.opts.Format == BVGraph) {
		return BVGraph, true
	}
	if info, err := os.Stat(path); path == "-" || err != nil || !info.Mode().IsRegular() || im.opts.Format == BVGraph {
		return formats.Auto, false
	}
	if (im.opts.Format == formats.Auto || im.opts.Format == frames.CSR) && frames.IsCSR(path) {
		return frames.CSR, true
	}
	in, err := openInput(path, nil, im.opts.Memory, func(int64) {})
	if err != nil {
		return formats.Auto, false
	}
	defer in.close() //nolint:errcheck // readInput reads the input again, and reports errors
	how, _, err := in.format(im.opts.Format, &im.Lists)
	return how.Name, err == nil && how.Name != Container
}
