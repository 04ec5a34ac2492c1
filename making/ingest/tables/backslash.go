package tables

import (
	"bytes"
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
