package sites

import (
	"bytes"

	"weft/internal/ascii"
)

// kindOf returns the meaning of a folder's name.
func kindOf(name string) kind {
	switch b := []byte(name); {
	case len(b) > 1 && b[0] == '~':
		return user
	case isNumber(b), isVersion(b), isLanguage(b), channels[string(bytes.ToLower(b))]:
		return unnamed
	}
	return plain
}

// channels are names of versions that are no numbers.
var channels = map[string]bool{"latest": true, "stable": true, "master": true, "main": true, "dev": true, "devel": true, "current": true}

// isNumber says whether a name consists of digits, or of eight hexadecimal digits or more, before its extension.
func isNumber(name []byte) bool {
	name, _, _ = bytes.Cut(name, []byte{'.'})
	digits := true
	for _, b := range name {
		digits = digits && ascii.IsDigit(b)
		if !ascii.IsDigit(b) && !(b|0x20 >= 'a' && b|0x20 <= 'f') {
			return false
		}
	}
	return len(name) > 0 && (digits || len(name) >= 8)
}

// isVersion says whether a name is like 1.2, v3, 2024-01-31 or 4.9.11rc1.
func isVersion(name []byte) bool {
	if len(name) > 1 && name[0]|0x20 == 'v' {
		name = name[1:]
	}
	if len(name) == 0 || !ascii.IsDigit(name[0]) {
		return false
	}
	letters := 0
	for _, b := range name {
		switch {
		case ascii.IsDigit(b), b == '.', b == '-', b == '_':
		case ascii.IsLetter(b):
			letters++
		default:
			return false
		}
	}
	return letters <= 3
}

// isLanguage says whether a name is like en, pt-BR or zh_Hant.
func isLanguage(name []byte) bool {
	if len(name) < 2 || !ascii.IsLetter(name[0]) || !ascii.IsLetter(name[1]) {
		return false
	}
	if len(name) == 2 {
		return true
	}
	if name[2] != '-' && name[2] != '_' || len(name) < 5 || len(name) > 7 {
		return false
	}
	for _, b := range name[3:] {
		if !ascii.IsLetter(b) {
			return false
		}
	}
	return true
}
