package ccindex

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sort"
	"strconv"
	"strings"
)

// A Block is a separately compressed part of a file of lines. It has about 3,000 lines.
type Block struct {
	File           string // in the folder of cluster.idx
	Offset, Length int64  // in bytes
}

// clusterLine is a line of cluster.idx: key and time of the first line of a block, and place of the block. Tabs separate the
// fields.
type clusterLine struct {
	key   string
	block Block
	end   int64 // offset of the next line
}

// Cluster returns the blocks of an index that may hold selected URLs, in order. It finds them by binary searches in
// cluster.idx, which needs about 30 reads of a few hundred bytes for each range of the selection.
func Cluster(idx io.ReaderAt, size int64, s *Selection) ([]Block, error) {
	var blocks []Block
	for _, r := range s.Ranges() {
		found, err := clusterRange(idx, size, r)
		if err != nil {
			return nil, err
		}
		for _, b := range found {
			if n := len(blocks); n == 0 || blocks[n-1] != b { // ranges may meet in a block
				blocks = append(blocks, b)
			}
		}
	}
	return blocks, nil
}

func clusterRange(idx io.ReaderAt, size int64, r Range) (blocks []Block, err error) {
	// the first line at or after an offset whose key is not below r.Low; the block before it may hold keys of the range
	var failed error
	at := int64(sort.Search(int(size), func(i int) bool {
		if failed != nil {
			return true
		}
		line, err := lineFrom(idx, size, int64(i))
		if errors.Is(err, io.EOF) {
			return true
		}
		if err != nil {
			failed = err
			return true
		}
		return line.key >= r.Low
	}))
	if failed != nil {
		return nil, failed
	}
	start, err := lineBefore(idx, at)
	if err != nil {
		return nil, err
	}
	for start < size {
		line, err := lineAt(idx, size, start)
		if err != nil {
			return nil, err
		}
		if line.key >= r.High {
			break
		}
		blocks = append(blocks, line.block)
		start = line.end
	}
	return blocks, nil
}

// lineFrom returns the first line that begins at an offset or after it.
func lineFrom(idx io.ReaderAt, size, at int64) (clusterLine, error) {
	if at == 0 {
		return lineAt(idx, size, 0)
	}
	text, err := textAt(idx, size, at-1)
	if err != nil {
		return clusterLine{}, err
	}
	i := bytes.IndexByte(text, '\n')
	if i < 0 && at-1+int64(len(text)) < size {
		return clusterLine{}, fmt.Errorf("%w: no line ends within %d bytes after byte %d", ErrCorrupt, len(text), at)
	}
	if i < 0 || at+int64(i) >= size {
		return clusterLine{}, io.EOF
	}
	return lineAt(idx, size, at+int64(i))
}

// lineBefore returns where the line begins that is before the first line that begins at an offset or after it.
func lineBefore(idx io.ReaderAt, at int64) (int64, error) {
	if at <= 0 {
		return 0, nil
	}
	// the byte before at belongs to the wanted line, or ends it
	from := max(0, at-clusterLongest)
	text := make([]byte, at-from)
	if n, err := idx.ReadAt(text, from); n < len(text) {
		return 0, err
	}
	text = bytes.TrimSuffix(text, []byte("\n"))
	i := bytes.LastIndexByte(text, '\n')
	if i < 0 && from > 0 {
		return 0, fmt.Errorf("%w: no line begins within %d bytes before byte %d", ErrCorrupt, clusterLongest, at)
	}
	return from + int64(i) + 1, nil
}

// clusterLongest bounds a line: a key may be as long as a URL.
const clusterLongest = 64 << 10

// textAt returns up to clusterLongest bytes.
func textAt(idx io.ReaderAt, size, at int64) ([]byte, error) {
	text := make([]byte, min(clusterLongest, size-at))
	if n, err := idx.ReadAt(text, at); n < len(text) {
		if err == nil || errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	return text, nil
}

func lineAt(idx io.ReaderAt, size, at int64) (clusterLine, error) {
	if at >= size {
		return clusterLine{}, io.EOF
	}
	text, err := textAt(idx, size, at)
	if err != nil {
		return clusterLine{}, err
	}
	line, _, found := bytes.Cut(text, []byte{'\n'})
	if !found && at+int64(len(text)) < size {
		return clusterLine{}, fmt.Errorf("%w: the line at byte %d has more than %d bytes", ErrCorrupt, at, clusterLongest)
	}
	c, err := parseCluster(string(bytes.TrimSuffix(line, []byte("\r"))))
	if err != nil {
		return c, fmt.Errorf("%w: the line at byte %d: %w", ErrCorrupt, at, err)
	}
	c.end = min(at+int64(len(line))+1, size)
	return c, nil
}

func parseCluster(line string) (c clusterLine, err error) {
	f := strings.Split(line, "\t")
	if len(f) < 4 {
		return c, fmt.Errorf("expected a key with a time, a file, an offset and a length, separated by tabs, and found %.80q", line)
	}
	offset, err1 := strconv.ParseInt(f[2], 10, 64)
	length, err2 := strconv.ParseInt(f[3], 10, 64)
	if err1 != nil || err2 != nil || offset < 0 || length <= 0 || f[1] == "" || strings.ContainsAny(f[1], "/\\") {
		return c, fmt.Errorf("%.80q, %.20q and %.20q are no file, offset and length", f[1], f[2], f[3])
	}
	c.key, _, _ = strings.Cut(f[0], " ")
	c.block = Block{f[1], offset, length}
	return c, nil
}

// IsCluster reports whether a text begins as cluster.idx does.
func IsCluster(head []byte) bool {
	line, _, found := bytes.Cut(head, []byte{'\n'})
	if !found {
		return false
	}
	_, err := parseCluster(string(bytes.TrimSuffix(line, []byte("\r"))))
	return err == nil
}
