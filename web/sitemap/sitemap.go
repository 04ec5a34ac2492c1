package sitemap

import (
	"errors"
	"io"
	"strings"
)

// ErrNotSitemap reports a document of none of the kinds that this package reads: errors.Is(err, ErrNotSitemap).
var ErrNotSitemap = errors.New("not a sitemap")

// A Kind is the kind of a document.
type Kind uint8

// The kinds. The entries of an Index are sitemaps; all other entries are pages.
const (
	Unknown Kind = iota
	URLSet
	Index
	RSS
	Atom
	Text
)

// Limits of the protocol, per file.
const (
	MaxBytes = 50 << 20 // uncompressed
	MaxURLs  = 50000
)

// maxField bounds what is kept of a field; a longer loc is no entry.
const maxField = 64 << 10

// Options changes what is read. The zero value has the protocol's limits.
type Options struct {
	MaxBytes int64  // how much is read; 0 is [MaxBytes]
	MaxURLs  int    // how many entries are handed out; 0 is [MaxURLs]
	Charset  string // of the Content-Type header, if it has one; it outdoes what the document declares
}

// An Entry is a page, or a sitemap of an index.
type Entry struct {
	// Loc is the absolute http or https URL as written, without white space around it. It is neither parsed nor known to
	// belong to the site.
	Loc string
}

// A Summary counts what Read has read.
type Summary struct {
	Kind    Kind
	Entries int   // handed out
	Beyond  int   // more than Options.MaxURLs, and only counted
	Skipped int   // without an absolute http or https URL of at most 64 KiB
	Bytes   int64 // read, at most Options.MaxBytes
	Cut     bool  // there are more bytes, which were not read
}

// Read reads a document to its end or Options.MaxBytes and calls f with each entry in order. If f returns an
// error, Read returns it. A document of another kind gives [ErrNotSitemap]. If the XML is malformed or ends early,
// f receives the entries before, and the last one if its loc is whole. The error then gives the byte (of the text
// in UTF-8, which equals the file's own unless the file has another encoding). A document cut by Options.MaxBytes
// is not an error.
func Read(r io.Reader, o Options, f func(Entry) error) (Summary, error) {
	if o.MaxBytes == 0 {
		o.MaxBytes = MaxBytes
	}
	if o.MaxURLs == 0 {
		o.MaxURLs = MaxURLs
	}
	lim := &limited{r: r, left: o.MaxBytes}
	s := &sink{f: f, max: o.MaxURLs, lim: lim}
	text, skipped := decode(lim, o.Charset)
	err := s.read(text, skipped)
	s.sum.Bytes, s.sum.Cut = lim.n, lim.cut
	switch {
	case lim.err != nil && s.err == nil:
		err = lim.err
	case s.sum.Cut && errors.Is(err, errEnd):
		err = nil
	}
	return s.sum, err
}

// A sink takes entries.
type sink struct {
	f   func(Entry) error
	max int
	lim *limited
	sum Summary
	err error // of f
}

// put hands an entry out, or counts it.
func (s *sink) put(e Entry) error {
	switch {
	case !isAbsolute(e.Loc) || len(e.Loc) > maxField:
		s.sum.Skipped++
	case s.sum.Entries == s.max:
		s.sum.Beyond++
	default:
		s.sum.Entries++
		s.err = s.f(e)
	}
	return s.err
}

func isAbsolute(url string) bool {
	scheme, rest, ok := strings.Cut(url, "://")
	return ok && rest != "" && (strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https"))
}

// limited reads up to a limit and remembers whether there was more, and the reader's own error.
type limited struct {
	r       io.Reader
	n, left int64
	cut     bool
	err     error
}

func (l *limited) Read(p []byte) (int, error) {
	if l.left <= 0 {
		var one [1]byte
		if !l.cut && l.err == nil {
			n, err := io.ReadFull(l.r, one[:])
			l.cut = n > 0
			l.keep(err)
		}
		return 0, io.EOF
	}
	n, err := l.r.Read(p[:min(int64(len(p)), l.left)])
	l.n += int64(n)
	l.left -= int64(n)
	l.keep(err)
	return n, err
}

func (l *limited) keep(err error) {
	if err != nil && !errors.Is(err, io.EOF) {
		l.err = err
	}
}
