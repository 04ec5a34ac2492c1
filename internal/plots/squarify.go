package plots

// tiny is the smallest area and length that count.
const tiny = 1e-12

// Squarify divides a rectangle into parts of given areas, in proportion, as square as possible (M. Bruls, K. Huizing and
// J. van Wijk, "Squarified treemaps", VisSym 2000). Each area is 0 or more. The parts come in the order of the areas;
// decreasing areas give the squarest parts.
func Squarify(areas []float64, box Rect) []Rect {
	parts := make([]Rect, 0, len(areas))
	for len(areas) > 0 {
		total := 0.0 // of the rest; subtracting would be inexact
		for _, a := range areas {
			total += a
		}
		width, height := box.Max.X-box.Min.X, box.Max.Y-box.Min.Y
		if total <= 0 {
			for range areas {
				parts = append(parts, Rect{Min: box.Min, Max: box.Min})
			}
			return parts
		}
		scale := width * height / total
		side := min(width, height)
		n, sum := 1, areas[0]
		for n < len(areas) && worst(areas[:n+1], sum+areas[n], scale, side) <= worst(areas[:n], sum, scale, side) {
			sum += areas[n]
			n++
		}
		parts, box = row(parts, areas[:n], sum*scale, scale, box)
		areas = areas[n:]
	}
	return parts
}

// worst is the largest ratio of the sides of the parts of a row along a side.
func worst(row []float64, sum, scale, side float64) float64 {
	thick := sum * scale / side
	ratio := 0.0
	for _, a := range row {
		if long := a * scale / thick; long > 0 {
			ratio = max(ratio, long/thick, thick/long)
		}
	}
	return ratio
}

// row puts a row of parts along the shorter side of a rectangle, and returns what is left of it.
func row(parts []Rect, areas []float64, area, scale float64, box Rect) ([]Rect, Rect) {
	width, height := box.Max.X-box.Min.X, box.Max.Y-box.Min.Y
	upright := width >= height // the row goes downwards at the left
	thick := min(area/max(min(width, height), tiny), max(width, height))
	at := 0.0
	for _, a := range areas {
		long := min(a*scale/max(thick, tiny), min(width, height)-at)
		if upright {
			parts = append(parts, Rect{Min: Point{X: box.Min.X, Y: box.Max.Y - at - long}, Max: Point{X: box.Min.X + thick, Y: box.Max.Y - at}})
		} else {
			parts = append(parts, Rect{Min: Point{X: box.Min.X + at, Y: box.Max.Y - thick}, Max: Point{X: box.Min.X + at + long, Y: box.Max.Y}})
		}
		at += long
	}
	if upright {
		box.Min.X += thick
	} else {
		box.Max.Y -= thick
	}
	return parts, box
}
