package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"weft/internal/axes"
)

const none = "–" // stands where there is no number

type integer interface {
	~int | ~int64 | ~uint32 | ~uint64
}

// count writes a whole number with commas between thousands.
func count[T integer](n T) string {
	digits := strconv.FormatUint(uint64(n), 10)
	sign := ""
	if n < 0 {
		sign, digits = "−", strconv.FormatUint(-uint64(n), 10)
	}
	return sign + groups(digits)
}

func groups(digits string) string {
	var b strings.Builder
	for i := range len(digits) {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteByte(digits[i])
	}
	return b.String()
}

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
func fixed(v float64, decimals int) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return none
	}
	text := strconv.FormatFloat(math.Abs(v), 'f', decimals, 64)
	whole, rest, _ := strings.Cut(text, ".")
	text = groups(whole)
	if rest != "" {
		text += "." + rest
	}
	if v < 0 && strings.Trim(text, "0.,") != "" {
		return "−" + text
	}
	return text
}

// share writes part of whole as a percentage that is 0 or 100 only if it is exactly that.
func share[T integer](part, whole T) string {
	if whole == 0 {
		return none
	}
	percent := 100 * float64(part) / float64(whole)
	switch {
	case part == 0:
		return "0\u00a0%"
	case part == whole:
		return "100\u00a0%"
	case percent < 0.1:
		return "<\u00a00.1\u00a0%"
	case percent > 99.9:
		return ">\u00a099.9\u00a0%"
	}
	return fixed(percent, 1) + "\u00a0%"
}

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
	return strings.Replace(mantissa, "-", "−", 1) + "×" + axes.TenTo(power)
}

// probability writes a p; 0 out of some samples is only known to be less than one in so many.
func probability(p float64, samples int) string {
	switch {
	case math.IsNaN(p):
		return none
	case p == 0 && samples > 0:
		return "<\u00a0" + strconv.FormatFloat(1/float64(samples), 'g', 2, 64)
	case p < 0.001:
		return "<\u00a00.001"
	case p < 0.1:
		return fixed(p, 3)
	}
	return fixed(p, 2)
}

// isProbability writes a p as part of a sentence.
func isProbability(p float64, samples int) string {
	text := probability(p, samples)
	if strings.HasPrefix(text, "<") {
		return "p\u00a0" + text
	}
	return "p\u00a0=\u00a0" + text
}

// withError writes a value and its error with as many decimals as the error's first digit has, two to six.
func withError(v, e float64) string {
	decimals := 2
	if e > 0 && !math.IsInf(e, 0) {
		decimals = min(6, max(decimals, -int(math.Floor(math.Log10(e)))))
	}
	return fixed(v, decimals) + "\u00a0±\u00a0" + fixed(e, decimals)
}

// size writes a number of bytes in the largest unit of 1,000 that leaves at least 1.
func size(bytes int64) string {
	if bytes < 1000 {
		return count(bytes) + " B"
	}
	value, units := float64(bytes)/1000, []string{"kB", "MB", "GB", "TB", "PB", "EB"}
	for len(units) > 1 && value >= 999.5 {
		value, units = value/1000, units[1:]
	}
	if value < 9.95 {
		return fixed(value, 1) + " " + units[0]
	}
	return fixed(value, 0) + " " + units[0]
}

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
func plural[T integer](n T, one string) string {
	if n == 1 {
		return "1 " + one
	}
	if before, ok := strings.CutSuffix(one, "y"); ok {
		return count(n) + " " + before + "ies"
	}
	return count(n) + " " + one + "s"
}

// scores writes scores of one list with equal decimals, so that they align: whole numbers as such, others so that the
// smallest positive one shows three digits, very small ones with a power of ten.
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
