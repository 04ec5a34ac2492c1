package watch

import (
	"fmt"

	"weft/internal/digits"
)

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
