package papers

import (
	"cmp"
	"fmt"
	"strings"

	"weft/answers/seeds"
	"weft/internal/digits"
)

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

// like counts the depths, from a depth on, at which the signs agree with the paper.
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

func (r *run) firstRanks(*claim) []finding { return rankWalk(r.r.Walks) }
func (r *run) firstPages(*claim) []finding { return pageWalk(r.r.Walks) }

func (r *run) groupsVisited(*claim) []finding {
	c := r.r.Walks
	if c.Groups == "" {
		return nil
	}
	w, random := find(c, "seeds"), find(c, "random")
	f := found(OtherData, "%s; %s", string(signs(c, "seeds", groups)), several(w, random, groups, "%.4g"))
	f[0].of = c.Groups
	return f
}

func (r *run) secondCrawl(*claim) []finding {
	if r.r.Newer != nil {
		return nil
	}
	return notRun(cmp.Or(r.NoNewer, "there is no second crawl"))
}

func (r *run) secondRanks(*claim) []finding {
	if r.r.Newer == nil {
		return nil
	}
	return rankWalk(r.r.Newer.Own)
}

func (r *run) secondPages(*claim) []finding {
	if r.r.Newer == nil {
		return nil
	}
	return pageWalk(r.r.Newer.Own)
}

// rankWalk judges the mean PageRank by depth, from the seeds of a crawl itself.
func rankWalk(c *seeds.Compared) []finding {
	w, random := find(c, "seeds"), find(c, "random")
	if w == nil {
		return found(CannotTell, "no seed was found")
	}
	s := signs(c, "seeds", pageRank)
	at := like(s, 0, "−+++")
	return found(verdict(at == 4, at >= 2), "%s; from the best hub of each core %s; %s",
		string(s), string(signs(c, bestHubs, pageRank)), several(w, random, pageRank, "%.2e"))
}

// pageWalk judges the number of new pages by depth, from the seeds of a crawl itself.
func pageWalk(c *seeds.Compared) []finding {
	w, random := find(c, "seeds"), find(c, "random")
	if w == nil {
		return found(CannotTell, "no seed was found")
	}
	s, soFar := signs(c, "seeds", pages), signs(c, "seeds", visited)
	plus, all := share(s[1:])
	ahead, _ := share(soFar[1:])
	all -= strings.Count(string(s[1:]), "·")
	return found(verdict(plus == all && all > 0, 2*plus > all || ahead == all && all > 0),
		"%s; best hubs %s; in all so far %s; %s",
		string(s), string(signs(c, bestHubs, pages)), string(soFar), several(w, random, pages, "%.0f"))
}

// several formats the first values of a walk beside the values of random ones.
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

func (r *run) olderSeeds(*claim) []finding {
	if r.r.Newer != nil {
		return nil
	}
	return notRun(cmp.Or(r.NoNewer, "there is no second crawl"))
}

func (r *run) survivors(c *claim) []finding {
	n := r.r.Newer
	if n == nil {
		return nil
	}
	part := 100 * float64(n.Fetched) / float64(max(n.Looked, 1))
	return found(
		judgedIf(n.Looked, c.judge(part)),
		"%d of %d (%.0f %%) were fetched; %d are known by name, among %s pages",
		n.Fetched,
		n.Looked,
		part,
		n.Named,
		digits.Grouped(n.Pages),
	)
}

func (r *run) survivorsRanks(*claim) []finding {
	return r.carried(func(c *seeds.Compared, w, random *seeds.Walk) []finding {
		s := signs(c, "seeds", pageRank)
		at := like(s, 0, "+++")
		return found(verdict(at == 3, at > 0), "%s; %s", string(s), several(w, random, pageRank, "%.2e"))
	})
}

func (r *run) survivorsPages(*claim) []finding {
	const first, end = 3, 15 // the depths of the paper
	return r.carried(func(c *seeds.Compared, w, random *seeds.Walk) []finding {
		s := signs(c, "seeds", pages)
		plus, all := share(s[min(first, len(s)):min(end, len(s))])
		return found(judgedIf(all, verdict(plus == end-first, 2*plus > all)), "%s; %s",
			string(s), several(w, random, pages, "%.0f"))
	})
}

// carried judges walks in the newer crawl from seeds of the older one.
func (r *run) carried(judge func(c *seeds.Compared, w, random *seeds.Walk) []finding) []finding {
	switch n := r.r.Newer; {
	case n == nil:
		return nil
	case n.Carried == nil:
		return found(CannotTell, "no seed survived")
	default:
		return judge(n.Carried, find(n.Carried, "seeds"), find(n.Carried, "random"))
	}
}
