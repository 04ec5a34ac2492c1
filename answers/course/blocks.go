package course

import (
	"fmt"
	"strings"

	"weft/algo/distance"
	"weft/answers/answer"
	"weft/answers/measure"
	"weft/internal/digits"
)

// Kept implements answer.Answer: nothing is known of single pages.
func (r *Courses) Kept() answer.Kept { return answer.Kept{Files: r.files} }

// draw draws the plots, if some are wanted.
func (r *Courses) draw() {
	if r.plots != "" {
		r.files = answer.Plots(r.plots, r)
	}
}

// Blocks implements answer.Answer.
func (r *Courses) Blocks() (all []answer.Block) {
	if m := r.Model; m != nil {
		all = append(all, answer.Row("Web", "%s, with %s to them", digits.Plural(m.Pages, "page"), digits.Plural(m.Links, "link")),
			answer.Row("laws", "in-degrees %s, out-degrees %s", m.In, m.Out))
	} else if r.WebPages > 0 {
		all = append(all, answer.Row("graph", "%s that can be crawled", digits.Plural(r.WebPages, "page")))
	}
	for _, c := range r.Crawls {
		all = append(all, c.blocks(r.WebPages > 0)...)
	}
	return all
}

// blocks reports one crawl.
func (c *Crawl) blocks(progress bool) []answer.Block {
	all := []answer.Block{c.going(progress)}
	for _, t := range []*answer.Table{c.shapes(), c.paths(), c.laws()} {
		if len(t.Rows) > 0 {
			all = append(all, t)
		}
	}
	for i := range c.CoreTables {
		all = append(all, c.CoreTables[i].blocks()...)
	}
	return append(all, c.remarks()...)
}

// going is how pages and links come in.
func (c *Crawl) going(progress bool) *answer.Table {
	t := &answer.Table{Title: fmt.Sprintf("%s, from %s", c.Strategy, digits.Plural(c.Starts, "page")), Columns: []answer.Column{
		{Title: "progress", Width: 8},
		{Title: "crawled", Width: 11},
		{Title: "known", Width: 11},
		{Title: "links", Width: 12},
		{Title: "sinks", Width: 7},
		{Title: "to crawled", Width: 10},
		{Title: "to known", Width: 8},
		{Title: "PageRank", Width: 8},
		{Title: "in-degree", Width: 9},
	}}
	for _, p := range c.points {
		at := digits.None
		if progress && p.Progress != nil {
			at = digits.Percent(*p.Progress)
		}
		t.Add(at, digits.Grouped(p.Crawled), digits.Grouped(p.Known), digits.Grouped(p.Links), digits.Share(p.Sinks, p.Crawled), percent(p.DiscoveryCrawled), percent(p.DiscoveryKnown),
			digits.Percent(p.Ranks), percent(p.Indegrees))
	}
	return t
}

func percent(x *float64) string {
	if x == nil {
		return digits.None
	}
	return digits.Percent(*x)
}

// shapes are bow tie, clustering and cores.
func (c *Crawl) shapes() *answer.Table {
	t := &answer.Table{Title: c.Strategy + ": bow tie, clustering, cores", Columns: []answer.Column{
		{Title: "crawled", Width: 11},
		{Title: "SCC", Width: 7},
		{Title: "IN", Width: 7},
		{Title: "OUT", Width: 7},
		{Title: "other", Width: 7},
		{Title: "transitivity", Width: 12},
		{Title: "clustering", Width: 10},
		{Title: "(4,4) maximal", Width: 13},
		{Title: "disjoint", Width: 8},
	}}
	for _, p := range c.points {
		if p.Bow == nil && p.Clustered == nil && p.CoreCount == nil {
			continue
		}
		row := []string{digits.Grouped(p.Crawled), digits.None, digits.None, digits.None, digits.None, digits.None, digits.None, digits.None, digits.None}
		if b := p.Bow; b != nil {
			for i, n := range []int64{b.SCC, b.In, b.Out, b.Others} {
				row[i+1] = digits.Share(n, int64(p.Crawled))
			}
		}
		if x := p.Clustered; x != nil {
			row[5], row[6] = estimate(x.Transitivity, 4), estimate(x.Local, 4)
		}
		if x := p.CoreCount; x != nil && x.Maximal != nil {
			row[7], row[8] = digits.Grouped(*x.Maximal), digits.Grouped(*x.Disjoint)
		}
		t.Add(row...)
	}
	return t
}

// estimate is a value, with half of its interval if it has one.
func estimate(e *distance.Estimate, decimals int) string {
	switch {
	case e == nil:
		return digits.None
	case e.Half() == 0:
		return digits.Fixed(e.Value, decimals)
	}
	return digits.Fixed(e.Value, decimals) + "±" + digits.Fixed(e.Half(), decimals)
}

func (c *Crawl) paths() *answer.Table {
	t := &answer.Table{Title: c.Strategy + ": shortest paths", Columns: []answer.Column{
		{Title: "crawled", Width: 11},
		{Title: "mean distance", Width: 13},
		{Title: "effective", Width: 13},
		{Title: "diameter", Width: 18},
		{Title: "joined pairs", Width: 14},
		{Title: "searches", Width: 8},
	}}
	for _, p := range c.points {
		if l := p.Lengths; l != nil {
			t.Add(digits.Grouped(p.Crawled), estimate(l.Mean, 2), estimate(l.Effective, 2), l.diameter(), estimate(l.Reachable, 3), digits.Grouped(l.Sources))
		}
	}
	return t
}

// diameter is it, or between what it lies.
func (l *Lengths) diameter() string {
	switch {
	case l.Exact:
		return digits.Grouped(l.Diameter)
	case l.AtMost != nil:
		return fmt.Sprintf("%s to %s", digits.Grouped(l.Diameter), digits.Grouped(*l.AtMost))
	}
	return digits.Grouped(l.Diameter) + " or more"
}

