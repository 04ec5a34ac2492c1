package report

import (
	"slices"
	"strings"
	"time"

	"weft/answers/contents"
)

// A contentsView shows the hosts of a crawl, the responses in its log, its arcs and texts.
type contentsView struct {
	card
	Sentence          string
	Treemap, Timeline *figureView
	Counts            []countsView
	List              *figureView // all counts as a table to take away
}

// A countsView is a short table of counts with a bar each.
type countsView struct {
	ID, Title, What, Note string
	Rows, More            []barRow // More is folded
}

const (
	leastTreemap  = 4   // hosts from which a treemap shows more than a sentence
	mostOfOne     = 0.9 // share of the largest host up to which it does
	leastTimes    = 4   // columns from which a time line does
	mostCounts    = 4   // rows that are not folded
	leastFoldable = 2   // rows that are worth a fold
)

// contents shows what a crawl holds.
func (b *builder) contents() {
	v := &contentsView{}
	how := b.data.ContentsHow
	list := Figure{
		Name: "counts", Title: "Counts of responses, arcs and texts", Columns: []string{"table", "kind", "count", "bytes"},
		Caption: "Responses or pages by status, media type, size and links from a seed, arcs by kind, and the most frequent anchor texts.",
	}
	if r := b.data.Contents; r != nil {
		v.Sentence = sayContents(r)
		list.Rows = v.addResponses(r)
	}
	if k := b.kinds(); k != nil {
		v.Sentence, k.Note = strings.TrimSpace(v.Sentence+" "+k.Note), ""
		v.addCounts(*k)
		how = append(slices.Clip(how), kindsHow(&b.data.Info)...)
		for _, name := range kindNames(&b.data.Info) {
			list.Rows = append(list.Rows, []any{"arcs", name, b.data.Info.Kinds[name], ""})
		}
	}
	if w := b.words(); w != nil {
		v.addCounts(*w)
		how = append(slices.Clip(how), "Anchor texts: the text of a link, with blanks folded, counted once per arc. Bars compare with the most frequent text.")
		for _, t := range b.data.Words {
			list.Rows = append(list.Rows, []any{"texts", t.Text, t.Arcs, ""})
		}
	}
	v.drawHosts(b)
	if v.Treemap == nil && len(v.Counts) == 0 {
		return
	}
	v.card = b.card("holds", "What it holds", how)
	if len(v.Counts) == 1 && len(v.Counts[0].Rows) < 2 { // a table of one row is a sentence
		v.Counts = nil
	}
	if len(v.Counts) > 0 {
		v.List = b.table(list)
	}
	b.Holds = v
}

// addResponses adds the tables of responses, and returns their rows to take away.
func (v *contentsView) addResponses(r *contents.Contents) (rows [][]any) {
	for _, x := range []struct {
		id, title, what string
		of              []contents.Count
	}{
		{"statuses", statusTitle(r), "Status", r.Statuses},
		{"types", "By media type", "Type", r.Types},
		{"sizes", "By size", "Size", r.Sizes},
		{"depths", "By links from a seed", "Links", r.Depths},
	} {
		if len(x.of) > 0 {
			v.addCounts(countsView{ID: x.id, Title: x.title, What: x.what, Rows: bars(x.of)})
		}
		for _, c := range x.of {
			rows = append(rows, []any{x.id, c.Name, c.Responses, bytesOf(r, c.Bytes)})
		}
	}
	return rows
}

// bytesOf returns a number of bytes for a table; nothing where no size is known.
func bytesOf(r *contents.Contents, n int64) any {
	if r.Counted == contents.CountedIndex {
		return ""
	}
	return n
}

// addCounts adds a table, and folds its end if that is long.
func (v *contentsView) addCounts(c countsView) {
	if len(c.Rows) >= mostCounts+leastFoldable {
		c.Rows, c.More = c.Rows[:mostCounts], c.Rows[mostCounts:]
	}
	v.Counts = append(v.Counts, c)
}

// drawHosts adds the treemap and the time line.
func (v *contentsView) drawHosts(b *builder) {
	r := b.data.Contents
	if r == nil {
		return
	}
	if s := r.Treemap(); s != nil && len(r.Top) >= leastTreemap && !b.Small && float64(r.Top[0].Pages) < mostOfOne*float64(r.Pages) {
		f := Figure{
			Name: "treemap", Title: "Pages by host", Sheet: s, Description: describeHosts(r), Columns: []string{"host", "domain", "pages", "fetched"},
			Caption: "Pages by host, within registered domains. The area is the number of pages. The colour is the share that was fetched, from faint to strong; grey is none.",
		}
		if info := &b.data.Info; info.Unknown > 0 && info.Unknown == info.Pages {
			f.Caption = "Pages by host, within registered domains. The area is the number of pages."
		}
		if rest := r.Unlisted(); rest > 0 && !r.Drawn(rest) {
			f.Caption += " The picture leaves out " + plural(r.Hosts-len(r.Top), "smaller host") + " with " + plural(rest, "page") + "."
		}
		for _, h := range r.Top {
			f.Rows = append(f.Rows, []any{h.Name, h.Domain, h.Pages, h.Fetched})
		}
		v.Treemap = b.picture(f)
	}
	if s := r.Timeline(); s != nil && len(r.Times) >= leastTimes {
		f := Figure{
			Name: "times", Title: upper(counted(r)) + " in time", Sheet: s, Description: "Columns from " + r.From + " to " + r.To + ".",
			Caption: upper(counted(r)) + " in equal spans of time, by " + timedBy[r.Counted] + ".", Columns: []string{"from", "responses", "bytes"},
		}
		for _, m := range r.Times {
			f.Rows = append(f.Rows, []any{m.From, m.Responses, bytesOf(r, m.Bytes)})
		}
		v.Timeline = b.picture(f)
	}
}

