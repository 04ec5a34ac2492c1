package sites

import (
	"cmp"
	"slices"

	"weft/graph"
)

// When units merge: from which score on, and how much larger the other must be unless both are each other's best.
const (
	mergeScore  = 0.15
	sameDomain  = 2 // times the score, on two hosts of one registered domain
	largerTimes = 2
	mostRounds  = 50
)

// A tie is a unit and the larger unit with the highest score.
type tie struct {
	unit, into uint32
	score      float64
	out, in    int
}

// merge merges units as long as a pair of them belongs together.
func (d *divider) merge() error {
	for range mostRounds {
		best, err := d.ties()
		if err != nil {
			return err
		}
		j := d.newJoins()
		for k := range best {
			t := &best[k]
			if t.score < mergeScore || int(t.unit) != k {
				continue
			}
			x, y := &d.units[t.unit], &d.units[t.into]
			if o := &best[t.into]; o.unit == t.unit && o.into == t.into || y.pages >= largerTimes*x.pages {
				j.add(Step{Why: Tied, Unit: t.unit, Into: t.into, Score: t.score, Out: t.out, In: t.in})
			}
		}
		if d.join(j); !j.any {
			break
		}
	}
	return nil
}

// ties finds the best pair of each unit.
func (d *divider) ties() ([]tie, error) {
	best := make([]tie, len(d.units))
	better := func(k uint32, t tie) {
		if o := &best[k]; t.score > o.score || t.score == o.score && t.score > 0 && cmp.Or(cmp.Compare(t.unit, o.unit), cmp.Compare(t.into, o.into)) < 0 {
			*o = t
		}
	}
	err := d.byUnit(func(k uint32, pages []graph.Node) error {
		rows, err := d.links.count(pages, len(d.units))
		if err != nil {
			return err
		}
		x, all := &d.units[k], sum(rows)
		for i := range rows {
			r := &rows[i]
			y := &d.units[r.label]
			if y.pages < x.pages || y.pages == x.pages && r.label < k {
				continue
			}
			score := r.score(len(pages), all)
			if x.domain == y.domain && x.domain != none && x.on != y.on {
				score *= sameDomain
			}
			t := tie{k, r.label, score, int(r.out()), int(r.in())}
			better(k, t)
			better(r.label, t)
		}
		return nil
	})
	return best, err
}

// finish numbers the sites and fills in their fields.
func (d *divider) finish() error {
	shared, err := d.shared()
	if err != nil {
		return err
	}
	var kept []uint32
	for k := range d.units {
		if d.units[k].pages > 0 {
			kept = append(kept, uint32(k)) //nolint:gosec // fewer than pages
		}
	}
	slices.SortFunc(kept, func(a, b uint32) int {
		x, y := &d.units[a], &d.units[b]
		return cmp.Or(cmp.Compare(y.pages, x.pages), cmp.Compare(x.first, y.first))
	})
	number := make([]uint32, len(d.units))
	d.result.Sites = make([]Site, len(kept))
	bare := d.in.Out.ArcsBefore(d.in.Out.NumNodes()) == 0
	for i, k := range kept {
		number[k] = uint32(i) //nolint:gosec // fewer than pages
		d.result.Sites[i] = Site{Pages: int(d.units[k].pages), Linked: d.units[k].linked, Doubt: d.units[k].doubt, Bare: bare, Shared: shared[k]}
	}
	for u, k := range d.of {
		if k != none {
			d.of[u] = number[k]
		}
	}
	d.result.Of = d.of
	d.countUnits(number)
	d.markAlone()
	return nil
}

// countUnits counts the units of each site.
func (d *divider) countUnits(number []uint32) {
	into := make([]uint32, len(d.units))
	for k := range into {
		into[k] = uint32(k) //nolint:gosec // fewer than pages
	}
	for _, s := range d.result.Steps {
		into[s.Unit] = s.Into
	}
	for k := range into {
		end := uint32(k) //nolint:gosec // fewer than pages
		for into[end] != end {
			end = into[end]
		}
		if d.units[end].pages > 0 {
			d.result.Sites[number[end]].Units++
		}
	}
}

// markAlone marks the sites that share no registered domain with another of 10 pages or more.
func (d *divider) markAlone() {
	first, shared := map[uint32]uint32{}, map[uint32]bool{} // by domain
	each := func(f func(domain, site uint32)) {
		if d.in.Folders == nil {
			return
		}
		for h, root := range d.in.Folders.roots {
			for _, u := range d.in.Folders.within(root) {
				if k := d.of[u]; k != none && h < len(d.in.Domains) {
					f(d.in.Domains[h], k)
				}
			}
		}
	}
	each(func(domain, site uint32) {
		if d.result.Sites[site].Pages < leastUnit {
			return
		}
		if s, ok := first[domain]; !ok {
			first[domain] = site
		} else if s != site {
			shared[domain] = true
		}
	})
	for i := range d.result.Sites {
		d.result.Sites[i].Alone = d.in.Folders != nil
	}
	named := make([]bool, len(d.result.Sites))
	each(func(domain, site uint32) {
		named[site] = true
		if shared[domain] {
			d.result.Sites[site].Alone = false
		}
	})
	for i := range named {
		d.result.Sites[i].Alone = d.result.Sites[i].Alone && named[i]
	}
}
