// Package store keeps a crawl on disk: a directory that appears whole or not at all. Its manifest has a checksum
// of every file. docs/format.md describes the files.
//
// [Begin] starts a new crawl in a hidden folder. Its [Draft] writes and counts the given data, and [Draft.Commit]
// publishes it. [Open] opens a crawl, or a bare BVGraph by its basename.
package store

import "weft/internal/corrupt"

// ErrCorrupt marks errors that come from damaged files.
var ErrCorrupt = corrupt.Err

// Files of a crawl. Graphs are basenames: see package bv for their extensions.
const (
	ManifestFile  = "weft.json"
	GraphBase     = "graph"
	TransposeBase = "transpose"
	NamesFile     = "pages.names"         // sort keys, sorted
	RankFile      = "pages.rank.npy"      // page → position of its key among the names; only if pages are not in that order
	ByRankFile    = "pages.byrank.npy"    // the inverse
	StatesFile    = "pages.states.npy"    // page.State of each page
	FactsFile     = "pages.facts.parquet" // Facts of the pages, a row for each name; only if there are any
	HostsFile     = "hosts.npy"           // position of the first name of each host, and the number of names
	DomainsFile   = "domains.npy"         // the same for the runs of domains
	DomainIDsFile = "domains.ids.npy"     // domain of each run; a domain with a subdomain of its own among others has several runs
	KindsFile     = "kinds.bin"           // in the order of graph
	BackKindsFile = "transpose-kinds.bin"
	WeightsFile   = "weights.npy" // of the arcs in the order of graph, float64; only if an import kept them
	BackWeights   = "transpose-weights.npy"
	AnchorsFile   = "anchors.bin" // by target, in the order of transpose
	TextsFile     = "anchors.texts"
	LogFile       = "import.log"
	ResultsDir    = "results"
	ReportDir     = "report"
)
