package ccindex

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"weft/web/warc"
)

// longestLine bounds a line of an index. URLs of more than a megabyte are in no archive.
const longestLine = 4 << 20

// Lines calls take with the selected rows of an index of lines, in their order: key, time and a JSON object, or the object
// alone. It calls bad with the number of each unreadable line, from 1. An error of take or bad ends it.
func Lines(r io.Reader, s *Selection, take func(Row) error, bad func(line int64, why error) error) error {
	in := bufio.NewScanner(r)
	in.Buffer(nil, longestLine)
	n := int64(1)
	for ; in.Scan(); n++ {
		line := bytes.TrimSpace(in.Bytes())
		if len(line) == 0 {
			continue
		}
		row, wanted, err := parseLine(line, s)
		switch {
		case err != nil:
			err = bad(n, err)
		case wanted:
			err = take(row)
		}
		if err != nil {
			return err
		}
	}
	if errors.Is(in.Err(), bufio.ErrTooLong) {
		return fmt.Errorf("%w: line %d has more than %d bytes", ErrCorrupt, n, longestLine)
	}
	return in.Err()
}

// parseLine reads a line if its URL is selected.
func parseLine(line []byte, s *Selection) (row Row, wanted bool, err error) {
	if bytes.IndexByte(line, '{') < 0 {
		if line[0] == '!' || bytes.HasPrefix(line, []byte(" CDX")) {
			return row, false, nil // a header
		}
		return row, false, errors.New("expected a key, a time and a JSON object")
	}
	if line[0] != '{' {
		key, _, _ := bytes.Cut(line, []byte{' '})
		usual := !bytes.ContainsRune(key, '(') // other keys begin with http://(
		if usual && !s.Overlaps(string(key), string(key)) {
			return row, false, nil
		}
	}
	fields, err := warc.ObjectAtEnd[object](line, "{")
	if err != nil {
		return row, false, fmt.Errorf("its JSON object cannot be read: %w", err)
	}
	row = Row{fields.URL, fields.Filename, int64(fields.Offset), int64(fields.Length), fields.Digest}
	if row.URL != "" && !s.Has(row.URL) {
		return row, false, nil
	}
	return row, true, row.check()
}

// An object holds the fields of a record.
type object struct {
	URL      string `json:"url"`
	Filename string `json:"filename"`
	Offset   number `json:"offset"`
	Length   number `json:"length"`
	Digest   string `json:"digest"`
}

// A number is written as a number or as a text.
type number int64

func (n *number) UnmarshalJSON(b []byte) error {
	v, err := strconv.ParseInt(string(bytes.Trim(b, `"`)), 10, 64)
	*n = number(v)
	return err
}
