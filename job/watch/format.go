package watch

import (
	"fmt"
	"strconv"
	"time"

	"weft/internal/digits"
)

// rounded writes a large number as people say it: with two or three digits that count.
func rounded(f float64) string {
	unit := 1.0
	for f/unit >= 1000 {
		unit *= 10
	}
	return digits.Grouped(uint64(f/unit+0.5) * uint64(unit))
}

// clock writes a duration with the two units that matter.
func clock(d time.Duration) string {
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

// roughly writes a duration that is guessed.
func roughly(d time.Duration) string {
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

// rate writes pages a second.
func rate(r float64) string {
	switch {
	case r >= 99.95:
		return digits.Grouped(uint64(r + 0.5))
	case r >= 0.995 || r < 0.005:
		return fmt.Sprintf("%.1f", r)
	}
	return fmt.Sprintf("%.2f", r)
}
