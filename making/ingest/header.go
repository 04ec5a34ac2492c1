package ingest

import (
	"bytes"
	"slices"
	"strings"

	"weft/internal/ascii"
	"weft/making/ingest/judge"
	"weft/making/ingest/scan"
)

func texts(fields [][]byte) []string {
	out := make([]string, len(fields))
	for i, f := range fields {
		out[i] = string(f)
	}
	return out
}

// findHeader finds the names of the columns: in the first line, or in the last comment before it.
func (c *candidate) findHeader(s *sample, o *layoutOptions) {
	if o.firstLine == FirstIsHeader && len(c.rows[0]) >= 2 {
		c.useHeader(texts(c.rows[0]))
		c.skipHeader = true
		return
	}
	if names := texts(c.rows[0]); o.firstLine == "" && c.isHeader(names, o) && (o.columns != nil || areNamedEnds(names) || !c.arePages(names)) {
		c.useHeader(names)
		c.bareHeader = c.ofNames && !bytes.HasPrefix(bytes.TrimPrefix(s.lines[0].text, scan.BOM), []byte{'"'})
		c.skipHeader = true
		return
	}
	for i, l := range s.lines {
		if l.sign < 0 && i > 0 && s.lines[i-1].sign >= 0 {
			text := bytes.TrimLeft(s.lines[i-1].text, " \t"+signBytes)
			sp := splitter{sep: c.sep}
			if names := texts(sp.split(nil, text)); len(names) == len(c.rows[0]) && c.isHeader(names, o) {
				c.useHeader(names)
				c.headComment = bytes.TrimLeftFunc(s.lines[i-1].text, scan.IsBlankRune)
			}
		}
		if l.sign < 0 {
			return
		}
	}
}

// arePages reports whether the names of source and target in the first line are pages elsewhere. Then that line is
// an arc, for example from u to v. Lines that repeat the first, in files that were joined, do not count.
func (c *candidate) arePages(names []string) bool {
	source, target, _ := judge.FindPair(names)
	return slices.ContainsFunc(c.rows[1:], func(row [][]byte) bool {
		if max(source, target) >= len(row) {
			return false
		}
		u, v := headerWord(row[source]), headerWord(row[target])
		if u == names[source] && v == names[target] {
			return false
		}
		return u == names[source] || u == names[target] || v == names[source] || v == names[target]
	})
}

// isHeader reports whether some words are names of columns: known ones, or names that the user gives.
func (c *candidate) isHeader(names []string, o *layoutOptions) bool {
	if len(names) < 2 {
		return false
	}
	if o.columns != nil {
		has := func(want string) bool {
			return slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, want) })
		}
		if has(o.columns[0]) && has(o.columns[1]) && !ascii.IsNumber(o.columns[0]) {
			return true
		}
	}
	u, v, ok := judge.FindPair(names)
	return ok && !slices.ContainsFunc(c.rows[:min(8, len(c.rows))], func(row [][]byte) bool {
		return max(u, v) < len(row) && !slices.Equal(texts(row), names) && (judge.IsAlike(names[u], string(row[u])) || judge.IsAlike(names[v], string(row[v])))
	})
}

func (c *candidate) useHeader(names []string) {
	c.header = names
	c.source, c.target, _ = judge.FindPair(names)
	// Gephi's table of edges says in a column whether an edge is "Directed" or "Undirected".
	c.direction = slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(n, "type") })
	c.useOfWeft()
}

// isHeaderAgain says whether a line has the fields of the header, as the lines of files that were joined do. Each of
// these may begin with a byte order mark.
func (l *layout) isHeaderAgain(fields [][]byte) bool {
	for i, f := range fields {
		if i >= len(l.header) || headerWord(f) != l.header[i] {
			return false
		}
	}
	return len(fields) == len(l.header) || l.header[len(fields)] == ""
}

// headerWord returns a field of a header without a byte order mark and quotes.
func headerWord(f []byte) string {
	if rest, ok := bytes.CutPrefix(f, scan.BOM); ok {
		return string(bytes.Trim(rest, `"`))
	}
	return string(f)
}
