package bv

import "strconv"

// Longest holds the lengths of the longest lists of a graph, in arcs. A list is in memory as a whole, and one list
// may have most of the arcs.
type Longest struct {
	List   int64 // the longest one
	Window int64 // greatest number of arcs in a list and the lists of the window before it
}

// And returns the sum for two graphs that are read side by side, or joined.
func (l Longest) And(m Longest) Longest { return Longest{l.List + m.List, l.Window + m.Window} }

// ReadBytes returns the memory for reading the lists: the lists of a window, and the parts from which one is
// assembled.
func (l Longest) ReadBytes() int64 { return 4 * (l.Window + l.List) }

// WriteBytes returns the memory of a [Writer] of the lists, besides [BatchBytes]. It is two batches with a window
// each, which grow, a third one if a window holds more than a single long list, and the comparison of a list, with
// others and alone.
func (l Longest) WriteBytes() int64 {
	others := l.Window - l.List
	return 9*l.Window + 4*others + 5*l.List + 12*min(l.List, others)
}

// Longest returns the longest lists of g. It returns zero if the properties do not state them, or if the lists are
// small beside the memory of a process.
func (g *Graph) Longest() Longest {
	if g.props.Longest.List < hub {
		return Longest{}
	}
	return g.props.Longest
}

// parseLongest returns the longest lists stated in properties, if the numbers are possible. If the window is
// missing, it is assumed to hold lists of the greatest length, but no more than the graph has. Impossible numbers
// would demand absurd memory.
func parseLongest(kv map[string]string, p *Properties) (l Longest) {
	n, err := strconv.ParseInt(kv[longestKey], 10, 64)
	if err != nil || n < 0 || n > min(int64(p.Nodes), p.Arcs) {
		return l
	}
	l = Longest{n, n}
	if n, err = strconv.ParseInt(kv[windowKey], 10, 64); err == nil && n <= min(p.Arcs, int64(p.Options.window()+1)*l.List) {
		l.Window = max(l.Window, n)
	}
	return l
}

// longSums finds the longest lists while lists are written.
type longSums struct {
	most Longest
	last []int // the lengths of the lists of a window and one more, in turn
	at   int
	sum  int // of them
}

func (s *longSums) add(arcs int) {
	s.sum += arcs - s.last[s.at]
	s.last[s.at] = arcs
	if s.at++; s.at == len(s.last) {
		s.at = 0
	}
	s.most = Longest{max(s.most.List, int64(arcs)), max(s.most.Window, int64(s.sum))}
}
