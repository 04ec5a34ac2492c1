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

// Data holds the contents of a report. Only Info is needed: a section whose data are nil or empty is left out.
// Data for plots, links and the first screen have their own types. A section of figures, sentences and tables is
// one of Others.
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
	// Fidelity says how far the rankings can be trusted. Calibration says how good that estimate is for the same
	// crawl and options; it is shown only with Fidelity.
	Fidelity    *fidelity.Report
	Calibration *fidelity.Calibration
	// Missing is the result of weft missing, for the first screen; its section is one of Others.
	Missing *missing.Missing
	// Others are further answers, each a section of its own.
	Others []Answered
	// Distances were measured before. DistancesWhy is the reason why existing ones are left out.
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
	Figure *Figure // picture of the result; nil if it has none
}

// Generated names the program that wrote the report, and the time.
type Generated struct {
	Version string
	Time    time.Time // left out if zero
}
