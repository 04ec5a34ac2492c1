// Package plots draws all plots as SVG: a canvas of lines, polygons, circles and texts, axes, and charts of curves. They
// look alike: small sans-serif labels, thin lines, powers of ten where the scale is logarithmic.
package plots

import (
	"image/color"
	"math"
	"strconv"
	"strings"
)

// Log makes an axis logarithmic. It reaches a little beyond its values, which are positive, and over a decade at least.
func Log(a *Axis, least, largest float64, ink color.Color) {
	*a = Axis{Min: least / 1.3, Max: largest * 1.3, Log: true, Ticks: Decades, Ink: ink}
	if largest < 10*least {
		a.Min = min(a.Min, largest/10)
		a.Max = max(a.Max, a.Min*10)
	}
}

// Plain makes a linear axis from 0 to a little beyond the largest value.
func Plain(a *Axis, largest float64, ink color.Color) {
	*a = Axis{Max: max(largest*1.05, 1), Ticks: Round, Ink: ink}
}

// Between makes a linear axis between two values, and round numbers at its ticks.
func Between(a *Axis, least, largest float64, ink color.Color) {
	*a = Axis{Min: least, Max: largest, Ticks: Round, Ink: ink}
	if !(largest > least) {
		a.Max = least + 1
	}
}

// Steps makes an axis of whole numbers from first to last, or to the next if last is no more.
func Steps(a *Axis, first, last int, ink color.Color) {
	*a = Axis{Min: float64(first), Max: float64(max(last, first+1)), Ticks: whole(first, last), Ink: ink}
}

// Decades puts ticks at powers of ten and labels at up to seven of them. If there are fewer than two, it also puts
// ticks at 2 and 5 times these, because one label does not show a scale.
func Decades(least, largest float64) []Tick {
	lo, hi := int(math.Ceil(math.Log10(least)-1e-9)), int(math.Floor(math.Log10(largest)+1e-9))
	every := (hi-lo)/6 + 1
	var ticks []Tick
	if hi <= lo {
		return within(least, largest)
	}
	for power := lo; power <= hi; power++ {
		tick := Tick{Value: math.Pow(10, float64(power))}
		if power%every == 0 {
			tick.Label = PowerLabel(power)
		}
		ticks = append(ticks, tick)
	}
	return ticks
}

// within puts ticks with labels at 1, 2 and 5 times powers of ten.
func within(least, largest float64) (ticks []Tick) {
	for power := int(math.Floor(math.Log10(least))); power <= int(math.Ceil(math.Log10(largest))); power++ {
		for _, digit := range []int{1, 2, 5} {
			if v := float64(digit) * math.Pow(10, float64(power)); v >= least*(1-1e-9) && v <= largest*(1+1e-9) {
				ticks = append(ticks, Tick{Value: v, Label: timesPower(digit, power)})
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
func Round(least, largest float64) []Tick {
	power := math.Floor(math.Log10((largest - least) / 6))
	unit := math.Pow(10, power)
	for _, times := range []float64{1, 2, 5, 10} {
		if step := times * unit; (largest-least)/step <= 6+1e-9 {
			unit = step
			break
		}
	}
	decimals := max(0, -int(math.Floor(math.Log10(unit)+1e-9)))
	var ticks []Tick
	for i := math.Ceil(least/unit - 1e-9); i*unit <= largest+1e-9*unit; i++ {
		label := strconv.FormatFloat(math.Abs(i*unit), 'f', decimals, 64)
		if i < 0 {
			label = "−" + label
		}
		ticks = append(ticks, Tick{Value: i * unit, Label: label})
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

// mostWholes is the greatest number of whole numbers that each have a tick.
const mostWholes = 20

// whole puts ticks at whole numbers, labels at about ten of them. Of more than mostWholes numbers only round ones have
// ticks.
func whole(first, last int) Ticks {
	if last-first > mostWholes {
		return Round
	}
	return func(_, _ float64) (ticks []Tick) {
		every := (last + 9) / 10
		for i := first; i <= last; i++ {
			tick := Tick{Value: float64(i)}
			if i%max(every, 1) == 0 {
				tick.Label = strconv.Itoa(i)
			}
			ticks = append(ticks, tick)
		}
		return ticks
	}
}
