package ingest

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"os"
	"strings"

	"weft/graph/bv"
	"weft/internal/option"
	"weft/making/ingest/captures"
	"weft/making/ingest/formats"
	"weft/making/ingest/frames"
	"weft/making/ingest/scan"
	"weft/making/ingest/tables"
	"weft/making/ingest/unpack"
)

// peekSize is the part of an input that is read to detect its format.
const peekSize = 1 << 16

// An input is a file or standard input that is read once; it counts and sums up what is read.
type input struct {
	path   string
	memory int64    // what the process may take
	file   *os.File // nil for standard input and remote files
	size   int64    // -1 where it is not known
	raw    *counted
	peek   *bufio.Reader // over raw; after unwrap, over what was packed in it
	plain  *bufio.Reader // decompressed, set by text
	close  func() error

	unbounded bool // a cut of a remote file looks like its end

	// set by unwrap
	unwrapped bool
	packed    bool           // it was compressed as a whole
	captures  bool           // it is an archive of captures
	packages  bool           // it is a WACZ package, which was found out as it was unpacked
	damper    *unpack.Damper // after the last decoder, or of a file of an archive; nil if there is none
}

// counted counts and sums up bytes as they are read.
type counted struct {
	r      io.Reader
	n      int64
	sum    hash.Hash
	on     func(n int64)
	failed error // of the file or its server, other than its end
}

func (c *counted) Read(p []byte) (int, error) {
	p = p[:min(len(p), peekSize*4)] // what is read at a time is still in the cache when it is summed up and parsed
	n, err := c.r.Read(p)
	c.n += int64(n)
	c.sum.Write(p[:n])
	if c.on != nil {
		c.on(int64(n))
	}
	if err != nil && !errors.Is(err, io.EOF) {
		c.failed = err
	}
	return n, err
}

// openInput opens a file, or stdin for "-". A BVGraph, which is several files, is not opened here.
func openInput(path string, stdin io.Reader, memory int64, on func(int64)) (*input, error) {
	in := &input{path: path, memory: memory, size: -1, close: func() error { return nil }}
	r := stdin
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		info, err := f.Stat()
		if err == nil && info.IsDir() {
			err = option.Errorf("%s is a folder: it holds no WARC or ARC file: name the files in it, or give {base-url} if it holds the HTML of a site", path)
		}
		if err != nil {
			return nil, errors.Join(err, f.Close())
		}
		if info.Mode().IsRegular() {
			in.size = info.Size()
		}
		in.file, in.close, r = f, f.Close, f
	}
	in.raw = &counted{r: r, sum: sha256.New(), on: on}
	in.peek = bufio.NewReaderSize(in.raw, peekSize)
	return in, nil
}

// bytesRead returns how much was read, and its checksum, once all was read.
func (in *input) bytesRead() (int64, string) {
	return in.raw.n, hex.EncodeToString(in.raw.sum.Sum(nil))
}

// text returns the input decompressed, and how it begins.
func (in *input) text() (*bufio.Reader, []byte, error) {
	if in.plain == nil {
		if err := in.unwrap(); err != nil {
			return nil, nil, err
		}
		r, err := unpack.Decompress(in.peek, in.memory) // of captures, if an option says that they are text
		if err != nil {
			return nil, nil, err
		}
		in.plain = unpack.PlainText(bufio.NewReaderSize(r, scan.TextPeek))
	}
	head, err := in.plain.Peek(scan.TextPeek)
	if bytes.HasPrefix(head, []byte(frames.ParquetMagic+"\x15")) { // and the header of a page
		return nil, nil, errors.New("it is a Parquet table: a text is wanted, a line each")
	}
	if errors.Is(err, io.EOF) || errors.Is(err, bufio.ErrBufferFull) || len(head) > 0 {
		err = nil // a later error is reported when it is reached
	}
	return in.plain, head, err
}

// expectLines returns about how many lines the text has, by how many begin it; 0 if it is compressed or a pipe.
func (in *input) expectLines(head []byte) int64 {
	if in.size < 0 || len(head) == 0 || in.packed {
		return 0
	}
	return int64(float64(bytes.Count(head, []byte{'\n'})+1) / float64(len(head)) * float64(in.size) * 1.05)
}

// bvBasename returns the basename if path is a BVGraph: its basename or one of its files.
func bvBasename(path string) (string, bool) {
	base := path
	for _, ext := range []string{bv.GraphExt, bv.PropertiesExt, bv.OffsetsExt} {
		base = strings.TrimSuffix(base, ext)
	}
	if base == path {
		if _, err := os.Stat(path); err == nil {
			return "", false
		}
	}
	_, err := os.Stat(base + bv.PropertiesExt)
	return base, err == nil
}

// format detects the format of the input, unless it is forced, and for a text also its first part. For a zip file
// it checks the directory. For tar archives and other zip files the options say whether they are a site.
func (in *input) format(forced formats.Name, o *tables.Options) (how *formats.Reading, head []byte, err error) {
	is := func(f formats.Name) (*formats.Reading, []byte, error) { return &formats.Reading{Name: f}, nil, nil }
	if err := in.unwrap(); err != nil {
		return &formats.Reading{Name: forced}, nil, err
	}
	magic, _ := in.peek.Peek(leadSize)
	if forced == formats.Auto {
		if err := checkForeign(magic); err != nil {
			return &formats.Reading{Name: forced}, nil, err
		}
	}
	zipped := unpack.IsZip(magic)
	switch packed := zipped || captures.IsTar(magic); {
	case zipped && (forced == frames.NPZ || forced == formats.Auto && frames.IsNPZ(magic)):
		return is(frames.NPZ)
	case forced == frames.ArrowFile || forced == formats.Auto && bytes.HasPrefix(magic, []byte(frames.ArrowMagic)):
		return is(frames.ArrowFile)
	case zipped && (forced == WACZ || forced == formats.Auto && !o.Tree && in.isWACZ()):
		return is(WACZ)
	case packed && (forced == HTML || forced == formats.Auto && o.Tree):
		return is(HTML)
	case packed:
		return is(Container)
	case forced == Archive, forced == formats.Auto && (in.captures || beginsCaptures(magic)):
		return is(Archive)
	case forced == Parquet || forced == formats.Auto && frames.IsParquet(magic):
		return is(Parquet)
	case forced == RowStream || forced == formats.Auto && bytes.HasPrefix(magic, arrowStream):
		return is(RowStream)
	case forced == WACZ || forced == HTML || forced == Container || forced == frames.NPZ:
		return is(forced)
	}
	if _, head, err = in.text(); err != nil {
		return &formats.Reading{Name: forced}, nil, err
	}
	how, err = readingOf(o, forced, head)
	return how, head, err
}
