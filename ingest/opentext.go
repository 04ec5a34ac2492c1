package ingest

import (
	"bufio"
	"bytes"
	"io"
)

// OpenText opens a file of text, plain or compressed by gzip, zstd or xz; "-" is stdin. memory bounds what the process may
// take, of which a decoder may use a quarter.
func OpenText(path string, stdin io.Reader, memory int64) (io.ReadCloser, error) {
	in, err := openInput(path, stdin, memory, nil)
	if err != nil {
		return nil, err
	}
	r, _, err := in.text()
	if err != nil {
		in.close() //nolint:errcheck // nothing was written
		return nil, err
	}
	return &openedText{r, in.close}, nil
}

// EachListed calls f with the pages that a text lists, numbers or names, one a line, lent: what stands before a tab. Empty lines
// and those that begin with # are passed over. The text is opened as OpenText does it; an error of f says in which line.
func EachListed(path string, stdin io.Reader, memory int64, f func(page []byte) error) error {
	in, err := openInput(path, stdin, memory, nil)
	if err != nil {
		return err
	}
	defer in.close() //nolint:errcheck // nothing was written
	r, _, err := in.text()
	if err != nil {
		return err
	}
	l := lines{r: r}
	return l.each(func(line []byte) error {
		page, _, _ := bytes.Cut(bytes.TrimSpace(line), []byte{'\t'})
		if len(page) == 0 || page[0] == '#' {
			return nil
		}
		return f(page)
	})
}

// openedText is a text with what closes its file.
type openedText struct {
	*bufio.Reader
	close func() error
}

func (t *openedText) Close() error { return t.close() }
