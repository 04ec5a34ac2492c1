package watch

import "time"

// hour is how many points a history keeps, and step the least time between two.
const (
	hour = 3600
	step = time.Second
)

// A point is how a crawl stood at a time.
type point struct {
	at      time.Time
	learnt  uint64
	bytes   uint64
	known   uint64
	waiting uint64
}

// A history is a ring of the last points.
type history struct {
	points []point
	first  int // the oldest
}

// add keeps a point, unless one was kept just before, which a clock that stands a little early must not hide.
func (h *history) add(p point) {
	n := len(h.points)
	if n > 0 && p.at.Sub(h.at(n-1).at) < step*9/10 {
		return
	}
	if n < hour {
		h.points = append(h.points, p)
		return
	}
	h.points[h.first] = p
	h.first = (h.first + 1) % n
}

// at returns the i-th point, from the oldest on.
func (h *history) at(i int) point { return h.points[(h.first+i)%len(h.points)] }

// History is the course of a crawl in the last hour: columns of the same length, from the oldest point on. Totals
// cover the whole crawl.
type History struct {
	Seconds  []float64 `json:"seconds"` // since the run began
	PageRate []float64 `json:"pages_per_second"`
	ByteRate []float64 `json:"bytes_per_second"`
	Learnt   []uint64  `json:"learnt"`
	Known    []uint64  `json:"known"`
	Waiting  []uint64  `json:"waiting"`
}

// thin returns at most n moments of the history. Rates are means since the moment before.
func (h *history) thin(n int, began time.Time) History {
	out := History{[]float64{}, []float64{}, []float64{}, []uint64{}, []uint64{}, []uint64{}}
	last := len(h.points) - 1
	if last < 1 {
		return out
	}
	stride := (last + n - 1) / n
	before := h.at(last % stride)
	for i := last%stride + stride; i <= last; i += stride {
		p := h.at(i)
		s := p.at.Sub(before.at).Seconds()
		out.Seconds = append(out.Seconds, p.at.Sub(began).Seconds())
		out.PageRate = append(out.PageRate, float64(p.learnt-min(before.learnt, p.learnt))/s)
		out.ByteRate = append(out.ByteRate, float64(p.bytes-min(before.bytes, p.bytes))/s)
		out.Learnt, out.Known, out.Waiting = append(out.Learnt, p.learnt), append(out.Known, p.known), append(out.Waiting, p.waiting)
		before = p
	}
	return out
}
