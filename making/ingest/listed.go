package ingest

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"weft/making/ingest/judge"
	"weft/making/ingest/scan"
	"weft/making/ingest/tables"
)

// ListOptions say how a list of pages is read.
type ListOptions struct {
	Stdin  io.Reader // of "-"
	Memory int64     // as of [OpenText]
	// Comments are the signs that begin comments, of "#%", or "none"; empty ones are found out.
	Comments string
	// IsPage, if not nil, decides whether a line that looks like a comment is a page after all. It receives the
	// page that the line would name.
	IsPage func(page []byte) (bool, error)
}

// EachListed calls f with the pages that a text lists, numbers or names, one per line: the part before a tab. A
// page is valid until f returns. Empty lines and comments are skipped; comments are counted. The first 1,000 lines
// decide which lines are comments, as in lists of arcs. All lines that begin with # or % are, except, in a list of
// names, lines where the sign is part of a word (%E3, and #tag after other lines). An error of f is returned with
// its line.
func EachListed(path string, o ListOptions, f func(page []byte) error) (comments int64, err error) {
	in, err := openInput(path, o.Stdin, o.Memory, nil)
	if err != nil {
		return 0, err
	}
	defer in.close() //nolint:errcheck // nothing was written
	r, head, err := in.text()
	if err != nil {
		return 0, err
	}
	how := listLayout(tables.TakeSample(head), o.Comments)
	l := scan.NewLines(r)
	err = l.Each(func(line []byte) error {
		page := listed(line)
		if len(page) == 0 {
			return nil
		}
		if how.IsComment(line) {
			if is, err := o.knows(page); err != nil || !is {
				comments++
				return err
			}
		}
		return f(page)
	})
	return comments, err
}

// listed returns the page of a line.
func listed(line []byte) []byte {
	page, _, _ := bytes.Cut(bytes.TrimSpace(line), []byte{'\t'})
	return bytes.TrimSpace(page)
}

func (o *ListOptions) knows(page []byte) (bool, error) {
	if o.IsPage == nil {
		return false, nil
	}
	return o.IsPage(page)
}

// listLayout decides which lines of a list of pages are comments. No number and no URL begins with a sign.
func listLayout(s *tables.Sample, chosen string) *tables.Layout {
	plain := tables.ShareOf(s.Texts(), func(line []byte) bool { page := listed(line); return scan.IsNumber(page) || judge.IsURL(page) })
	l := new(tables.Layout)
	l.DecideSigns(s, chosen, s.Plain > 0 && plain >= tables.Fitting, func(line []byte, sign int, after bool) bool {
		line = bytes.TrimLeftFunc(line, scan.IsBlankRune)
		switch {
		case tables.IsMarked(line):
			return false
		case tables.SignBytes[sign] == '%':
			return tables.IsEscaped(line)
		}
		return after
	})
	return l
}

// FileList reads the names of files, a line each, as they stand there; empty lines are passed over.
func FileList(r io.Reader) (names []string, err error) {
	l := scan.NewLines(bufio.NewReader(r))
	err = l.Each(func(line []byte) error {
		switch {
		case l.Long || len(line) > maxPath:
			return fmt.Errorf("%d bytes: expected the name of a file", len(line))
		case bytes.IndexByte(line, 0) >= 0:
			return errors.New("a name with a zero byte: expected one a line (find without -print0)")
		case len(bytes.TrimSpace(line)) > 0:
			names = append(names, string(line))
		}
		return nil
	})
	if err == nil && len(names) == 0 {
		err = errors.New("it names no file")
	}
	return names, err
}

// maxPath is the length of the longest name of a file that is taken for one.
const maxPath = 32 << 10
