package export

import (
	"archive/zip"
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"

	"github.com/klauspost/compress/gzip"
)

// indexLines is how many lines of the index a gzip member has.
const indexLines = 3000

// index writes the index in members, and where each of them is by its first key.
func (p *waczWriter) index() error {
	const name = "index.cdx.gz"
	in, err := os.Open(p.Kept.Index)
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // it was only read
	var places bytes.Buffer
	fmt.Fprintf(&places, "!meta 0 {\"format\": \"cdxj-gzip-1.0\", \"filename\": %q}\n", name)
	if err := p.file("indexes/"+name, zip.Store, true, func(m *member) error {
		return writeMembers(m, &places, &merged{lines: bufio.NewReaderSize(in, 64<<10), more: p.earlier})
	}); err != nil {
		return err
	}
	return p.file("indexes/index.idx", zip.Deflate, true, func(m *member) error {
		_, err := m.Write(places.Bytes())
		return err
	})
}

// writeMembers writes the lines of an index in members.
func writeMembers(m *member, places *bytes.Buffer, lines *merged) error {
	block := new(bytes.Buffer)
	for n, first := 0, []byte(nil); ; {
		line, err := lines.line()
		if err != nil {
			return err
		}
		if len(line) > 0 {
			if n == 0 {
				first, _, _ = bytes.Cut(line, []byte(" {"))
			}
			block.Write(line)
			n++
		}
		if n == indexLines || len(line) == 0 && n > 0 {
			if err := writeMember(m, places, first, block.Bytes()); err != nil {
				return err
			}
			block.Reset()
			n = 0
		}
		if len(line) == 0 {
			return nil
		}
	}
}

// writeMember writes lines as a gzip member, and where it is.
func writeMember(m *member, places *bytes.Buffer, first, lines []byte) error {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write(lines); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	sum := sha256.Sum256(packed.Bytes())
	fmt.Fprintf(places, "%s {\"offset\": %d, \"length\": %d, \"digest\": \"sha256:%s\"}\n", first, m.size, packed.Len(), hex.EncodeToString(sum[:]))
	_, err := m.Write(packed.Bytes())
	return err
}
