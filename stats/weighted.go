package stats

import "math"

// WeightedTauTied is WeightedTau of scores with rules for ties.
func WeightedTauTied[X, Y Number](x []X, y []Y, tiesX, tiesY Ties) (float64, error) {
	p, err := PairTied(x, y, tiesX, tiesY)
	if err != nil {
		return 0, err
	}
	tau := (p.weighted() + p.swapped().weighted()) / 2
	if math.IsNaN(tau) || math.IsInf(tau, 0) {
		return 0, ErrConstant
	}
	return max(-1, min(1, tau)), nil
}

// swapped returns the same pairs with x and y exchanged.
func (p *Paired) swapped() *Paired {
	n := len(p.X)
	q := &Paired{X: p.Y, Y: p.X, order: make([]uint32, n), ys: p.ys, work: p.work, kept: p.kept}
	counts := make([]uint32, n+1)
	byY := countingSort(q.kept, q.Y, counts, nil)
	countingSort(q.order, q.X, counts, byY)
	return q
}

// weighted returns the tau whose weights go by the ranks in x, then y, the greatest first.
func (p *Paired) weighted() float64 {
	n := len(p.order)
	weights := make([]float64, n)
	total := 0.0
	for i, item := range p.order {
		weights[item] = 1 / float64(n-i)
		total += weights[item]
	}
	all := total * float64(n-1)
	tiedX := tiedWeight(p.order, weights, func(i, k uint32) bool { return p.X[i] == p.X[k] })
	both := tiedWeight(p.order, weights, func(i, k uint32) bool { return p.X[i] == p.X[k] && p.Y[i] == p.Y[k] })
	order := append([]uint32(nil), p.order...)
	m := merger{rank: p.Y, weights: weights, spare: make([]uint32, n)}
	exchanged := m.sort(order)
	tiedY := tiedWeight(order, weights, func(i, k uint32) bool { return p.Y[i] == p.Y[k] })
	return ((all - (tiedX + tiedY - both)) - 2*exchanged) / math.Sqrt(all-tiedX) / math.Sqrt(all-tiedY)
}

// tiedWeight returns the weight of the pairs of equal items, which follow each other in order.
func tiedWeight(order []uint32, weights []float64, equal func(i, k uint32) bool) float64 {
	sum, run, size := 0.0, 0.0, 0
	for i, item := range order {
		if i > 0 && !equal(item, order[i-1]) {
			sum += run * float64(size-1)
			run, size = 0, 0
		}
		run += weights[item]
		size++
	}
	if size > 0 {
		sum += run * float64(size-1)
	}
	return sum
}

// A merger sorts items by rank and weighs the pairs that it exchanges.
type merger struct {
	rank    []uint32
	weights []float64
	spare   []uint32
}

func (m *merger) sort(items []uint32) float64 {
	if len(items) < 2 {
		return 0
	}
	mid := len(items) / 2
	exchanged := m.sort(items[:mid]) + m.sort(items[mid:])
	left := m.spare[:copy(m.spare, items[:mid])]
	right := items[mid:]
	rest := 0.0 // remaining weight of the left half
	for _, i := range left {
		rest += m.weights[i]
	}
	i, j := 0, 0
	for k := 0; i < len(left); k++ {
		if j < len(right) && m.rank[right[j]] < m.rank[left[i]] {
			exchanged += rest + m.weights[right[j]]*float64(len(left)-i)
			items[k] = right[j]
			j++
			continue
		}
		rest -= m.weights[left[i]]
		items[k] = left[i]
		i++
	}
	return exchanged
}
