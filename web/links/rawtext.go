package links

import (
	"bytes"
)

// readRaw goes to the end tag of an element without markup, or to the end of the input.
func (s *scanner) readRaw(name []byte) {
	from := s.pos
	switch s.elem {
	case elemPlaintext:
		s.pos = len(s.src)
	case elemScript:
		s.skipScript(name)
	default:
		for !s.atTag("</", name) {
			if !s.skipTo('<', s.pos+1) {
				break
			}
		}
	}
	s.text = s.src[from:s.pos]
}

// skipTo goes to the next byte c from a position on, or to the end and returns false.
func (s *scanner) skipTo(c byte, from int) bool {
	if from < len(s.src) {
		if i := bytes.IndexByte(s.src[from:], c); i >= 0 {
			s.pos = from + i
			return true
		}
	}
	s.pos = len(s.src)
	return false
}

// atTag reports whether open, name and the end of a name stand at the scanner's position.
func (s *scanner) atTag(open string, name []byte) bool {
	rest := s.src[s.pos:]
	n := len(open) + len(name)
	return len(rest) > n && string(rest[:len(open)]) == open && endsName(rest[n]) && bytes.EqualFold(rest[len(open):n], name)
}

// skipScript knows the standard's script data states: within "<!--" and "-->" a "<script>" hides the next "</script>".
func (s *scanner) skipScript(name []byte) {
	for {
		switch {
		case s.atTag("</", name):
			return
		case bytes.HasPrefix(s.src[s.pos:], []byte("<!--")):
			s.pos += 4
			if s.skipEscapedScript(name) {
				return
			}
		case !s.skipTo('<', s.pos+1):
			return
		}
	}
}

// skipEscapedScript moves past "-->", whose dashes may belong to "<!--". At the end tag it returns true instead.
func (s *scanner) skipEscapedScript(name []byte) (ended bool) {
	double := false
	for ; s.pos < len(s.src); s.pos++ {
		switch s.src[s.pos] {
		case '>':
			if s.src[s.pos-1] == '-' && s.src[s.pos-2] == '-' {
				return false
			}
		case '<':
			switch {
			case s.atTag("</", name):
				if !double {
					return true
				}
				double = false
			case s.atTag("<", name):
				double = true
			}
		}
	}
	return true
}