// laws are the exponents.
func (c *Crawl) laws() *answer.Table {
	t := &answer.Table{Title: c.Strategy + ": exponents of laws ± standard error, and the least value of the tail", Columns: []answer.Column{
		{Title: "crawled", Width: 11},
		{Title: "in", Width: 17},
		{Title: "out", Width: 17},
		{Title: "links in", Width: 17},
		{Title: "links out", Width: 17},
		{Title: "PageRank", Width: 17},
		{Title: "SCC sizes", Width: 15},
	}}
	for _, p := range c.points {
		if p.DegreeLaws == nil && p.Ranked == nil && p.Bow == nil {
			continue
		}
		row := []string{digits.Grouped(p.Crawled), digits.None, digits.None, digits.None, digits.None, exponent(p.Ranked), digits.None}
		if l := p.DegreeLaws; l != nil {
			for i, law := range []*measure.Law{l.In, l.Out, l.LinksIn, l.LinksOut} {
				row[i+1] = exponent(law)
			}
		}
		if p.Bow != nil {
			row[6] = exponent(p.Sizes)
		}
		t.Add(row...)
	}
	return t
}

// exponent returns the exponent of a law as text, with the least value of its tail.
func exponent(l *measure.Law) string {
	if l == nil || l.Fit == nil {
		return digits.None
	}
	return fmt.Sprintf("%s ≥%d", digits.WithError(l.Fit.Exponent, l.Fit.StdErr), l.Fit.XMin)
}

// blocks are the table of cores of the first pages, which the paper on random Web crawls has as Figure 8.
func (t *CoreTable) blocks() []answer.Block {
	x := &answer.Table{Title: fmt.Sprintf("cores among the first %s: maximal cores of exactly this size / sets of centers with this number of fans", digits.Plural(t.Pages, "page")), Columns: []answer.Column{{Title: "fans \\ centers", Width: 14}}}
	rows := map[int][]string{}
	var fans []int
	for _, c := range t.Cells {
		if rows[c.Fans] == nil {
			fans, rows[c.Fans] = append(fans, c.Fans), []string{fmt.Sprint(c.Fans)}
		}
		if len(fans) == 1 {
			x.Columns = append(x.Columns, answer.Column{Title: fmt.Sprint(c.Centers), Width: 11})
		}
		rows[c.Fans] = append(rows[c.Fans], fmt.Sprintf("%d/%s", c.Exactly, short(c.Frequent)))
	}
	for _, f := range fans {
		x.Add(rows[f]...)
	}
	all := []answer.Block{x}
	if t.Cut > 0 {
		all = append(all, answer.Text(fmt.Sprintf("The search was given up around %s: the counts are lower bounds.", digits.Plural(t.Cut, "page"))))
	}
	if t.Wide > 0 {
		all = append(all, answer.Text(fmt.Sprintf("Left out for too many links: %s.", digits.Plural(t.Wide, "page"))))
	}
	return all
}

// short writes a number of many digits as a power.
func short(number string) string {
	if len(number) > 7 {
		return fmt.Sprintf("%c.%ce%d", number[0], number[1], len(number)-1)
	}
	return number
}

// remarks returns the warnings and notes for readers.
func (c *Crawl) remarks() (all []answer.Block) {
	say := func(format string, args ...any) { all = append(all, answer.Text(fmt.Sprintf(format, args...))) }
	if len(c.points) == 0 {
		if say("No page was crawled."); c.Starts == 0 {
			say("No start page can be crawled.")
		}
		return all
	}
	if c.Exhausted && len(c.Missed) > 0 {
		say("The crawl ended before its limit: no known page was left to crawl.")
		all = append(all, answer.Advise("", "Another {random-seed}, or more start pages, may lead farther."))
	}
	if len(c.Missed) > 0 {
		var missed []string
		for _, k := range c.Missed {
			missed = append(missed, digits.Grouped(k))
		}
		say("It did not reach %s crawled pages.", strings.Join(missed, ", "))
	}
	if n := len(c.points); n > 0 && c.points[n-1].Uncounted > 0 {
		say("%s of other kinds did not count.", digits.Plural(c.points[n-1].Uncounted, "link"))
	}
	return append(all, c.coreRemarks()...)
}

// coreRemarks reports the pages and searches that the counts of cores left out, at any point.
func (c *Crawl) coreRemarks() (all []answer.Block) {
	var cut, wide []string
	uncounted := false
	for _, p := range c.points {
		x := p.CoreCount
		if x == nil {
			continue
		}
		if x.Maximal == nil {
			uncounted = true
			continue
		}
		if x.Cut > 0 {
			cut = append(cut, fmt.Sprintf("%s of %s", digits.Grouped(x.Cut), digits.Grouped(p.Crawled)))
		}
		if x.Wide > 0 {
			wide = append(wide, fmt.Sprintf("%s of %s", digits.Grouped(x.Wide), digits.Grouped(p.Crawled)))
		}
	}
	if len(cut) > 0 {
		all = append(all, answer.Text(fmt.Sprintf("The search for cores was given up around some crawled pages, %s: the counts are lower bounds.", strings.Join(cut, ", "))))
	}
	if len(wide) > 0 {
		all = append(all, answer.Text(fmt.Sprintf("Maximal cores leave out crawled pages with too many links, %s.", strings.Join(wide, ", "))))
	}
	if uncounted {
		all = append(all, answer.Text(fmt.Sprintf("Cores of 4 and 4 were not counted beyond %s.", digits.Plural(int64(CoreArcs), "arc"))))
	}
	return all
}
