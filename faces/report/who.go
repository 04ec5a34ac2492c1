package report

import (
	"html/template"
	"slices"
	"strings"

	"weft/answers/measure"
	"weft/graph/page"
	"weft/internal/inert"
)

// mostShown is the number of rows of a table of places that are not folded.
const mostShown = 8

// fewShown is the number of unfolded rows of a small crawl.
const fewShown = 5

// A whoView shows the best pages and hosts with their places in all measures side by side.
type whoView struct {
	card
	Sentence, Trust string
	TrustBelow      bool // a card says more about it
	Tables          []whoTable
}

type whoTable struct {
	Title, What string
	Figure      *figureView
	Heads       []string
	Top, More   []whoRow // More is folded
}

// mostTitled is the number of rows of a table with titles that are not folded.
const mostTitled = 6

// longTitle is the largest length of a title in the table, in bytes.
const longTitle = 70

// A whoRow is a page or host. State is its state, or the share of the pages of a host that was fetched.
type whoRow struct {
	topRow
	Title string // of a page, if it is known
	Cells []string
	State string
}

// who shows the best pages and hosts.
func (b *builder) who() {
	s := b.data.Standings
	if s == nil || len(s.Pages) == 0 || b.data.Info.Pages < 2 {
		return
	}
	ranked := "all pages"
	if len(s.Hosts) > 1 {
		ranked += " and hosts"
	}
	v := &whoView{Sentence: "Ranks among " + ranked + ", crawled or not; ties share ranks, such as 3–5."}
	if r := b.data.Fidelity; r != nil && r.Crawled >= leastOrdered {
		v.Trust, v.TrustBelow = trustSentences(r, nil)[0], true
	} else if r == nil && b.data.Info.Unknown > 0 {
		v.Trust = untrusted(&b.data.Info)
	}
	v.Tables = append(v.Tables, b.whoTable("Pages", "Page", s.Measures, s.Pages))
	if len(s.Hosts) > 1 {
		v.Tables = append(v.Tables, b.whoTable("Hosts", "Host", s.HostMeasure, s.Hosts))
	}
	how := []string{"The tables hold the best pages and hosts by each measure in turn, sorted by the first measure. Each rank counts all pages or hosts whose score is higher; " +
		"scores tie if they differ by no more than the computation can be wrong. The score of a host is the sum of the scores of its pages."}
	for _, r := range b.data.Rankings {
		how = append(how, strings.Join(rankingHow(r), " ")+" "+outcome(r))
	}
	v.card = b.card("ranks", "Ranks", how)
	b.Who = v
}

// untrusted says why nothing is known about the order of a crawl with unknown states.
func untrusted(info *measure.Info) string {
	if info.Unknown == info.Pages {
		return "How far to trust the order is unknown, because the input does not say which pages were fetched."
	}
	return "How far to trust the order is unknown, because the state of " + count(info.Unknown) + " of " + plural(info.Pages, "page") + " is unknown."
}

func (b *builder) whoTable(title, what string, measures []string, all []measure.Standing) whoTable {
	t := whoTable{Title: title, What: what}
	for _, m := range measures {
		t.Heads = append(t.Heads, measureTitle(m))
	}
	rows := make([]whoRow, 0, len(all))
	titled := false
	for i := range all {
		s := &all[i]
		r := whoRow{State: s.State.String()}
		if what == "Host" {
			r.topRow, r.State = newHostRow(measure.Top{URL: s.Name}), share(s.Fetched, s.Pages)
			if info := &b.data.Info; info.Unknown > 0 && info.Unknown == info.Pages {
				r.State = page.Unknown.String()
			}
		} else {
			r.topRow = newTopRow(measure.Top{Page: s.Page, URL: s.Name}, b.data.Info.Names)
			r.Title = inert.First(s.Title, longTitle)
			titled = titled || r.Title != ""
		}
		for _, p := range s.Places {
			r.Cells = append(r.Cells, place(p))
		}
		rows = append(rows, r)
	}
	markAlike(rows)
	t.Figure = b.table(whoFigure(title, what, measures, all))
	shown := min(len(rows), mostShown)
	if titled {
		shown = min(shown, mostTitled)
	}
	if b.Small {
		shown = min(len(rows), fewShown)
		if what == "Host" && b.Map != nil { // which names them
			shown = 0
		}
	}
	t.Top, t.More = rows[:shown], rows[shown:]
	return t
}

