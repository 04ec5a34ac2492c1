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
		newChart("Pages a second", h.Seconds, rate, ceiling(10, h.PageRate), series{"pages/s", h.PageRate}),
		newChart("Bytes a second", h.Seconds, func(f float64) string { return digits.Size(int64(f)) + "/s" }, ceiling(2, h.ByteRate), series{"received", h.ByteRate}),
		newChart("Frontier", h.Seconds, func(f float64) string { return digits.Grouped(uint64(f)) }, ceiling(10, floats(h.Known), floats(h.Waiting)), series{"known", floats(h.Known)}, series{"waiting", floats(h.Waiting)}),
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

// newChart draws some series over seconds. The upper edge of the box is top.
func newChart(title string, seconds []float64, format func(float64) string, top float64, list ...series) Chart {
	c := Chart{Title: title, Top: format(top)}
	n := len(seconds)
	if n > 0 {
		c.From = digits.Duration(time.Duration((seconds[n-1]-seconds[0])*float64(time.Second)).Round(time.Second)) + " ago"
	}
	for _, s := range list {
		k := Curve{Name: s.name}
		if n > 0 {
			k.Value = format(s.values[n-1])
		}
		k.Line, k.Area = paths(seconds, s.values, top)
		c.Curve = append(c.Curve, k)
	}
	return c
}

// ceiling rounds the largest value up to a power of two, or to 1, 2 or 5 times a power of ten.
func ceiling(base int, lists ...[]float64) float64 {
	v := 0.0
	for _, list := range lists {
		for _, x := range list {
			v = max(v, x)
		}
	}
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

// paths draws values over times. Values less than 0 are unknown, and not drawn.
func paths(x, y []float64, top float64) (line, area string) {
	if len(x) < 2 {
		return "", ""
	}
	var b strings.Builder
	number := func(f float64) { b.WriteString(strconv.FormatFloat(f, 'f', 1, 64)) }
	span := max(x[len(x)-1]-x[0], 1e-9)
	first := ""
	for i := range x {
		if y[i] < 0 {
			continue
		}
		at := strconv.FormatFloat((x[i]-x[0])/span*Width, 'f', 1, 64)
		if first == "" {
			first = at
			b.WriteByte('M')
		} else {
			b.WriteByte('L')
		}
		b.WriteString(at)
		b.WriteByte(' ')
		number(Height - y[i]/top*Height)
	}
	if first == "" {
		return "", ""
	}
	line = b.String()
	return line, line + "V" + strconv.Itoa(Height) + "H" + first + "Z"
}
