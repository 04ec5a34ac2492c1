package export

import (
	"archive/zip"
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"weft/livecrawl/folder"
	"weft/web/warc"
)

// Records that revisits refer to, and that the crawl itself does not have, are copied from the crawls that it was compared
// with, so that the package can be replayed alone. Memory: some 100 bytes a digest that a revisit has, some 400 for each
// record that is copied.

const revisitMime = "warc/revisit"

// originalsFile is the archive of the package that has the copied records.
const originalsFile = "earlier-crawls.warc.gz"

// An original is a record of an earlier crawl that is copied.
type original struct {
	dir  string
	line warc.Line
	text []byte // the line of its index, up to the length
}

// originals copies the records that revisits lack, and notes their lines for the index.
func (p *waczWriter) originals() error {
	lacking, err := lackingDigests(p.Kept.Index)
	if err != nil || len(lacking) == 0 {
		return err
	}
	var found []original
	for _, dir := range p.Kept.Earlier {
		more, err := findOriginals(folder.ArchiveDir(dir), lacking)
		if err != nil {
			return err
		}
		found = append(found, more...)
	}
	p.sum.Lacking = int64(len(lacking))
	if len(found) == 0 {
		return nil
	}
	before := len(p.files)
	if err := p.file("archive/"+originalsFile, zip.Store, true, func(m *member) error { return p.copyOriginals(m, found) }); err != nil {
		return err
	}
	p.sum.Copied = int64(len(found))
	p.sum.Files++
	p.sum.Bytes += p.files[before].Bytes
	slices.SortFunc(p.earlier, bytes.Compare)
	return nil
}

// copyOriginals copies records as they are, each a gzip member.
func (p *waczWriter) copyOriginals(m *member, found []original) error {
	for _, o := range found {
		at := m.size
		if err := copyRecord(m, filepath.Join(o.dir, o.line.Filename), o.line.Offset, o.line.Length); err != nil {
			return err
		}
		line := fmt.Appendf(o.text, ", \"length\": \"%d\", \"offset\": \"%d\", \"filename\": %q}\n", m.size-at, at, originalsFile)
		p.earlier = append(p.earlier, line)
	}
	return nil
}

// copyRecord copies bytes of a file.
func copyRecord(w io.Writer, path string, offset, length int64) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // it was only read
	if n, err := io.Copy(w, io.NewSectionReader(f, offset, length)); err != nil || n < length {
		return fmt.Errorf("%s, byte %d: %w", path, offset, errors.Join(err, io.ErrUnexpectedEOF))
	}
	return nil
}

// lackingDigests returns the digests of revisits for which an index has no record with the content.
func lackingDigests(index string) (map[string]bool, error) {
	lacking := map[string]bool{}
	err := eachLine(index, func(l *warc.Line, _ []byte) {
		if l.Mime == revisitMime && l.Digest != "" {
			lacking[l.Digest] = true
		}
	})
	if err != nil || len(lacking) == 0 {
		return nil, err
	}
	return lacking, eachLine(index, func(l *warc.Line, _ []byte) {
		if l.Mime != revisitMime {
			delete(lacking, l.Digest)
		}
	})
}

// findOriginals returns the records of an archive that have digests, and takes these from the set. Each digest is found
// once, in the order of the index.
func findOriginals(dir string, lacking map[string]bool) (found []original, err error) {
	index := filepath.Join(dir, "index.cdxj")
	err = eachLine(index, func(l *warc.Line, text []byte) {
		if l.Mime == revisitMime || l.Status != "200" || !lacking[l.Digest] {
			return
		}
		at := bytes.LastIndex(text, []byte(`, "length": `))
		if at < 0 || l.Length <= 0 || filepath.Base(l.Filename) != l.Filename || strings.HasPrefix(l.Filename, ".") {
			return
		}
		delete(lacking, l.Digest)
		found = append(found, original{dir, *l, bytes.Clone(text[:at])})
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return found, err
}

// eachLine calls f with the lines of an index, lent.
func eachLine(index string, f func(l *warc.Line, text []byte)) error {
	in, err := os.Open(index)
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // it was only read
	lines := bufio.NewReaderSize(in, 64<<10)
	for {
		text, err := lines.ReadBytes('\n')
		if l, ok := warc.ParseLine(text); ok {
			f(&l, text)
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// isBareNotModified reports whether a line is of a revisit whose header has status 304, as earlier versions wrote them. A
// player would show an empty page; without the line it shows the record that the revisit refers to.
func isBareNotModified(line []byte) bool {
	return bytes.Contains(line, []byte(`"mime": "warc/revisit", "status": "304"`))
}

// merged reads the lines of an index and further ones, in order.
type merged struct {
	lines *bufio.Reader
	next  []byte
	more  [][]byte
	ended bool
}

// line returns the next line; empty at the end.
func (m *merged) line() ([]byte, error) {
	for m.next == nil && !m.ended {
		text, err := m.lines.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return nil, err
		}
		if m.ended = len(text) == 0; !isBareNotModified(text) {
			m.next = text
		}
	}
	if len(m.more) > 0 && (m.ended || bytes.Compare(m.more[0], m.next) < 0) {
		text := m.more[0]
		m.more = m.more[1:]
		return text, nil
	}
	text := m.next
	m.next = nil
	return text, nil
}
