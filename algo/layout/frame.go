package layout

import "math"

// turn rotates the layout about its centre so that its longest axis, by the variance of the places, is horizontal. The half
// with the larger discs comes to the right, so that a small change of the graph rarely turns the drawing.
func (l *Layout) turn() {
	cx, cy := mean(l.X), mean(l.Y)
	var xx, yy, xy float64
	for i := range l.X {
		dx, dy := l.X[i]-cx, l.Y[i]-cy
		xx, yy, xy = xx+dx*dx, yy+dy*dy, xy+dx*dy
	}
	sin, cos := math.Sincos(-math.Atan2(2*xy, xx-yy) / 2)
	lean := 0.0
	for i := range l.X {
		dx, dy := l.X[i]-cx, l.Y[i]-cy
		l.X[i], l.Y[i] = dx*cos-dy*sin, dx*sin+dy*cos
		lean += l.X[i] * l.R[i] * l.R[i]
	}
	if lean < 0 {
		for i := range l.X {
			l.X[i], l.Y[i] = -l.X[i], -l.Y[i]
		}
	}
}

func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(max(len(values), 1))
}

// fit scales the layout so that all discs lie within the rectangle. It scales both axes alike, unless one would fill less
// than half of its side.
func (l *Layout) fit(width, height float64) {
	x0, x1 := span(l.X)
	y0, y1 := span(l.Y)
	cx, cy := (x0+x1)/2, (y0+y1)/2
	sx, sy := math.Inf(1), math.Inf(1)
	for i, r := range l.R {
		sx = min(sx, ratio(max(width/2-r, 0), math.Abs(l.X[i]-cx)))
		sy = min(sy, ratio(max(height/2-r, 0), math.Abs(l.Y[i]-cy)))
	}
	const most = 2.0
	sx, sy = min(sx, most*sy), min(sy, most*sx)
	for i := range l.X {
		l.X[i], l.Y[i] = width/2+finite(sx)*(l.X[i]-cx), height/2+finite(sy)*(l.Y[i]-cy)
	}
}

func span(values []float64) (least, most float64) {
	least, most = math.Inf(1), math.Inf(-1)
	for _, v := range values {
		least, most = min(least, v), max(most, v)
	}
	return least, most
}

// ratio is a/b, infinite for an axis without extent.
func ratio(a, b float64) float64 {
	if b <= 0 {
		return math.Inf(1)
	}
	return a / b
}

// finite returns 1 for a factor of an axis without extent.
func finite(f float64) float64 {
	if math.IsInf(f, 0) {
		return 1
	}
	return f
}
