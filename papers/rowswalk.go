package papers

import (
	"cmp"
	"fmt"
	"strings"

	"weft/answers/seeds"
	"weft/internal/digits"
)

// legend explains the signs of walks.
const legend = "+ above the 95 % interval of random seeds, = in it, − below, · no new page, ? too few random walks left to tell (those that have ended have no PageRank and are left out); a sign for each depth from 0, the seeds, on; the paper's step 1 is taken for depth 0"

func pages(d *seeds.Depth) float64    { return d.Pages }
func visited(d *seeds.Depth) float64  { return d.Visited }
func pageRank(d *seeds.Depth) float64 { return d.PageRank }
func groups(d *seeds.Depth) float64   { return d.Groups }

// find returns the walk with a name; nil if there is none.
func find(c *seeds.Compared, name string) *seeds.Walk {
	for _, w := range c.Walks {
		if w.Name == name {
			return w
		}
	}
	return nil
}

// signs compares a walk with random ones, depth by depth.
func signs(c *seeds.Compared, name string, value func(*seeds.Depth) float64) []rune {
	w, random := find(c, name), find(c, "random")
	if w == nil || random == nil {
		return nil
	}
	last := 0
	for d := range w.Depths {
		if w.Depths[d].Pages > 0 || random.Depths[d].Pages > 0 {
			last = d
		}
	}
	var s []rune
	for d := range last + 1 {
		v := value(&w.Depths[d])
		low, high, ok := random.Range(d, value)
		switch {
		case w.Depths[d].Pages == 0:
			s = append(s, '·')
		case !ok:
			s = append(s, '?')
		case v > high*(1+1e-9):
			s = append(s, '+')
		case v < low*(1-1e-9):
			s = append(s, '−')
		default:
			s = append(s, '=')
		}
	}
	return s
}

// like counts the depths at which signs are those that a paper has, from a depth on.
func like(s []rune, from int, want string) int {
	n := 0
	for i, sign := range []rune(want) {
		if from+i < len(s) && s[from+i] == sign {
			n++
		}
	}
	return n
}

// share returns how many of the signs are +, and how many there are.
func share(s []rune) (plus, all int) {
	return strings.Count(string(s), "+"), len(s)
}

func (r *run) walkRows() {
	r.compared(r.r.Walks, "Fig. 9", "Fig. 10", "UK-2002")
	if c := r.r.Walks; c.Groups != "" {
		w, random := find(c, "seeds"), find(c, "random")
		r.on("beyond", c.Groups+" visited", "not in the paper, which speaks of communities").add(OtherData, legend, "%s; %s", string(signs(c, "seeds", groups)),
			several(w, random, groups, "%.4g"))
	}
	n := r.r.Newer
	if n == nil {
		const paper = "UK-2005: the same results as on UK-2002"
		r.on("Fig. 11, 12", "the same on a second crawl", paper).add(NotRun, "", "%s", cmp.Or(r.NoNewer, "there is no second crawl"))
		return
	}
	r.compared(n.Own, "Fig. 11", "Fig. 12", "UK-2005")
}

// compared adds the rows of mean PageRank and pages by depth, from the seeds of a crawl itself.
func (r *run) compared(c *seeds.Compared, ranks, counts, crawl string) {
	w, random := find(c, "seeds"), find(c, "random")
	if w == nil {
		r.on(ranks+", "+counts[5:], "walks from seeds", crawl).add(CannotTell, "", "no seed was found")
		return
	}
	s := signs(c, "seeds", pageRank)
	at := like(s, 0, "−+++")
	r.on(ranks, "mean PageRank by depth", crawl+", 10 seeds and one draw of 10 random ones: worse at step 1, better at 2 to 4, most so at 2 and 3, then close").add(verdict(at == 4, at >= 2), "agrees if the signs begin −+++, cannot be told if two of the four do. "+legend,
		"%s; from the best hub of each core %s; %s", string(s), string(signs(c, bestHubs, pageRank)), several(w, random, pageRank, "%.2e"))
	s = signs(c, "seeds", pages)
	plus, all := share(s[1:])
	soFar := signs(c, "seeds", visited)
	ahead, _ := share(soFar[1:])
	all -= strings.Count(string(s[1:]), "·")
	r.on(counts, "new pages by depth", crawl+": always more than random seeds").add(verdict(plus == all && all > 0, 2*plus > all || ahead == all && all > 0),
		"agrees if + at each depth from 1 on that meets a page; cannot be told at most of them, or if all pages so far are + at each. A finite crawl is used up: who is ahead early has fewer left later",
		"%s; best hubs %s; in all so far %s; %s", string(s), string(signs(c, bestHubs, pages)), string(soFar), several(w, random, pages, "%.0f"))
}

