package ingest

import (
	"bytes"
	"fmt"
	"slices"

	"weft/internal/option"
	"weft/internal/sheet"
	"weft/making/ingest/judge"
	"weft/making/ingest/scan"
	"weft/making/ingest/tables"
)

// A namesHeader is the first line of a file of names that names its columns, and where number and name stand in the others.
type namesHeader struct {
	line         []byte // the header; where it comes again, as in files that were joined, it is skipped again
	sep          byte   // of the columns; 0 where each line is a number, a separator and a name
	guarded      bool   // an apostrophe before a name guards it from being taken for a formula
	number, name int    // columns; number is −1 in a list by position
}

// Words that headers use for the number and for the name of a page, as of [judge.Word].
var (
	numberWords = []string{"id", "node", "nodeid", "number", "no", "nr", "index", "idx", "page", "pageid", "vertex", "vertexid", "v", "key", "docid", "pagenumber"}
	nameWords   = []string{"label", "name", "url", "uri", "title", "host", "domain", "page", "pagename", "pagetitle", "nodename", "nodelabel", "address", "website", "site", "names", "labels", "urls"}
)

// findNamesHeader finds a header in the first line of a file of names; nil if there is none. If the first line may
// be a header or a name, it is an error.
func findNamesHeader(head []byte) (*namesHeader, error) {
	lines := tables.TakeSample(head).Texts()
	if len(lines) < 2 || startsWithNumber(lines[0]) {
		return nil, nil //nolint:nilnil // there is none
	}
	first := bytes.TrimSpace(lines[0])
	rest := slices.DeleteFunc(lines[1:], func(line []byte) bool { return bytes.Equal(bytes.TrimSpace(line), first) })
	h := &namesHeader{line: bytes.Clone(first)}
	for _, h.sep = range []byte{'\t', ',', ';', '|'} {
		if h.findColumns(first, rest) {
			return h, nil
		}
	}
	h.sep, h.number = 0, 0
	if tables.ShareOf(rest, startsWithNumber) >= tables.Fitting {
		return h, nil
	}
	h.number = -1
	word, _, _ := bytes.Cut(first, []byte{'\t'})
	named := slices.Contains(nameWords, judge.Word(string(word)))
	switch urls := tables.ShareOf(rest, func(line []byte) bool { return judge.IsURL(listed(line)) }) >= tables.Fitting; {
	case urls && named:
		return h, nil
	case named:
		return nil, option.Errorf("line 1: %.80q may be a header or the name of page 0: remove the line if it is a header; if it is a name, begin each line with the number of its page", word)
	}
	return nil, nil //nolint:nilnil // there is none
}

// startsWithNumber says whether a line is the number of a page and a name.
func startsWithNumber(line []byte) bool {
	number, name := cutNumber(line)
	return number != nil && len(name) > 0
}

// findColumns finds the columns of number and name by the words of the header. Where it names neither of two columns, the
// first one has the numbers.
func (h *namesHeader) findColumns(first []byte, rest [][]byte) bool {
	sp := tables.Splitter{Sep: h.sep, Quotes: true}
	words := tables.Texts(sp.Split(nil, first))
	if len(words) < 2 {
		return false
	}
	for i := range words {
		words[i] = judge.Word(words[i])
	}
	h.number, h.name = -1, -1
	for i, w := range words {
		switch {
		case h.number < 0 && slices.Contains(numberWords, w) && h.numbers(rest, i):
			h.number = i
		case h.name < 0 && slices.Contains(nameWords, w):
			h.name = i
		}
	}
	h.guarded = h.sep == ',' && slices.Equal(words[:2], []string{"page", "url"}) // as weft pages writes it
	if len(words) == 2 && h.name < 0 {                                           // the other column is the name
		if h.number < 0 && h.numbers(rest, 0) {
			h.number = 0
		}
		h.name = 1 - h.number
	}
	return h.number >= 0 && h.name >= 0
}

// numbers says whether a column holds numbers of pages.
func (h *namesHeader) numbers(rows [][]byte, column int) bool {
	return tables.ShareOf(rows, func(line []byte) bool {
		sp := tables.Splitter{Sep: h.sep, Quotes: true}
		row := sp.Split(nil, line)
		return column < len(row) && scan.IsNumber(row[column])
	}) >= tables.Fitting
}

// cut splits a line into the number of a page and its name, which may be empty; ok is false if the line has
// another form.
func (h *namesHeader) cut(line []byte) (number, name []byte, ok bool, err error) {
	if h.sep == 0 {
		number, name = cutNumber(line)
		return number, name, number != nil, nil
	}
	sp := tables.Splitter{Sep: h.sep, Quotes: true}
	row := sp.Split(nil, line)
	switch {
	case sp.Open:
		return nil, nil, false, fmt.Errorf("a quoted field does not end in its line: %.80q", line)
	case h.number >= len(row) || !scan.IsNumber(row[h.number]):
		return nil, nil, false, nil
	case h.name < len(row):
		if name = row[h.name]; h.guarded {
			name = sheet.Unguarded(name)
		}
	}
	return row[h.number], name, true, nil
}
