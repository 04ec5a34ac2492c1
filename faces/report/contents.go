package report

import (
	"html/template"
	"strings"

	"weft/answers/contents"
)

// A contentsView shows the hosts of a crawl, and the responses in its log.
type contentsView struct {
	Sentence           string
	Treemap, Timeline  template.HTML
	TreemapOf, TimesOf string // captions
	Counts             []countsView
	How                []string
}

// A countsView is a table of counts with a bar each.
type countsView struct {
	Title string
	Rows  []barRow
}

// contents shows what a crawl holds.
func (b *builder) contents() {
	r := b.data.Contents
	if r == nil {
		return
	}
	v := &contentsView{How: b.data.ContentsHow}
	if s := r.Treemap(); s != nil {
		v.Treemap = inline(s, "treemap-plot", "Pages by host", describeHosts(r))
		v.TreemapOf = "Pages by host, within registered domains: the area is the number of pages, the colour the share that was fetched, from faint to strong, and grey for none."
	}
	if s := r.Timeline(); s != nil {
		v.Timeline = inline(s, "times-plot", "Responses in time", "Columns from "+r.From+" to "+r.To+".")
		v.TimesOf = "Responses in time, " + count(len(r.Times)) + " equal spans."
	}
	for _, list := range []struct {
		title string
		of    []contents.Count
	}{{"Responses by status", r.Statuses}, {"By media type", r.Types}, {"By size", r.Sizes}, {"By links from a seed", r.Depths}} {
		if len(list.of) > 0 {
			v.Counts = append(v.Counts, countsView{list.title, bars(list.of)})
		}
	}
	if v.Treemap == "" && len(v.Counts) == 0 {
		return
	}
	v.Sentence = sayContents(r)
	b.Holds = v
	b.section("contents", "Hosts and responses")
}

func bars(counts []contents.Count) (rows []barRow) {
	most, all := int64(0), int64(0)
	for _, c := range counts {
		most, all = max(most, c.Responses), all+c.Responses
	}
	for _, c := range counts {
		rows = append(rows, barRow{Class: "data", Label: c.Name, Count: count(c.Responses), Part: share(c.Responses, all), Note: size(c.Bytes), Width: percent(c.Responses, most)})
	}
	return rows
}

// sayContents says how many hosts there are, and when how much came.
func sayContents(r *contents.Contents) string {
	var said []string
	if r.Hosts == 1 {
		said = append(said, "All pages are on one host.")
	} else if r.Hosts > 1 && len(r.Top) > 0 {
		said = append(said, "The largest of "+plural(r.Hosts, "host")+" has "+share(r.Top[0].Pages, r.Pages)+" of the pages.")
	}
	if r.Responses > 0 {
		said = append(said, "The crawl log has "+plural(r.Responses, "response")+" with "+size(r.Bytes)+".")
	}
	return strings.Join(said, " ")
}

func describeHosts(r *contents.Contents) string {
	names := make([]string, 0, mostNamed)
	for _, h := range r.Top[:min(len(r.Top), mostNamed)] {
		names = append(names, h.Name+", "+plural(h.Pages, "page"))
	}
	return "The largest hosts: " + strings.Join(names, "; ") + "."
}
