package ingest

import (
	"bytes"
	"slices"
	"strings"
)

// namesWithSigns says whether lines that begin with signs are names, where there are no others.
func (s *sample) namesWithSigns() bool {
	names := func(l sampleLine) bool { return !isMarked(bytes.TrimLeftFunc(l.text, isBlankRune)) }
	return !slices.ContainsFunc(s.lines, func(l sampleLine) bool { return !names(l) }) && len(s.lines) > 1
}

// useSigns finds out which of the lines that begin with # or % are comments: all of them, unless they are written as the
// others are.
func (c *candidate) useSigns(s *sample, o *layoutOptions) {
	for i := range signBytes {
		names, comments := 0, 0
		plain := false // a line without a sign came before
		for _, l := range s.lines {
			switch {
			case l.sign < 0:
				plain = true
			case l.sign == i && !c.numbers && c.isNamed(l.text, i, plain || s.plain == 0):
				names++
			case l.sign == i:
				comments++
			}
		}
		c.commented[i] = names+comments > 0
		switch {
		case o.comments != "":
			c.signs[i] = signNever
			if strings.IndexByte(o.comments, signBytes[i]) >= 0 {
				c.signs[i] = signAlways
			}
		case c.numbers || names == 0 && comments > 0:
			c.signs[i] = signAlways
		case names > 0 && comments > 0:
			c.signs[i] = signMarked
		}
	}
}

// isNamed says whether a line that begins with a sign is one of names: it has the columns of the others, and the sign is
// part of a word. %E3 is. # before all other lines is that of a comment, unless more than blanks part the columns.
func (c *candidate) isNamed(line []byte, sign int, after bool) bool {
	line = bytes.TrimLeftFunc(line, isBlankRune)
	if isMarked(line) {
		return false
	}
	if fields, open := c.split(nil, line); len(fields) != c.columns || open {
		return false
	}
	if signBytes[sign] == '%' {
		return len(line) > 2 && isHex(line[1]) && isHex(line[2])
	}
	return after || c.sep != ' '
}

func isHex(b byte) bool {
	return b >= '0' && b <= '9' || b|0x20 >= 'a' && b|0x20 <= 'f'
}