// statusTitle names what the table of statuses counts.
func statusTitle(r *contents.Contents) string {
	if r.Silent > 0 {
		return "Lines of the crawl log by status"
	}
	return upper(counted(r)) + " by status"
}

// counted names what the tables of responses count.
func counted(r *contents.Contents) string {
	if r.Counted == contents.CountedPages {
		return "pages"
	}
	return "responses"
}

// timedBy says where the times of responses come from.
var timedBy = map[string]string{
	contents.CountedWAT: "the dates in the WAT files", contents.CountedIndex: "the times in the indexes", contents.CountedImportedLog: "the imported crawl logs",
	contents.CountedLog: "the crawl log", contents.CountedCaptures: "the dates in the archives", contents.CountedPages: "the response that decides the state of each page",
}

func bars(counts []contents.Count) (rows []barRow) {
	most, all := int64(0), int64(0)
	for _, c := range counts {
		most, all = max(most, c.Responses), all+c.Responses
	}
	for _, c := range counts {
		rows = append(rows, barRow{Class: "data", Label: c.Name, Count: count(c.Responses), Part: share(c.Responses, all), Width: percent(c.Responses, most)})
	}
	return rows
}

// sayContents says how many hosts there are, and when how much came.
func sayContents(r *contents.Contents) string {
	var said []string
	switch {
	case r.Hosts == 1:
		said = append(said, "All pages are on one host.")
	case r.Hosts > 1 && r.Hosts < leastTreemap && len(r.Top) == r.Hosts:
		names := make([]string, 0, r.Hosts)
		for _, h := range r.Top {
			names = append(names, h.Name+" has "+plural(h.Pages, "page"))
		}
		said = append(said, strings.Join(names, ", ")+".")
	case r.Hosts > 1 && len(r.Top) > 0:
		said = append(said, "The largest of "+plural(r.Hosts, "host")+" has "+share(r.Top[0].Pages, r.Pages)+" of the pages.")
	}
	if r.Responses > 0 {
		text := ""
		switch r.Counted {
		case contents.CountedCaptures:
			text = "The archives hold " + plural(r.Responses, "response") + " with " + size(r.Bytes)
		case contents.CountedWAT:
			text = "The WAT files describe " + plural(r.Responses, "response") + " with " + size(r.Bytes)
		case contents.CountedIndex:
			text = "The indexes list " + plural(r.Responses, "response") + ", without their sizes"
		case contents.CountedImportedLog:
			text = "The imported crawl logs list " + plural(r.Responses, "response") + " with " + size(r.Bytes)
		case contents.CountedPages:
			text = "An HTTP status is known of " + plural(r.Responses, "page") + ", with responses of " + size(r.Bytes)
		default:
			text = "The crawl log has " + plural(r.Responses, "response") + " with " + size(r.Bytes)
		}
		if r.From != "" && len(r.Times) < leastTimes {
			text += span(r.From, r.To)
		}
		if r.Silent > 0 {
			text += ". It also has " + plural(r.Silent, "line") + " without a response: failures, and URLs that were not requested"
		}
		said = append(said, text+".")
	}
	if r.Repeated > 0 {
		said = append(said, plural(r.Repeated, "response")+" "+verb(r.Repeated, "is", "are")+" stored as a reference to an earlier response with the same content.")
	}
	if r.Headless > 0 {
		said = append(said, plural(r.Headless, "response")+" "+verb(r.Headless, "is a file", "are files")+" without an HTTP header.")
	}
	if r.Near > 0 {
		said = append(said, plural(r.Near, "page")+" said nearly the same as another.")
	}
	return strings.Join(said, " ")
}

// span writes two times of RFC 3339: " from 26 November 2026 09:06:09 to 09:06:10 UTC".
func span(from, to string) string {
	first, err := time.Parse(time.RFC3339, from)
	last, err2 := time.Parse(time.RFC3339, to)
	if err != nil || err2 != nil {
		return ""
	}
	const day, clock = "2 January 2006", "15:04:05"
	first, last = first.UTC(), last.UTC()
	switch {
	case first.Equal(last):
		return ", on " + first.Format(day+" "+clock) + " UTC"
	case first.Format(day) == last.Format(day):
		return ", from " + first.Format(day+" "+clock) + " to " + last.Format(clock) + " UTC"
	}
	return ", from " + first.Format(day+" "+clock) + " to " + last.Format(day+" "+clock) + " UTC"
}

func describeHosts(r *contents.Contents) string {
	names := make([]string, 0, mostNamed)
	for _, h := range r.Top[:min(len(r.Top), mostNamed)] {
		names = append(names, h.Name+", "+plural(h.Pages, "page"))
	}
	return "The largest hosts: " + strings.Join(names, "; ") + "."
}
