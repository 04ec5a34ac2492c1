package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"weft/internal/digits"
	"weft/internal/plots"
)

const none = digits.None // stands where there is no number

type integer interface {
	~int | ~int64 | ~uint32 | ~uint64
}

// typeset gives a number of package digits a real minus sign, and blanks that do not break.
func typeset(text string) string { return typography.Replace(text) }

var typography = strings.NewReplacer("-", "−", " ", "\u00a0")

// count writes a whole number with commas between thousands.
func count[T integer](n T) string { return typeset(digits.Grouped(n)) }

// short writes a count in at most four characters, for cells of a matrix: 950, 1.2k, 12k, 3.4M.
func short(n int64) string {
	value, units := float64(n), []string{"", "k", "M", "G", "T", "P", "E"}
	for len(units) > 1 && value >= 999.5 {
		value, units = value/1000, units[1:]
	}
	decimals := 0
	if value < 9.95 {
		decimals = 1
	}
	return strings.TrimSuffix(strconv.FormatFloat(value, 'f', decimals, 64), ".0") + units[0]
}

// fixed writes a number with a fixed number of decimals and a real minus sign.
func fixed(v float64, decimals int) string { return typeset(digits.Fixed(v, decimals)) }

// share writes part of whole as a percentage that is 0 or 100 only if it is exactly that.
func share[T integer](part, whole T) string { return typeset(digits.Share(part, whole)) }

// scientific writes a small or large number as 1.2×10⁻⁷, others with three significant digits.
func scientific(v float64) string {
	abs := math.Abs(v)
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return none
	case v == 0:
		return "0"
	case abs >= 0.001 && abs < 1e6:
		return fixed(v, max(0, 2-int(math.Floor(math.Log10(abs)))))
	}
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(v, 'e', 1, 64), "e")
	power, _ := strconv.Atoi(exponent)
	return strings.Replace(mantissa, "-", "−", 1) + "×" + plots.TenTo(power)
}

// probability writes a p. A p of 0 from a number of samples is only known to be less than one in that number.
func probability(p float64, samples int) string { return typeset(digits.Probability(p, samples)) }

// isProbability writes a p as part of a sentence.
func isProbability(p float64, samples int) string { return typeset(digits.P(p, samples)) }

// withError writes a value and its error with as many decimals as the error's first digit has, two to six.
func withError(v, e float64) string { return typeset(digits.WithError(v, e)) }

// size writes a number of bytes.
func size(bytes int64) string { return typeset(digits.Size(bytes)) }

func when(t time.Time) string {
	if t.IsZero() {
		return none
	}
	return t.UTC().Format("2006-01-02 15:04:05 UTC")
}

// checksum shortens a hexadecimal checksum to what one compares by eye.
func checksum(sum string) string {
	if len(sum) <= 12 {
		return sum
	}
	return sum[:12] + "…"
}

// plural writes "1 page", "2 pages".
func plural[T integer](n T, one string) string { return digits.Plural(n, one) }

// verb chooses the form that goes with a count.
func verb[T integer](n T, one, more string) string { return digits.Verb(n, one, more) }

// scores writes scores of one list with equal decimals, so that they align. The smallest positive one shows three
// digits. Very small ones have a power of ten.
func scores(values []float64) []string {
	whole, least := true, math.Inf(1)
	for _, v := range values {
		whole = whole && v == math.Trunc(v)
		if abs := math.Abs(v); abs > 0 {
			least = min(least, abs)
		}
	}
	texts := make([]string, len(values))
	decimals := 0
	if !whole {
		decimals = min(9, max(2, 2-int(math.Floor(math.Log10(least)))))
	}
	for i, v := range values {
		texts[i] = fixed(v, decimals)
		if v != 0 && strings.Trim(texts[i], "−0.,") == "" {
			texts[i] = scientific(v)
		}
	}
	return texts
}

// value writes an option of a computation.
func value(v any) string {
	switch v := v.(type) {
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case string:
		if v == "" {
			return "none"
		}
		return v
	}
	return fmt.Sprint(v)
}
