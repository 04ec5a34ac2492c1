package measure

import (
	"cmp"
	"context"
	"errors"

	"weft/answers/answer"
	"weft/graph"
	"weft/internal/topk"
	"weft/stats"
	"weft/store"
)

// hostGraph is the graph of hosts. It has an arc for each pair of different hosts if a page of the first links to
// a page of the second. Memory: 24 bytes a host.
type hostGraph struct {
	groups  store.Groups
	first   int // the first group that is a host: 1 where there are pages whose names are no URLs, which are group 0
	in, out []uint32
	pairs   int64    // of different hosts
	between int64    // arcs of pages of different hosts
	of      []uint32 // host of each page, where a matrix follows
}

// countHosts goes through the arcs host by host, and returns the graph of hosts with the k pairs that have the most
// arcs.
func countHosts(ctx context.Context, c *store.Crawl, v *store.View, k int) (*hostGraph, []HostLink, error) {
	groups, err := c.Hosts()
	if err != nil {
		return nil, nil, err
	}
	of, err := groups.All(v.Space)
	if err != nil {
		return nil, nil, err
	}
	h := &hostGraph{groups: groups, in: make([]uint32, groups.Len()), out: make([]uint32, groups.Len())}
	if h.first, err = FirstHost(groups); err != nil {
		return nil, nil, err
	}
	if k > 0 {
		h.of = of
	}
	s := &hostScan{h: h, of: of, counts: make([]uint32, groups.Len()), top: k, pairs: topk.New(k, byArcs)}
	last := -1
	var succ []graph.Node
	for host, u := range groups.Sorted() {
		if host != last {
			s.end(last)
			if last = host; ctx.Err() != nil {
				return nil, nil, ctx.Err()
			}
		}
		if succ, err = v.Out.AppendSucc(succ[:0], u); err != nil {
			return nil, nil, err
		}
		for _, v := range succ {
			to := s.of[v]
			if s.counts[to] == 0 {
				s.touched = append(s.touched, to)
			}
			s.counts[to]++
		}
	}
	s.end(last)
	links, err := s.named()
	return h, links, err
}

// FirstHost returns the first group that is a host. Names that are no URLs have keys that sort before all others,
// and their group has no name.
func FirstHost(groups store.Groups) (int, error) {
	if groups.Len() == 0 {
		return 0, nil
	}
	name, err := groups.Name(0)
	if err != nil || name != "" {
		return 0, err
	}
	return 1, nil
}

// hostScan counts the arcs of one host after the other.
type hostScan struct {
	h       *hostGraph
	of      []uint32 // host of each page
	counts  []uint32 // arcs to each host, of the host that is scanned
	touched []uint32
	top     int
	pairs   *topk.Selection[hostPair]
}

type hostPair struct {
	from, to uint32
	arcs     int64
}

// byArcs orders pairs: those with the most arcs first; ties go to the smaller hosts.
func byArcs(a, b hostPair) int {
	return cmp.Or(cmp.Compare(b.arcs, a.arcs), cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to))
}

// end takes the counts of a host, and clears them.
func (s *hostScan) end(from int) {
	if from < 0 {
		return
	}
	for _, to := range s.touched {
		n := int64(s.counts[to])
		s.counts[to] = 0
		if int(to) == from {
			continue
		}
		s.h.between += n
		s.h.pairs++
		if from >= s.h.first && int(to) >= s.h.first {
			s.h.out[from]++
			s.h.in[to]++
		}
		if s.top > 0 {
			s.pairs.Add(hostPair{uint32(from), to, n})
		}
	}
	s.touched = s.touched[:0]
}

func (s *hostScan) named() ([]HostLink, error) {
	best := s.pairs.Sorted()
	links := make([]HostLink, 0, len(best))
	for _, p := range best {
		from, err1 := s.h.groups.Name(int(p.from))
		to, err2 := s.h.groups.Name(int(p.to))
		if err := errors.Join(err1, err2); err != nil {
			return nil, err
		}
		links = append(links, HostLink{from, to, p.arcs})
	}
	return links, nil
}

// laws describes the hosts; nil if there are none. Pages whose names are no URLs are no host.
func (h *hostGraph) laws(o DegreeOptions) (*HostDegrees, error) {
	if h.first == h.groups.Len() {
		return nil, nil
	}
	var in, out, pages stats.Counter
	for g := h.first; g < h.groups.Len(); g++ {
		in.Add(uint64(h.in[g]))
		out.Add(uint64(h.out[g]))
		pages.Add(uint64(h.groups.Size(g)))
	}
	var d HostDegrees
	var errs [3]error
	d.In, errs[0] = NewLaw("in-degree of hosts", allHosts, in.Histogram(), o.Options, o.Samples)
	d.Out, errs[1] = NewLaw("out-degree of hosts", allHosts, out.Histogram(), o.Options, o.Samples)
	d.Pages, errs[2] = NewLaw("pages of a host", allHosts, pages.Histogram(), o.Options, o.Samples)
	return &d, errors.Join(errs[:]...)
}

