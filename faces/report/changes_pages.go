package report

import (
	"weft/answers/compare"
	"weft/answers/measure"
	"weft/internal/plots"
)

// A changedPages view lists the best pages that are new or gone.
type changedPages struct {
	Sentence  string
	New, Gone pageList
}

// A pageList is the best pages of one crawl only: the first of them, and the rest, which is folded.
type pageList struct {
	Title     string
	Top, More []pageRow
}

type pageRow struct {
	topRow
	Rank string
}

// mostOpen bounds the rows of a list that is not folded.
const mostOpen = 8

// pages lists the pages that are new or gone, the best first.
func (b *changesBuilder) pages() {
	m := b.whole.More
	if m == nil || len(m.NewPages)+len(m.GonePages) == 0 {
		return
	}
	p := b.whole.Pages
	v := &changedPages{Sentence: plural(p.New, "page") + verb(p.New, " is", " are") + " only in " + b.last() + ", and " + plural(p.Gone, "page") + verb(p.Gone, " is", " are") + " only in " + b.first() +
		". The lists show the pages with the most PageRank in the crawl that has them; ranks are among all pages of that crawl."}
	names := b.crawls[0].Info.Names
	v.New = listPages("Only in "+b.last(), m.NewPages, names, func(p *compare.Placed) int64 { return p.RankB })
	v.Gone = listPages("Only in "+b.first(), m.GonePages, names, func(p *compare.Placed) int64 { return p.RankA })
	b.Pages = v
	b.section("pages", "Pages")
}

func listPages(title string, pages []compare.Placed, names bool, rank func(*compare.Placed) int64) pageList {
	l := pageList{Title: title}
	for i := range pages {
		r := pageRow{newPlaced(&pages[i], names), count(rank(&pages[i]))}
		if i < mostOpen {
			l.Top = append(l.Top, r)
		} else {
			l.More = append(l.More, r)
		}
	}
	return l
}

// newPlaced names a page by its URL, or by its number.
func newPlaced(p *compare.Placed, names bool) topRow {
	if !names {
		return topRow{Host: "page " + p.Name, Full: "page " + p.Name}
	}
	return newNamedRow(p.Name)
}

// A ranksView shows how the best pages moved.
type ranksView struct {
	Sentences []string
	Figure    *twoForms
	Overlap   []row
	Up, Down  moveList
	Missing   string
	How       []string
}

// A moveList is pages that moved.
type moveList struct {
	Title string
	Rows  []moveRow
}

type moveRow struct {
	topRow
	A, B, Change string
}

// Numbers of ranks in the picture of moves.
const (
	bumps      = 20
	leastBumps = 5 // fewer are not drawn
)

// ranks shows the ranks of the best pages in both crawls.
func (b *changesBuilder) ranks() {
	r, m := b.whole.Ranks, b.whole.More
	if r == nil || m == nil || b.whole.Pages.Kept == 0 {
		return
	}
	v := &ranksView{Sentences: b.sayRanks(), Missing: b.sayMissing()}
	for _, o := range r.Overlap {
		v.Overlap = append(v.Overlap, row{"of the best " + count(o.K), count(o.Shared) + " (" + share(o.Shared, o.K) + ")"})
	}
	names := b.crawls[0].Info.Names
	v.Up, v.Down = moveList{"Rose most", listMoves(r.Up, names)}, moveList{"Fell most", listMoves(r.Down, names)}
	k := min(bumps, int(min(b.whole.Pages.A, b.whole.Pages.B)))
	if k >= leastBumps {
		f := Figure{
			Name: "ranks", Title: "Ranks of the best pages", Description: b.describeBumps(k), Columns: []string{"page", "rank_before", "rank_after"},
			Caption: "The " + count(k) + " best pages by PageRank of " + b.first() + " (left) and of " + b.last() + " (right). A line joins the two ranks of a page. Open circles are pages that are among the best in one crawl only; their rank in the other is in brackets.",
		}
		if host := b.commonHost(k); host != "" {
			f.Caption += " All of these pages are on " + host + "."
		}
		for i := range b.whole.More.Best {
			p := &b.whole.More.Best[i]
			f.Rows = append(f.Rows, []any{p.Name, rankCell(p.RankA), rankCell(p.RankB)})
		}
		v.Figure = b.twice(f, func(wide bool) *plots.Sheet { return b.drawBumps(k, wide) })
	}
	v.How = []string{
		"Ranks are by PageRank (α = 0.85) over all known pages of a crawl. Pages that tie are ordered by their numbers. Moves are among the pages of both crawls: the rank is 1 + the number of these that score more, so new pages move no rank.",
		"Kendall's tau-b compares the order of all pairs of pages of both crawls: 1 is the same order, 0 no relation, −1 the reverse order. The share of pairs in another order is (1 − tau) / 2, if ties are few.",
		"HAK estimates Kendall's tau between the ranking of a crawl and the ranking of the whole Web (docs/fidelity.md). If missing pages move ranks independently in both crawls and nothing else changed, tau is about the product of both estimates. Crawls that miss the same pages agree more than that.",
	}
	b.Ranks = v
	b.section("ranks", "Ranks")
}

