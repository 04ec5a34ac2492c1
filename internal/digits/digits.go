// Package digits formats numbers for people, in the same way in commands, report and the status of a crawl. It
// uses neither line ends nor non-breaking blanks; a page may insert these.
package digits

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// None stands where there is no number.
const None = "–"

type integer interface {
	~int | ~int64 | ~uint64 | ~uint32
}

// Grouped writes a number with its digits in groups of three.
func Grouped[T integer](n T) string {
	return InGroups(fmt.Sprint(n))
}

// InGroups is Grouped of a number that is written already, as it may be larger than any integer.
func InGroups(s string) string {
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Plural writes "1 page", "2 pages", "3 queries"; one is the singular.
func Plural[T integer](n T, one string) string {
	if n == 1 {
		return "1 " + one
	}
	if before, ok := strings.CutSuffix(one, "y"); ok && !strings.HasSuffix(before, "a") && !strings.HasSuffix(before, "e") && !strings.HasSuffix(before, "o") {
		return Grouped(n) + " " + before + "ies"
	}
	return Grouped(n) + " " + one + "s"
}

// Verb chooses the form that goes with a count.
func Verb[T integer](n T, one, more string) string {
	if n == 1 {
		return one
	}
	return more
}

// Fixed formats a number with the given number of decimals, and never as -0.
func Fixed(v float64, decimals int) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return None
	}
	whole, rest, _ := strings.Cut(strconv.FormatFloat(math.Abs(v), 'f', decimals, 64), ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if rest != "" {
		whole += "." + rest
	}
	if v < 0 && strings.Trim(whole, "0.,") != "" {
		return "-" + whole
	}
	return whole
}

// Small is Fixed with more decimals where a value would have less than two digits: 0.0412, 0.000042.
func Small(v float64, decimals int) string {
	if size := math.Abs(v); size > 0 && size < 1 && !math.IsNaN(v) {
		decimals = max(decimals, min(12, 1-int(math.Floor(math.Log10(size)))))
	}
	return Fixed(v, decimals)
}

// Share writes part of whole as a percentage that is 0 or 100 only if it is exactly that.
func Share[T integer](part, whole T) string {
	switch {
	case whole == 0:
		return None
	case part == 0:
		return "0 %"
	case part == whole:
		return "100 %"
	}
	return Percent(float64(part) / float64(whole))
}

// Percent writes a share, of 1, as a percentage with a decimal; it is 0 or 100 only if it is exactly that.
func Percent(share float64) string {
	percent := 100 * share
	switch {
	case share == 0:
		return "0 %"
	case share == 1:
		return "100 %"
	case share > 0 && percent < 0.1:
		return "< 0.1 %"
	case share < 1 && percent > 99.9:
		return "> 99.9 %"
	}
	return Fixed(percent, 1) + " %"
}

// P formats a probability as part of a sentence: "p = 0.40", "p < 0.001". A p of 0 counted in samples is shown as
// less than 1/samples. samples is 0 if p was not counted.
func P(p float64, samples int) string {
	text := Probability(p, samples)
	if strings.HasPrefix(text, "<") {
		return "p " + text
	}
	return "p = " + text
}

// Probability is P without the letter.
func Probability(p float64, samples int) string {
	switch {
	case math.IsNaN(p):
		return None
	case p == 0 && samples > 0:
		return "< " + strconv.FormatFloat(1/float64(samples), 'g', 2, 64)
	case p < 0.001:
		return "< 0.001"
	case p < 0.1:
		return Fixed(p, 3)
	}
	return Fixed(p, 2)
}

// Level writes the level of significance of a test that rejects where p is below it: 10 %.
func Level(p float64) string { return strconv.FormatFloat(100*p, 'g', 4, 64) + " %" }

// WithError writes a value and its error with as many decimals as the error's first digit has, 2 to 6. An error that is
// nothing but rounding is left out.
func WithError(v, e float64) string {
	decimals := 2
	if math.Abs(e) <= 1e-12*max(1, math.Abs(v)) {
		return Fixed(v, decimals)
	}
	if !math.IsInf(e, 0) && !math.IsNaN(e) {
		decimals = min(6, max(decimals, -int(math.Floor(math.Log10(math.Abs(e))))))
	}
	return Fixed(v, decimals) + " ± " + Fixed(math.Abs(e), decimals)
}

// Size writes a number of bytes in units of 1024.
func Size(bytes int64) string {
	for _, u := range []struct {
		name  string
		bytes int64
	}{{"TiB", 1 << 40}, {"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}} {
		if bytes >= u.bytes {
			return strconv.FormatFloat(float64(bytes)/float64(u.bytes), 'f', 1, 64) + " " + u.name
		}
	}
	return strconv.FormatInt(bytes, 10) + " B"
}

// About writes a count that is estimated, with two or three digits that count.
func About(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return None
	}
	unit := 1.0
	for v/unit >= 1000 {
		unit *= 10
	}
	return Fixed(math.Round(v/unit)*unit, 0)
}

// Duration writes a duration with the two units that matter.
func Duration(d time.Duration) string {
	switch {
	case d < 0:
		return "0s"
	case d < time.Second && d >= time.Millisecond:
		return fmt.Sprintf("%dms", d.Milliseconds())
	case d < 10*time.Second:
		return strconv.FormatFloat(d.Truncate(100*time.Millisecond).Seconds(), 'f', -1, 64) + "s"
	case d < time.Minute:
		return fmt.Sprintf("%ds", int(d.Seconds()))
	case d < time.Hour:
		return fmt.Sprintf("%dm%02ds", int(d.Minutes()), int(d.Seconds())%60)
	case d < 48*time.Hour:
		return fmt.Sprintf("%dh%02dm", int(d.Hours()), int(d.Minutes())%60)
	}
	days := d / (24 * time.Hour)
	return fmt.Sprintf("%dd%02dh", int64(days), int((d - days*24*time.Hour).Hours()))
}

// Roughly writes a duration that is guessed.
func Roughly(d time.Duration) string {
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%ds", int(d.Round(time.Second).Seconds()))
	case d < time.Hour:
		return fmt.Sprintf("%dm", int(d.Round(time.Minute).Minutes()))
	case d < 48*time.Hour:
		d = d.Round(time.Minute)
		return fmt.Sprintf("%dh%02dm", int(d.Hours()), int(d.Minutes())%60)
	case d < 1000*24*time.Hour:
		return fmt.Sprintf("%dd", int(d.Hours()/24+0.5))
	}
	return "years"
}

// Span writes a duration as Go does, without units that are 0: 1h30m, 45s.
func Span(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}
