package ingest

import (
	"bytes"
	"slices"
	"strings"

	"weft/internal/ascii"
	"weft/making/ingest/scan"
)

// namesWithSigns says whether lines that begin with signs are names, where there are no others.
func (s *sample) namesWithSigns() bool {
	names := func(l sampleLine) bool { return !isMarked(bytes.TrimLeftFunc(l.text, scan.IsBlankRune)) }
	return !slices.ContainsFunc(s.lines, func(l sampleLine) bool { return !names(l) }) && len(s.lines) > 1
}

// decideSigns decides which lines are comments. In lists of numbers, all lines that begin with a sign are. In
// other lists isNamed decides: it receives the line, the sign, and whether a line without a sign came before, or
// there is no such line.
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

// isNamed reports whether a line that begins with a sign holds names. It must have the columns of the others, and
// the sign must be part of a word: the line begins %E3, or follows other lines. A # before all other lines begins
// a comment, unless the separator is not a blank.
func (c *candidate) isNamed(line []byte, sign int, after bool) bool {
	line = bytes.TrimLeftFunc(line, scan.IsBlankRune)
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
