package report

import (
	"html/template"
	"slices"
	"strings"

	"weft/answers/measure"
	"weft/internal/inert"
)

// mostShown is the number of rows of a table of places that are not folded.
const mostShown = 10

// A whoView shows the best pages and hosts with their places in all measures side by side.
type whoView struct {
	Sentence, Trust string
	Tables          []whoTable
	How             []string
}

type whoTable struct {
	Title, What string
	Heads       []string
	Top, More   []whoRow // More is folded
}

// A whoRow is a page or host. State is its state, or the share of the pages of a host that was fetched.
type whoRow struct {
	topRow
	Cells []string
	State string
}

// who shows the best pages and hosts.
func (b *builder) who() {
	s := b.data.Standings
	if s == nil || len(s.Pages) == 0 {
		return
	}
	v := &whoView{Sentence: "Ranks among all pages and hosts, by several measures side by side. 3–5 is a tie: pages that share the ranks 3 to 5."}
	if r := b.data.Fidelity; r != nil && r.Crawled >= leastOrdered {
		v.Trust = trustSentences(r, nil)[0]
	}
	v.Tables = append(v.Tables, b.whoTable("Pages", "Page", s.Measures, s.Pages))
	if len(s.Hosts) > 1 {
		v.Tables = append(v.Tables, b.whoTable("Hosts", "Host", s.HostMeasure, s.Hosts))
	}
	v.How = append(v.How, "The tables hold the best pages and hosts by each measure in turn, sorted by the first measure. Each rank counts all pages or hosts whose score is higher; "+
		"scores tie if they differ by no more than the computation can be wrong. The score of a host is the sum of the scores of its pages.")
	for _, r := range b.data.Rankings {
		v.How = append(v.How, strings.Join(rankingHow(r), " ")+" "+outcome(r))
	}
	b.Who = v
	b.section("who", "Who matters")
}

func (b *builder) whoTable(title, what string, measures []string, all []measure.Standing) whoTable {
	t := whoTable{Title: title, What: what}
	for _, m := range measures {
		t.Heads = append(t.Heads, measureTitle(m))
	}
	rows := make([]whoRow, 0, len(all))
	for i := range all {
		s := &all[i]
		r := whoRow{State: s.State.String()}
		if what == "Host" {
			r.topRow, r.State = newHostRow(measure.Top{URL: s.Name}), share(s.Fetched, s.Pages)+" of "+count(s.Pages)
		} else {
			r.topRow = newTopRow(measure.Top{Page: s.Page, URL: s.Name}, b.data.Info.Names)
		}
		for _, p := range s.Places {
			r.Cells = append(r.Cells, place(p))
		}
		rows = append(rows, r)
	}
	markAlike(rows)
	shown := min(len(rows), mostShown)
	t.Top, t.More = rows[:shown], rows[shown:]
	return t
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

// wordBreak stands for a place to break; package inert leaves no such byte in a text.
const wordBreak = "\x00"

var marked = strings.NewReplacer("/", "/"+wordBreak, ".", "."+wordBreak, "-", "-"+wordBreak, "_", "_"+wordBreak,
	"?", "?"+wordBreak, "&", "&"+wordBreak, "=", "="+wordBreak)