// whoFigure is a table of ranks with the first rank of each tie.
func whoFigure(title, what string, measures []string, all []measure.Standing) Figure {
	f := Figure{
		Name: "ranks-" + strings.ToLower(title), Title: title + " with their ranks", Columns: []string{strings.ToLower(what)},
		Caption: "Ranks among all " + strings.ToLower(title) + " by several measures; a tie has its first rank.",
	}
	for _, m := range measures {
		f.Columns = append(f.Columns, strings.ReplaceAll(m, " ", "_")+"_rank")
	}
	if what == "Host" {
		f.Columns = append(f.Columns, "pages", "fetched")
	} else {
		f.Columns = append(f.Columns, "state", "title")
	}
	for i := range all {
		s := &all[i]
		row := []any{s.Name}
		if s.Name == "" {
			row[0] = hostName("")
			if what != "Host" {
				row[0] = int64(s.Page)
			}
		}
		for _, p := range s.Places {
			row = append(row, p.First)
		}
		if what == "Host" {
			row = append(row, s.Pages, s.Fetched)
		} else {
			row = append(row, s.State.String(), s.Title)
		}
		f.Rows = append(f.Rows, row)
	}
	return f
}

// place writes a rank, or the ranks that a tie shares.
func place(p measure.Place) string {
	if p.First == p.Last {
		return count(p.First)
	}
	return count(p.First) + "–" + count(p.Last)
}

// measureTitle heads a column.
func measureTitle(name string) string {
	switch name {
	case measure.HITS:
		return "HITS authority"
	case measure.InDegree:
		return "In-links"
	}
	return upper(scoreName(name))
}

// markAlike marks rows that differ from an earlier row in upper and lower case alone: they are pages of their own.
func markAlike(rows []whoRow) {
	first := map[string]string{}
	for i := range rows {
		folded := strings.ToLower(rows[i].Full)
		if other, ok := first[folded]; ok && other != rows[i].Full {
			rows[i].Note = "differs from another row in upper and lower case"
		} else if !ok {
			first[folded] = rows[i].Full
		}
	}
}

// breakable adds places to break an address: after / . - _ ? & =.
func breakable(text string) template.HTML {
	var b strings.Builder
	for piece := range slices.Values(strings.SplitAfter(marked.Replace(inert.Text(text)), wordBreak)) {
		whole := strings.TrimSuffix(piece, wordBreak)
		b.WriteString(template.HTMLEscapeString(whole))
		if whole != piece {
			b.WriteString("<wbr>")
		}
	}
	return template.HTML(b.String()) //nolint:gosec // escaped
}

// words keeps the words of a command together: lines break only between words, and within a word that is longer than a line.
func words(command string) template.HTML {
	var b strings.Builder
	for i, word := range strings.Split(inert.Text(command), " ") {
		if i > 0 {
			b.WriteString(" ")
		}
		b.WriteString("<span>" + template.HTMLEscapeString(word) + "</span>")
	}
	return template.HTML(b.String()) //nolint:gosec // escaped
}

// wordBreak stands for a place to break; package inert leaves no such byte in a text.
const wordBreak = "\x00"

var marked = strings.NewReplacer("/", "/"+wordBreak, ".", "."+wordBreak, "-", "-"+wordBreak, "_", "_"+wordBreak,
	"?", "?"+wordBreak, "&", "&"+wordBreak, "=", "="+wordBreak)
