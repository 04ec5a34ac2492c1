package ingest

import (
	"bytes"
	"slices"
	"strings"

	"weft/internal/ascii"
)

// namesWithSigns says whether lines that begin with signs are names, where there are no others.
func (s *sample) namesWithSigns() bool {
	names := func(l sampleLine) bool { return !isMarked(bytes.TrimLeftFunc(l.text, isBlankRune)) }
	return !slices.ContainsFunc(s.lines, func(l sampleLine) bool { return !names(l) }) && len(s.lines) > 1
}

// decideSigns finds out which lines are comments. In lists of numbers all are that begin with a sign; else those that
// isNamed does not take for lines of names: it is told the sign, and whether a line without one came before, or there
// is none.
func (l *layout) decideSigns(s *sample, chosen string, numbers bool, isNamed func(line []byte, sign int, after bool) bool) {
	for i := range signBytes {
		names, comments := 0, 0
		plain := false // a line without a sign came before
		for _, line := range s.lines {
			switch {
			case line.sign < 0:
				plain = true
			case line.sign == i && !numbers && isNamed(line.text, i, plain || s.plain == 0):
				names++
			case line.sign == i:
				comments++
			}
		}
		l.commented[i] = names+comments > 0
		switch {
		case chosen != "":
			l.signs[i] = signNever
			if strings.IndexByte(chosen, signBytes[i]) >= 0 {
				l.signs[i] = signAlways
			}
		case numbers || names == 0 && comments > 0:
			l.signs[i] = signAlways
		case names > 0 && comments > 0:
			l.signs[i] = signMarked
		}
	}
}

// isNamed says whether a line that begins with a sign is one of names: it has the columns of the others, and the sign
// is part of a word: it begins %E3, or follows other lines. # before all other lines is that of a comment,
// unless more than blanks part the columns.
func (c *candidate) isNamed(line []byte, sign int, after bool) bool {
	line = bytes.TrimLeftFunc(line, isBlankRune)
	if isMarked(line) {
		return false
	}
	if fields, open := c.split(nil, line); len(fields) != c.columns || open {
		return false
	}
	return after || signBytes[sign] == '%' && isEscaped(line) || signBytes[sign] == '#' && c.sep != ' '
}

// isEscaped says whether a line that begins with % begins with a byte that is written as in URLs.
func isEscaped(line []byte) bool {
	_, ok := ascii.Escaped(line)
	return ok
}
