package portrait

import (
	"fmt"
	"path/filepath"

	"weft/answers/answer"
	"weft/answers/measure"
	"weft/internal/digits"
	"weft/livecrawl/folder"
)

// Kept implements answer.Answer: plots alone.
func (r *Portraits) Kept() answer.Kept { return answer.Kept{Files: r.files} }

// laws lists the fitted laws.
var laws = []struct {
	label string
	of    func(p *Portrait) *measure.Law
}{
	{"in-degree", func(p *Portrait) *measure.Law { return &p.In }},
	{"out-degree", func(p *Portrait) *measure.Law { return &p.Out }},
	{"PageRank", func(p *Portrait) *measure.Law { return &p.PageRank }},
}

// pairs lists the correlated quantities.
var pairs = []string{"in- and out-degree", "in-degree and PageRank", "out-degree and PageRank"}

// Blocks implements answer.Answer.
func (r *Portraits) Blocks() []answer.Block {
	t := &answer.Table{Columns: []answer.Column{{Width: -28}}}
	for _, p := range r.All {
		t.Columns = append(t.Columns, answer.Column{Title: r.title(p), Width: 16})
	}
	row := func(label string, of func(p *Portrait) string) {
		cells := []string{label}
		for _, p := range r.All {
			cells = append(cells, of(p))
		}
		t.Add(cells...)
	}
	row("pages", func(p *Portrait) string { return digits.Grouped(p.Pages) })
	row("arcs", func(p *Portrait) string { return digits.Grouped(p.Arcs) })
	row("arcs a page", func(p *Portrait) string { return digits.Fixed(p.Mean, 2) })
	for _, l := range laws {
		row(l.label+", exponent", func(p *Portrait) string { return exponent(l.of(p)) })
		row("  of its largest, values", func(p *Portrait) string { return tail(l.of(p)) })
		row("  p of a power law", func(p *Portrait) string { return pOf(l.of(p)) })
	}
	for i, name := range pairs {
		row("r of "+name, func(p *Portrait) string { return correlation(p, i) })
	}
	r.componentRows(row)
	for k := 1; k <= mostCores; k++ {
		if r.All[0].Cores != nil && len(r.All[0].Cores.Cells) >= k*k {
			row(fmt.Sprintf("cliques (%d,%d)", k, k), func(p *Portrait) string { return p.cliques(k, k) })
		}
	}
	all := []answer.Block{t}
	if len(r.All) == 1 && r.All[0].Cores != nil {
		all = append(append(all, answer.Text("")), r.All[0].Cores.Blocks()...)
	}
	if whys := r.whyNone(); len(whys) > 0 {
		all = append(append(all, answer.Text("")), whys...)
	}
	return append(all, answer.Text(""), answer.Text("PageRank is counted in hundredths of the mean score. A p of 0.1 or more does not reject the power law. Below, the exponent belongs to the best-fitting line, and is not a law."))
}

// whyNone explains each missing exponent, correlation and bow tie.
func (r *Portraits) whyNone() (all []answer.Block) {
	for _, p := range r.All {
		of := ""
		if len(r.All) > 1 {
			of = " of " + r.title(p)
		}
		for _, l := range laws {
			if law := l.of(p); law.Fit == nil {
				all = append(all, answer.Text(fmt.Sprintf("No exponent of the law of %s%s: %s.", l.label, of, law.FitError)))
			}
		}
		for i, c := range p.Correlations {
			if c.Undefined != "" {
				all = append(all, answer.Text(fmt.Sprintf("No r of %s%s: %s.", pairs[i], of, c.Undefined)))
			}
		}
		if !p.BowTie.Any() {
			all = append(all, answer.Text(fmt.Sprintf("No bow tie%s: no two pages reach each other.", of)))
		}
	}
	return all
}

// title is the name of a crawl: the last part of its path, or all of it if another crawl has the same.
func (r *Portraits) title(p *Portrait) string {
	base := p.folder()
	for _, o := range r.All {
		if o.Path != p.Path && o.folder() == base {
			return p.Path
		}
	}
	return base
}

func (r *Portraits) componentRows(row func(label string, of func(p *Portrait) string)) {
	share := func(n, pages int) string { return fmt.Sprintf("%s (%s)", digits.Grouped(n), digits.Share(n, pages)) }
	row("strong components", func(p *Portrait) string { return digits.Grouped(p.SCC) })
	row("  the largest", func(p *Portrait) string { return share(p.LargestSCC, p.Pages) })
	row("weak components", func(p *Portrait) string { return digits.Grouped(p.WCC) })
	row("  the largest", func(p *Portrait) string { return share(p.LargestWCC, p.Pages) })
	class := func(label string, of func(b *measure.BowTie) int) {
		row(label, func(p *Portrait) string {
			if !p.BowTie.Any() {
				return "–"
			}
			return share(of(&p.BowTie), p.Pages)
		})
	}
	class("IN", func(b *measure.BowTie) int { return b.In })
	class("OUT", func(b *measure.BowTie) int { return b.Out })
	class("tendrils and tubes", func(b *measure.BowTie) int { return b.TendrilsIn + b.TendrilsOut + b.Tubes + b.Other })
	class("disconnected", func(b *measure.BowTie) int { return b.Disconnected })
}

func exponent(l *measure.Law) string {
	if l.Fit == nil {
		return "none"
	}
	return digits.WithError(l.Fit.Exponent, l.Fit.StdErr)
}

func tail(l *measure.Law) string {
	if l.Fit == nil {
		return "–"
	}
	return digits.Grouped(l.Fit.Tail)
}

func pOf(l *measure.Law) string {
	if l.Fit == nil || l.Fit.P == nil {
		return "–"
	}
	return digits.P(*l.Fit.P, l.Fit.Samples)
}

func correlation(p *Portrait, i int) string {
	if i >= len(p.Correlations) || p.Correlations[i].Undefined != "" {
		return "none"
	}
	return digits.Fixed(p.Correlations[i].Pearson, 3)
}

// Cliques is the number of disjoint ones of i fans and j centers, if it was requested.
func (p *Portrait) Cliques(i, j int) (n int64, known bool) {
	if p.Cores == nil {
		return 0, false
	}
	for _, x := range p.Cores.Cells {
		if x.Fans == i && x.Centers == j && x.Cliques != nil {
			return *x.Cliques, true
		}
	}
	return 0, false
}

func (p *Portrait) cliques(i, j int) string {
	if n, known := p.Cliques(i, j); known {
		return digits.Grouped(n)
	}
	return "–"
}

// folder returns the folder of the crawl. The graph of a live crawl lies in a folder of its own there.
func (p *Portrait) folder() string {
	path := p.Path
	if filepath.Base(path) == folder.SnapshotDir {
		path = filepath.Dir(path)
	}
	return filepath.Base(path)
}
