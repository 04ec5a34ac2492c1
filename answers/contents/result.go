package contents

import "weft/answers/answer"

// Contents are the contents of a crawl.
//
//json:object contents
type Contents struct {
	Pages int `json:"pages" label:"pages"` // pages of the crawl
	Hosts int `json:"hosts" label:"hosts"` // hosts of the pages; 0 without names
	// lines of the crawl log: responses and failures; of an imported archive, pages with a response
	Responses int64 `json:"responses" label:"responses" hide:"zero"`
	Bytes     int64 `json:"bytes" label:"received" show:"bytes" hide:"zero"` // bytes of bodies received
	// time of the first response
	From string `json:"from,omitempty" absent:"there is no crawl log" label:"first response" hide:"zero"`
	// time of the last response
	To string `json:"to,omitempty" absent:"there is no crawl log" label:"last response" hide:"zero"`
	// responses that repeat the content of an earlier one, to the byte
	Repeated int64 `json:"repeated" label:"repeated responses" hide:"zero"`
	// pages that say nearly the same as one before, as the last run listed them
	Near int64 `json:"near_duplicates" label:"near duplicates" hide:"zero"`
	// whether each page of an imported archive counts once
	Archive bool `json:"archive"`
	// lines of the crawl log that could not be read
	Bad int64 `json:"bad" label:"bad log lines" hide:"zero"`

	Top      []Host   `json:"top" label:"hosts with the most pages"`         // hosts with the most pages
	Statuses []Count  `json:"statuses" label:"responses by status"`          // responses by HTTP status, or by cause of failure
	Types    []Count  `json:"types" label:"responses by media type"`         // responses by media type, most first; the last may be the others
	Sizes    []Count  `json:"sizes" label:"responses by size"`               // responses by size of the body
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
	Bytes     int64  `json:"bytes" label:"bytes" show:"bytes"` // bytes of their bodies
}

// Moment counts the responses of a span of time.
//
//json:object contents_moment
type Moment struct {
	From      string `json:"from" label:"from"`                // start of the span, UTC (RFC 3339)
	Responses int64  `json:"responses" label:"responses"`      // number of responses
	Bytes     int64  `json:"bytes" label:"bytes" show:"bytes"` // bytes of their bodies
}

// Blocks are the figures and the tables.
func (r *Contents) Blocks() []answer.Block { return answer.Describe(r) }

// Kept keeps nothing: the counts are quickly made again.
func (r *Contents) Kept() answer.Kept { return answer.Kept{} }