// HostLinksStage is how GetHostLinks reads a crawl.
func HostLinksStage(ctx context.Context, c *store.Crawl, o answer.Options) (answer.Stage, error) {
	v, err := o.View(ctx, "the links between hosts", true, false, store.Arrays("the host of each page", 4*int64(c.NumPages())).And(store.Heap(hostsPart, hostBytes*int64(hosts(c)))).And(store.Heap("the busiest pairs", 1<<20)))
	v.Singly = true // by host
	return answer.Stage{View: v, Passes: "1 over the graph, and 2 over the lists of 12 hosts"}, err
}

// GetHostLinks counts the arcs between different hosts. It returns the k ordered pairs of hosts with the most
// arcs, and a matrix of the largest crawled hosts and of the hosts that these link to.
func GetHostLinks(ctx context.Context, c *store.Crawl, k int, o answer.Options) (*HostLinks, error) {
	s, err := HostLinksStage(ctx, c, o)
	if err != nil {
		return nil, err
	}
	return answer.See(c, &o, s, func(v *store.View) (*HostLinks, error) {
		h, links, err := countHosts(ctx, c, v, k)
		if err != nil {
			return nil, err
		}
		m, err := h.matrix(ctx, c, v)
		return &HostLinks{Pairs: h.pairs, Arcs: h.between, Top: links, Matrix: m}, err
	})
}

// matrixHosts is the largest number of rows and of columns of a HostMatrix.
const matrixHosts = 12

// matrix counts the arcs from the hosts with the most fetched pages to the hosts with the most arcs from these. Ties go
// to the smaller numbers. It reads the lists of the rows twice, and takes 8 bytes a host.
func (h *hostGraph) matrix(ctx context.Context, c *store.Crawl, v *store.View) (m HostMatrix, err error) {
	fetched := make([]int64, h.groups.Len())
	for u, g := range h.of {
		if c.State(graph.Node(u)).MayLink() {
			fetched[g]++
		}
	}
	row := map[uint32]int{}
	for _, g := range largest(fetched) {
		name, err := h.groups.Name(g)
		if err != nil {
			return m, err
		}
		row[uint32(g)] = len(m.Rows)
		m.Rows = append(m.Rows, MatrixRow{Host: name, Fetched: fetched[g]})
	}
	clear(fetched)
	received := fetched // arcs from the other hosts of the rows
	err = h.eachArc(ctx, v, row, func(i int, from, to uint32) {
		if from != to {
			m.Rows[i].Out++
			received[to]++
		}
	})
	if err != nil {
		return m, err
	}
	column := map[uint32]int{}
	for _, g := range largest(received) {
		name, err := h.groups.Name(g)
		if err != nil {
			return m, err
		}
		column[uint32(g)] = len(m.Columns)
		m.Columns = append(m.Columns, name)
	}
	m.Arcs = make([][]int64, len(m.Rows))
	for i := range m.Arcs {
		m.Arcs[i] = make([]int64, len(m.Columns))
	}
	return m, h.eachArc(ctx, v, row, func(i int, from, to uint32) {
		if j, is := column[to]; is {
			m.Arcs[i][j]++
			if from != to {
				m.Rows[i].Shown++
			}
		}
	})
}

// largest returns the hosts with the largest numbers above 0.
func largest(of []int64) []int {
	best := topk.New(matrixHosts, func(a, b int) int { return cmp.Or(cmp.Compare(of[b], of[a]), a-b) })
	for g, n := range of {
		if n > 0 {
			best.Add(g)
		}
	}
	return best.Sorted()
}

// eachArc calls f with the hosts of each arc that leaves a host of a row.
func (h *hostGraph) eachArc(ctx context.Context, v *store.View, row map[uint32]int, f func(i int, from, to uint32)) error {
	var succ []graph.Node
	for host, u := range h.groups.Sorted() {
		i, is := row[uint32(host)]
		if !is {
			continue
		}
		var err error
		if succ, err = v.Out.AppendSucc(succ[:0], u); err != nil {
			return err
		}
		for _, to := range succ {
			f(i, uint32(host), h.of[to])
		}
	}
	return ctx.Err()
}
