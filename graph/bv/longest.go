package bv

import "strconv"

// Longest tells how long the longest lists of a graph are, in arcs: a list is held whole, and one may have as many arcs
// as all others.
type Longest struct {
	List   int64 // the longest one
	Window int64 // the most in a list and those of the window before it
}

// And is what two graphs have that are read side by side, or joined.
func (l Longest) And(m Longest) Longest { return Longest{l.List + m.List, l.Window + m.Window} }

// ReadBytes is the memory of who reads the lists: those of a window, and parts that one is put together from.
func (l Longest) ReadBytes() int64 { return 4 * (l.Window + l.List) }

// WriteBytes is the memory of a [Writer] of the lists, besides [BatchBytes]: two batches with a window each, which
// grow, a third where there is more in it than a single long list, and what is found of a list, compared with others
// and alone.
func (l Longest) WriteBytes() int64 {
	others := l.Window - l.List
	return 9*l.Window + 4*others + 5*l.List + 12*min(l.List, others)
}

// Longest tells of the longest lists of g, nothing where the properties do not say it, and where the lists are lost
// among what a process takes itself.
func (g *Graph) Longest() Longest {
	if g.props.Longest.List < hub {
		return Longest{}
	}
	return g.props.Longest
}

// parseLongest is what properties say of the longest lists, if it can be. Of a window they may say nothing: it has the
// longest list, and no more of such than it has lists; needs of what cannot be would be beyond all numbers.
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

// longSums finds the longest lists among those that are written.
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
