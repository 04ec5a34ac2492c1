package bv

import (
	"weft/graph"
	"weft/graph/bitcode"
	"weft/internal/corrupt"
)

// A decoder reads the records of successor lists. It keeps its scratch space from list to list.
type decoder struct {
	r     bitcode.Reader
	codes Codes
	data  []byte
	fast  bool   // all codes are the usual ones, and there are 8 bytes or more
	last  uint64 // where the last 8 bytes begin
	win   uint64
	minI  uint64
	nodes uint64

	copied, runs, residuals, merged []graph.Node
}

// newReader returns a reader of the bits of a graph.
func newReader(data []byte, p *Properties) bitcode.Reader {
	if p.Options.LittleEndian {
		return bitcode.NewLittleReader(data)
	}
	return bitcode.NewReader(data)
}

func newDecoder(data []byte, p *Properties) *decoder {
	return &decoder{
		r: newReader(data, p), codes: p.Options.Codes, data: data, last: uint64(max(len(data)-8, 0)),
		fast: p.Options.Codes.standard() && !p.Options.LittleEndian && len(data) >= 8,
		win:  uint64(p.Options.window()), minI: uint64(p.Options.minInterval()), nodes: uint64(p.Nodes),
	}
}

// head reads the outdegree of node x and its reference: how many lists back, 0 for none. The record begins at pos, its head
// ends at end.
func (d *decoder) head(x, pos uint64) (degree, ref, end uint64, err error) {
	if d.fast {
		if degree, ref, end, ok := d.fastHead(x, pos); ok {
			return degree, ref, end, nil
		}
	}
	d.r.Seek(pos)
	degree = d.r.Code(d.codes.Outdegree)
	if degree > d.nodes {
		return 0, 0, pos, corrupt.Errorf("outdegree %d in a graph of %d nodes", degree, d.nodes)
	}
	if degree > 0 && d.win > 0 {
		ref = d.r.Code(d.codes.Reference)
		if ref > d.win || ref > x {
			return 0, 0, pos, corrupt.Errorf("reference %d lists back, window %d", ref, d.win)
		}
	}
	return degree, ref, d.r.Pos(), d.overrun()
}

func (d *decoder) overrun() error {
	if d.r.Overrun() {
		return corrupt.Errorf("the bit stream ends inside the list")
	}
	return nil
}

// body reads the rest of a record after its head, and returns the list, in the memory of dst if it suffices. ref
// is the list referred to; it is used only if hasRef.
func (d *decoder) body(dst []graph.Node, c chained, ref []graph.Node, hasRef bool) ([]graph.Node, error) {
	if d.fast {
		if list, ok := d.fastBody(dst, c, ref, hasRef); ok {
			return list, nil
		}
	}
	d.r.Seek(c.body)
	dst = dst[:0]
	extra := c.degree
	d.copied, d.runs, d.residuals = d.copied[:0], d.runs[:0], d.residuals[:0]
	if hasRef {
		if err := d.copyBlocks(ref); err != nil {
			return dst, err
		}
		if uint64(len(d.copied)) > extra {
			return dst, corrupt.Errorf("%d successors copied, outdegree %d", len(d.copied), c.degree)
		}
		extra -= uint64(len(d.copied))
	}
	if extra > 0 && d.minI > 0 {
		rest, err := d.intervals(c.node, extra)
		if err != nil {
			return dst, err
		}
		extra = rest
	}
	if extra > 0 {
		if err := d.readResiduals(c.node, extra); err != nil {
			return dst, err
		}
	}
	if err := d.overrun(); err != nil {
		return dst, err
	}
	return d.merge(dst)
}

// copyBlocks fills d.copied with the parts of ref that the blocks say.
func (d *decoder) copyBlocks(ref []graph.Node) error {
	count := d.r.Code(d.codes.BlockCount)
	if count > uint64(len(ref)) {
		return corrupt.Errorf("%d blocks over a list of %d", count, len(ref))
	}
	at := uint64(0)
	copying := true
	for i := range count {
		length := d.r.Code(d.codes.Block)
		if i > 0 {
			length++
		}
		if length > uint64(len(ref))-at {
			return corrupt.Errorf("blocks reach beyond a list of %d", len(ref))
		}
		if copying {
			d.copied = append(d.copied, ref[at:at+length]...)
		}
		at += length
		copying = !copying
	}
	if copying {
		d.copied = append(d.copied, ref[at:]...)
	}
	return nil
}

// intervals fills d.runs and returns how many of the extra successors are left.
func (d *decoder) intervals(x, extra uint64) (uint64, error) {
	count := d.r.Code(d.codes.Interval)
	if count > extra/d.minI {
		return 0, corrupt.Errorf("%d intervals among %d successors", count, extra)
	}
	next := uint64(0) // the least left end of the next interval
	for i := range count {
		gap := d.r.Code(d.codes.Interval)
		left := next + gap
		if i == 0 {
			left = uint64(int64(x) + bitcode.Signed(gap))
		}
		length := d.r.Code(d.codes.Interval) + d.minI
		if length > extra {
			return 0, corrupt.Errorf("intervals hold more than the outdegree")
		}
		extra -= length
		if left >= d.nodes || length > d.nodes-left {
			return 0, corrupt.Errorf("interval of %d nodes from %d in a graph of %d", length, left, d.nodes)
		}
		for v := left; v < left+length; v++ {
			d.runs = append(d.runs, graph.Node(v))
		}
		next = left + length + 1
	}
	return extra, nil
}

// readResiduals fills d.residuals with count successors.
func (d *decoder) readResiduals(x, count uint64) error {
	if count > d.r.Remaining() { // each takes a bit or more
		return corrupt.Errorf("%d residuals in %d bits", count, d.r.Remaining())
	}
	v := uint64(int64(x) + bitcode.Signed(d.r.Code(d.codes.Residual)))
	for {
		if v >= d.nodes {
			return corrupt.Errorf("successor %d in a graph of %d nodes", int64(v), d.nodes)
		}
		d.residuals = append(d.residuals, graph.Node(v))
		if count--; count == 0 {
			return nil
		}
		v += d.r.Code(d.codes.Residual) + 1
	}
}

// merge appends the union of the three sorted parts, which must be disjoint.
func (d *decoder) merge(dst []graph.Node) ([]graph.Node, error) {
	a, b := d.runs, d.residuals
	switch {
	case len(a) == 0:
		a = b
	case len(b) > 0:
		var ok bool
		if d.merged, ok = merge2(d.merged[:0], a, b); !ok {
			return dst, errTwice
		}
		a = d.merged
	}
	switch {
	case len(d.copied) == 0:
		return append(dst, a...), nil
	case len(a) == 0:
		return append(dst, d.copied...), nil
	}
	dst, ok := merge2(dst, d.copied, a)
	if !ok {
		return dst, errTwice
	}
	return dst, nil
}

var errTwice = corrupt.Errorf("a successor occurs twice in the list")

// merge2 appends the union of two sorted lists that are not empty; false if they share a node.
func merge2(dst, a, b []graph.Node) ([]graph.Node, bool) {
	i, j := 0, 0
	for {
		switch {
		case a[i] < b[j]:
			dst = append(dst, a[i])
			if i++; i == len(a) {
				return append(dst, b[j:]...), true
			}
		case b[j] < a[i]:
			dst = append(dst, b[j])
			if j++; j == len(b) {
				return append(dst, a[i:]...), true
			}
		default:
			return dst, false
		}
	}
}
