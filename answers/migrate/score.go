package migrate

import (
	"cmp"
	"math"
	"slices"

	"weft/graph"
)

// Weights of the kinds of evidence, and the power for the comparison with rivals.
const (
	nameWeight      = 1.0
	neighbourWeight = 1.0
	textWeight      = 1.0
	sharpness       = 40
	enough          = 0.8 // the score from which on a page without rivals is sure
)

// edge is a candidate of a page that is gone.
type edge struct {
	to                            int32 // place among the fresh pages
	score, name, neighbour, texts float32
	known                         float32 // weight of the neighbours of either
}

// scratch is the working memory of a worker.
type scratch struct {
	votes   []float32 // of each fresh page
	met     []int32   // those with votes
	renamed []uint32
	out, in []graph.Node // neighbours of the page, in the newer crawl
	row     []float64
	lists   [][]entry // of the features of the page
	work    work
	// Total weights of the neighbours of the page.
	outAll, inAll float64
}

// work counts the evidence that was read.
type work struct {
	votes      int64 // entries of the index
	cells      int64 // of tables of edit distances
	neighbours int64 // searched among the neighbours of another page
	cut        int64 // pages whose common features were skipped
}

func (w *work) add(x work) {
	w.votes, w.cells, w.neighbours, w.cut = w.votes+x.votes, w.cells+x.cells, w.neighbours+x.neighbours, w.cut+x.cut
}

func (m *matcher) newScratch() *scratch { return &scratch{votes: make([]float32, len(m.new.pages))} }

// candidates scores the best candidates of a page that is gone, best first.
func (m *matcher) candidates(s *scratch, i int) ([]edge, error) {
	u := m.old.pages[i]
	var err error
	if s.out, err = through(s.out[:0], m.old.Out, u, m.image, true); err != nil {
		return nil, err
	}
	if s.in, err = through(s.in[:0], m.old.In, u, m.image, true); err != nil {
		return nil, err
	}
	s.outAll, s.inAll = m.sum(s.out, m.new.In), m.sum(s.in, m.new.Out)
	var list []edge
	for _, k := range m.nominate(s, i) {
		list = append(list, m.score(s, i, int(k)))
	}
	slices.SortStableFunc(list, func(a, b edge) int { return cmp.Compare(b.score, a.score) })
	return list, nil
}

// score compares a page that is gone with a fresh one.
func (m *matcher) score(s *scratch, i, k int) edge {
	e := edge{to: int32(k), neighbour: -1, texts: -1}
	name := m.nameScore(s, m.old.tokens[i], m.new.tokens[k], m.old.dirs[i])
	e.name = float32(name)
	sum, weight := nameWeight*name, nameWeight
	both := m.shared(s, s.out, m.out[k], m.new.In) + m.shared(s, s.in, m.in[k], m.new.Out)
	if all := s.outAll + s.inAll + m.outAll[k] + m.inAll[k] - both; all > 0 {
		shared := min(1, both/all)
		w := neighbourWeight * all / (all + 1)
		sum, weight = sum+w*shared, weight+w
		e.neighbour, e.known = float32(shared), float32(all)
	}
	if a, b := m.old.words[i], m.new.words[k]; len(a) > 0 && len(b) > 0 {
		texts := m.wordScore(a, b)
		sum, weight = sum+textWeight*texts, weight+textWeight
		e.texts = float32(texts)
	}
	e.score = float32(sum / weight)
	return e
}

// weight returns the weight of a neighbour, from its degree in back.
func weight(v graph.Node, back graph.Random) float64 {
	return 1 / math.Log(1+float64(max(back.ArcsBefore(int(v)+1)-back.ArcsBefore(int(v)), 1)))
}

func (m *matcher) sum(list []graph.Node, back graph.Random) (sum float64) {
	for _, v := range list {
		sum += weight(v, back)
	}
	return sum
}

// shared returns the total weight of the neighbours that two sorted lists share. It searches the longer list for
// the entries of the shorter one, so that a hub costs no more if it resembles many pages.
func (m *matcher) shared(s *scratch, a, b []graph.Node, back graph.Random) (sum float64) {
	if len(a) > len(b) {
		a, b = b, a
	}
	s.work.neighbours += int64(len(a))
	for _, v := range a {
		at, found := slices.BinarySearch(b, v)
		if b = b[at:]; found {
			sum += weight(v, back)
		}
	}
	return sum
}

func (m *matcher) wordScore(a, b []uint32) float64 {
	shared, all := merge(a, b, func(w uint32) float64 { return m.voc.weights[w] })
	return shared / all
}

// merge weighs what two increasing lists share, and what either has.
func merge[T cmp.Ordered](a, b []T, weight func(T) float64) (shared, all float64) {
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0] < b[0]:
			all += weight(a[0])
			a = a[1:]
		case len(a) == 0 || b[0] < a[0]:
			all += weight(b[0])
			b = b[1:]
		default:
			w := weight(a[0])
			shared, all = shared+w, all+w
			a, b = a[1:], b[1:]
		}
	}
	return shared, all
}

// nameScore returns 1 less the edit distance of two names, over the weight of the heavier.
func (m *matcher) nameScore(s *scratch, a, b []uint32, dir uint32) float64 {
	whole := max(m.voc.sum(a), m.voc.sum(b))
	if whole == 0 {
		return 0
	}
	head, tail := alike(a, b)
	return 1 - m.distance(s, a[head:len(a)-tail], b[head:len(b)-tail], dir)/whole
}

func (v *vocabulary) sum(list []uint32) (sum float64) {
	for _, t := range list {
		sum += v.weights[t]
	}
	return sum
}

// distance is the edit distance of two lists of tokens, by Wagner and Fischer, in a row.
func (m *matcher) distance(s *scratch, a, b []uint32, dir uint32) float64 {
	s.work.cells += int64(len(a)+1) * int64(len(b)+1)
	s.row = append(s.row[:0], 0)
	for k, t := range b {
		s.row = append(s.row, s.row[k]+m.cost(0, t, dir))
	}
	for _, t := range a {
		diagonal := s.row[0]
		s.row[0] += m.cost(t, 0, dir)
		for k, x := range b {
			least := min(diagonal+m.cost(t, x, dir), s.row[k]+m.cost(0, x, dir), s.row[k+1]+m.cost(t, 0, dir))
			diagonal, s.row[k+1] = s.row[k+1], least
		}
	}
	return s.row[len(b)]
}

// cost returns the cost of a change of a token.
func (m *matcher) cost(from, to, dir uint32) float64 {
	if from == to {
		return 0
	}
	return max(m.voc.weights[from], m.voc.weights[to]) * (1 - m.rules.odds(from, to, dir))
}
