package report

import (
	"time"

	"weft/answers/answer"
	"weft/answers/fidelity"
	"weft/answers/measure"
)

// Data is what a report shows. Only Info is needed: a section whose data are nil or empty is left out.
type Data struct {
	Title     string // heading of the page; the path of the crawl if empty
	Generated Generated
	Info      measure.Info
	Degrees   *measure.Degrees
	// Rankings are shown in this order, one block each.
	Rankings   []measure.Ranking
	Components *measure.Components
	// Fidelity says how far the rankings can be trusted, and Calibration, of the same crawl with the same options, how good that
	// estimate is; it is shown only with Fidelity.
	Fidelity    *fidelity.Report
	Calibration *fidelity.Calibration
	// Others are further answers, each a section of its own.
	Others []Answered
	// Distances are those that were measured before, and DistancesWhy why such are left out though they are there.
	Distances    *measure.Distances
	DistancesWhy string
	// HostLinks are the pairs of different hosts with the most arcs, in any order; loops from a host to itself are left
	// out.
	HostLinks []measure.HostLink
	// HostTotals are the totals that HostLinks are the top of; nil if unknown.
	HostTotals *HostTotals
	// HostMatrix are all links between the hosts with the most; without it those of HostLinks are shown.
	HostMatrix measure.HostMatrix
	// Words are the commonest anchor texts, most frequent first.
	Words []Word
}

// Answered is a question with its answer.
type Answered struct {
	answer.Question
	Blocks []answer.Block
}

// Generated says what wrote the report, and when.
type Generated struct {
	Version string
	Time    time.Time // left out if zero
}

// HostTotals counts what joins different hosts.
type HostTotals struct {
	Pairs int64 // ordered pairs of different hosts with an arc
	Arcs  int64 // arcs between pages of different hosts
}

// A Word is an anchor text and the number of arcs that carry it.
type Word struct {
	Text  string
	Count int64
}
