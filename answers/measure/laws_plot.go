package measure

import (
	"fmt"
	"math"
	"strings"

	"weft/internal/digits"
	"weft/internal/plots"
)

// Plots implements answer.Plotter: a plot of each law, the share of the values that are at least x, by x.
func (d *Degrees) Plots() (all []plots.Picture) {
	for _, l := range d.list() {
		all = l.addPlot(all)
	}
	return all
}

// addPlot adds the plot of a law to others, unless no value is above 0. Its rows are all values, while the picture
// shows at most 20 a decade.
func (l *Law) addPlot(all []plots.Picture) []plots.Picture {
	units := l.Population[strings.LastIndexByte(l.Population, ' ')+1:]
	c := plots.Chart{
		Title: fmt.Sprintf("%s of %s", capital(l.Name), l.Population), Caption: "x: " + l.Name, CaptionUpwards: "share of the " + units + " with x or more",
		X: plots.Log, Y: plots.Log, Series: []plots.Series{{Name: fmt.Sprintf("%s %s", digits.Grouped(l.Count), units), Points: Falling(l.Histogram, 1), Dots: true}},
	}
	fitted := l.fitted()
	if fitted != nil {
		c.Series = append(c.Series, plots.Series{Name: fmt.Sprintf("fit: γ = %.2f, x ≥ %s", l.Fit.Exponent, digits.Grouped(l.Fit.XMin)), Points: fitted, Bare: true})
	}
	before := len(all)
	all = c.AddTo(all, strings.ReplaceAll(l.Name, " ", "-"))
	if len(all) > before {
		var points []plots.Mean
		for _, p := range l.Histogram.CCDF() {
			points = append(points, plots.Mean{X: p.X, Value: p.Y})
		}
		all[before].Rows = append(append([][]string{plots.RunsHead}, plots.Rows("data", points, false)...), plots.Rows("fit", fitted, false)...)
	}
	return all
}

// fitted returns points of the fitted law as shares of all values. They reach from the least value of the law to the
// greatest value of the data. Without a fit, or if the law is rejected, it returns nil: a rejected law misses the data.
func (l *Law) fitted() (run []plots.Mean) {
	if l.Fit == nil || l.Fit.IsRejected() {
		return nil
	}
	tail := int64(0)
	for i, v := range l.Histogram.Values {
		if v >= l.Fit.XMin {
			tail += l.Histogram.Counts[i]
		}
	}
	const steps = 40
	share, law, from, last := float64(tail)/float64(l.Count), l.Fit.Law(), float64(l.Fit.XMin), 0.0
	for i := range steps + 1 {
		x := math.Round(from * math.Pow(float64(l.Max)/from, float64(i)/steps))
		if y := share * law.CCDF(uint64(x)); x > last && y*float64(l.Count) >= 0.5 { // less than half a value lies below the data
			run, last = append(run, plots.Mean{X: x, Value: y}), x
		}
	}
	return run
}

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
