package tables

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"weft/internal/ascii"
	"weft/internal/option"
	"weft/making/ingest/judge"
)

var errNoList = errors.New("there is no line in it")

// misfit says why lines do not fit.
func (c *candidate) misfit() error {
	least, most := len(c.rows[0]), 0
	for _, row := range c.rows {
		least, most = min(least, len(row)), max(most, len(row))
	}
	switch {
	case c.Header != nil && c.Columns >= 2 && max(c.Source, c.Target) >= c.Columns:
		return fmt.Errorf("the header names %d columns, and most lines have %d", len(c.Header), c.Columns)
	case least == most && most < 2:
		return option.Errorf("no separator makes two columns of each line, a source and a target: name it with {separator}")
	case c.allNumbers():
		return option.Errorf("the lines hold %d to %d numbers: if each is a page and its successors, say {format} adjacency; if two of the columns are an arc, {columns} 1,2", least, most)
	}
	if c.linksHeads() {
		const why = "the lines have %d to %d columns between %s, and the first names of some lines stand in others: if each line is a page and its successors, say {format} adjacency {separator} %s; if two of the columns are an arc, {columns} 1,2"
		return option.Errorf(why, least, most, SepName(c.Sep), strings.TrimSuffix(SepName(c.Sep), "s"))
	}
	return option.Errorf("the lines have %d to %d columns between %s: it looks like prose, or a table of another kind; for a list of arcs, describe its form ({separator}, {columns}, {format} edges)", least, most, SepName(c.Sep))
}

// withHints adds what the lines may be to the question about them: pages and their successors after a colon, or columns of
// fixed width.
func (c *candidate) withHints(s *Sample) error {
	q, ok := errors.AsType[*Question](c.why)
	if !ok {
		return c.why
	}
	lines := s.Texts()
	if c.Sep == ' ' && areFixed(lines) {
		q.Why += `, and names may hold blanks, as in columns of fixed width (sed -E 's/ {2,}/\t/g' separates these by tabs)`
	}
	if ShareOf(lines, hasHead) == 1 {
		l := &Layout{colon: true, Direction: -1}
		l.DecideAdjacency(s, 0)
		var arcs [][2]string
		for _, line := range lines {
			fields, _ := l.Split(nil, line)
			for _, f := range fields[1:] {
				arcs = append(arcs, [2]string{string(fields[0]), string(f)})
			}
		}
		q.Readings = slices.Insert(q.Readings, 0, Reading{Format: Adjacency, Arcs: judge.Show(arcs[:min(3, len(arcs))], false)})
	}
	return q
}

// hasHead reports whether a line begins with a word before a colon.
func hasHead(line []byte) bool {
	head, _, ok := cutColon(line)
	return ok && len(head) > 0 && !bytes.ContainsAny(head, " \t")
}

// areFixed reports whether two blanks and more cut all lines into as many fields, and some fields hold a blank.
func areFixed(lines [][]byte) bool {
	columns, blanks := 0, false
	for i, line := range lines {
		n := 0
		for field := range bytes.SplitSeq(bytes.TrimSpace(line), []byte("  ")) {
			if field = bytes.TrimSpace(field); len(field) > 0 {
				n++
				blanks = blanks || bytes.IndexByte(field, ' ') >= 0
			}
		}
		if i == 0 {
			columns = n
		}
		if n != columns {
			return false
		}
	}
	return columns > 1 && blanks
}

// linksHeads reports whether lines look like pages with their successors. Each line begins with another name. Half of these
// names or more stand on both sides, or half of the others.
func (c *candidate) linksHeads() bool {
	heads, linked := map[string]bool{}, 0
	for _, row := range c.rows {
		if heads[string(row[0])] {
			return false
		}
		heads[string(row[0])] = true
	}
	tails := map[string]bool{}
	for _, row := range c.rows {
		for _, f := range row[1:] {
			tails[string(f)] = true
		}
	}
	for tail := range tails {
		if heads[tail] {
			linked++
		}
	}
	return len(c.rows) > 2 && linked > 0 && 2*linked >= min(len(heads), len(tails))
}

func (c *candidate) allNumbers() bool {
	for _, row := range c.rows {
		if slices.ContainsFunc(row, func(f []byte) bool { return !ascii.IsNumber(f) }) {
			return false
		}
	}
	return true
}
