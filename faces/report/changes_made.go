package report

import "strings"

// A changesMade view lists the compared crawls.
type changesMade struct {
	Crawls   []madeCrawl
	Commands []string
	How      []string
}

type madeCrawl struct{ Name, Path, Date, Pages, Arcs, Graph, Command string }

// made lists the crawls, and the commands that give the figures.
func (b *changesBuilder) made() {
	v := &changesMade{How: []string{
		"Two pages are the same if their URLs are equal, in canonical form; pages without URLs are the same if their numbers are. Pages that were only linked to count as pages. Links are the arcs of the kinds " +
			strings.ReplaceAll(b.whole.Kinds, "+", ", ") + ", each once, however often a page repeats it.",
		"A date comes from --dates, else from the first response in the crawl log or in the imported archives. Other imports have no dates of responses, so --dates must name their dates.",
	}}
	for i := range b.crawls {
		c := &b.crawls[i]
		m := madeCrawl{Name: b.name(i), Path: b.d.Paths[i], Date: c.Date.Text, Pages: count(c.Info.Pages), Arcs: count(c.Info.Arcs), Graph: checksum(c.Info.GraphID)}
		if m.Date == "" {
			m.Date = "unknown"
		}
		if len(c.Info.Steps) > 0 {
			m.Command = c.Info.Steps[0].Command
		}
		v.Crawls = append(v.Crawls, m)
	}
	for i := range b.r.Steps {
		v.Commands = append(v.Commands, "weft compare "+quotedPath(b.d.Paths[i])+" "+quotedPath(b.d.Paths[i+1]))
	}
	b.Made = v
	b.section("made", "How it was made")
}
