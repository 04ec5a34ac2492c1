package links

import (
	"weft/internal/ascii"
)

// RefreshURL returns the URL of a refresh, such as "5; url=next.html", of a meta element or a header, by the
// standard's shared declarative refresh steps. It returns false if the text is malformed or has no URL: the page
// only reloads itself.
func RefreshURL[T string | []byte](s T) (T, bool) {
	var none T
	s = trimSpace(s)
	i := 0
	for i < len(s) && (s[i] >= '0' && s[i] <= '9' || s[i] == '.') {
		i++
	}
	if i == 0 {
		return none, false
	}
	if s = s[i:]; len(s) == 0 || !isSpace(s[0]) && s[0] != ';' && s[0] != ',' {
		return none, false
	}
	if s = trimSpace(s); len(s) > 0 && (s[0] == ';' || s[0] == ',') {
		s = trimSpace(s[1:])
	}
	if len(s) == 0 {
		return none, false
	}
	whole := s
	if len(s) >= 3 && ascii.EqualFold(s[:3], "url") {
		if s = trimSpace(s[3:]); len(s) == 0 || s[0] != '=' {
			return whole, true
		}
		s = trimSpace(s[1:])
	} else if s[0]|0x20 == 'u' {
		return whole, true
	}
	return unquote(s), true
}

func unquote[T string | []byte](s T) T {
	if len(s) == 0 || s[0] != '"' && s[0] != '\'' {
		return s
	}
	for i := 1; i < len(s); i++ {
		if s[i] == s[0] {
			return s[1:i]
		}
	}
	return s[1:]
}
