package layout

import (
	"context"
	"math"
	"slices"
)

const (
	gap       = 1.0 // least distance between two discs, in units of the rectangle
	mostTries = 400 // rounds of pushing
	shrink    = 0.97

	// Beyond crowd discs only crowdTries rounds push them: some still overlap.
	crowd      = 5000
	crowdTries = 250
)

// separate pushes discs apart that overlap, and keeps them inside the rectangle. Each round pushes every pair that overlaps
// by half of the overlap each. If discs still overlap after many rounds, all become a little smaller, and pushing continues.
func (l *Layout) separate(ctx context.Context, width, height float64) error {
	for round := 1; len(l.X) <= crowd || round <= crowdTries; round++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		l.clamp(width, height)
		if !l.push() {
			l.clamp(width, height)
			return nil
		}
		if round%mostTries == 0 {
			for i := range l.R {
				l.R[i] *= shrink
			}
		}
	}
	l.clamp(width, height)
	return nil
}

// clamp moves discs into the rectangle.
func (l *Layout) clamp(width, height float64) {
	for i, r := range l.R {
		l.X[i] = min(max(l.X[i], r), max(width-r, r))
		l.Y[i] = min(max(l.Y[i], r), max(height-r, r))
	}
}

// push pushes overlapping discs apart, in the order of their left ends, and reports whether there were any.
func (l *Layout) push() (any bool) {
	order := make([]int, len(l.X))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch x, y := l.X[a]-l.R[a], l.X[b]-l.R[b]; {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return a - b
	})
	for k, i := range order {
		for _, j := range order[k+1:] {
			if l.X[j]-l.R[j] > l.X[i]+l.R[i]+gap+1 { // places move in the round: hence the slack
				break
			}
			any = l.pushPair(i, j) || any
		}
	}
	return any
}

// pushPair pushes two discs apart if they overlap. The smaller disc moves more.
func (l *Layout) pushPair(i, j int) bool {
	const enough = 1e-6
	dx, dy := l.X[j]-l.X[i], l.Y[j]-l.Y[i]
	d := math.Hypot(dx, dy)
	lack := l.R[i] + l.R[j] + gap - d
	if lack <= enough {
		return false
	}
	if d == 0 {
		sin, cos := math.Sincos(float64(i) * golden)
		dx, dy, d = cos, sin, 1
	}
	mi, mj := l.R[i]*l.R[i], l.R[j]*l.R[j]
	share := mj / (mi + mj)
	l.X[i], l.Y[i] = l.X[i]-dx/d*lack*share, l.Y[i]-dy/d*lack*share
	l.X[j], l.Y[j] = l.X[j]+dx/d*lack*(1-share), l.Y[j]+dy/d*lack*(1-share)
	return true
}