// several writes the first values of a walk beside those of random ones.
func several(w, random *seeds.Walk, value func(*seeds.Depth) float64, format string) string {
	var parts []string
	for d := range min(5, len(w.Depths)) {
		if w.Depths[d].Pages == 0 && random.Depths[d].Pages == 0 {
			break
		}
		part := fmt.Sprintf("%d: "+format+" against "+format, d, value(&w.Depths[d]), value(&random.Depths[d]))
		if low, high, ok := random.Range(d, value); ok {
			part += fmt.Sprintf(" ("+format+" to "+format+")", low, high)
		}
		if left := random.Left[d]; left < random.Left[0] {
			part += fmt.Sprintf(", %d of %d walks left", left, random.Left[0])
		}
		parts = append(parts, part)
	}
	return "depth " + strings.Join(parts, ", ")
}

func (r *run) newerRows() {
	n := r.r.Newer
	if n == nil {
		r.on("§3.5.4, Fig. 13, 14", "seeds of an older crawl", "11 of 100 seeds of UK-2002 exist in UK-2005; from them, PageRank better until step 3, more pages from 4 to 15").add(NotRun, "", "%s", cmp.Or(r.NoNewer, "there is no second crawl"))
		return
	}
	part := 100 * float64(n.Fetched) / float64(max(n.Looked, 1))
	r.on("§3.5.4", "seeds that survive", "11 % of 100 seeds of UK-2002 exist in UK-2005, three years later").add(looked(n.Looked, verdict(part <= 25, part <= 50)),
		"agrees if a quarter or less was fetched, cannot be told if half; how long there is between the crawls decides", "%d of %d (%.0f %%) were fetched; %d are known by name, among %s pages",
		n.Fetched, n.Looked, part, n.Named, digits.Grouped(n.Pages))
	if n.Carried == nil {
		r.on("Fig. 13, 14", "walks from the survivors", "PageRank better until step 3; more pages from step 4 to 15").add(CannotTell, "", "no seed survived")
		return
	}
	w, random := find(n.Carried, "seeds"), find(n.Carried, "random")
	s := signs(n.Carried, "seeds", pageRank)
	at := like(s, 0, "+++")
	r.on("Fig. 13", "mean PageRank by depth", "better until step 3, 11 survivors against 11 random pages of UK-2005").add(verdict(at == 3, at > 0),
		"agrees if the signs begin +++, cannot be told if one of them does. "+legend, "%s; %s", string(s), several(w, random, pageRank, "%.2e"))
	s = signs(n.Carried, "seeds", pages)
	plus, all := share(s[min(3, len(s)):min(15, len(s))])
	v := verdict(plus == 12, 2*plus > all)
	if all == 0 {
		v = CannotTell
	}
	r.on("Fig. 14", "new pages by depth", "more from step 4 to 15, then about as many").add(v, "agrees if + at depths 3 to 14, cannot be told at most of those there are", "%s; %s",
		string(s), several(w, random, pages, "%.0f"))
}

func (r *run) costRows() {
	const paper = "O(seeds · iterations · 2 · mean degree · pages): linear in the arcs; no time is given"
	if len(r.r.Times) < 2 {
		r.on("§2.6", "cost", paper).add(NotRun, "", "seeds were not timed")
	} else {
		var parts []string
		for _, t := range r.r.Times {
			parts = append(parts, fmt.Sprintf("%s, %s after pruning: %.3g s", digits.Plural(t.Pages, "page"), digits.Plural(t.Arcs, "arc"), t.Seconds))
		}
		s := r.r.Slope
		r.on("§2.6", "cost", paper).add(verdict(s > 0.8 && s < 1.25, s > 0.6 && s < 1.6), "made Webs; agrees if the slope is 0.8 to 1.25, cannot be told if 0.6 to 1.6",
			"a seed on %s; slope of log time by log arcs %.2f", strings.Join(parts, "; "), s)
	}
	most, arcs := r.r.Pages, r.r.Pruned
	for _, t := range r.r.Times {
		if t.Arcs > arcs {
			most, arcs = t.Pages, t.Arcs
		}
	}
	r.on("§5", "largest graph", "39 M pages, 183 M arcs after pruning").add(OtherData, "", "%s, %s after pruning", digits.Plural(most, "page"), digits.Plural(arcs, "arc"))
}