// rankCell is a rank in a table; nothing where the page is absent.
func rankCell(rank int64) any {
	if rank == 0 {
		return ""
	}
	return rank
}

// sayRanks says how far the orders agree.
func (b *changesBuilder) sayRanks() []string {
	r := b.whole.Ranks
	if r.TauB == nil {
		return []string{"The orders of the " + plural(b.whole.Pages.Kept, "page") + " of both crawls cannot be compared: " + r.Undefined + "."}
	}
	text := "The PageRank orders of the " + plural(b.whole.Pages.Kept, "page") + " of both crawls " + agreement(*r.TauB) + ": Kendall's τ is " + fixed(*r.TauB, 3) + "."
	if len(r.Overlap) > 0 {
		o := r.Overlap[min(1, len(r.Overlap)-1)]
		text += " Of the best " + count(o.K) + " of " + b.first() + ", " + count(o.Shared) + verb(o.Shared, " is", " are") + " among the best " + count(o.K) + " of " + b.last() + "."
	}
	return []string{text}
}

// agreement describes a tau.
func agreement(tau float64) string {
	switch {
	case tau > 0.9999999:
		return "are the same"
	case tau >= 0.9:
		return "agree closely"
	case tau >= 0.7:
		return "agree in most pairs"
	case tau >= 0.3:
		return "agree in part"
	case tau >= -0.3:
		return "have little in common"
	}
	return "disagree"
}

// sayMissing says how much of the disorder missing pages can explain.
func (b *changesBuilder) sayMissing() string {
	e, tau := b.r.Explained, b.whole.More.TauB
	switch {
	case !e.Known:
		return "How much of this is due to missing pages is unknown: " + e.Why + "."
	case tau == nil:
		return "How much of this is due to missing pages is unknown: too few pages were fetched in both crawls."
	case *tau > 0.9999999:
		return ""
	}
	text := "Among the " + plural(b.whole.More.Fetched, "page") + " that both fetched, τ is " + fixed(*tau, 3) + ". Missing pages alone would leave τ at about " +
		fixed(e.Expected, 3) + " (HAK " + fixed(e.HAK, 3) + " and " + fixed(e.LastHAK, 3) + ")"
	if e.Expected <= *tau {
		return text + ", so they can explain all of the disorder."
	}
	if e.HAK == 1 && e.LastHAK == 1 {
		return text + ", so the disorder is change."
	}
	return text + ", so they can explain at most " + share(int64(1e6*(1-e.Expected)), int64(1e6*(1-*tau))) + " of the disorder."
}

func listMoves(moves []compare.Move, names bool) (rows []moveRow) {
	for _, m := range moves {
		r := moveRow{A: count(m.RankA), B: count(m.RankB), Change: signed(int64(m.RankA) - int64(m.RankB))}
		r.topRow = newTopRow(measure.Top{Page: m.PageA, URL: m.URL}, names)
		rows = append(rows, r)
	}
	return rows
}
