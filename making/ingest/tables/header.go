package tables

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"weft/internal/ascii"
	"weft/making/ingest/judge"
	"weft/making/ingest/scan"
)

// Texts returns the fields of a row as texts.
func Texts(fields [][]byte) []string {
	out := make([]string, len(fields))
	for i, f := range fields {
		out[i] = string(f)
	}
	return out
}

// findHeader finds the names of the columns: in the first line, or in the last comment before it.
func (c *candidate) findHeader(s *Sample, o *Options) {
	if o.FirstLine == FirstIsHeader && len(c.rows[0]) >= 2 {
		c.useHeader(Texts(c.rows[0]))
		c.SkipHeader, c.headerSaid = true, true
		return
	}
	if names := Texts(c.rows[0]); o.FirstLine == "" && c.isHeader(names, o) && (o.Columns != nil || areNamedEnds(names) || c.mayBeHeader(names)) {
		c.useHeader(names)
		c.BareHeader = c.ofNames && !bytes.HasPrefix(bytes.TrimPrefix(s.Lines[0].Text, scan.BOM), []byte{'"'})
		c.SkipHeader = true
		return
	}
	for i, l := range s.Lines {
		if l.Sign < 0 && i > 0 && s.Lines[i-1].Sign >= 0 {
			text := bytes.TrimLeft(s.Lines[i-1].Text, " \t"+SignBytes)
			sp := Splitter{Sep: c.Sep}
			if names := Texts(sp.Split(nil, text)); len(names) == len(c.rows[0]) && c.isHeader(names, o) {
				c.useHeader(names)
				c.headComment = bytes.TrimLeftFunc(s.Lines[i-1].Text, scan.IsBlankRune)
			}
		}
		if l.Sign < 0 {
			return
		}
	}
}

// mayBeHeader reports whether the first line with known names is a header. If its names are pages elsewhere, it may be an arc:
// names of a letter are pages then, and others are asked about.
func (c *candidate) mayBeHeader(names []string) bool {
	if !c.arePages(names) {
		return true
	}
	source, target, _ := judge.FindPair(names)
	if len(names[source]) < 2 || len(names[target]) < 2 {
		return false
	}
	wide := c.rowsOf(len(names))
	arc := c.readingOf(wide, source, target)
	arc.FirstLine = FirstIsArc
	c.late = &Question{
		Why:      fmt.Sprintf("the first line (%.60q, %.60q) names source and target, and may be an arc: its words are names below", names[source], names[target]),
		Readings: []Reading{c.readingOf(wide[1:], source, target), arc},
	}
	return true
}

// arePages reports whether the names of source and target in the first line are pages elsewhere. Then that line is
// an arc, for example from u to v. Lines that repeat the first, in files that were joined, do not count.
func (c *candidate) arePages(names []string) bool {
	source, target, _ := judge.FindPair(names)
	return slices.ContainsFunc(c.rows[1:], func(row [][]byte) bool {
		if max(source, target) >= len(row) {
			return false
		}
		u, v := string(headerWord(row[source])), string(headerWord(row[target]))
		if u == names[source] && v == names[target] || isTurned(names, row, source, target) {
			return false
		}
		return u == names[source] || u == names[target] || v == names[source] || v == names[target]
	})
}

// isHeader reports whether some words are names of columns: known ones, or names that the user gives.
func (c *candidate) isHeader(names []string, o *Options) bool {
	if len(names) < 2 {
		return false
	}
	if o.Columns != nil {
		has := func(want string) bool {
			return slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, want) })
		}
		if has(o.Columns[0]) && has(o.Columns[1]) && !ascii.IsNumber(o.Columns[0]) {
			return true
		}
	}
	u, v, ok := judge.FindPair(names)
	return ok && !slices.ContainsFunc(c.rows[:min(8, len(c.rows))], func(row [][]byte) bool {
		return max(u, v) < len(row) && !slices.Equal(Texts(row), names) && (judge.IsAlike(names[u], string(row[u])) || judge.IsAlike(names[v], string(row[v])))
	})
}

func (c *candidate) useHeader(names []string) {
	c.Header = names
	c.Source, c.Target, _ = judge.FindPair(names)
	c.useOfWeft()
}

// IsHeaderAgain says whether a line has the fields of the header, as the lines of files that were joined do. Each of
// these may begin with a byte order mark.
func (l *Layout) IsHeaderAgain(fields [][]byte) bool {
	for i, f := range fields {
		if i >= len(l.Header) || !isHeaderWord(f, l.Header[i]) {
			return false
		}
	}
	return len(fields) == len(l.Header) || l.Header[len(fields)] == ""
}

// IsHeaderTurned says whether a line has the fields of the header in another order, as in files that were joined. The columns
// of the lines below it are others. If the user says that the first line is a header, such a line is an arc.
func (l *Layout) IsHeaderTurned(fields [][]byte) bool {
	return !l.headerSaid && isTurned(l.Header, fields, l.Source, l.Target)
}

// isTurned says whether some fields are the names of the columns, in an order in which source or target has another place.
// Single letters are no such names.
func isTurned(names []string, fields [][]byte, source, target int) bool {
	if len(fields) != len(names) || max(source, target) >= len(names) || len(names[source]) < 2 {
		return false
	}
	isTarget := func(name string) bool { return string(fields[target]) == name }
	if !slices.ContainsFunc(names, isTarget) || isHeaderWord(fields[source], names[source]) && isHeaderWord(fields[target], names[target]) {
		return false
	}
	words := make([]string, len(fields))
	for i, f := range fields {
		words[i] = string(headerWord(f))
	}
	slices.Sort(words)
	return slices.Equal(words, slices.Sorted(slices.Values(names)))
}

// headerWord returns a field of a header without a byte order mark and the quotes after it.
func headerWord(f []byte) []byte {
	if rest, ok := bytes.CutPrefix(f, scan.BOM); ok {
		return bytes.Trim(rest, `"`)
	}
	return f
}

// isHeaderWord reports whether a field is a name of the header. Each line of a list is asked: it makes no text of the field.
func isHeaderWord(f []byte, name string) bool { return string(headerWord(f)) == name }
