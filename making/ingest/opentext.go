package ingest

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"

	"weft/making/ingest/scan"
)

// OpenText opens a text file, plain or compressed by gzip, zstd or xz, and skips a byte order mark; "-" is stdin.
// memory is the limit of the process; a decoder may use a quarter of it.
func OpenText(path string, stdin io.Reader, memory int64) (io.ReadCloser, error) {
	if info, err := os.Stat(path); path != "-" && err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s is a folder: name a file", path)
	}
	in, err := openInput(path, stdin, memory, nil)
	if err != nil {
		return nil, err
	}
	r, head, err := in.text()
	if err != nil {
		in.close() //nolint:errcheck // nothing was written
		return nil, err
	}
	if bytes.HasPrefix(head, scan.BOM) {
		r.Discard(len(scan.BOM)) //nolint:errcheck // they are there
	}
	return &openedText{r, in.close}, nil
}

// openedText is a text with its file.
type openedText struct {
	*bufio.Reader
	close func() error
}

func (t *openedText) Close() error { return t.close() }
