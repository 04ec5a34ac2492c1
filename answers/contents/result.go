package contents

import (
	"cmp"
	"slices"

	"weft/answers/answer"
)

// Contents are the contents of a crawl.
//
//json:object contents
type Contents struct {
	Pages int `json:"pages" label:"pages"` // pages of the crawl
	Hosts int `json:"hosts" label:"hosts"` // hosts of the pages; 0 without names
	// source of the responses: log (of a crawl by weft), captures (archives), wat (WAT files), index, imported-log, or
	// pages (pages with a known status)
	Counted string `json:"counted,omitempty" absent:"no responses are known"`
	// responses in the crawl log, responses of the imports, or pages with a known status
	Responses int64 `json:"responses" label:"responses" hide:"zero"`
	// lines of the crawl log without a response: failures, and URLs that were not requested, such as by robots.txt
	Silent int64 `json:"without_response" label:"without a response" hide:"zero"`
	// bytes received, with headers; 0 if no size is known
	Bytes int64 `json:"bytes" label:"received" show:"bytes" hide:"zero"`
	// time of the first response
	From string `json:"from,omitempty" absent:"no time is known" label:"first response" hide:"zero"`
	// time of the last response
	To string `json:"to,omitempty" absent:"no time is known" label:"last response" hide:"zero"`
	// responses stored as a reference to an earlier response with the same content
	Repeated int64 `json:"repeated" label:"repeated responses" hide:"zero"`
	// files of the imported archives without an HTTP header; they count as responses
	Headless int64 `json:"without_http_header" label:"no HTTP header" hide:"zero"`
	// pages that say nearly the same as one before, as the last run listed them
	Near int64 `json:"near_duplicates" label:"near duplicates" hide:"zero"`
	// lines of the crawl log that could not be read
	Bad int64 `json:"bad" label:"bad log lines" hide:"zero"`

	Top      []Host   `json:"top" label:"hosts with the most pages"`         // hosts with the most pages
	Statuses []Count  `json:"statuses" label:"responses by status"`          // responses by HTTP status; of a log also lines without a response, by cause
	Types    []Count  `json:"types" label:"responses by media type"`         // responses by media type, most first; the last may be the others
	Sizes    []Count  `json:"sizes" label:"responses by size"`               // responses by size
	Depths   []Count  `json:"depths" label:"responses by links from a seed"` // responses by number of links from a seed
	Times    []Moment `json:"times" label:"responses in time"`               // responses in equal spans of time
}

// Host is a host of a crawl.
//
//json:object contents_host
type Host struct {
	Pages   int    `json:"pages" label:"pages"`           // its pages, ghosts too
	Fetched int    `json:"fetched" label:"fetched"`       // pages that were fetched
	Domain  string `json:"domain"`                        // its registered domain; empty for an address
	Name    string `json:"host" label:"host" show:"name"` // name of the host
}

// Count counts responses of one kind.
//
//json:object contents_count
type Count struct {
	Name      string `json:"name" label:"kind"`                // kind of the responses
	Responses int64  `json:"responses" label:"responses"`      // number of responses
	Bytes     int64  `json:"bytes" label:"bytes" show:"bytes"` // bytes received with them
}

// Moment counts the responses of a span of time.
//
//json:object contents_moment
type Moment struct {
	From      string `json:"from" label:"from"`                // start of the span, UTC (RFC 3339)
	Responses int64  `json:"responses" label:"responses"`      // number of responses
	Bytes     int64  `json:"bytes" label:"bytes" show:"bytes"` // bytes received with them
}

// Sources of the responses.
const (
	CountedLog      = "log"
	CountedCaptures = "captures"
	CountedPages    = "pages"

	CountedWAT         = "wat"
	CountedIndex       = "index"
	CountedImportedLog = "imported-log"
)

// Blocks are the figures and the tables. Where pages are counted, their labels say so.
func (r *Contents) Blocks() []answer.Block {
	all := answer.Describe(r)
	for i, b := range all {
		switch x := b.(type) {
		case answer.Figure:
			x.Label = r.label(x.Label)
			all[i] = x
		case *answer.Table:
			x.Title = r.label(x.Title)
			r.dropBytes(x)
			for k := range x.Columns {
				x.Columns[k].Title = r.label(x.Columns[k].Title)
			}
		}
	}
	return all
}

// dropBytes drops the column of bytes of a table where no size is known.
func (r *Contents) dropBytes(t *answer.Table) {
	k := slices.IndexFunc(t.Columns, func(c answer.Column) bool { return c.Title == "bytes" })
	if r.Counted != CountedIndex || k < 0 {
		return
	}
	t.Columns = slices.Delete(t.Columns, k, k+1)
	for i, row := range t.Rows {
		if k < len(row) {
			t.Rows[i] = slices.Delete(row, k, k+1)
		}
	}
}

// labels are the labels of figures and tables of archives and of pages.
var labels = map[string]map[string]string{
	CountedLog:      {"responses by status": "lines of the crawl log by status"},
	CountedCaptures: {"received": "archived"},
	CountedWAT:      {"received": "archived"},
	CountedPages: {
		"responses": "with a status", "received": "their responses", "responses by status": "pages by status", "responses by media type": "pages by media type",
		"responses by size": "pages by size of the response", "responses in time": "pages by time of the response",
	},
}

func (r *Contents) label(label string) string { return cmp.Or(labels[r.Counted][label], label) }

// Kept keeps nothing: the counts are quickly made again.
func (r *Contents) Kept() answer.Kept { return answer.Kept{} }
