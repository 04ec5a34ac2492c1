package sites

import (
	"math"

	"weft/graph"
)

// none is the label of a page that counts nowhere.
const none = math.MaxUint32

// links holds the links of a crawl, and the tables to count the links of a group of pages by label.
type links struct {
	out, in    graph.Random
	label      []uint32 // of each page; none for pages that count nowhere
	to, from   []uint32 // the last group that linked to a page, or was linked from it
	group      uint32   // number of groups counted so far
	slot       []uint32 // of each label: its place in rows plus one, 0 if it has none
	rows       []decisions
	succ, pred []graph.Node
}

// decisions are how a group of pages is linked with the pages of another label. A page that links to many pages of the
// other label, and a page that many link to, count once.
type decisions struct {
	label             uint32
	sources, targets  uint32 // pages of the group that link there, and pages there that are linked to
	linking, linkedTo uint32 // pages there that link to the group, and pages of the group that they link to
	arcsOut, arcsIn   uint32
	returned          uint32 // arcs out that are returned
	lastOut, lastIn   graph.Node
	hasOut, hasIn     bool
}

// out and in are the number of decisions in either direction.
func (d *decisions) out() float64 { return float64(min(d.sources, d.targets)) }
func (d *decisions) in() float64  { return float64(min(d.linking, d.linkedTo)) }

func newLinks(in Input) *links {
	n := in.Out.NumNodes()
	return &links{out: in.Out, in: in.In, label: make([]uint32, n), to: make([]uint32, n), from: make([]uint32, n)}
}

// count counts the decisions of a group by the labels of its neighbours. The pages of the group have a label of
// their own. The rows are valid until the next call.
func (l *links) count(pages []graph.Node, labels int) ([]decisions, error) {
	l.group++
	for len(l.slot) < labels {
		l.slot = append(l.slot, 0)
	}
	l.rows = l.rows[:0]
	for _, u := range pages {
		if err := l.read(u); err != nil {
			return nil, err
		}
		own := l.label[u]
		graph.Neighbours(u, l.succ, l.pred, func(v graph.Node, to, from bool) {
			if k := l.label[v]; k != own && k != none {
				l.add(l.row(k), u, v, to, from)
			}
		})
	}
	for i := range l.rows {
		l.slot[l.rows[i].label] = 0
	}
	return l.rows, nil
}

// read reads the lists of a page.
func (l *links) read(u graph.Node) (err error) {
	if l.succ, err = l.out.AppendSucc(l.succ[:0], u); err == nil {
		l.pred, err = l.in.AppendSucc(l.pred[:0], u)
	}
	return err
}

func (l *links) row(label uint32) *decisions {
	if l.slot[label] == 0 {
		l.rows = append(l.rows, decisions{label: label})
		l.slot[label] = uint32(len(l.rows)) //nolint:gosec // at most as many as labels
	}
	return &l.rows[l.slot[label]-1]
}

func (l *links) add(d *decisions, u, v graph.Node, to, from bool) {
	if to {
		d.arcsOut++
		if l.to[v] != l.group {
			l.to[v] = l.group
			d.targets++
		}
		if !d.hasOut || d.lastOut != u {
			d.hasOut, d.lastOut = true, u
			d.sources++
		}
	}
	if from {
		d.arcsIn++
		if l.from[v] != l.group {
			l.from[v] = l.group
			d.linking++
		}
		if !d.hasIn || d.lastIn != u {
			d.hasIn, d.lastIn = true, u
			d.linkedTo++
		}
	}
	if to && from {
		d.returned++
	}
}

// The share of its decisions that a group must make for another group to count in full, and the share of returned
// links to its pages.
const (
	fullShare    = 0.4
	fullReturned = 0.2
)

// sum is the number of decisions of a group for all others.
func sum(rows []decisions) (all float64) {
	for i := range rows {
		all += rows[i].out()
	}
	return all
}

// score says how strongly a group of the given number of pages belongs to another that is not smaller. With m the lesser
// number of decisions of both directions, it is
//
//	(m − √m/2)/pages · (1 + 4·covers·share) · min(1, share/0.4)² · min(1, returned/(0.2·pages))
//
// where covers is the share of its pages that link there, and share the share of its decisions for it. The score of a
// link in one direction is 0.
func (d *decisions) score(pages int, all float64) float64 {
	m := min(d.out(), d.in())
	if m == 0 {
		return 0
	}
	n := float64(pages)
	covers, share := float64(d.sources)/n, d.out()/all
	full := min(1, share/fullShare)
	return (m - math.Sqrt(m)/2) / n * (1 + 4*covers*share) * full * full * min(1, float64(d.returned)/(fullReturned*n))
}
