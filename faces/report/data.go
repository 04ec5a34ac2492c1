package report

import (
	"time"

	"weft/answers/answer"
	"weft/answers/atlas"
	"weft/answers/contents"
	"weft/answers/fidelity"
	"weft/answers/measure"
	"weft/answers/missing"
)

// Data holds the contents of a report. Only Info is needed: a section whose data are nil or empty is left out. What is drawn,
// linked or said on the first screen is typed, as a plot wants numbers and a link a name; a section that
// is nothing but figures, sentences and tables is one of Others.
type Data struct {
	Title     string // heading of the page; the path of the crawl if empty
	Generated Generated
	Info      measure.Info
	Degrees   *measure.Degrees
	// Rankings describe the computation of the measures of Standings.
	Rankings []measure.Ranking
	// Standings are the best pages and hosts with their places in all measures.
	Standings  *measure.Standings
	Components *measure.Components
	// Fidelity says how far the rankings can be trusted, and Calibration, of the same crawl with the same options, how
	// good that estimate is; it is shown only with Fidelity.
	Fidelity    *fidelity.Report
	Calibration *fidelity.Calibration
	// Missing is the result of weft missing, for the first screen; its section is one of Others.
	Missing *missing.Missing
	// Others are further answers, each a section of its own.
	Others []Answered
	// Distances are those that were measured before, and DistancesWhy why such are left out though they are there.
	Distances    *measure.Distances
	DistancesWhy string
	// Map is the map of the crawl; nil for none. MapHow explains it, a paragraph each.
	Map    *atlas.Map
	MapHow []string
	// Contents are the hosts and responses of the crawl; nil for none. ContentsHow explains them, a paragraph each.
	Contents    *contents.Contents
	ContentsHow []string
	// Links are the arcs that join different hosts; nil without names.
	Links *measure.HostLinks
	// Words are the commonest anchor texts, most frequent first.
	Words []measure.AnchorText
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
