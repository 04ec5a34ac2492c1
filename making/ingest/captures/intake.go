package captures

import "weft/making/ingest/formats"

// An Intake reads archives of captures, and the HTML of sites as files, into the graph.
type Intake struct {
	formats.Import
	Strict   bool
	MaxPage  int64 // bytes of a page that are read
	Site     Site
	Trees    int      // of HTML that were read
	Limits   bounds   // of captures on their way
	Segments segments // that wait for others
	large    *reader  // of captures that workers cannot read within their share; nil before the first
}

// A Site says where the HTML of a site as files belongs; see Options of an import.
type Site struct {
	BaseURL, Root string
	IndexFiles    []string
	Languages     string
}

// SetLimits finds the limits of captures on their way.
func (im *Intake) SetLimits() {
	im.Limits = im.bounds()
	im.Segments = segments{limit: im.Memory() / 8, total: im.Set.Memory, page: im.Limits.page}
}

// ForgetReader gives up the memory of the reader of large captures.
func (im *Intake) ForgetReader() { im.large = nil }
