package tables

import (
	"bytes"
	"fmt"
	"slices"
)

// useBackslashes decides whether backslashes escape quotes in quoted fields, as MySQL and Spark write them. All fields below
// the first line are quoted or missing then, and no field is malformed.
func (c *candidate) useBackslashes(plain *Splitter, texts [][]byte) bool {
	if plain.malformed == 0 || c.Sep == ' ' || c.ofNames || !slices.ContainsFunc(texts, func(line []byte) bool { return bytes.Contains(line, []byte(`\"`)) }) {
		return false
	}
	sp := &Splitter{Sep: c.Sep, Quotes: true, escapes: true, dicts: c.Dicts}
	first := cutAll(sp, texts[:1])
	sp.quoted = 0
	rest := cutAll(sp, texts[1:])
	fields, nulls := 0, 0
	for _, row := range rest {
		fields += len(row)
		for _, f := range row {
			if IsNull(f) {
				nulls++
			}
		}
	}
	if sp.malformed > 0 || sp.quoted == 0 || sp.quoted+nulls < fields {
		return false
	}
	c.rows, c.Quotes, c.quoted, c.escapes = append(first, rest...), QuotesAlways, true, true
	return true
}

// unescaped returns a text without the backslashes that escape quotes and backslashes.
func unescaped(text []byte) []byte {
	if bytes.IndexByte(text, '\\') < 0 {
		return text
	}
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) && (text[i+1] == '"' || text[i+1] == '\\') {
			i++
		}
		out = append(out, text[i])
	}
	return out
}

// missing are words for a missing value, of R, pandas, databases and spreadsheets.
var missing = []string{"NA", "N/A", "#N/A", "NaN", "nan", "NULL", "null", "None", "nil", "<NA>"}

// mayMiss asks about a word for a missing value that is the name of a page several times, and in one of the columns alone.
func (c *candidate) mayMiss(o *Options) bool {
	if o.Forced || c.saysNames() {
		return false
	}
	for _, word := range missing {
		is := func(f []byte) bool { return string(f) == word }
		u, v := c.columnShare(c.Source, is), c.columnShare(c.Target, is)
		if max(u, v)*float64(len(c.rows)) < 1.5 || min(u, v) > 0 {
			continue
		}
		r := c.readingOf(c.rows, c.Source, c.Target)
		r.Format = edgesFormat
		if !c.SkipHeader {
			r.FirstLine = ""
		}
		c.rank, c.why = asAsked, &Question{Why: fmt.Sprintf("%q may be a page, or a missing value: remove these rows, or read it as a page", word), Readings: []Reading{r}}
		return true
	}
	return false
}

// edgesFormat is the name of the format of lists of arcs.
const edgesFormat = "edges"

// dropNulls leaves out the rows of the sample whose source or target is missing, unless all are.
func (c *candidate) dropNulls() {
	if c.saysNames() {
		return
	}
	rows := slices.DeleteFunc(slices.Clone(c.rows), func(row [][]byte) bool {
		return max(c.Source, c.Target) < len(row) && (IsNull(row[c.Source]) || IsNull(row[c.Target]))
	})
	if len(rows) > 0 {
		c.rows = rows
	}
}
