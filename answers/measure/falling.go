package measure

import (
	"weft/internal/plots"
	"weft/stats"
)

// Falling returns the curve of a distribution: values above 0, divided by unit, with the share of all values that
// are at least as large. It has at most 20 points per decade.
func Falling(h stats.Histogram, unit float64) (run []plots.Mean) {
	all, left, last := float64(h.Total()), float64(h.Total()), 0.0
	for i, v := range h.Values {
		x := float64(v) * unit
		if v > 0 && (x >= 1.12*last || i == len(h.Values)-1) {
			run, last = append(run, plots.Mean{X: x, Value: left / all}), x
		}
		left -= float64(h.Counts[i])
	}
	return run
}
