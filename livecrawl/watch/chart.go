package watch

import (
	"math"
	"strconv"
	"strings"
	"time"

	"weft/internal/digits"
)

// A Chart is curves over time, in a box of Width by Height.
type Chart struct {
	Title string  `json:"title"`
	Top   string  `json:"top"`  // what its upper edge means; the lower one is 0
	From  string  `json:"from"` // what its left edge means; the right one is now
	Curve []Curve `json:"curves"`
}

// A Curve is a line of a Chart.
type Curve struct {
	Name  string `json:"name"`
	Value string `json:"value"` // the last
	Line  string `json:"line"`  // an SVG path
	Area  string `json:"area"`  // what is under it
}

// Size of a Chart.
const (
	Width  = 600
	Height = 120
)

// charts draws a history.
func charts(h *History) []Chart {
	return []Chart{
		newChart("Pages a second", h, rate, 10, series{"pages/s", h.PageRate}),
		newChart("Bytes a second", h, func(f float64) string { return digits.Size(int64(f)) + "/s" }, 2, series{"received", h.ByteRate}),
		newChart("Frontier", h, func(f float64) string { return digits.Grouped(uint64(f)) }, 10, series{"known", floats(h.Known)}, series{"waiting", floats(h.Waiting)}),
	}
}

func floats(list []uint64) []float64 {
	out := make([]float64, len(list))
	for i, n := range list {
		out[i] = float64(n)
	}
	return out
}

// series are the values of a Curve.
type series struct {
	name   string
	values []float64
}

// newChart draws some series below a round number of a base.
func newChart(title string, h *History, format func(float64) string, base int, list ...series) Chart {
	c := Chart{Title: title}
	top := 0.0
	for _, s := range list {
		for _, v := range s.values {
			top = max(top, v)
		}
	}
	top = ceiling(top, base)
	c.Top = format(top)
	n := len(h.Seconds)
	if n > 0 {
		c.From = digits.Duration(time.Duration((h.Seconds[n-1]-h.Seconds[0])*float64(time.Second)).Round(time.Second)) + " ago"
	}
	for _, s := range list {
		k := Curve{Name: s.name}
		if n > 0 {
			k.Value = format(s.values[n-1])
		}
		k.Line, k.Area = paths(h.Seconds, s.values, top)
		c.Curve = append(c.Curve, k)
	}
	return c
}

// ceiling rounds a value up to a power of two, or to 1, 2 or 5 times a power of ten.
func ceiling(v float64, base int) float64 {
	if !(v > 0) {
		return 1
	}
	if base == 2 {
		return math.Exp2(math.Ceil(math.Log2(v)))
	}
	p := math.Pow(10, math.Floor(math.Log10(v)))
	for _, m := range []float64{1, 2, 5} {
		if m*p >= v {
			return m * p
		}
	}
	return 10 * p
}

// paths draws values over times.
func paths(x, y []float64, top float64) (line, area string) {
	if len(x) < 2 {
		return "", ""
	}
	var b strings.Builder
	number := func(f float64) { b.WriteString(strconv.FormatFloat(f, 'f', 1, 64)) }
	span := max(x[len(x)-1]-x[0], 1e-9)
	for i := range x {
		b.WriteByte("ML"[min(i, 1)])
		number((x[i] - x[0]) / span * Width)
		b.WriteByte(' ')
		number(Height - y[i]/top*Height)
	}
	line = b.String()
	return line, line + "V" + strconv.Itoa(Height) + "H0Z"
}
