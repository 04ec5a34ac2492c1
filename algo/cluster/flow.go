package cluster

import (
	"context"
	"fmt"
	"math"
	"sync"

	"weft/graph"
	"weft/internal/par"
)

// An entry of a column.
type entry struct {
	row   uint32
	value float32
}

// A matrix has its columns in pages, which go back to the arena.
type matrix struct {
	columns [][]entry
	mu      sync.Mutex
	pages   [][]entry
}

// pageEntries is how many entries a page has, 512 KiB of them.
const pageEntries = 1 << 16

// An arena allocates pages and reuses released ones, so that it never takes more memory than two matrices need.
type arena struct {
	mu    sync.Mutex
	free  [][]entry
	took  int64 // bytes of all pages
	bound int64 // maximum of took; 0 means no maximum
}

// page returns an empty page with room for some entries.
func (a *arena) page(entries int) ([]entry, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if last := len(a.free) - 1; last >= 0 && entries <= pageEntries {
		p := a.free[last]
		a.free = a.free[:last]
		return p[:0], nil
	}
	size := max(entries, pageEntries)
	if a.took += 8 * int64(size); a.bound > 0 && a.took > a.bound {
		return nil, fmt.Errorf("the matrices take more than the %d bytes allowed: allow more, keep fewer entries of a column, or raise the cut or the inflation", a.bound)
	}
	return make([]entry, 0, size), nil
}

// release returns the pages of a matrix to the arena. Pages of an unusual size go to the garbage collector.
func (a *arena) release(m *matrix) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for i, p := range m.pages {
		if cap(p) == pageEntries {
			a.free = append(a.free, p)
		} else {
			a.took -= 8 * int64(cap(p))
		}
		m.pages[i] = nil
	}
	m.pages = m.pages[:0]
}

// A flow has the present matrix and the next one, which is being computed.
type flow struct {
	o         MCLOptions
	n         int
	arena     *arena
	now, next *matrix
	workers   par.Free[worker]
}

func newFlow(n int, o MCLOptions) *flow {
	f := &flow{o: o, n: n, arena: &arena{bound: o.Bytes}, workers: make(par.Free[worker], par.Workers(o.Workers))}
	f.now, f.next = &matrix{columns: make([][]entry, n)}, &matrix{columns: make([][]entry, n)}
	return f
}

// A worker makes columns.
type worker struct {
	sum    []float64 // of each row
	page   []entry   // is filled
	of     *matrix   // that the page belongs to
	column []entry
	values []float32
}

// put keeps a column.
func (w *worker) put(a *arena, m *matrix, at int, column []entry) error {
	if w.of != m || len(w.page)+len(column) > cap(w.page) {
		p, err := a.page(len(column))
		if err != nil {
			return err
		}
		w.page, w.of = p, m
		m.mu.Lock()
		m.pages = append(m.pages, p)
		m.mu.Unlock()
	}
	lo := len(w.page)
	w.page = append(w.page, column...)
	m.columns[at] = w.page[lo:len(w.page):len(w.page)]
	return nil
}

// begin makes the first matrix.
func (f *flow) begin(ctx context.Context, g *Graph) error {
	parts := graph.Parts(g.Lists)
	return par.Do(ctx, len(parts), f.o.Workers, func(i int) error {
		w := f.workers.Get()
		defer f.workers.Put(w)
		at := g.Lists.ArcsBefore(parts[i].Lo)
		var bad error
		err := graph.EachList(g.Lists, parts[i], func(u graph.Node, list []graph.Node) {
			if bad == nil {
				bad = f.first(w, g, u, list, at)
			}
			at += int64(len(list))
		})
		if err != nil {
			return err
		}
		return bad
	})
}

// first makes the column of a node whose arcs begin with number at.
func (f *flow) first(w *worker, g *Graph, u graph.Node, list []graph.Node, at int64) error {
	most, sum := float32(0), 0.0
	w.column = append(w.column[:0], entry{row: uint32(u)})
	for i, v := range list {
		if u != v {
			x := g.weight(at + int64(i))
			most, sum = max(most, x), sum+float64(x)
			w.column = append(w.column, entry{uint32(v), x})
		}
	}
	if most == 0 {
		most = 1
	}
	w.column[0].value = float32(float64(most) * f.o.Loop)
	sum += float64(w.column[0].value)
	for i := range w.column {
		w.column[i].value = float32(float64(w.column[i].value) / sum)
	}
	return w.put(f.arena, f.now, int(u), w.column)
}

// trim leaves the entries below least out of the column of w, whose sum is 1, and scales it to that sum again. It
// returns the share that was left out.
func (w *worker) trim(least float32) float64 {
	n, kept := reaching(w.column, least)
	if n == len(w.column) || n == 0 {
		return 0
	}
	rest := w.column[:0]
	for _, e := range w.column {
		if e.value >= least {
			rest = append(rest, entry{e.row, float32(float64(e.value) / kept)})
		}
	}
	w.column = rest
	return max(0, 1-kept)
}

// columnsPerTask is how many columns a worker makes at a time.
const columnsPerTask = 1 << 8

// A report adds up what was done to columns.
type report struct {
	MCLPass
	kept, trimmed float64
}

