package livecrawl

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	"weft/crawl"
	"weft/internal/atomicfile"
	"weft/livecrawl/memo"
	"weft/livecrawl/visit"
)

// writeLists writes the lists of pages into the folder.
func (j *Job) writeLists() error {
	var errs []error
	for _, l := range j.trackers.Lists() {
		errs = append(errs, j.writeList(l))
	}
	return errors.Join(errs...)
}

// writeList writes a list; with nothing to list there is no such file.
func (j *Job) writeList(l memo.List) error {
	if !l.Some {
		if err := os.Remove(j.path(l.File)); !errors.Is(err, os.ErrNotExist) {
			return err
		}
		return nil
	}
	return atomicfile.Write(j.path(l.File), func(w io.Writer) error {
		to := &pageList{out: bufio.NewWriter(w), names: j.book.frontier}
		return errors.Join(l.Each(to.line), to.out.Flush())
	})
}

// A pageList is a list of pages, a line each.
type pageList struct {
	out   *bufio.Writer // which keeps errors until Flush
	names visit.Names
	url   []byte
}

// line writes words and pages, by their URLs, with tabs between.
func (l *pageList) line(parts ...any) (err error) {
	for i, part := range parts {
		if i > 0 {
			l.out.WriteByte('\t') //nolint:errcheck // kept until Flush
		}
		p, ok := part.(crawl.Page)
		if !ok {
			fmt.Fprint(l.out, part) //nolint:errcheck // kept until Flush
			continue
		}
		if l.url, err = l.names.Name(l.url[:0], p); err != nil {
			return err
		}
		l.out.Write(l.url) //nolint:errcheck // kept until Flush
	}
	return l.out.WriteByte('\n')
}
