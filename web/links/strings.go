package links

import (
	"weft/internal/ascii"
)

// indexFold returns where a lower-case ASCII word stands in s, in any case, or -1.
func indexFold(s, word string) int {
	for i := 0; i+len(word) <= len(s); i++ {
		if ascii.EqualFold(s[i:i+len(word)], word) {
			return i
		}
	}
	return -1
}

// trimSpace removes leading ASCII white space.
func trimSpace[T string | []byte](s T) T {
	for len(s) > 0 && isSpace(s[0]) {
		s = s[1:]
	}
	return s
}

// nextWord cuts the first word off s: words are separated by white space and, if comma is set, by commas.
func nextWord[T string | []byte](s T, comma bool) (word, rest T) {
	between := func(c byte) bool { return isSpace(c) || comma && c == ',' }
	i := 0
	for i < len(s) && between(s[i]) {
		i++
	}
	j := i
	for j < len(s) && !between(s[j]) {
		j++
	}
	return s[i:j], s[j:]
}
