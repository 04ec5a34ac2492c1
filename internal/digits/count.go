package digits

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// ParseCount reads a whole number, perhaps in thousands, millions or thousand millions: "25000", "20M", "1.5k".
func ParseCount(text string) (int64, error) {
	number, scale := strings.TrimSpace(text), 1.0
	if number != "" {
		switch number[len(number)-1] {
		case 'k', 'K':
			scale = 1e3
		case 'M':
			scale = 1e6
		case 'G':
			scale = 1e9
		}
	}
	if scale > 1 {
		number = number[:len(number)-1]
	}
	if n, err := strconv.ParseInt(number, 10, 64); err == nil && scale == 1 {
		return n, nil
	}
	v, err := strconv.ParseFloat(number, 64)
	v *= scale
	if whole := math.Round(v); err == nil && math.Abs(v-whole) < 1e-6*max(1, math.Abs(v))/1e6 && math.Abs(whole) < 1<<53 {
		return int64(whole), nil
	}
	return 0, fmt.Errorf("%q is no whole number: want one such as 25000, 300k, 20M or 1.5G", text)
}
