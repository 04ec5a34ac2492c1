package tables

import (
	"bytes"
	"slices"
	"strings"

	"weft/internal/ascii"
	"weft/making/ingest/scan"
)

// namesWithSigns says whether lines that begin with signs are names, where there are no others.
func (s *Sample) namesWithSigns() bool {
	names := func(l sampleLine) bool { return !IsMarked(bytes.TrimLeftFunc(l.Text, scan.IsBlankRune)) }
	return !slices.ContainsFunc(s.Lines, func(l sampleLine) bool { return !names(l) }) && len(s.Lines) > 1
}

// DecideSigns decides which lines are comments. In lists of numbers, all lines that begin with a sign are. In
// other lists isNamed decides. It receives the line, the sign, and whether a line without a sign came before, or none is
// there.
func (l *Layout) DecideSigns(s *Sample, chosen string, numbers bool, isNamed func(line []byte, sign int, after bool) bool) {
	for i := range SignBytes {
		names, comments := 0, 0
		plain := false // a line without a sign came before
		for _, line := range s.Lines {
			switch {
			case line.Sign < 0:
				plain = true
			case line.Sign == i && !numbers && isNamed(line.Text, i, plain || s.Plain == 0):
				names++
			case line.Sign == i:
				comments++
			}
		}
		l.commented[i] = names+comments > 0
		switch {
		case chosen != "":
			l.Signs[i] = SignNever
			if strings.IndexByte(chosen, SignBytes[i]) >= 0 {
				l.Signs[i] = SignAlways
			}
		case numbers || names == 0 && comments > 0:
			l.Signs[i] = SignAlways
		case names > 0 && comments > 0:
			l.Signs[i] = signMarked
		}
	}
}

// isNamed reports whether a line that begins with a sign holds names. It must have the columns of the others, and
// the sign must be part of a word: the line begins %E3, or follows other lines. A # before all other lines begins
// a comment, unless the separator is not a blank.
func (c *candidate) isNamed(line []byte, sign int, after bool) bool {
	line = bytes.TrimLeftFunc(line, scan.IsBlankRune)
	if IsMarked(line) {
		return false
	}
	if fields, open := c.Split(nil, line); len(fields) != c.Columns || open {
		return false
	}
	return after || SignBytes[sign] == '%' && IsEscaped(line) || SignBytes[sign] == '#' && c.Sep != ' '
}

// IsEscaped says whether a line that begins with % begins with a byte that is written as in URLs.
func IsEscaped(line []byte) bool {
	_, ok := ascii.Escaped(line)
	return ok
}
