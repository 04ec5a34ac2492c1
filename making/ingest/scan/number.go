package scan

import "strconv"

// NoPage is 1 + the largest number of a page.
const NoPage = 1<<32 - 1

// IsNumber reports whether a word is the number of a page.
func IsNumber(b []byte) bool {
	_, ok := ParseNumber(b)
	return ok
}

// ParseNumber reads a number of a page: up to ten digits, below [NoPage].
func ParseNumber(b []byte) (uint32, bool) {
	if len(b) == 0 || len(b) > 10 {
		return 0, false
	}
	n := uint64(0)
	for _, c := range b {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = 10*n + uint64(c-'0')
	}
	return uint32(n), n < NoPage
}

// IsReal reports whether a word is a number of any kind that strconv.ParseFloat reads.
func IsReal(word []byte) bool {
	_, err := strconv.ParseFloat(string(word), 64)
	return err == nil
}
