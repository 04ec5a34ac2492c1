package finite

import "math"

// prime reports whether a number is prime.
func prime(n int) bool {
	for d := 2; d*d <= n; d++ {
		if n%d == 0 {
			return false
		}
	}
	return n > 1
}

// mantissa returns five digits of the mantissa of the decimal logarithm.
func mantissa(x float64) int {
	_, part := math.Modf(math.Log10(x))
	return int(part*1e5 + .5)
}

// sine returns the sine of an angle in degrees.
func sine(degrees float64) float64 { return math.Sin(degrees * math.Pi / 180) }
