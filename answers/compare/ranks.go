package compare

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"weft/algo/rank"
	"weft/answers/measure"
	"weft/graph"
	"weft/graph/alloc"
	"weft/internal/topk"
	"weft/stats"
	"weft/store"
)

// keptBytes is the memory of a kept page while rankings are compared: its number, two scores, two ranks, an order,
// and the pairs of Kendall.
const keptBytes = 4 + 2*8 + 2*4 + 4 + stats.PairBytes + 8

// A ranker compares the scores of two crawls.
type ranker struct {
	o    *Options
	m    *match
	s    alloc.Space
	a, b *scores

	pages        []uint32  // the kept pages, as they are numbered in A
	x, y         []float64 // their scores
	rankA, rankB []uint32
}

func newRanker(ctx context.Context, o *Options, m *match, s alloc.Space) (*ranker, error) {
	v, _, err := o.Views(ctx)
	if err != nil {
		return nil, err
	}
	r := &ranker{o: o, m: m, s: s}
	r.a, r.b, err = o.bothScores(ctx, besideScores(v, s != nil))
	return r, err
}

// besideScores returns the memory of a comparison while rankings are computed. v is the view of the first crawl.
func besideScores(v store.ViewOptions, mapped bool) int64 {
	need := v.Need.And(store.Heap(tablePart, 0)) // there is no table yet
	if mapped {
		return need.Heap()
	}
	return need.Total()
}

func (r *ranker) close() error { return errors.Join(r.a.close(), r.b.close()) }

func (r *ranker) ranks() (*Ranks, error) {
	r.o.Tell("comparing ranks", 0, 0)
	if err := r.collect(); err != nil {
		return nil, err
	}
	out := &Ranks{Name: r.o.Ranking, FromA: r.a.from, FromB: r.b.from, Overlap: r.overlaps(), Up: []Move{}, Down: []Move{}}
	if err := r.correlate(out, r.x, r.y); err != nil {
		return nil, err
	}
	var err error
	if out.Up, err = r.moves(func(i uint32) int64 { return int64(r.rankA[i]) - int64(r.rankB[i]) }); err != nil {
		return nil, err
	}
	out.Down, err = r.moves(func(i uint32) int64 { return int64(r.rankB[i]) - int64(r.rankA[i]) })
	return out, err
}

// collect takes the scores of the kept pages and ranks them.
func (r *ranker) collect() error {
	n := int(r.m.pages.Kept)
	maker := alloc.Maker{Space: r.s}
	r.pages, r.x, r.y = alloc.From[uint32](&maker, n), alloc.From[float64](&maker, n), alloc.From[float64](&maker, n)
	r.rankA, r.rankB = alloc.From[uint32](&maker, n), alloc.From[uint32](&maker, n)
	order := alloc.From[uint32](&maker, n)
	if maker.Err != nil {
		return maker.Err
	}
	i := 0
	for u, v := range r.m.toB {
		if v < hidden {
			r.pages[i], r.x[i], r.y[i] = uint32(u), r.a.at(uint32(u)), r.b.at(uint32(v))
			i++
		}
	}
	rankInto(r.rankA, r.x, r.a.ties, order)
	rankInto(r.rankB, r.y, r.b.ties, order)
	return nil
}

// rankInto ranks scores from 1, the greatest first. Scores that tie share a rank.
func rankInto(ranks []uint32, scores []float64, ties stats.Ties, order []uint32) {
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(i, j uint32) int { return cmp.Or(cmp.Compare(scores[j], scores[i]), cmp.Compare(i, j)) })
	head := 0
	for at, i := range order {
		if !ties.Tied(scores[order[head]], scores[i]) {
			head = at
		}
		ranks[i] = uint32(head + 1)
	}
}

// correlate puts Kendall's tau-b of two lists of scores into out.
func (r *ranker) correlate(out *Ranks, x, y []float64) error {
	maker := alloc.Maker{Space: r.s}
	pairs := stats.NewPairs(&maker, len(x))
	if maker.Err != nil {
		return maker.Err
	}
	pairs.X, pairs.Y = r.a.ties, r.b.ties
	tau, err := stats.KendallTauBIn(pairs, x, y)
	if err != nil {
		out.Undefined = measure.WhyNone(err, len(x))
		return nil
	}
	out.TauB = &tau
	return nil
}

// moves returns the kept pages with the greatest positive distance; of equal ones those with the better rank in either.
func (r *ranker) moves(distance func(i uint32) int64) ([]Move, error) {
	best := topk.New(r.o.Top, func(i, j uint32) int {
		return cmp.Or(cmp.Compare(distance(j), distance(i)),
			cmp.Compare(min(r.rankA[i], r.rankB[i]), min(r.rankA[j], r.rankB[j])), cmp.Compare(i, j))
	})
	for i := range r.pages {
		if distance(uint32(i)) > 0 {
			best.Add(uint32(i))
		}
	}
	moves := []Move{}
	for _, i := range best.Sorted() {
		u := r.pages[i]
		m := Move{PageA: u, PageB: uint32(r.m.toB[u]), RankA: r.rankA[i], RankB: r.rankB[i], ScoreA: r.a.at(u)}
		m.ScoreB = r.b.at(m.PageB)
		if r.o.A.HasNames() {
			name, err := r.o.A.AppendName(nil, graph.Node(u))
			if err != nil {
				return nil, err
			}
			m.URL = string(name)
		}
		moves = append(moves, m)
	}
	return moves, nil
}

// overlaps compares the best pages of both crawls.
func (r *ranker) overlaps() []Overlap {
	most := int(min(r.m.pages.A, r.m.pages.B))
	steps := []int{10, 100, 1000, 10_000}
	for len(steps) > 0 && steps[len(steps)-1] > most {
		steps = steps[:len(steps)-1]
	}
	if len(steps) == 0 {
		steps = []int{most}
	}
	largest := steps[len(steps)-1]
	bestA := top(r.a, len(r.m.toB), largest, func(u uint32) bool { return r.m.toB[u] != hidden })
	bestB := top(r.b, r.o.B.NumPages(), largest, func(v uint32) bool { return counts(r.o.B, graph.Node(v), r.o.Fetched) })
	all := []Overlap{}
	for _, k := range steps {
		among := make(map[uint32]bool, k)
		for _, v := range bestB[:k] {
			among[uint32(v)] = true
		}
		o := Overlap{K: k}
		for _, u := range bestA[:k] {
			if v := r.m.toB[u]; v < hidden && among[uint32(v)] {
				o.Shared++
			}
		}
		all = append(all, o)
	}
	return all
}

// top returns the k best pages for which counts is true.
func top(s *scores, n, k int, counts func(u uint32) bool) []graph.Node {
	return rank.Top(n, k, s.ties, func(u int) float64 { return s.at(uint32(u)) }, func(u int) bool { return counts(uint32(u)) })
}