// pass makes the next matrix, with inflation r.
func (f *flow) pass(ctx context.Context, r float64) (MCLPass, error) {
	reports := make([]report, (f.n+columnsPerTask-1)/columnsPerTask)
	err := par.Do(ctx, len(reports), f.o.Workers, func(i int) error {
		w := f.workers.Get()
		defer f.workers.Put(w)
		if w.sum == nil {
			w.sum = make([]float64, f.n)
		}
		reports[i].LeastKept = 1
		for u := i * columnsPerTask; u < min(f.n, (i+1)*columnsPerTask); u++ {
			if err := f.step(w, u, r, &reports[i]); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return MCLPass{}, err
	}
	all := report{MCLPass: MCLPass{LeastKept: 1}}
	for _, r := range reports {
		all.Entries += r.Entries
		all.Chaos, all.LeastKept = max(all.Chaos, r.Chaos), min(all.LeastKept, r.LeastKept)
		all.kept, all.trimmed = all.kept+r.kept, all.trimmed+r.trimmed
		all.Selected, all.Recovered = all.Selected+r.Selected, all.Recovered+r.Recovered
	}
	all.Kept, all.Trimmed = all.kept/float64(max(f.n, 1)), all.trimmed/float64(max(f.n, 1))
	f.now, f.next = f.next, f.now
	f.arena.release(f.next)
	return all.MCLPass, nil
}

// step makes the next column of u.
func (f *flow) step(w *worker, u int, r float64, p *report) error {
	w.expand(f.now, u)
	most, squares, mass := float32(0), 0.0, 0.0
	for _, e := range w.column {
		most, squares, mass = max(most, e.value), squares+float64(e.value)*float64(e.value), mass+float64(e.value)
	}
	kept := f.prune(w, p)
	p.Chaos = max(p.Chaos, (float64(most)-squares)*float64(len(w.column)))
	p.Entries += int64(len(w.column))
	p.kept += kept / mass
	p.LeastKept = min(p.LeastKept, kept/mass)
	inflate(w.column, r, kept)
	p.trimmed += w.trim(float32(f.o.Trim))
	return f.put(w, u)
}

func (f *flow) put(w *worker, u int) error { return w.put(f.arena, f.next, u, w.column) }

// expand makes the column u of the square of m.
func (w *worker) expand(m *matrix, u int) {
	column, sum := w.column[:0], w.sum
	for _, by := range m.columns[u] {
		x := float64(by.value)
		for _, e := range m.columns[by.row] {
			was := sum[e.row]
			if was == 0 {
				column = append(column, entry{row: e.row})
			}
			sum[e.row] = was + x*float64(e.value)
		}
	}
	for i := range column {
		c := &column[i]
		c.value = float32(sum[c.row])
		sum[c.row] = 0
	}
	w.column = column
}

// prune removes entries from the column of w by the rules of the options, and returns the sum of the remaining
// entries.
func (f *flow) prune(w *worker, p *report) float64 {
	cut := float32(f.o.Cut)
	n, kept := reaching(w.column, cut)
	bar := cut
	if n > f.o.Keep && !(n < f.o.Recover && kept < f.o.RecoverShare) {
		p.Selected++
		bar = w.kth(f.o.Keep)
		n, kept = reaching(w.column, bar)
	}
	if n < f.o.Recover && kept < f.o.RecoverShare && (n < len(w.column)) {
		p.Recovered++
		bar = w.kth(f.o.Recover)
	}
	sum, rest := 0.0, w.column[:0]
	for _, e := range w.column {
		if e.value >= bar {
			sum += float64(e.value)
			rest = append(rest, e)
		}
	}
	w.column = rest
	return sum
}

// reaching counts the entries of at least bar, and adds them up.
func reaching(column []entry, bar float32) (n int, sum float64) {
	for _, e := range column {
		if e.value >= bar {
			n++
			sum += float64(e.value)
		}
	}
	return n, sum
}

// kth returns the k-th greatest value of the column, or the least if the column has fewer than k.
func (w *worker) kth(k int) float32 {
	w.values = w.values[:0]
	for _, e := range w.column {
		w.values = append(w.values, e.value)
	}
	return kthGreatest(w.values, min(k, len(w.values)))
}

// kthGreatest is Hoare's selection; it mixes up values.
func kthGreatest(values []float32, k int) float32 {
	lo, hi, at := 0, len(values)-1, k-1
	for lo < hi {
		pivot := values[lo+(hi-lo)/2]
		i, j := lo, hi
		for i <= j {
			for values[i] > pivot {
				i++
			}
			for values[j] < pivot {
				j--
			}
			if i <= j {
				values[i], values[j] = values[j], values[i]
				i, j = i+1, j-1
			}
		}
		switch {
		case at <= j:
			hi = j
		case at >= i:
			lo = i
		default:
			return values[at]
		}
	}
	return values[at]
}

// inflate raises the shares of a column, whose sum is given, to the power r and scales them to the sum 1.
func inflate(column []entry, r, sum float64) {
	total := 0.0
	for i, e := range column {
		x := float64(e.value) / sum
		if r == 2 {
			x *= x
		} else {
			x = math.Pow(x, r)
		}
		column[i].value = float32(x)
		total += x
	}
	for i, e := range column {
		column[i].value = float32(float64(e.value) / total)
	}
}
