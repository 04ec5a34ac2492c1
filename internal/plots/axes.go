// Package plots has the pen that all plots are drawn with, and sets up their axes, so that they look alike: small
// sans-serif labels, thin lines, powers of ten where the scale is logarithmic.
package plots

import (
	"image/color"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
)

// FontSize of labels, in units of the view box.
const FontSize = 11.5

// Sans is the typeface of all text.
var Sans = font.Font{Typeface: "Liberation", Variant: "Sans"}

// Log makes an axis logarithmic. It reaches a little beyond its values, which are positive, and over a decade at least.
func Log(a *plot.Axis, least, largest float64, ink color.Color) {
	a.Scale, a.Tick.Marker = plot.LogScale{}, Decades{}
	a.Min, a.Max = least/1.3, largest*1.3
	if largest < 10*least {
		a.Min = min(a.Min, largest/10)
		a.Max = max(a.Max, a.Min*10)
	}
	style(a, ink)
}

// Plain makes a linear axis from 0 to a little beyond the largest value.
func Plain(a *plot.Axis, largest float64, ink color.Color) {
	a.Scale, a.Tick.Marker = plot.LinearScale{}, plot.DefaultTicks{}
	a.Min, a.Max = 0, max(largest*1.05, 1)
	style(a, ink)
}

// Between makes a linear axis between two values, and round numbers at its ticks.
func Between(a *plot.Axis, least, largest float64, ink color.Color) {
	a.Scale, a.Tick.Marker = plot.LinearScale{}, Round{}
	a.Min, a.Max = least, largest
	if !(largest > least) {
		a.Max = least + 1
	}
	style(a, ink)
}

// Steps makes an axis of whole numbers from first to last, or to the next if last is no more.
func Steps(a *plot.Axis, first, last int, ink color.Color) {
	a.Scale, a.Tick.Marker = plot.LinearScale{}, whole{first, last}
	a.Min, a.Max = float64(first), float64(max(last, first+1))
	style(a, ink)
}

func style(a *plot.Axis, ink color.Color) {
	a.Tick.Label.Font, a.Tick.Label.Color = font.From(Sans, FontSize), ink
	a.Color, a.Width = ink, 0.8
	a.Tick.Color, a.Tick.Width = ink, 0.8
	a.Tick.Length = 4
	a.Padding = 0
}

// Grid returns thin lines at the ticks.
func Grid(ink color.Color) *plotter.Grid {
	g := plotter.NewGrid()
	g.Horizontal.Color, g.Vertical.Color = ink, ink
	g.Horizontal.Width, g.Vertical.Width = 0.7, 0.7
	return g
}

// Decades puts ticks at powers of ten, labels at no more than seven of them; where there are fewer than two, also at 2
// and 5 times these: one label tells no scale.
type Decades struct{}

// Ticks is that of [plot.Ticker].
func (Decades) Ticks(least, largest float64) []plot.Tick {
	lo, hi := int(math.Ceil(math.Log10(least)-1e-9)), int(math.Floor(math.Log10(largest)+1e-9))
	every := (hi-lo)/6 + 1
	var ticks []plot.Tick
	if hi <= lo {
		return within(least, largest)
	}
	for power := lo; power <= hi; power++ {
		tick := plot.Tick{Value: math.Pow(10, float64(power))}
		if power%every == 0 {
			tick.Label = PowerLabel(power)
		}
		ticks = append(ticks, tick)
	}
	return ticks
}

// within puts ticks with labels at 1, 2 and 5 times powers of ten.
func within(least, largest float64) (ticks []plot.Tick) {
	for power := int(math.Floor(math.Log10(least))); power <= int(math.Ceil(math.Log10(largest))); power++ {
		for _, digit := range []int{1, 2, 5} {
			if v := float64(digit) * math.Pow(10, float64(power)); v >= least*(1-1e-9) && v <= largest*(1+1e-9) {
				ticks = append(ticks, plot.Tick{Value: v, Label: timesPower(digit, power)})
			}
		}
	}
	return ticks
}

// timesPower writes a digit times a power of ten.
func timesPower(digit, power int) string {
	label := PowerLabel(power)
	switch {
	case digit == 1:
		return label
	case label == TenTo(power):
		return strconv.Itoa(digit) + "·" + label
	}
	return strings.Replace(label, "1", strconv.Itoa(digit), 1)
}

// Round puts ticks with labels at multiples of 1, 2 or 5 times a power of ten, no more than six steps of them.
type Round struct{}

// Ticks is that of [plot.Ticker].
func (Round) Ticks(least, largest float64) []plot.Tick {
	power := math.Floor(math.Log10((largest - least) / 6))
	unit := math.Pow(10, power)
	for _, times := range []float64{1, 2, 5, 10} {
		if step := times * unit; (largest-least)/step <= 6+1e-9 {
			unit = step
			break
		}
	}
	decimals := max(0, -int(math.Floor(math.Log10(unit)+1e-9)))
	var ticks []plot.Tick
	for i := math.Ceil(least/unit - 1e-9); i*unit <= largest+1e-9*unit; i++ {
		label := strconv.FormatFloat(math.Abs(i*unit), 'f', decimals, 64)
		if i < 0 {
			label = "−" + label
		}
		ticks = append(ticks, plot.Tick{Value: i * unit, Label: label})
	}
	return ticks
}

// PowerLabel writes a power of ten the way it is read with the least effort.
func PowerLabel(power int) string {
	if power >= -1 && power <= 8 {
		return [...]string{"0.1", "1", "10", "100", "1k", "10k", "100k", "1M", "10M", "100M"}[power+1]
	}
	return TenTo(power)
}

var superscripts = strings.NewReplacer("-", "⁻", "0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶", "7", "⁷",
	"8", "⁸", "9", "⁹")

// TenTo writes a power of ten with a raised exponent.
func TenTo(power int) string { return "10" + superscripts.Replace(strconv.Itoa(power)) }

// whole puts ticks at whole numbers, labels at about ten of them.
type whole struct{ first, last int }

// Ticks is that of [plot.Ticker].
func (w whole) Ticks(_, _ float64) []plot.Tick {
	every := (w.last + 9) / 10
	var ticks []plot.Tick
	for i := w.first; i <= w.last; i++ {
		tick := plot.Tick{Value: float64(i)}
		if i%max(every, 1) == 0 {
			tick.Label = strconv.Itoa(i)
		}
		ticks = append(ticks, tick)
	}
	return ticks
}
