package ingest

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
)

// OpenText opens a file of text, plain or compressed by gzip, zstd or xz, and passes over a byte order mark; "-" is
// stdin. memory bounds what the process may take, of which a decoder may use a quarter.
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
	if bytes.HasPrefix(head, bom) {
		r.Discard(len(bom)) //nolint:errcheck // they are there
	}
	return &openedText{r, in.close}, nil
}

// openedText is a text with what closes its file.
type openedText struct {
	*bufio.Reader
	close func() error
}

func (t *openedText) Close() error { return t.close() }
